import{a6 as w,a2 as d,a8 as T,aa as z,a$ as O,A as y,bg as P,ag as j,aZ as C,bh as L,B as _,b4 as W,b3 as D,ak as F}from"./page.js";import{p as I,D as G,a as J}from"./more-BR-OAo5m.js";const U=[["done","done","new"],["in_hand","in hand","lead"],["waiting","waiting","wait"],["gone","gone, not taken","dead"]];function Z({queue:t}){const n=U.filter(([a])=>a!=="gone"||t.gone>0),e=n.reduce((a,[o])=>a+t[o],0),c=e===t.put;return d`
    <section class="queue-account" aria-label="Count in and count out" data-testid="account" data-put=${t.put} data-sum=${e}>
      <p><b class="number">${w(t.put)}</b> in <span class=${c?"soft":"tone-dead"}>${c?"=":"\u2260"}</span>
        ${n.map(([a,o,s],i)=>d`${i?d` <span class="soft">+</span> `:" "}<span key=${a}
          class=${`tone-${s} part`}><b class="number" data-testid=${`count-${a}`}>${w(t[a])}</b> ${o}</span>`)}
        ${t.again>0&&d`<span class="given-again" data-testid="again">${w(t.again)} given out again</span>`}
      </p>
      <div class="account-bar" aria-hidden="true">
        ${n.map(([a,,o])=>d`<i key=${a} class=${`tone-${o}`} style=${`flex-grow: ${t[a]}`}></i>`)}
      </div>
    </section>
  `}var H=Object.freeze({__proto__:null,Account:Z});function K({name:t,item:n,at:e,from:c,queue:a,chosen:o,choose:s}){const[i,l]=T(!1);z(()=>{const p=requestAnimationFrame(()=>l(!0));return()=>cancelAnimationFrame(p)},[]);const u=i?e:c,r=O(O(a.path,"items"),t),$=n.times>1;return d`
    <button class=${`item is-${n.state} ${$?"given-twice":""} ${o.znode===r?"picked":""}`}
      style=${`transform: translate(${u.x}rem, ${u.y}rem) translate(-50%, -50%)`} data-testid=${`item-${y(t)}`}
      data-state=${n.state} data-times=${n.times} data-holder=${n.claim?.candidate??""} title=${Q(r,n)}
      tabindex=${n.state==="done"?-1:0} disabled=${n.state==="done"}
      onClick=${()=>s({znode:r})}>${y(t)}${$&&d`<sup>${n.times}×</sup>`}</button>
  `}function Q(t,{by:n,text:e,times:c,state:a,claim:o,ended_by:s}){const i=o?.candidate??"a consumer",l={waiting:"waits",claimed:`in ${i}'s hands`,done:`done by ${s??i}`,gone:"gone"}[a];return`${t}
${e??""}${n?`, put in by ${n}`:""}
${l}, given out ${c===1?"once":`${c} times`}`}function V({id:t,number:n,at:e}){return e?d`<span class="item is-ghost" data-testid=${`ghost-${t}`} title=${`${t} believes that it has item ${n}, but its claim is gone`}
    style=${`transform: translate(${e.x}rem, ${e.y}rem) translate(-50%, -50%)`}>${n}</span>`:null}const m={width:3.1,height:2.1,gap:.4},X=4,x={wide:4.3,narrow:5.2},Y=36,q=10;function tt(t,n,e,c){const a=t<Y,[o,s]=[n,e].map(i=>Math.min(q,i));return(a?et:nt)(t,Math.max(1,o),Math.max(1,s),c)}function nt(t,n,e,c){const a=Math.max(15,(Math.max(n,e)+.4)*x.wide),o=9.4,s=t-19.6,i=N({left:o,right:s,top:a/2},c,!0);return{width:t,height:a,isNarrow:!1,belt:i,producers:v(n,2.6,a),consumers:v(e,t-13.6,a),hand:{x:-3.9,y:0},done:{x:t-2.9,y:a/2}}}function v(t,n,e){const c=e/t;return Array.from({length:t},(a,o)=>({x:n,y:(o+.5)*c}))}function et(t,n,e,c){const a=A(n,t,0,x.narrow),o=a.height+.9,s=N({left:.2,right:t-.2,top:o},c,!1),i=A(e,t,o+s.height+1.6,x.narrow+2.6),l=o+s.height+1.6+i.height+5.8;return{width:t,height:l,isNarrow:!0,belt:s,producers:a.places,consumers:i.places,hand:{x:0,y:-2.5},done:{x:t/2,y:l-2.6}}}function A(t,n,e,c){const a=Math.max(1,Math.min(t,Math.floor(n/7))),o=n/a,s=Math.ceil(t/a);return{places:Array.from({length:t},(l,u)=>({x:(u%a+.5)*o,y:e+(Math.floor(u/a)+.5)*c})),height:s*c}}function N({left:t,right:n,top:e},c,a){const o=m.width+m.gap,s=Math.max(1,Math.floor((n-t)/o)),i=Math.min(c,s*X),u=Math.max(1,Math.ceil(i/s))*(m.height+m.gap),r=a?e-u/2:e,$=p=>({x:n-(p%s+.5)*o,y:r+(Math.floor(p/s)+.5)*(m.height+m.gap)});return{at:$,shown:i,more:c-i,front:{x:n,y:$(0).y},back:{x:t+m.width/2,y:$(0).y},left:t,right:n,top:r,height:u}}const st=100;function at({state:t,person:n,at:e,clock:c,chosen:a,choose:o}){const{id:s,role:i,candidate:l,said:u,item:r,place:$}=n,{tone:p,words:M}=u,k=i==="consumer"&&u.item&&typeof u.stopped!="number"&&l.process==="running",g=P(t,l,r!==null||$>=0);j(k||g!==null?st:null);const b=c.now(),B=a.candidate===s,R={candidate:l,share:C(l.session_timeout_ms,g,b),done:r||k?I(u,b):null};return d`
    <div class=${`person is-${i} tone-${p} ${B?"chosen":""}`} style=${`left: ${e.x}rem; top: ${e.y}rem`}
      data-testid=${`person-${s}`} data-role=${i} data-process=${l.process??""} data-belief=${l.belief??""}>
      <${G} id=${s} label=${`${i} ${s}: ${M}`} chosen=${a} choose=${o} disc=${R} />
      <p class="person-words"><b>${s}</b> <span>${M}</span> <${L} ends=${g} now=${b} /></p>
    </div>
  `}function ot(t){const[n,e]=J(),{state:c,queue:a,page:o}=t,s=_(t,"producer"),i=_(t,"consumer");if(!a||!s.length&&!i.length&&!a.waiting)return d`<div class="flow flow-empty" ref=${n}><${W} ...${t} /></div>`;const u=o.status.state!=="connected"||!D(c),r=tt(e,s.length,i.length,a.waiting);return d`
    <div class=${`flow ${u?"stale":""} ${r.isNarrow?"narrow":""}`} ref=${n} data-testid="queue-board"
      style=${`height: ${r.height}rem`}>
      <${ut} places=${r} takers=${i} />
      <${lt} ...${t} places=${r} />
      <${dt} queue=${a} at=${r.done} />
      ${[...h(s,r.producers),...h(i,r.consumers)].map(([$,p])=>d`<${at} key=${$.id} ...${t} person=${$} at=${p} />`)}
      <${it} ...${t} places=${r} makers=${s} takers=${i} />
      <${S} people=${s} shown=${r.producers} /><${S} people=${i} shown=${r.consumers} />
    </div>
  `}function h(t,n){return t.slice(0,n.length).map((e,c)=>[e,n[c]])}const rt=2;function it(t){const{queue:n,places:e,makers:c,takers:a,clock:o}=t,s=new Map(h(a,e.consumers).map(([{id:r},$])=>[r,f($,e.hand)])),i=new Map(h(c,e.producers).map(([{id:r},$])=>[r,$])),l=(r,$)=>E(r)?e.done:r.state==="claimed"?s.get(r.claim?.candidate)??f(e.belt.front,{x:2,y:0}):e.belt.at($),u=r=>o.now()-r.at<rt&&i.get($t(r))||e.belt.back;return d`
    ${ct(n,e.belt.shown).map(({name:r,item:$,place:p})=>d`<${K} key=${r} ...${t} name=${r} item=${$} at=${l($,p)} from=${u($)} />`)}
    ${a.filter(({ghost:r})=>r).map(({id:r,ghost:$})=>d`<${V} key=${`ghost-${r}`} id=${r} number=${y($)} at=${s.get(r)} />`)}
  `}function ct({items:t},n){const e=Object.entries(t).map(([o,s])=>({name:o,item:s,place:-1}));e.sort((o,s)=>o.item.number-s.item.number),e.filter(({item:o})=>o.state==="waiting").slice(0,n).forEach((o,s)=>o.place=s);const a=new Set(e.filter(({item:o})=>E(o)).slice(-8));return e.filter(o=>o.place>=0||o.item.state==="claimed"||a.has(o))}function E({state:t}){return t==="done"||t==="gone"}function $t({by:t,text:n}){return t??/^(c\d+) #/.exec(n??"")?.[1]}function f(t,n){return{x:t.x+n.x,y:t.y+n.y}}function lt({queue:t,places:{belt:n}}){const e=`left: ${n.left}rem; width: ${n.right-n.left}rem; top: ${n.top-.6}rem; height: ${n.height+1.2}rem`;return d`
    <div class="belt" style=${e} data-testid="belt" data-waiting=${t.waiting}>
      <span class="belt-word">${t.waiting?`${F(t.waiting,"item")} waiting`:"nothing waits"}${n.more>0?d` · <b>${n.more} not drawn</b>`:""}</span>
    </div>
  `}function dt({queue:t,at:n}){return d`
    <div class="done-pile" style=${`left: ${n.x}rem; top: ${n.y}rem`}>
      <output data-testid="done" data-done=${t.done}>${t.done}</output><span>done</span>
    </div>
  `}function ut({places:t,takers:n}){const e=new Map(h(n,t.consumers).map(([{place:s},i])=>[s,i])),c=[...e.keys()].filter(s=>s>=0).sort((s,i)=>s-i),a=t.isNarrow?{x:0,y:-1.4}:{x:-1.7,y:0},o=t.isNarrow?{x:t.belt.right-2,y:t.belt.top+t.belt.height}:t.belt.front;return d`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${t.width} ${t.height}`}>
      ${c.map(s=>{const i=f(e.get(s),a),l=s===0?o:e.has(s-1)?f(e.get(s-1),a):null;return l&&d`<path key=${s} class=${`flow-watch ${s===0?"first":""}`} d=${pt(i,l,s>0&&!t.isNarrow)} />`})}
    </svg>
  `}function pt(t,n,e){const c=e?Math.min(t.x,n.x)-1.6:(t.x+n.x)/2;return`M${t.x} ${t.y}C${c} ${t.y} ${c} ${n.y} ${n.x} ${n.y}`}function S({people:t,shown:n}){const e=t.length-n.length;if(e<=0)return null;const{x:c}=n.at(-1);return d`<p class="flow-more soft" style=${`left: ${c}rem; bottom: 0`}>and ${e} more</p>`}var mt=Object.freeze({__proto__:null,Board:ot,plus:f});export{H as a,mt as b};
//# sourceMappingURL=queue-KPRuwcMl.js.map
