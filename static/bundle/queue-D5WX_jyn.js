import{a6 as x,a2 as l,a8 as C,aa as F,bB as N,I as _,bS as D,ag as W,bz as G,bT as J,J as A,bF as H,bH as Q,ak as U,am as Y,ap as K}from"./page.js";import{r as m,p as V,D as X,b as M,R as Z}from"./more-DqiqwnTA.js";const q=[["done","done","new"],["in_hand","in hand","lead"],["waiting","waiting","wait"],["gone","gone, not taken","dead"]];function tt({queue:t}){const e=q.filter(([r])=>r!=="gone"||t.gone>0),n=e.reduce((r,[a])=>r+t[a],0),o=n===t.put;return l`
    <section class="queue-account" aria-label="Count in and count out" data-testid="account" data-put=${t.put} data-sum=${n}>
      <p><b class="number">${x(t.put)}</b> in <span class=${o?"soft":"tone-dead"}>${o?"=":"\u2260"}</span>
        ${e.map(([r,a,s],i)=>l`${i?l` <span class="soft">+</span> `:" "}<span key=${r}
          class=${`tone-${s} part`}><b class="number" data-testid=${`count-${r}`}>${x(t[r])}</b> ${a}</span>`)}
        ${t.again>0&&l`<span class="given-again" data-testid="again">${x(t.again)} given out again</span>`}
      </p>
      <div class="account-bar" aria-hidden="true">
        ${e.map(([r,,a])=>l`<i key=${r} class=${`tone-${a}`} style=${`flex-grow: ${t[r]}`}></i>`)}
      </div>
    </section>
  `}var nt=Object.freeze({__proto__:null,Account:tt});function et({name:t,item:e,at:n,from:o,queue:r,chosen:a,choose:s}){const[i,u]=C(!1);F(()=>{const h=requestAnimationFrame(()=>u(!0));return()=>cancelAnimationFrame(h)},[]);const $=i?n:o,c=N(N(r.path,"items"),t),d=e.times>1;return l`
    <button class=${`item is-${e.state} ${d?"given-twice":""} ${a.znode===c?"picked":""}`}
      style=${`transform: translate(${m($.x)}, ${m($.y)}) translate(-50%, -50%)`} data-testid=${`item-${_(t)}`}
      data-state=${e.state} data-times=${e.times} data-holder=${e.claim?.candidate??""} title=${st(c,e)}
      tabindex=${e.state==="done"?-1:0} disabled=${e.state==="done"}
      onClick=${()=>s({znode:c})}>${_(t)}${d&&l`<sup>${e.times}×</sup>`}</button>
  `}function st(t,{by:e,text:n,times:o,state:r,claim:a,ended_by:s}){const i=a?.candidate??"a consumer",u={waiting:"waits",claimed:`in ${i}'s hands`,done:`done by ${s??i}`,gone:"gone"}[r];return`${t}
${n??""}${e?`, put in by ${e}`:""}
${u}, given out ${o===1?"once":`${o} times`}`}function at({id:t,number:e,at:n}){return n?l`<span class="item is-ghost" data-testid=${`ghost-${t}`} title=${`${t} believes that it has item ${e}, but its claim is gone`}
    style=${`transform: translate(${m(n.x)}, ${m(n.y)}) translate(-50%, -50%)`}>${e}</span>`:null}const p={width:3.1,height:2.1,gap:.4},ot=4,k={wide:2.8,narrow:4.6},S=34,rt=10;function R(t,e,n,o){const r=t.width<S,[a,s]=[e,n].map(i=>Math.min(rt,i));return(r?ct:it)(t,Math.max(1,a),Math.max(1,s),o)}function it({width:t,height:e,top:n},o,r,a){const s=Math.max(n+7,e,n+(Math.max(o,r)+.2)*k.wide),i=B({left:8.6,right:t-18.2,top:(n+s)/2},a,!0);return{width:t,height:s,isNarrow:!1,belt:i,producers:j(o,1.6,n,s),consumers:j(r,t-12.2,n,s),hand:{x:-3.4,y:0},done:{x:t-2.2,y:(n+s)/2}}}function j(t,e,n,o){const r=(o-n)/t;return Array.from({length:t},(a,s)=>({x:e,y:n+(s+.5)*r}))}function ct({width:t,height:e,top:n},o,r,a){const s=z(o,t,n,k.narrow),i=z(r,t,0,k.narrow+2.4),u=n+s.height+2.4,$=B({left:.2,right:t-4.4,top:u},a,!1),c=Math.max(e,u+$.height+2.2+i.height),d=c-i.height;return{width:t,height:c,isNarrow:!0,belt:$,producers:s.places,consumers:i.places.map(({x:h,y:w})=>({x:h,y:w+d+1})),hand:{x:0,y:-2.4},done:{x:t-2,y:u+$.height/2}}}function z(t,e,n,o){const r=Math.max(1,Math.min(t,Math.floor(e/7))),a=e/r,s=Math.ceil(t/r);return{places:Array.from({length:t},(u,$)=>({x:($%r+.5)*a,y:n+(Math.floor($/r)+.5)*o})),height:s*o}}function B({left:t,right:e,top:n},o,r){const a=p.width+p.gap,s=Math.max(1,Math.floor((e-t)/a)),i=Math.min(o,s*ot),$=Math.max(1,Math.ceil(i/s))*(p.height+p.gap),c=r?n-$/2:n,d=h=>({x:e-(h%s+.5)*a,y:c+(Math.floor(h/s)+.5)*(p.height+p.gap)});return{at:d,shown:i,more:o-i,front:{x:e,y:d(0).y},back:{x:t+p.width/2,y:d(0).y},left:t,right:e,top:c,height:$}}const $t=100;function dt({state:t,person:e,at:n,isNarrow:o,clock:r,chosen:a,choose:s}){const{id:i,role:u,candidate:$,said:c,item:d,place:h}=e,{tone:w,words:O}=c,v=u==="consumer"&&c.item&&typeof c.stopped!="number"&&$.process==="running",b=D(t,$,d!==null||h>=0);W(v||b!==null?$t:null);const y=r.now(),I=a.candidate===i,P={candidate:$,share:G($.session_timeout_ms,b,y),done:d||v?V(c,y):null};return l`
    <div class=${`person is-${u} ${o?"below":""} tone-${w} ${I?"chosen":""}`} style=${M(n)}
      data-testid=${`person-${i}`} data-role=${u} data-process=${$.process??""} data-belief=${$.belief??""}>
      <${X} id=${i} label=${`${i}, ${u}: ${O}`} chosen=${a} choose=${s} disc=${P} />
      <p class="person-words"><span>${O}</span> <${J} ends=${b} now=${y} /></p>
    </div>
  `}function ut(t){const{queue:e}=t,n=A(t,"producer"),o=A(t,"consumer");if(!e||!n.length&&!o.length&&!e.waiting)return l`<${H} ...${t} />`;const r=[n.length,o.length,e.waiting];return l`<${Z} ...${t} looks="queue" data=${{"data-testid":"queue-board"}} need=${(i,u,$)=>i<S&&!$?1/0:R({width:i,height:0,top:u},...r).height} draw=${i=>l`<${lt} ...${t} makers=${n} takers=${o} places=${R(i,...r)} />`} />`}function lt({places:t,makers:e,takers:n,...o}){const{queue:r}=o;return l`
    <${bt} places=${t} takers=${n} />
    <${gt} ...${o} places=${t} />
    <${wt} queue=${r} at=${t.done} />
    ${[...f(e,t.producers),...f(n,t.consumers)].map(([a,s])=>l`<${dt} key=${a.id} ...${o} person=${a} at=${s} isNarrow=${t.isNarrow} />`)}
    <${mt} ...${o} places=${t} makers=${e} takers=${n} />
    <${E} people=${e} shown=${t.producers} /><${E} people=${n} shown=${t.consumers} />
  `}function f(t,e){return t.slice(0,e.length).map((n,o)=>[n,e[o]])}const ht=2;function mt(t){const{queue:e,places:n,makers:o,takers:r,clock:a}=t,s=new Map(f(r,n.consumers).map(([{id:c},d])=>[c,g(d,n.hand)])),i=new Map(f(o,n.producers).map(([{id:c},d])=>[c,d])),u=(c,d)=>T(c)?n.done:c.state==="claimed"?s.get(c.claim?.candidate)??g(n.belt.front,{x:2,y:0}):n.belt.at(d),$=c=>a.now()-c.at<ht&&i.get(ft(c))||n.belt.back;return l`
    ${pt(e,n.belt.shown).map(({name:c,item:d,place:h})=>l`<${et} key=${c} ...${t} name=${c} item=${d} at=${u(d,h)} from=${$(d)} />`)}
    ${r.filter(({ghost:c})=>c).map(({id:c,ghost:d})=>l`<${at} key=${`ghost-${c}`} id=${c} number=${_(d)} at=${s.get(c)} />`)}
  `}function pt({items:t},e){const n=Object.entries(t).map(([a,s])=>({name:a,item:s,place:-1}));n.sort((a,s)=>a.item.number-s.item.number),n.filter(({item:a})=>a.state==="waiting").slice(0,e).forEach((a,s)=>a.place=s);const r=new Set(n.filter(({item:a})=>T(a)).slice(-8));return n.filter(a=>a.place>=0||a.item.state==="claimed"||r.has(a))}function T({state:t}){return t==="done"||t==="gone"}function ft({by:t,text:e}){return t??/^(c\d+) #/.exec(e??"")?.[1]}function g(t,e){return{x:t.x+e.x,y:t.y+e.y}}function gt({state:t,queue:e,places:{belt:n}}){const o=`${M({x:n.left,y:n.top-2.3})}; width: ${m(n.right-n.left)}; height: ${m(n.height+4)}`;return l`
    <div class="belt ground" style=${o} data-testid="belt" data-waiting=${e.waiting}><${Q} state=${t} />
      <span class="belt-word">${e.waiting?`${U(e.waiting,"item")} waiting`:"nothing waits"}${n.more>0?l` · <b>${n.more} not drawn</b>`:""}</span>
    </div>
  `}function wt({queue:t,at:e}){return l`
    <div class="done-pile" style=${M(e)}>
      <output data-testid="done" data-done=${t.done}>${t.done}</output><span>done</span>
    </div>
  `}function bt({places:t,takers:e}){const n=new Map(f(e,t.consumers).map(([{place:s},i])=>[s,i])),o=[...n.keys()].filter(s=>s>=0).sort((s,i)=>s-i),r=t.isNarrow?{x:0,y:-1.4}:{x:-1.7,y:0},a=t.isNarrow?{x:t.belt.right-2,y:t.belt.top+t.belt.height}:t.belt.front;return l`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${t.width} ${t.height}`}>
      ${o.map(s=>{const i=g(n.get(s),r),u=s===0?a:n.has(s-1)?g(n.get(s-1),r):null;return u&&l`<path key=${s} class=${`flow-watch ${s===0?"first":""}`} d=${yt(i,u,s>0&&!t.isNarrow)} />`})}
    </svg>
  `}function yt(t,e,n){const o=n?Math.min(t.x,e.x)-1.6:(t.x+e.x)/2;return`M${t.x} ${t.y}C${o} ${t.y} ${o} ${e.y} ${e.x} ${e.y}`}function E({people:t,shown:e}){const n=t.length-e.length;if(n<=0)return null;const{x:o}=e.at(-1);return l`<p class="queue-more" style=${`left: ${m(o)}; bottom: 0`}>and ${n} more</p>`}var xt=Object.freeze({__proto__:null,Board:ut,plus:g});function _t({queue:t,clock:e}){const n=Object.values(t?.items??{}),o=n.filter(({state:a,ended_at:s})=>a==="done"&&typeof s=="number").sort((a,s)=>s.ended_at-a.ended_at),r=n.filter(({state:a})=>a==="claimed").sort((a,s)=>s.claim.at-a.claim.at);return l`<${Y} word="item" clock=${e} empty="No item yet. Start two producers and three consumers."
    roundsOf=${a=>o.length?o.map(s=>L(s,null)):r.map(s=>L(s,a))} />`}function L({number:t,by:e,claim:n,times:o,at:r,ended_at:a,ended_by:s},i){const u=s??n?.candidate??"a consumer",$=o>1?`given out ${o} times`:null,c=`${e??"somebody"} \u2192 ${u}`,d=[{phase:"waits",name:"waits",until:`${u} had it`,at:n?.at},{phase:"worked",name:"worked on",until:"it was done",at:a}];return{of:t,who:`#${t} ${c}`,what:$,ears:[`item ${t}, ${c}`,$].filter(Boolean).join(", "),phases:K(r,d,i)}}var Mt=Object.freeze({__proto__:null,Round:_t});export{nt as a,xt as b,Mt as r};
//# sourceMappingURL=queue-D5WX_jyn.js.map
