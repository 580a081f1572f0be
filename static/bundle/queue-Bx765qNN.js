import{a6 as w,a2 as l,a8 as T,aa as z,b3 as O,A as y,bm as P,ag as j,br as C,a_ as L,bo as W,bs as D,B as _,b8 as F,b7 as I,ak as G}from"./page.js";import{p as J,D as U,a as H}from"./more-qCgoCzIw.js";const K=[["done","done","new"],["in_hand","in hand","lead"],["waiting","waiting","wait"],["gone","gone, not taken","dead"]];function Q({queue:t}){const n=K.filter(([a])=>a!=="gone"||t.gone>0),s=n.reduce((a,[o])=>a+t[o],0),c=s===t.put;return l`
    <section class="queue-account" aria-label="Count in and count out" data-testid="account" data-put=${t.put} data-sum=${s}>
      <p><b class="number">${w(t.put)}</b> in <span class=${c?"soft":"tone-dead"}>${c?"=":"\u2260"}</span>
        ${n.map(([a,o,e],i)=>l`${i?l` <span class="soft">+</span> `:" "}<span key=${a}
          class=${`tone-${e} part`}><b class="number" data-testid=${`count-${a}`}>${w(t[a])}</b> ${o}</span>`)}
        ${t.again>0&&l`<span class="given-again" data-testid="again">${w(t.again)} given out again</span>`}
      </p>
      <div class="account-bar" aria-hidden="true">
        ${n.map(([a,,o])=>l`<i key=${a} class=${`tone-${o}`} style=${`flex-grow: ${t[a]}`}></i>`)}
      </div>
    </section>
  `}var V=Object.freeze({__proto__:null,Account:Q});function X({name:t,item:n,at:s,from:c,queue:a,chosen:o,choose:e}){const[i,d]=T(!1);z(()=>{const m=requestAnimationFrame(()=>d(!0));return()=>cancelAnimationFrame(m)},[]);const u=i?s:c,r=O(O(a.path,"items"),t),$=n.times>1;return l`
    <button class=${`item is-${n.state} ${$?"given-twice":""} ${o.znode===r?"picked":""}`}
      style=${`transform: translate(${u.x}rem, ${u.y}rem) translate(-50%, -50%)`} data-testid=${`item-${y(t)}`}
      data-state=${n.state} data-times=${n.times} data-holder=${n.claim?.candidate??""} title=${Y(r,n)}
      tabindex=${n.state==="done"?-1:0} disabled=${n.state==="done"}
      onClick=${()=>e({znode:r})}>${y(t)}${$&&l`<sup>${n.times}×</sup>`}</button>
  `}function Y(t,{by:n,text:s,times:c,state:a,claim:o,ended_by:e}){const i=o?.candidate??"a consumer",d={waiting:"waits",claimed:`in ${i}'s hands`,done:`done by ${e??i}`,gone:"gone"}[a];return`${t}
${s??""}${n?`, put in by ${n}`:""}
${d}, given out ${c===1?"once":`${c} times`}`}function Z({id:t,number:n,at:s}){return s?l`<span class="item is-ghost" data-testid=${`ghost-${t}`} title=${`${t} believes that it has item ${n}, but its claim is gone`}
    style=${`transform: translate(${s.x}rem, ${s.y}rem) translate(-50%, -50%)`}>${n}</span>`:null}const p={width:3.1,height:2.1,gap:.4},q=4,x={wide:4.3,narrow:5.2},tt=36,nt=10;function st(t,n,s,c){const a=t<tt,[o,e]=[n,s].map(i=>Math.min(nt,i));return(a?at:et)(t,Math.max(1,o),Math.max(1,e),c)}function et(t,n,s,c){const a=Math.max(15,(Math.max(n,s)+.4)*x.wide),o=9.4,e=t-19.6,i=N({left:o,right:e,top:a/2},c,!0);return{width:t,height:a,isNarrow:!1,belt:i,producers:v(n,2.6,a),consumers:v(s,t-13.6,a),hand:{x:-3.9,y:0},done:{x:t-2.9,y:a/2}}}function v(t,n,s){const c=s/t;return Array.from({length:t},(a,o)=>({x:n,y:(o+.5)*c}))}function at(t,n,s,c){const a=A(n,t,0,x.narrow),o=a.height+.9,e=N({left:.2,right:t-.2,top:o},c,!1),i=A(s,t,o+e.height+1.6,x.narrow+2.6),d=o+e.height+1.6+i.height+5.8;return{width:t,height:d,isNarrow:!0,belt:e,producers:a.places,consumers:i.places,hand:{x:0,y:-2.5},done:{x:t/2,y:d-2.6}}}function A(t,n,s,c){const a=Math.max(1,Math.min(t,Math.floor(n/7))),o=n/a,e=Math.ceil(t/a);return{places:Array.from({length:t},(d,u)=>({x:(u%a+.5)*o,y:s+(Math.floor(u/a)+.5)*c})),height:e*c}}function N({left:t,right:n,top:s},c,a){const o=p.width+p.gap,e=Math.max(1,Math.floor((n-t)/o)),i=Math.min(c,e*q),u=Math.max(1,Math.ceil(i/e))*(p.height+p.gap),r=a?s-u/2:s,$=m=>({x:n-(m%e+.5)*o,y:r+(Math.floor(m/e)+.5)*(p.height+p.gap)});return{at:$,shown:i,more:c-i,front:{x:n,y:$(0).y},back:{x:t+p.width/2,y:$(0).y},left:t,right:n,top:r,height:u}}const ot=100;function rt({state:t,person:n,at:s,queue:c,clock:a,chosen:o,choose:e}){const{id:i,role:d,candidate:u,said:r,item:$,place:m}=n,M=d==="consumer"&&r.item&&typeof r.stopped!="number"&&u.process==="running",g=P(t,u,$!==null||m>=0);j(M||g!==null?ot:null);const b=a.now(),B=o.candidate===i,k=C(n,c),R={candidate:u,share:L(u.session_timeout_ms,g,b),done:$||M?J(r,b):null};return l`
    <div class=${`person is-${d} tone-${D(n)} ${B?"chosen":""}`} style=${`left: ${s.x}rem; top: ${s.y}rem`}
      data-testid=${`person-${i}`} data-role=${d} data-process=${u.process??""} data-belief=${u.belief??""}>
      <${U} id=${i} label=${`${d} ${i}: ${k}`} chosen=${o} choose=${e} disc=${R} />
      <p class="person-words"><b>${i}</b> <span>${k}</span> <${W} ends=${g} now=${b} /></p>
    </div>
  `}function it(t){const[n,s]=H(),{state:c,queue:a,page:o}=t,e=_(t,"producer"),i=_(t,"consumer");if(!a||!e.length&&!i.length&&!a.waiting)return l`<div class="flow flow-empty" ref=${n}><${F} ...${t} /></div>`;const u=o.status.state!=="connected"||!I(c),r=st(s,e.length,i.length,a.waiting);return l`
    <div class=${`flow ${u?"stale":""} ${r.isNarrow?"narrow":""}`} ref=${n} data-testid="queue-board"
      style=${`height: ${r.height}rem`}>
      <${pt} places=${r} takers=${i} />
      <${ut} ...${t} places=${r} />
      <${mt} queue=${a} at=${r.done} />
      ${[...h(e,r.producers),...h(i,r.consumers)].map(([$,m])=>l`<${rt} key=${$.id} ...${t} person=${$} at=${m} />`)}
      <${$t} ...${t} places=${r} makers=${e} takers=${i} />
      <${S} people=${e} shown=${r.producers} /><${S} people=${i} shown=${r.consumers} />
    </div>
  `}function h(t,n){return t.slice(0,n.length).map((s,c)=>[s,n[c]])}const ct=2;function $t(t){const{queue:n,places:s,makers:c,takers:a,clock:o}=t,e=new Map(h(a,s.consumers).map(([{id:r},$])=>[r,f($,s.hand)])),i=new Map(h(c,s.producers).map(([{id:r},$])=>[r,$])),d=(r,$)=>E(r)?s.done:r.state==="claimed"?e.get(r.claim?.candidate)??f(s.belt.front,{x:2,y:0}):s.belt.at($),u=r=>o.now()-r.at<ct&&i.get(dt(r))||s.belt.back;return l`
    ${lt(n,s.belt.shown).map(({name:r,item:$,place:m})=>l`<${X} key=${r} ...${t} name=${r} item=${$} at=${d($,m)} from=${u($)} />`)}
    ${a.filter(({ghost:r})=>r).map(({id:r,ghost:$})=>l`<${Z} key=${`ghost-${r}`} id=${r} number=${y($)} at=${e.get(r)} />`)}
  `}function lt({items:t},n){const s=Object.entries(t).map(([o,e])=>({name:o,item:e,place:-1}));s.sort((o,e)=>o.item.number-e.item.number),s.filter(({item:o})=>o.state==="waiting").slice(0,n).forEach((o,e)=>o.place=e);const a=new Set(s.filter(({item:o})=>E(o)).slice(-8));return s.filter(o=>o.place>=0||o.item.state==="claimed"||a.has(o))}function E({state:t}){return t==="done"||t==="gone"}function dt({by:t,text:n}){return t??/^(c\d+) #/.exec(n??"")?.[1]}function f(t,n){return{x:t.x+n.x,y:t.y+n.y}}function ut({queue:t,places:{belt:n}}){const s=`left: ${n.left}rem; width: ${n.right-n.left}rem; top: ${n.top-.6}rem; height: ${n.height+1.2}rem`;return l`
    <div class="belt" style=${s} data-testid="belt" data-waiting=${t.waiting}>
      <span class="belt-word">${t.waiting?`${G(t.waiting,"item")} waiting`:"nothing waits"}${n.more>0?l` · <b>${n.more} not drawn</b>`:""}</span>
    </div>
  `}function mt({queue:t,at:n}){return l`
    <div class="done-pile" style=${`left: ${n.x}rem; top: ${n.y}rem`}>
      <output data-testid="done" data-done=${t.done}>${t.done}</output><span>done</span>
    </div>
  `}function pt({places:t,takers:n}){const s=new Map(h(n,t.consumers).map(([{place:e},i])=>[e,i])),c=[...s.keys()].filter(e=>e>=0).sort((e,i)=>e-i),a=t.isNarrow?{x:0,y:-1.4}:{x:-1.7,y:0},o=t.isNarrow?{x:t.belt.right-2,y:t.belt.top+t.belt.height}:t.belt.front;return l`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${t.width} ${t.height}`}>
      ${c.map(e=>{const i=f(s.get(e),a),d=e===0?o:s.has(e-1)?f(s.get(e-1),a):null;return d&&l`<path key=${e} class=${`flow-watch ${e===0?"first":""}`} d=${ht(i,d,e>0&&!t.isNarrow)} />`})}
    </svg>
  `}function ht(t,n,s){const c=s?Math.min(t.x,n.x)-1.6:(t.x+n.x)/2;return`M${t.x} ${t.y}C${c} ${t.y} ${c} ${n.y} ${n.x} ${n.y}`}function S({people:t,shown:n}){const s=t.length-n.length;if(s<=0)return null;const{x:c}=n.at(-1);return l`<p class="flow-more soft" style=${`left: ${c}rem; bottom: 0`}>and ${s} more</p>`}var ft=Object.freeze({__proto__:null,Board:it,plus:f});export{V as a,ft as b};
//# sourceMappingURL=queue-Bx765qNN.js.map
