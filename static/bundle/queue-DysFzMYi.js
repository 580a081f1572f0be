import{r as _,h as l,d as F,A as G,c1 as R,b8 as O,c8 as U,u as S,bA as H,cj as J,b9 as N,bI as K,bu as Q,g as Y,L as V,q as X}from"./page.js";import{r as p,a as Z,D as q,p as k,R as tt}from"./more-BDEiNFfz.js";const nt=[["done","done","new"],["in_hand","in hand","lead"],["waiting","waiting","wait"],["gone","gone, not taken","dead"]];function et({queue:t}){const n=nt.filter(([r])=>r!=="gone"||t.gone>0),e=n.reduce((r,[i])=>r+t[i],0),s=e===t.put;return l`
    <section class="queue-account" aria-label="Count in and count out" data-testid="account" data-put=${t.put} data-sum=${e}>
      <p><b class="number">${_(t.put)}</b> in <span class=${s?"soft":"tone-dead"}>${s?"=":"\u2260"}</span>
        ${n.map(([r,i,a],o)=>l`${o?l` <span class="soft">+</span> `:" "}<span key=${r}
          class=${`tone-${a} part`}><b class="number" data-testid=${`count-${r}`}>${_(t[r])}</b> ${i}</span>`)}
        ${t.again>0&&l`<span class="given-again" data-testid="again">${_(t.again)} given out again</span>`}
      </p>
      <div class="account-bar" aria-hidden="true">
        ${n.map(([r,,i])=>l`<i key=${r} class=${`tone-${i}`} style=${`flex-grow: ${t[r]}`}></i>`)}
      </div>
    </section>
  `}var st=Object.freeze({__proto__:null,Account:et});function at({name:t,item:n,at:e,from:s,queue:r,chosen:i,choose:a}){const[o,$]=F(!1);G(()=>{const h=requestAnimationFrame(()=>$(!0));return()=>cancelAnimationFrame(h)},[]);const u=o?e:s,c=R(R(r.path,"items"),t),d=n.times>1;return l`
    <button class=${`item is-${n.state} ${d?"given-twice":""} ${i.znode===c?"picked":""}`}
      style=${`transform: translate(${p(u.x)}, ${p(u.y)}) translate(-50%, -50%)`} data-testid=${`item-${O(t)}`}
      data-state=${n.state} data-times=${n.times} data-holder=${n.claim?.candidate??""} title=${ot(c,n)}
      tabindex=${n.state==="done"?-1:0} disabled=${n.state==="done"}
      onClick=${()=>a({znode:c})}>${O(t)}${d&&l`<sup>${n.times}×</sup>`}</button>
  `}function ot(t,{by:n,text:e,times:s,state:r,claim:i,ended_by:a}){const o=i?.candidate??"a consumer",$={waiting:"waits",claimed:`in ${o}'s hands`,done:`done by ${a??o}`,gone:"gone"}[r];return`${t}
${e??""}${n?`, put in by ${n}`:""}
${$}, given out ${s===1?"once":`${s} times`}`}function rt({id:t,number:n,at:e}){return e?l`<span class="item is-ghost" data-testid=${`ghost-${t}`} title=${`${t} believes that it has item ${n}, but its claim is gone`}
    style=${`transform: translate(${p(e.x)}, ${p(e.y)}) translate(-50%, -50%)`}>${n}</span>`:null}const f={width:3.1,height:2.1,gap:.4},it=4,w={wide:2.8,narrow:5,middle:1.8,column:6},j={height:7.5,middle:3.5},y={above:2.3,below:1.7},L=34,ct=10;function I(t,n,e,s){const r=t.width<L,[i,a]=[n,e].map(o=>Math.min(ct,o));return(r?dt:$t)(t,Math.max(1,i),Math.max(1,a),s)}function $t({width:t,height:n,top:e},s,r,i){const a=Math.max(e+7,n,e+(Math.max(s,r)+.2)*w.wide),o=z({left:8.6,right:t-18.2,top:(e+a)/2},i,!0);return{width:t,height:a,isNarrow:!1,belt:o,ground:{top:e,height:a-e},producers:E(s,1.6,e,a),consumers:E(r,t-12.2,e,a),hand:{x:-3.4,y:0},done:{x:t-2.2,y:(e+a)/2}}}function E(t,n,e,s){const r=(s-e)/t;return Array.from({length:t},(i,a)=>({x:n,y:e+(a+.5)*r}))}function dt({width:t,height:n,top:e},s,r,i){const a=T(s,t,e,w.narrow,w.middle),o=T(r,t,0,j.height,j.middle),$=e+a.height+y.above,u=z({left:.2,right:t-4.4,top:$},i,!1),c=Math.max(n,$+u.height+y.below+.5+o.height),d=c-o.height;return{width:t,height:c,isNarrow:!0,belt:u,ground:{top:$-y.above,height:d-$+y.above-.5},producers:a.places,consumers:o.places.map(({x:h,y:m})=>({x:h,y:m+d})),hand:{x:0,y:-2.4},done:{x:t-2.2,y:$+u.height/2}}}function T(t,n,e,s,r){const i=Math.max(1,Math.min(t,Math.floor(n/w.column))),a=n/i,o=Math.ceil(t/i);return{places:Array.from({length:t},(u,c)=>({x:(c%i+.5)*a,y:e+Math.floor(c/i)*s+r})),height:o*s}}function z({left:t,right:n,top:e},s,r){const i=f.width+f.gap,a=Math.max(1,Math.floor((n-t)/i)),o=Math.min(s,a*it),u=Math.max(1,Math.ceil(o/a))*(f.height+f.gap),c=r?e-u/2:e,d=h=>({x:n-(h%a+.5)*i,y:c+(Math.floor(h/a)+.5)*(f.height+f.gap)});return{at:d,shown:o,more:s-o,front:{x:n,y:d(0).y},back:{x:t+f.width/2,y:d(0).y},left:t,right:n,top:c,height:u}}const ut=100;function lt({state:t,person:n,at:e,isNarrow:s,clock:r,chosen:i,choose:a}){const{id:o,role:$,candidate:u,said:c,item:d}=n,{tone:h,words:m}=c,A=$==="consumer"&&c.item&&typeof c.stopped!="number"&&u.process==="running",x=U(t,u,!0);S(A||x!==null?ut:null);const M=r.now(),P=i.candidate===o,W={candidate:u,share:H(u.session_timeout_ms,x,M),done:d||A?Z(c,M):null};return l`
    <div class=${`person is-${$} ${s?"below":""} tone-${h} ${P?"chosen":""}`} style=${k(e)}
      data-testid=${`person-${o}`} data-role=${$} data-process=${u.process??""} data-belief=${u.belief??""}>
      <${q} id=${o} label=${`${o}, ${$}: ${m}`} chosen=${i} choose=${a} disc=${W} />
      <p class="person-words"><span>${m}</span> <${J} ends=${x} now=${M} /></p>
    </div>
  `}const ht=500;function mt(t){const{queue:n}=t,[e,s]=[N(t,"producer"),N(t,"consumer")];if(S([...e,...s].some(({candidate:o})=>o.process==="exited")?ht:null),!n||!e.length&&!s.length&&!n.waiting)return l`<${K} ...${t} />`;const r=[e.length,s.length,n.waiting];return l`<${tt} ...${t} looks="queue" data=${{"data-testid":"queue-board"}} need=${(o,$,u)=>o<L&&!u?1/0:I({width:o,height:0,top:$},...r).height} draw=${o=>l`<${pt} ...${t} makers=${e} takers=${s} places=${I(o,...r)} />`} />`}function pt({places:t,makers:n,takers:e,...s}){const{queue:r}=s;return l`
    <${Mt} places=${t} takers=${e} />
    <${yt} ...${s} places=${t} />
    <${xt} queue=${r} at=${t.done} />
    ${[...g(n,t.producers),...g(e,t.consumers)].map(([i,a])=>l`<${lt} key=${i.id} ...${s} person=${i} at=${a} isNarrow=${t.isNarrow} />`)}
    <${gt} ...${s} places=${t} makers=${n} takers=${e} />
    <${C} people=${n} shown=${t.producers} /><${C} people=${e} shown=${t.consumers} />
  `}function g(t,n){return t.slice(0,n.length).map((e,s)=>[e,n[s]])}const ft=2;function gt(t){const{queue:n,places:e,makers:s,takers:r,clock:i}=t,a=new Map(g(r,e.consumers).map(([{id:c},d])=>[c,v(d,e.hand)])),o=new Map(g(s,e.producers).map(([{id:c},d])=>[c,d])),$=(c,d)=>B(c)?e.done:c.state==="claimed"?a.get(c.claim?.candidate)??v(e.belt.front,{x:2,y:0}):e.belt.at(d),u=c=>i.now()-c.at<ft&&o.get(wt(c))||e.belt.back;return l`
    ${bt(n,e.belt.shown).map(({name:c,item:d,place:h})=>l`<${at} key=${c} ...${t} name=${c} item=${d} at=${$(d,h)} from=${u(d)} />`)}
    ${r.filter(({ghost:c})=>c).map(({id:c,ghost:d})=>l`<${rt} key=${`ghost-${c}`} id=${c} number=${O(d)} at=${a.get(c)} />`)}
  `}function bt({items:t},n){const e=Object.entries(t).map(([i,a])=>({name:i,item:a,place:-1}));e.sort((i,a)=>i.item.number-a.item.number),e.filter(({item:i})=>i.state==="waiting").slice(0,n).forEach((i,a)=>i.place=a);const r=new Set(e.filter(({item:i})=>B(i)).slice(-8));return e.filter(i=>i.place>=0||i.item.state==="claimed"||r.has(i))}function B({state:t}){return t==="done"||t==="gone"}function wt({by:t,text:n}){return t??/^(c\d+) #/.exec(n??"")?.[1]}function v(t,n){return{x:t.x+n.x,y:t.y+n.y}}function yt({state:t,queue:n,places:{belt:e,ground:s}}){const r=`${k({x:e.left,y:s.top})}; width: ${p(e.right-e.left)}; height: ${p(s.height)}`;return l`
    <div class="belt ground" style=${r} data-testid="belt" data-waiting=${n.waiting}><${Q} state=${t} />
      <span class="belt-word">${n.waiting?`${Y(n.waiting,"item")} waiting`:"nothing waits"}${e.more>0?l` · <b>${e.more} not drawn</b>`:""}</span>
    </div>
  `}function xt({queue:t,at:n}){return l`
    <div class="done-pile" style=${k(n)}>
      <output data-testid="done" data-done=${t.done}>${t.done}</output><span>done</span>
    </div>
  `}function Mt({places:t,takers:n}){const{isNarrow:e}=t,s=g(n,t.consumers),r=new Map(s.map(([{place:a},o])=>[a,o])),i=s.filter(([{place:a,candidate:o}])=>a>=0&&o.process!=="exited");return l`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${t.width} ${t.height}`}>
      ${i.map(([{place:a},o])=>{const $=a===0?_t(o,t):r.get(a-1);return $&&l`<path key=${a} class=${`flow-watch ${a===0?"first":""}`} d=${a===0?Ot(o,$,e):kt(o,$,e)} />`})}
    </svg>
  `}const _t=({x:t},{isNarrow:n,belt:e,ground:s})=>n?{x:Math.min(t,e.right-1),y:s.top+s.height}:e.front,b=1.1;function Ot(t,n,e){if(e)return`M${t.x} ${t.y-b}L${n.x} ${n.y}`;const[s,r]=[t.x-b,(t.x-b+n.x)/2];return`M${s} ${t.y}C${r} ${t.y} ${r} ${n.y} ${n.x} ${n.y}`}function kt(t,n,e){const[s,r]=e?["x","y"]:["y","x"],i=Math.sign(n[s]-t[s]),a=(h,m)=>({[s]:h[s]+m*i*b*.5,[r]:h[r]-b*.87}),[o,$]=[a(t,1),a(n,-1)],u=Math.min(o[r],$[r])-Math.min(e?3:4,.3+.35*Math.abs(n[s]-t[s])),[c,d]=[o,$].map(h=>({[s]:h[s],[r]:u}));return`M${o.x} ${o.y}C${[c,d,$].map(({x:h,y:m})=>`${h} ${m}`).join(" ")}`}function C({people:t,shown:n}){const e=t.length-n.length;if(e<=0)return null;const{x:s}=n.at(-1);return l`<p class="queue-more" style=${`left: ${p(s)}; bottom: 0`}>and ${e} more</p>`}var vt=Object.freeze({__proto__:null,Board:mt,plus:v});function At({queue:t,state:n,clock:e}){const s=Object.values(t?.items??{}),r=s.filter(({state:a,ended_at:o})=>a==="done"&&typeof o=="number").sort((a,o)=>o.ended_at-a.ended_at),i=s.filter(({state:a})=>a==="claimed").sort((a,o)=>o.claim.at-a.claim.at);return l`<${V} word="item" state=${n} clock=${e} empty="No item yet." invites="Start two producers and three consumers."
    roundsOf=${a=>r.length?r.map(o=>D(o,null)):i.map(o=>D(o,a))} />`}function D({number:t,by:n,claim:e,times:s,at:r,ended_at:i,ended_by:a},o){const $=a??e?.candidate??"a consumer",u=s>1?`given out ${s} times`:null,c=`${n??"somebody"} \u2192 ${$}`,d=[{phase:"waits",name:"waits",until:`${$} had it`,at:e?.at},{phase:"worked",name:"worked on",until:"it was done",at:i}];return{of:t,who:`#${t} ${c}`,what:u,ears:[`item ${t}, ${c}`,u].filter(Boolean).join(", "),phases:X(r,d,o)}}var Rt=Object.freeze({__proto__:null,Round:At});export{st as a,vt as b,Rt as r};
//# sourceMappingURL=queue-DysFzMYi.js.map
