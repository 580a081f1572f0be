import{a6 as w,a2 as l,a8 as T,aa as z,b2 as O,A as y,bl as P,ag as j,bq as C,aZ as L,bn as W,br as D,B as _,b7 as F,b6 as I,ak as G}from"./page.js";import{p as J,D as U,a as Z}from"./more-BR-OAo5m.js";const H=[["done","done","new"],["in_hand","in hand","lead"],["waiting","waiting","wait"],["gone","gone, not taken","dead"]];function K({queue:t}){const n=H.filter(([a])=>a!=="gone"||t.gone>0),e=n.reduce((a,[o])=>a+t[o],0),c=e===t.put;return l`
    <section class="queue-account" aria-label="Count in and count out" data-testid="account" data-put=${t.put} data-sum=${e}>
      <p><b class="number">${w(t.put)}</b> in <span class=${c?"soft":"tone-dead"}>${c?"=":"\u2260"}</span>
        ${n.map(([a,o,s],i)=>l`${i?l` <span class="soft">+</span> `:" "}<span key=${a}
          class=${`tone-${s} part`}><b class="number" data-testid=${`count-${a}`}>${w(t[a])}</b> ${o}</span>`)}
        ${t.again>0&&l`<span class="given-again" data-testid="again">${w(t.again)} given out again</span>`}
      </p>
      <div class="account-bar" aria-hidden="true">
        ${n.map(([a,,o])=>l`<i key=${a} class=${`tone-${o}`} style=${`flex-grow: ${t[a]}`}></i>`)}
      </div>
    </section>
  `}var Q=Object.freeze({__proto__:null,Account:K});function V({name:t,item:n,at:e,from:c,queue:a,chosen:o,choose:s}){const[i,d]=T(!1);z(()=>{const p=requestAnimationFrame(()=>d(!0));return()=>cancelAnimationFrame(p)},[]);const u=i?e:c,r=O(O(a.path,"items"),t),$=n.times>1;return l`
    <button class=${`item is-${n.state} ${$?"given-twice":""} ${o.znode===r?"picked":""}`}
      style=${`transform: translate(${u.x}rem, ${u.y}rem) translate(-50%, -50%)`} data-testid=${`item-${y(t)}`}
      data-state=${n.state} data-times=${n.times} data-holder=${n.claim?.candidate??""} title=${X(r,n)}
      tabindex=${n.state==="done"?-1:0} disabled=${n.state==="done"}
      onClick=${()=>s({znode:r})}>${y(t)}${$&&l`<sup>${n.times}×</sup>`}</button>
  `}function X(t,{by:n,text:e,times:c,state:a,claim:o,ended_by:s}){const i=o?.candidate??"a consumer",d={waiting:"waits",claimed:`in ${i}'s hands`,done:`done by ${s??i}`,gone:"gone"}[a];return`${t}
${e??""}${n?`, put in by ${n}`:""}
${d}, given out ${c===1?"once":`${c} times`}`}function Y({id:t,number:n,at:e}){return e?l`<span class="item is-ghost" data-testid=${`ghost-${t}`} title=${`${t} believes that it has item ${n}, but its claim is gone`}
    style=${`transform: translate(${e.x}rem, ${e.y}rem) translate(-50%, -50%)`}>${n}</span>`:null}const m={width:3.1,height:2.1,gap:.4},q=4,x={wide:4.3,narrow:5.2},tt=36,nt=10;function et(t,n,e,c){const a=t<tt,[o,s]=[n,e].map(i=>Math.min(nt,i));return(a?at:st)(t,Math.max(1,o),Math.max(1,s),c)}function st(t,n,e,c){const a=Math.max(15,(Math.max(n,e)+.4)*x.wide),o=9.4,s=t-19.6,i=N({left:o,right:s,top:a/2},c,!0);return{width:t,height:a,isNarrow:!1,belt:i,producers:v(n,2.6,a),consumers:v(e,t-13.6,a),hand:{x:-3.9,y:0},done:{x:t-2.9,y:a/2}}}function v(t,n,e){const c=e/t;return Array.from({length:t},(a,o)=>({x:n,y:(o+.5)*c}))}function at(t,n,e,c){const a=A(n,t,0,x.narrow),o=a.height+.9,s=N({left:.2,right:t-.2,top:o},c,!1),i=A(e,t,o+s.height+1.6,x.narrow+2.6),d=o+s.height+1.6+i.height+5.8;return{width:t,height:d,isNarrow:!0,belt:s,producers:a.places,consumers:i.places,hand:{x:0,y:-2.5},done:{x:t/2,y:d-2.6}}}function A(t,n,e,c){const a=Math.max(1,Math.min(t,Math.floor(n/7))),o=n/a,s=Math.ceil(t/a);return{places:Array.from({length:t},(d,u)=>({x:(u%a+.5)*o,y:e+(Math.floor(u/a)+.5)*c})),height:s*c}}function N({left:t,right:n,top:e},c,a){const o=m.width+m.gap,s=Math.max(1,Math.floor((n-t)/o)),i=Math.min(c,s*q),u=Math.max(1,Math.ceil(i/s))*(m.height+m.gap),r=a?e-u/2:e,$=p=>({x:n-(p%s+.5)*o,y:r+(Math.floor(p/s)+.5)*(m.height+m.gap)});return{at:$,shown:i,more:c-i,front:{x:n,y:$(0).y},back:{x:t+m.width/2,y:$(0).y},left:t,right:n,top:r,height:u}}const ot=100;function rt({state:t,person:n,at:e,queue:c,clock:a,chosen:o,choose:s}){const{id:i,role:d,candidate:u,said:r,item:$,place:p}=n,M=d==="consumer"&&r.item&&typeof r.stopped!="number"&&u.process==="running",g=P(t,u,$!==null||p>=0);j(M||g!==null?ot:null);const b=a.now(),B=o.candidate===i,k=C(n,c),R={candidate:u,share:L(u.session_timeout_ms,g,b),done:$||M?J(r,b):null};return l`
    <div class=${`person is-${d} tone-${D(n)} ${B?"chosen":""}`} style=${`left: ${e.x}rem; top: ${e.y}rem`}
      data-testid=${`person-${i}`} data-role=${d} data-process=${u.process??""} data-belief=${u.belief??""}>
      <${U} id=${i} label=${`${d} ${i}: ${k}`} chosen=${o} choose=${s} disc=${R} />
      <p class="person-words"><b>${i}</b> <span>${k}</span> <${W} ends=${g} now=${b} /></p>
    </div>
  `}function it(t){const[n,e]=Z(),{state:c,queue:a,page:o}=t,s=_(t,"producer"),i=_(t,"consumer");if(!a||!s.length&&!i.length&&!a.waiting)return l`<div class="flow flow-empty" ref=${n}><${F} ...${t} /></div>`;const u=o.status.state!=="connected"||!I(c),r=et(e,s.length,i.length,a.waiting);return l`
    <div class=${`flow ${u?"stale":""} ${r.isNarrow?"narrow":""}`} ref=${n} data-testid="queue-board"
      style=${`height: ${r.height}rem`}>
      <${mt} places=${r} takers=${i} />
      <${ut} ...${t} places=${r} />
      <${pt} queue=${a} at=${r.done} />
      ${[...h(s,r.producers),...h(i,r.consumers)].map(([$,p])=>l`<${rt} key=${$.id} ...${t} person=${$} at=${p} />`)}
      <${$t} ...${t} places=${r} makers=${s} takers=${i} />
      <${S} people=${s} shown=${r.producers} /><${S} people=${i} shown=${r.consumers} />
    </div>
  `}function h(t,n){return t.slice(0,n.length).map((e,c)=>[e,n[c]])}const ct=2;function $t(t){const{queue:n,places:e,makers:c,takers:a,clock:o}=t,s=new Map(h(a,e.consumers).map(([{id:r},$])=>[r,f($,e.hand)])),i=new Map(h(c,e.producers).map(([{id:r},$])=>[r,$])),d=(r,$)=>E(r)?e.done:r.state==="claimed"?s.get(r.claim?.candidate)??f(e.belt.front,{x:2,y:0}):e.belt.at($),u=r=>o.now()-r.at<ct&&i.get(dt(r))||e.belt.back;return l`
    ${lt(n,e.belt.shown).map(({name:r,item:$,place:p})=>l`<${V} key=${r} ...${t} name=${r} item=${$} at=${d($,p)} from=${u($)} />`)}
    ${a.filter(({ghost:r})=>r).map(({id:r,ghost:$})=>l`<${Y} key=${`ghost-${r}`} id=${r} number=${y($)} at=${s.get(r)} />`)}
  `}function lt({items:t},n){const e=Object.entries(t).map(([o,s])=>({name:o,item:s,place:-1}));e.sort((o,s)=>o.item.number-s.item.number),e.filter(({item:o})=>o.state==="waiting").slice(0,n).forEach((o,s)=>o.place=s);const a=new Set(e.filter(({item:o})=>E(o)).slice(-8));return e.filter(o=>o.place>=0||o.item.state==="claimed"||a.has(o))}function E({state:t}){return t==="done"||t==="gone"}function dt({by:t,text:n}){return t??/^(c\d+) #/.exec(n??"")?.[1]}function f(t,n){return{x:t.x+n.x,y:t.y+n.y}}function ut({queue:t,places:{belt:n}}){const e=`left: ${n.left}rem; width: ${n.right-n.left}rem; top: ${n.top-.6}rem; height: ${n.height+1.2}rem`;return l`
    <div class="belt" style=${e} data-testid="belt" data-waiting=${t.waiting}>
      <span class="belt-word">${t.waiting?`${G(t.waiting,"item")} waiting`:"nothing waits"}${n.more>0?l` · <b>${n.more} not drawn</b>`:""}</span>
    </div>
  `}function pt({queue:t,at:n}){return l`
    <div class="done-pile" style=${`left: ${n.x}rem; top: ${n.y}rem`}>
      <output data-testid="done" data-done=${t.done}>${t.done}</output><span>done</span>
    </div>
  `}function mt({places:t,takers:n}){const e=new Map(h(n,t.consumers).map(([{place:s},i])=>[s,i])),c=[...e.keys()].filter(s=>s>=0).sort((s,i)=>s-i),a=t.isNarrow?{x:0,y:-1.4}:{x:-1.7,y:0},o=t.isNarrow?{x:t.belt.right-2,y:t.belt.top+t.belt.height}:t.belt.front;return l`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${t.width} ${t.height}`}>
      ${c.map(s=>{const i=f(e.get(s),a),d=s===0?o:e.has(s-1)?f(e.get(s-1),a):null;return d&&l`<path key=${s} class=${`flow-watch ${s===0?"first":""}`} d=${ht(i,d,s>0&&!t.isNarrow)} />`})}
    </svg>
  `}function ht(t,n,e){const c=e?Math.min(t.x,n.x)-1.6:(t.x+n.x)/2;return`M${t.x} ${t.y}C${c} ${t.y} ${c} ${n.y} ${n.x} ${n.y}`}function S({people:t,shown:n}){const e=t.length-n.length;if(e<=0)return null;const{x:c}=n.at(-1);return l`<p class="flow-more soft" style=${`left: ${c}rem; bottom: 0`}>and ${e} more</p>`}var ft=Object.freeze({__proto__:null,Board:it,plus:f});export{Q as a,ft as b};
//# sourceMappingURL=queue-P-G8pzSD.js.map
