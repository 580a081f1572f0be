import{ac as _,a6 as l,ae as C,ag as F,bI as A,I as M,bW as G,am as J,bG as H,bX as Q,J as S,bB as U,bD as X,a4 as Y,a7 as K,av as V}from"./page.js";import{r as m,p as Z,D as q,a as O,R as tt}from"./more-C-QkUQmj.js";const nt=[["done","done","new"],["in_hand","in hand","lead"],["waiting","waiting","wait"],["gone","gone, not taken","dead"]];function et({queue:t}){const e=nt.filter(([r])=>r!=="gone"||t.gone>0),n=e.reduce((r,[a])=>r+t[a],0),o=n===t.put;return l`
    <section class="queue-account" aria-label="Count in and count out" data-testid="account" data-put=${t.put} data-sum=${n}>
      <p><b class="number">${_(t.put)}</b> in <span class=${o?"soft":"tone-dead"}>${o?"=":"\u2260"}</span>
        ${e.map(([r,a,s],i)=>l`${i?l` <span class="soft">+</span> `:" "}<span key=${r}
          class=${`tone-${s} part`}><b class="number" data-testid=${`count-${r}`}>${_(t[r])}</b> ${a}</span>`)}
        ${t.again>0&&l`<span class="given-again" data-testid="again">${_(t.again)} given out again</span>`}
      </p>
      <div class="account-bar" aria-hidden="true">
        ${e.map(([r,,a])=>l`<i key=${r} class=${`tone-${a}`} style=${`flex-grow: ${t[r]}`}></i>`)}
      </div>
    </section>
  `}var st=Object.freeze({__proto__:null,Account:et});function at({name:t,item:e,at:n,from:o,queue:r,chosen:a,choose:s}){const[i,$]=C(!1);F(()=>{const h=requestAnimationFrame(()=>$(!0));return()=>cancelAnimationFrame(h)},[]);const d=i?n:o,c=A(A(r.path,"items"),t),u=e.times>1;return l`
    <button class=${`item is-${e.state} ${u?"given-twice":""} ${a.znode===c?"picked":""}`}
      style=${`transform: translate(${m(d.x)}, ${m(d.y)}) translate(-50%, -50%)`} data-testid=${`item-${M(t)}`}
      data-state=${e.state} data-times=${e.times} data-holder=${e.claim?.candidate??""} title=${ot(c,e)}
      tabindex=${e.state==="done"?-1:0} disabled=${e.state==="done"}
      onClick=${()=>s({znode:c})}>${M(t)}${u&&l`<sup>${e.times}×</sup>`}</button>
  `}function ot(t,{by:e,text:n,times:o,state:r,claim:a,ended_by:s}){const i=a?.candidate??"a consumer",$={waiting:"waits",claimed:`in ${i}'s hands`,done:`done by ${s??i}`,gone:"gone"}[r];return`${t}
${n??""}${e?`, put in by ${e}`:""}
${$}, given out ${o===1?"once":`${o} times`}`}function rt({id:t,number:e,at:n}){return n?l`<span class="item is-ghost" data-testid=${`ghost-${t}`} title=${`${t} believes that it has item ${e}, but its claim is gone`}
    style=${`transform: translate(${m(n.x)}, ${m(n.y)}) translate(-50%, -50%)`}>${e}</span>`:null}const f={width:3.1,height:2.1,gap:.4},it=4,k={wide:2.8,narrow:5,column:6},v={height:7.5,middle:3.5},b={above:2.3,below:1.7},j=34,ct=10;function B(t,e,n,o){const r=t.width<j,[a,s]=[e,n].map(i=>Math.min(ct,i));return(r?dt:$t)(t,Math.max(1,a),Math.max(1,s),o)}function $t({width:t,height:e,top:n},o,r,a){const s=Math.max(n+7,e,n+(Math.max(o,r)+.2)*k.wide),i=z({left:8.6,right:t-18.2,top:(n+s)/2},a,!0);return{width:t,height:s,isNarrow:!1,belt:i,ground:{top:n,height:s-n},producers:E(o,1.6,n,s),consumers:E(r,t-12.2,n,s),hand:{x:-3.4,y:0},done:{x:t-2.2,y:(n+s)/2}}}function E(t,e,n,o){const r=(o-n)/t;return Array.from({length:t},(a,s)=>({x:e,y:n+(s+.5)*r}))}function dt({width:t,height:e,top:n},o,r,a){const s=L(o,t,n,k.narrow),i=L(r,t,0,v.height),$=n+s.height+b.above,d=z({left:.2,right:t-4.4,top:$},a,!1),c=Math.max(e,$+d.height+b.below+.5+i.height),u=c-i.height;return{width:t,height:c,isNarrow:!0,belt:d,ground:{top:$-b.above,height:u-$+b.above-.5},producers:s.places,consumers:i.places.map(({x:h,y:w})=>({x:h,y:w+u+v.middle-v.height/2})),hand:{x:0,y:-2.4},done:{x:t-2.2,y:$+d.height/2}}}function L(t,e,n,o){const r=Math.max(1,Math.min(t,Math.floor(e/k.column))),a=e/r,s=Math.ceil(t/r);return{places:Array.from({length:t},($,d)=>({x:(d%r+.5)*a,y:n+(Math.floor(d/r)+.5)*o})),height:s*o}}function z({left:t,right:e,top:n},o,r){const a=f.width+f.gap,s=Math.max(1,Math.floor((e-t)/a)),i=Math.min(o,s*it),d=Math.max(1,Math.ceil(i/s))*(f.height+f.gap),c=r?n-d/2:n,u=h=>({x:e-(h%s+.5)*a,y:c+(Math.floor(h/s)+.5)*(f.height+f.gap)});return{at:u,shown:i,more:o-i,front:{x:e,y:u(0).y},back:{x:t+f.width/2,y:u(0).y},left:t,right:e,top:c,height:d}}const ut=100;function lt({state:t,person:e,at:n,isNarrow:o,clock:r,chosen:a,choose:s}){const{id:i,role:$,candidate:d,said:c,item:u,place:h}=e,{tone:w,words:N}=c,R=$==="consumer"&&c.item&&typeof c.stopped!="number"&&d.process==="running",y=G(t,d,u!==null||h>=0);J(R||y!==null?ut:null);const x=r.now(),P=a.candidate===i,W={candidate:d,share:H(d.session_timeout_ms,y,x),done:u||R?Z(c,x):null};return l`
    <div class=${`person is-${$} ${o?"below":""} tone-${w} ${P?"chosen":""}`} style=${O(n)}
      data-testid=${`person-${i}`} data-role=${$} data-process=${d.process??""} data-belief=${d.belief??""}>
      <${q} id=${i} label=${`${i}, ${$}: ${N}`} chosen=${a} choose=${s} disc=${W} />
      <p class="person-words"><span>${N}</span> <${Q} ends=${y} now=${x} /></p>
    </div>
  `}function ht(t){const{queue:e}=t,n=S(t,"producer"),o=S(t,"consumer");if(!e||!n.length&&!o.length&&!e.waiting)return l`<${U} ...${t} />`;const r=[n.length,o.length,e.waiting];return l`<${tt} ...${t} looks="queue" data=${{"data-testid":"queue-board"}} need=${(i,$,d)=>i<j&&!d?1/0:B({width:i,height:0,top:$},...r).height} draw=${i=>l`<${mt} ...${t} makers=${n} takers=${o} places=${B(i,...r)} />`} />`}function mt({places:t,makers:e,takers:n,...o}){const{queue:r}=o;return l`
    <${xt} places=${t} takers=${n} />
    <${wt} ...${o} places=${t} />
    <${yt} queue=${r} at=${t.done} />
    ${[...p(e,t.producers),...p(n,t.consumers)].map(([a,s])=>l`<${lt} key=${a.id} ...${o} person=${a} at=${s} isNarrow=${t.isNarrow} />`)}
    <${pt} ...${o} places=${t} makers=${e} takers=${n} />
    <${I} people=${e} shown=${t.producers} /><${I} people=${n} shown=${t.consumers} />
  `}function p(t,e){return t.slice(0,e.length).map((n,o)=>[n,e[o]])}const ft=2;function pt(t){const{queue:e,places:n,makers:o,takers:r,clock:a}=t,s=new Map(p(r,n.consumers).map(([{id:c},u])=>[c,g(u,n.hand)])),i=new Map(p(o,n.producers).map(([{id:c},u])=>[c,u])),$=(c,u)=>D(c)?n.done:c.state==="claimed"?s.get(c.claim?.candidate)??g(n.belt.front,{x:2,y:0}):n.belt.at(u),d=c=>a.now()-c.at<ft&&i.get(bt(c))||n.belt.back;return l`
    ${gt(e,n.belt.shown).map(({name:c,item:u,place:h})=>l`<${at} key=${c} ...${t} name=${c} item=${u} at=${$(u,h)} from=${d(u)} />`)}
    ${r.filter(({ghost:c})=>c).map(({id:c,ghost:u})=>l`<${rt} key=${`ghost-${c}`} id=${c} number=${M(u)} at=${s.get(c)} />`)}
  `}function gt({items:t},e){const n=Object.entries(t).map(([a,s])=>({name:a,item:s,place:-1}));n.sort((a,s)=>a.item.number-s.item.number),n.filter(({item:a})=>a.state==="waiting").slice(0,e).forEach((a,s)=>a.place=s);const r=new Set(n.filter(({item:a})=>D(a)).slice(-8));return n.filter(a=>a.place>=0||a.item.state==="claimed"||r.has(a))}function D({state:t}){return t==="done"||t==="gone"}function bt({by:t,text:e}){return t??/^(c\d+) #/.exec(e??"")?.[1]}function g(t,e){return{x:t.x+e.x,y:t.y+e.y}}function wt({state:t,queue:e,places:{belt:n,ground:o}}){const r=`${O({x:n.left,y:o.top})}; width: ${m(n.right-n.left)}; height: ${m(o.height)}`;return l`
    <div class="belt ground" style=${r} data-testid="belt" data-waiting=${e.waiting}><${X} state=${t} />
      <span class="belt-word">${e.waiting?`${Y(e.waiting,"item")} waiting`:"nothing waits"}${n.more>0?l` · <b>${n.more} not drawn</b>`:""}</span>
    </div>
  `}function yt({queue:t,at:e}){return l`
    <div class="done-pile" style=${O(e)}>
      <output data-testid="done" data-done=${t.done}>${t.done}</output><span>done</span>
    </div>
  `}function xt({places:t,takers:e}){const n=new Map(p(e,t.consumers).map(([{place:s},i])=>[s,i])),o=[...n.keys()].filter(s=>s>=0).sort((s,i)=>s-i),r=t.isNarrow?{x:0,y:-1.4}:{x:-1.7,y:0},a=t.isNarrow?{x:t.belt.right-2,y:t.belt.top+t.belt.height}:t.belt.front;return l`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${t.width} ${t.height}`}>
      ${o.map(s=>{const i=g(n.get(s),r),$=s===0?a:n.has(s-1)?g(n.get(s-1),r):null;return $&&l`<path key=${s} class=${`flow-watch ${s===0?"first":""}`} d=${_t(i,$,s>0&&!t.isNarrow)} />`})}
    </svg>
  `}function _t(t,e,n){const o=n?Math.min(t.x,e.x)-1.6:(t.x+e.x)/2;return`M${t.x} ${t.y}C${o} ${t.y} ${o} ${e.y} ${e.x} ${e.y}`}function I({people:t,shown:e}){const n=t.length-e.length;if(n<=0)return null;const{x:o}=e.at(-1);return l`<p class="queue-more" style=${`left: ${m(o)}; bottom: 0`}>and ${n} more</p>`}var Mt=Object.freeze({__proto__:null,Board:ht,plus:g});function Ot({queue:t,clock:e}){const n=Object.values(t?.items??{}),o=n.filter(({state:a,ended_at:s})=>a==="done"&&typeof s=="number").sort((a,s)=>s.ended_at-a.ended_at),r=n.filter(({state:a})=>a==="claimed").sort((a,s)=>s.claim.at-a.claim.at);return l`<${K} word="item" clock=${e} empty="No item yet. Start two producers and three consumers."
    roundsOf=${a=>o.length?o.map(s=>T(s,null)):r.map(s=>T(s,a))} />`}function T({number:t,by:e,claim:n,times:o,at:r,ended_at:a,ended_by:s},i){const $=s??n?.candidate??"a consumer",d=o>1?`given out ${o} times`:null,c=`${e??"somebody"} \u2192 ${$}`,u=[{phase:"waits",name:"waits",until:`${$} had it`,at:n?.at},{phase:"worked",name:"worked on",until:"it was done",at:a}];return{of:t,who:`#${t} ${c}`,what:d,ears:[`item ${t}, ${c}`,d].filter(Boolean).join(", "),phases:V(r,u,i)}}var kt=Object.freeze({__proto__:null,Round:Ot});export{st as a,Mt as b,kt as r};
//# sourceMappingURL=queue-IN8nM-ge.js.map
