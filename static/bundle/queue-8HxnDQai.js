import{ag as _,a8 as u,aj as F,al as G,bP as S,K as O,bW as J,ac as A,ai as K,c4 as U,L,bJ as H,bL as Q,a6 as Y,a9 as V,av as X}from"./page.js";import{r as p,a as Z,D as q,p as k,R as tt}from"./more--77Seh0m.js";const nt=[["done","done","new"],["in_hand","in hand","lead"],["waiting","waiting","wait"],["gone","gone, not taken","dead"]];function et({queue:t}){const e=nt.filter(([r])=>r!=="gone"||t.gone>0),n=e.reduce((r,[o])=>r+t[o],0),s=n===t.put;return u`
    <section class="queue-account" aria-label="Count in and count out" data-testid="account" data-put=${t.put} data-sum=${n}>
      <p><b class="number">${_(t.put)}</b> in <span class=${s?"soft":"tone-dead"}>${s?"=":"\u2260"}</span>
        ${e.map(([r,o,a],i)=>u`${i?u` <span class="soft">+</span> `:" "}<span key=${r}
          class=${`tone-${a} part`}><b class="number" data-testid=${`count-${r}`}>${_(t[r])}</b> ${o}</span>`)}
        ${t.again>0&&u`<span class="given-again" data-testid="again">${_(t.again)} given out again</span>`}
      </p>
      <div class="account-bar" aria-hidden="true">
        ${e.map(([r,,o])=>u`<i key=${r} class=${`tone-${o}`} style=${`flex-grow: ${t[r]}`}></i>`)}
      </div>
    </section>
  `}var st=Object.freeze({__proto__:null,Account:et});function at({name:t,item:e,at:n,from:s,queue:r,chosen:o,choose:a}){const[i,$]=F(!1);G(()=>{const h=requestAnimationFrame(()=>$(!0));return()=>cancelAnimationFrame(h)},[]);const l=i?n:s,c=S(S(r.path,"items"),t),d=e.times>1;return u`
    <button class=${`item is-${e.state} ${d?"given-twice":""} ${o.znode===c?"picked":""}`}
      style=${`transform: translate(${p(l.x)}, ${p(l.y)}) translate(-50%, -50%)`} data-testid=${`item-${O(t)}`}
      data-state=${e.state} data-times=${e.times} data-holder=${e.claim?.candidate??""} title=${ot(c,e)}
      tabindex=${e.state==="done"?-1:0} disabled=${e.state==="done"}
      onClick=${()=>a({znode:c})}>${O(t)}${d&&u`<sup>${e.times}×</sup>`}</button>
  `}function ot(t,{by:e,text:n,times:s,state:r,claim:o,ended_by:a}){const i=o?.candidate??"a consumer",$={waiting:"waits",claimed:`in ${i}'s hands`,done:`done by ${a??i}`,gone:"gone"}[r];return`${t}
${n??""}${e?`, put in by ${e}`:""}
${$}, given out ${s===1?"once":`${s} times`}`}function rt({id:t,number:e,at:n}){return n?u`<span class="item is-ghost" data-testid=${`ghost-${t}`} title=${`${t} believes that it has item ${e}, but its claim is gone`}
    style=${`transform: translate(${p(n.x)}, ${p(n.y)}) translate(-50%, -50%)`}>${e}</span>`:null}const f={width:3.1,height:2.1,gap:.4},it=4,b={wide:2.8,narrow:5,middle:1.8,column:6},N={height:7.5,middle:3.5},y={above:2.3,below:1.7},j=34,ct=10;function E(t,e,n,s){const r=t.width<j,[o,a]=[e,n].map(i=>Math.min(ct,i));return(r?dt:$t)(t,Math.max(1,o),Math.max(1,a),s)}function $t({width:t,height:e,top:n},s,r,o){const a=Math.max(n+7,e,n+(Math.max(s,r)+.2)*b.wide),i=z({left:8.6,right:t-18.2,top:(n+a)/2},o,!0);return{width:t,height:a,isNarrow:!1,belt:i,ground:{top:n,height:a-n},producers:I(s,1.6,n,a),consumers:I(r,t-12.2,n,a),hand:{x:-3.4,y:0},done:{x:t-2.2,y:(n+a)/2}}}function I(t,e,n,s){const r=(s-n)/t;return Array.from({length:t},(o,a)=>({x:e,y:n+(a+.5)*r}))}function dt({width:t,height:e,top:n},s,r,o){const a=T(s,t,n,b.narrow,b.middle),i=T(r,t,0,N.height,N.middle),$=n+a.height+y.above,l=z({left:.2,right:t-4.4,top:$},o,!1),c=Math.max(e,$+l.height+y.below+.5+i.height),d=c-i.height;return{width:t,height:c,isNarrow:!0,belt:l,ground:{top:$-y.above,height:d-$+y.above-.5},producers:a.places,consumers:i.places.map(({x:h,y:m})=>({x:h,y:m+d})),hand:{x:0,y:-2.4},done:{x:t-2.2,y:$+l.height/2}}}function T(t,e,n,s,r){const o=Math.max(1,Math.min(t,Math.floor(e/b.column))),a=e/o,i=Math.ceil(t/o);return{places:Array.from({length:t},(l,c)=>({x:(c%o+.5)*a,y:n+Math.floor(c/o)*s+r})),height:i*s}}function z({left:t,right:e,top:n},s,r){const o=f.width+f.gap,a=Math.max(1,Math.floor((e-t)/o)),i=Math.min(s,a*it),l=Math.max(1,Math.ceil(i/a))*(f.height+f.gap),c=r?n-l/2:n,d=h=>({x:e-(h%a+.5)*o,y:c+(Math.floor(h/a)+.5)*(f.height+f.gap)});return{at:d,shown:i,more:s-i,front:{x:e,y:d(0).y},back:{x:t+f.width/2,y:d(0).y},left:t,right:e,top:c,height:l}}const lt=100;function ut({state:t,person:e,at:n,isNarrow:s,clock:r,chosen:o,choose:a}){const{id:i,role:$,candidate:l,said:c,item:d}=e,{tone:h,words:m}=c,R=$==="consumer"&&c.item&&typeof c.stopped!="number"&&l.process==="running",x=J(t,l,!0);A(R||x!==null?lt:null);const M=r.now(),P=o.candidate===i,W={candidate:l,share:K(l.session_timeout_ms,x,M),done:d||R?Z(c,M):null};return u`
    <div class=${`person is-${$} ${s?"below":""} tone-${h} ${P?"chosen":""}`} style=${k(n)}
      data-testid=${`person-${i}`} data-role=${$} data-process=${l.process??""} data-belief=${l.belief??""}>
      <${q} id=${i} label=${`${i}, ${$}: ${m}`} chosen=${o} choose=${a} disc=${W} />
      <p class="person-words"><span>${m}</span> <${U} ends=${x} now=${M} /></p>
    </div>
  `}const ht=500;function mt(t){const{queue:e}=t,[n,s]=[L(t,"producer"),L(t,"consumer")];if(A([...n,...s].some(({candidate:i})=>i.process==="exited")?ht:null),!e||!n.length&&!s.length&&!e.waiting)return u`<${H} ...${t} />`;const r=[n.length,s.length,e.waiting];return u`<${tt} ...${t} looks="queue" data=${{"data-testid":"queue-board"}} need=${(i,$,l)=>i<j&&!l?1/0:E({width:i,height:0,top:$},...r).height} draw=${i=>u`<${pt} ...${t} makers=${n} takers=${s} places=${E(i,...r)} />`} />`}function pt({places:t,makers:e,takers:n,...s}){const{queue:r}=s;return u`
    <${Mt} places=${t} takers=${n} />
    <${yt} ...${s} places=${t} />
    <${xt} queue=${r} at=${t.done} />
    ${[...g(e,t.producers),...g(n,t.consumers)].map(([o,a])=>u`<${ut} key=${o.id} ...${s} person=${o} at=${a} isNarrow=${t.isNarrow} />`)}
    <${gt} ...${s} places=${t} makers=${e} takers=${n} />
    <${C} people=${e} shown=${t.producers} /><${C} people=${n} shown=${t.consumers} />
  `}function g(t,e){return t.slice(0,e.length).map((n,s)=>[n,e[s]])}const ft=2;function gt(t){const{queue:e,places:n,makers:s,takers:r,clock:o}=t,a=new Map(g(r,n.consumers).map(([{id:c},d])=>[c,v(d,n.hand)])),i=new Map(g(s,n.producers).map(([{id:c},d])=>[c,d])),$=(c,d)=>B(c)?n.done:c.state==="claimed"?a.get(c.claim?.candidate)??v(n.belt.front,{x:2,y:0}):n.belt.at(d),l=c=>o.now()-c.at<ft&&i.get(bt(c))||n.belt.back;return u`
    ${wt(e,n.belt.shown).map(({name:c,item:d,place:h})=>u`<${at} key=${c} ...${t} name=${c} item=${d} at=${$(d,h)} from=${l(d)} />`)}
    ${r.filter(({ghost:c})=>c).map(({id:c,ghost:d})=>u`<${rt} key=${`ghost-${c}`} id=${c} number=${O(d)} at=${a.get(c)} />`)}
  `}function wt({items:t},e){const n=Object.entries(t).map(([o,a])=>({name:o,item:a,place:-1}));n.sort((o,a)=>o.item.number-a.item.number),n.filter(({item:o})=>o.state==="waiting").slice(0,e).forEach((o,a)=>o.place=a);const r=new Set(n.filter(({item:o})=>B(o)).slice(-8));return n.filter(o=>o.place>=0||o.item.state==="claimed"||r.has(o))}function B({state:t}){return t==="done"||t==="gone"}function bt({by:t,text:e}){return t??/^(c\d+) #/.exec(e??"")?.[1]}function v(t,e){return{x:t.x+e.x,y:t.y+e.y}}function yt({state:t,queue:e,places:{belt:n,ground:s}}){const r=`${k({x:n.left,y:s.top})}; width: ${p(n.right-n.left)}; height: ${p(s.height)}`;return u`
    <div class="belt ground" style=${r} data-testid="belt" data-waiting=${e.waiting}><${Q} state=${t} />
      <span class="belt-word">${e.waiting?`${Y(e.waiting,"item")} waiting`:"nothing waits"}${n.more>0?u` · <b>${n.more} not drawn</b>`:""}</span>
    </div>
  `}function xt({queue:t,at:e}){return u`
    <div class="done-pile" style=${k(e)}>
      <output data-testid="done" data-done=${t.done}>${t.done}</output><span>done</span>
    </div>
  `}function Mt({places:t,takers:e}){const{isNarrow:n}=t,s=g(e,t.consumers),r=new Map(s.map(([{place:a},i])=>[a,i])),o=s.filter(([{place:a,candidate:i}])=>a>=0&&i.process!=="exited");return u`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${t.width} ${t.height}`}>
      ${o.map(([{place:a},i])=>{const $=a===0?_t(i,t):r.get(a-1);return $&&u`<path key=${a} class=${`flow-watch ${a===0?"first":""}`} d=${a===0?Ot(i,$,n):kt(i,$,n)} />`})}
    </svg>
  `}const _t=({x:t},{isNarrow:e,belt:n,ground:s})=>e?{x:Math.min(t,n.right-1),y:s.top+s.height}:n.front,w=1.1;function Ot(t,e,n){if(n)return`M${t.x} ${t.y-w}L${e.x} ${e.y}`;const[s,r]=[t.x-w,(t.x-w+e.x)/2];return`M${s} ${t.y}C${r} ${t.y} ${r} ${e.y} ${e.x} ${e.y}`}function kt(t,e,n){const[s,r]=n?["x","y"]:["y","x"],o=Math.sign(e[s]-t[s]),a=(h,m)=>({[s]:h[s]+m*o*w*.5,[r]:h[r]-w*.87}),[i,$]=[a(t,1),a(e,-1)],l=Math.min(i[r],$[r])-Math.min(n?3:4,.3+.35*Math.abs(e[s]-t[s])),[c,d]=[i,$].map(h=>({[s]:h[s],[r]:l}));return`M${i.x} ${i.y}C${[c,d,$].map(({x:h,y:m})=>`${h} ${m}`).join(" ")}`}function C({people:t,shown:e}){const n=t.length-e.length;if(n<=0)return null;const{x:s}=e.at(-1);return u`<p class="queue-more" style=${`left: ${p(s)}; bottom: 0`}>and ${n} more</p>`}var vt=Object.freeze({__proto__:null,Board:mt,plus:v});function Rt({queue:t,clock:e}){const n=Object.values(t?.items??{}),s=n.filter(({state:o,ended_at:a})=>o==="done"&&typeof a=="number").sort((o,a)=>a.ended_at-o.ended_at),r=n.filter(({state:o})=>o==="claimed").sort((o,a)=>a.claim.at-o.claim.at);return u`<${V} word="item" clock=${e} empty="No item yet. Start two producers and three consumers."
    roundsOf=${o=>s.length?s.map(a=>D(a,null)):r.map(a=>D(a,o))} />`}function D({number:t,by:e,claim:n,times:s,at:r,ended_at:o,ended_by:a},i){const $=a??n?.candidate??"a consumer",l=s>1?`given out ${s} times`:null,c=`${e??"somebody"} \u2192 ${$}`,d=[{phase:"waits",name:"waits",until:`${$} had it`,at:n?.at},{phase:"worked",name:"worked on",until:"it was done",at:o}];return{of:t,who:`#${t} ${c}`,what:l,ears:[`item ${t}, ${c}`,l].filter(Boolean).join(", "),phases:X(r,d,i)}}var St=Object.freeze({__proto__:null,Round:Rt});export{st as a,vt as b,St as r};
//# sourceMappingURL=queue-8HxnDQai.js.map
