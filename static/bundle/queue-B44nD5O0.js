import{a4 as w,a0 as d,a5 as T,a7 as j,aX as k,A as y,be as z,ac as B,bj as P,aS as C,bg as L,bk as W,bl as O,b0 as D,a$ as F,ak as I}from"./page.js";import{p as G,D as J,a as U}from"./more-D1aC5s9h.js";const X=[["done","done","new"],["in_hand","in hand","lead"],["waiting","waiting","wait"],["gone","gone, not taken","dead"]];function H({queue:t}){const n=X.filter(([a])=>a!=="gone"||t.gone>0),e=n.reduce((a,[o])=>a+t[o],0),c=e===t.put;return d`
    <section class="queue-account" aria-label="Count in and count out" data-testid="account" data-put=${t.put} data-sum=${e}>
      <p><b class="number">${w(t.put)}</b> in <span class=${c?"soft":"tone-dead"}>${c?"=":"\u2260"}</span>
        ${n.map(([a,o,s],r)=>d`${r?d` <span class="soft">+</span> `:" "}<span key=${a}
          class=${`tone-${s} part`}><b class="number" data-testid=${`count-${a}`}>${w(t[a])}</b> ${o}</span>`)}
        ${t.again>0&&d`<span class="given-again" data-testid="again">${w(t.again)} given out again</span>`}
      </p>
      <div class="account-bar" aria-hidden="true">
        ${n.map(([a,,o])=>d`<i key=${a} class=${`tone-${o}`} style=${`flex-grow: ${t[a]}`}></i>`)}
      </div>
    </section>
  `}var K=Object.freeze({__proto__:null,Account:H});function Q({name:t,item:n,at:e,from:c,queue:a,chosen:o,choose:s}){const[r,l]=T(!1);j(()=>{const p=requestAnimationFrame(()=>l(!0));return()=>cancelAnimationFrame(p)},[]);const u=r?e:c,i=k(k(a.path,"items"),t),$=n.times>1;return d`
    <button class=${`item is-${n.state} ${$?"given-twice":""} ${o.znode===i?"picked":""}`}
      style=${`transform: translate(${u.x}rem, ${u.y}rem) translate(-50%, -50%)`} data-testid=${`item-${y(t)}`}
      data-state=${n.state} data-times=${n.times} data-holder=${n.claim?.candidate??""} title=${V(i,n)}
      tabindex=${n.state==="done"?-1:0} disabled=${n.state==="done"}
      onClick=${()=>s({znode:i})}>${y(t)}${$&&d`<sup>${n.times}×</sup>`}</button>
  `}function V(t,{by:n,text:e,times:c,state:a,claim:o,ended_by:s}){const r=o?.candidate??"a consumer",l={waiting:"waits",claimed:`in ${r}'s hands`,done:`done by ${s??r}`,gone:"gone"}[a];return`${t}
${e??""}${n?`, put in by ${n}`:""}
${l}, given out ${c===1?"once":`${c} times`}`}function Y({id:t,number:n,at:e}){return e?d`<span class="item is-ghost" data-testid=${`ghost-${t}`} title=${`${t} believes that it has item ${n}, but its claim is gone`}
    style=${`transform: translate(${e.x}rem, ${e.y}rem) translate(-50%, -50%)`}>${n}</span>`:null}const m={width:3.1,height:2.1,gap:.4},Z=4,x={wide:4.3,narrow:5.2},q=40,tt=10;function nt(t,n,e,c){const a=t<q,[o,s]=[n,e].map(r=>Math.min(tt,r));return(a?st:et)(t,Math.max(1,o),Math.max(1,s),c)}function et(t,n,e,c){const a=Math.max(15,(Math.max(n,e)+.4)*x.wide),o=9.4,s=t-19.6,r=A({left:o,right:s,top:a/2},c,!0);return{width:t,height:a,isNarrow:!1,belt:r,producers:_(n,2.6,a),consumers:_(e,t-13.6,a),hand:{x:-3.9,y:0},done:{x:t-2.9,y:a/2}}}function _(t,n,e){const c=e/t;return Array.from({length:t},(a,o)=>({x:n,y:(o+.5)*c}))}function st(t,n,e,c){const a=v(n,t,0,x.narrow),o=a.height+.9,s=A({left:.2,right:t-.2,top:o},c,!1),r=v(e,t,o+s.height+1.6,x.narrow+2.6),l=o+s.height+1.6+r.height+5.8;return{width:t,height:l,isNarrow:!0,belt:s,producers:a.places,consumers:r.places,hand:{x:0,y:-2.5},done:{x:t/2,y:l-2.6}}}function v(t,n,e,c){const a=Math.max(1,Math.min(t,Math.floor(n/7))),o=n/a,s=Math.ceil(t/a);return{places:Array.from({length:t},(l,u)=>({x:(u%a+.5)*o,y:e+(Math.floor(u/a)+.5)*c})),height:s*c}}function A({left:t,right:n,top:e},c,a){const o=m.width+m.gap,s=Math.max(1,Math.floor((n-t)/o)),r=Math.min(c,s*Z),u=Math.max(1,Math.ceil(r/s))*(m.height+m.gap),i=a?e-u/2:e,$=p=>({x:n-(p%s+.5)*o,y:i+(Math.floor(p/s)+.5)*(m.height+m.gap)});return{at:$,shown:r,more:c-r,front:{x:n,y:$(0).y},back:{x:t+m.width/2,y:$(0).y},left:t,right:n,top:i,height:u}}const at=100;function ot({person:t,at:n,queue:e,clock:c,chosen:a,choose:o}){const{id:s,role:r,candidate:l,said:u,item:i,place:$}=t,p=r==="consumer"&&u.item&&typeof u.stopped!="number"&&l.process==="running",g=z(l,i!==null||$>=0);B(p||g!==null?at:null);const b=c.now(),E=a.candidate===s,M=P(t,e),R={candidate:l,share:C(l.session_timeout_ms,g,b),done:i||p?G(u,b):null};return d`
    <div class=${`person is-${r} tone-${W(t)} ${E?"chosen":""}`} style=${`left: ${n.x}rem; top: ${n.y}rem`}
      data-testid=${`person-${s}`} data-role=${r} data-process=${l.process??""} data-belief=${l.belief??""}>
      <${J} id=${s} label=${`${r} ${s}: ${M}`} chosen=${a} choose=${o} disc=${R} />
      <p class="person-words"><b>${s}</b> <span>${M}</span> <${L} ends=${g} now=${b} /></p>
    </div>
  `}function rt(t){const[n,e]=U(),{state:c,queue:a,page:o}=t,s=O(t,"producer"),r=O(t,"consumer");if(!a||!s.length&&!r.length&&!a.waiting)return d`<div class="flow flow-empty" ref=${n}><${D} ...${t} /></div>`;const u=o.status.state!=="connected"||!F(c),i=nt(e,s.length,r.length,a.waiting);return d`
    <div class=${`flow ${u?"stale":""} ${i.isNarrow?"narrow":""}`} ref=${n} data-testid="queue-board"
      style=${`height: ${i.height}rem`}>
      <${pt} places=${i} takers=${r} />
      <${dt} ...${t} places=${i} />
      <${ut} queue=${a} at=${i.done} />
      ${[...h(s,i.producers),...h(r,i.consumers)].map(([$,p])=>d`<${ot} key=${$.id} ...${t} person=${$} at=${p} />`)}
      <${ct} ...${t} places=${i} makers=${s} takers=${r} />
      <${S} people=${s} shown=${i.producers} /><${S} people=${r} shown=${i.consumers} />
    </div>
  `}function h(t,n){return t.slice(0,n.length).map((e,c)=>[e,n[c]])}const it=2;function ct(t){const{queue:n,places:e,makers:c,takers:a,clock:o}=t,s=new Map(h(a,e.consumers).map(([{id:i},$])=>[i,f($,e.hand)])),r=new Map(h(c,e.producers).map(([{id:i},$])=>[i,$])),l=(i,$,p)=>N($)?e.done:$.state==="claimed"?s.get($.claim?.candidate)??f(e.belt.front,{x:2,y:0}):e.belt.at(p),u=i=>o.now()-i.at<it&&r.get(lt(i))||e.belt.back;return d`
    ${$t(n,e.belt.shown).map(({name:i,item:$,place:p})=>d`<${Q} key=${i} ...${t} name=${i} item=${$} at=${l(i,$,p)} from=${u($)} />`)}
    ${a.filter(({ghost:i})=>i).map(({id:i,ghost:$})=>d`<${Y} key=${`ghost-${i}`} id=${i} number=${y($)} at=${s.get(i)} />`)}
  `}function $t({items:t},n){const e=Object.entries(t).map(([o,s])=>({name:o,item:s,place:-1}));e.sort((o,s)=>o.item.number-s.item.number),e.filter(({item:o})=>o.state==="waiting").slice(0,n).forEach((o,s)=>o.place=s);const a=new Set(e.filter(({item:o})=>N(o)).slice(-8));return e.filter(o=>o.place>=0||o.item.state==="claimed"||a.has(o))}function N({state:t}){return t==="done"||t==="gone"}function lt({by:t,text:n}){return t??/^(c\d+) #/.exec(n??"")?.[1]}function f(t,n){return{x:t.x+n.x,y:t.y+n.y}}function dt({queue:t,places:{belt:n}}){const e=`left: ${n.left}rem; width: ${n.right-n.left}rem; top: ${n.top-.6}rem; height: ${n.height+1.2}rem`;return d`
    <div class="belt" style=${e} data-testid="belt" data-waiting=${t.waiting}>
      <span class="belt-word">${t.waiting?`${I(t.waiting,"item")} waiting`:"nothing waits"}${n.more>0?d` · <b>${n.more} not drawn</b>`:""}</span>
    </div>
  `}function ut({queue:t,at:n}){return d`
    <div class="done-pile" style=${`left: ${n.x}rem; top: ${n.y}rem`}>
      <output data-testid="done" data-done=${t.done}>${t.done}</output><span>done</span>
    </div>
  `}function pt({places:t,takers:n}){const e=new Map(h(n,t.consumers).map(([{place:s},r])=>[s,r])),c=[...e.keys()].filter(s=>s>=0).sort((s,r)=>s-r),a=t.isNarrow?{x:0,y:-1.4}:{x:-1.7,y:0},o=t.isNarrow?{x:t.belt.right-2,y:t.belt.top+t.belt.height}:t.belt.front;return d`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${t.width} ${t.height}`}>
      ${c.map(s=>{const r=f(e.get(s),a),l=s===0?o:e.has(s-1)?f(e.get(s-1),a):null;return l&&d`<path key=${s} class=${`flow-watch ${s===0?"first":""}`} d=${mt(r,l,s>0&&!t.isNarrow)} />`})}
    </svg>
  `}function mt(t,n,e){const c=e?Math.min(t.x,n.x)-1.6:(t.x+n.x)/2;return`M${t.x} ${t.y}C${c} ${t.y} ${c} ${n.y} ${n.x} ${n.y}`}function S({people:t,shown:n}){const e=t.length-n.length;if(e<=0)return null;const{x:c}=n.at(-1);return d`<p class="flow-more soft" style=${`left: ${c}rem; bottom: 0`}>and ${e} more</p>`}var ht=Object.freeze({__proto__:null,Board:rt,plus:f});export{K as a,ht as b};
