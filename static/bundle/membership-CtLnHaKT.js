import{o as b,bJ as C,a8 as d,bK as S,bL as W,a6 as E,bM as M,bN as j,ac as L,ai as D,bO as F,bP as h,bQ as I,bR as T,aJ as g,bS as A,a5 as B,a9 as G,au as w,av as k,aj as H,bT as J}from"./page.js";import{R as K,r as P,N as Q}from"./more--77Seh0m.js";const m={width:7,height:14.3,gap:.6},_={height:12,gap:.6},U=3.45,v=30,y=1.4,z=120;function Y(e){const s=b(e.group);if(!s.length)return d`<${C} ...${e} />`;const n=S(e),o=Z(s,n),t=i=>Math.ceil(o.length/Math.max(1,Math.floor(i/m.width))),a=(i,r)=>r+t(i)*(m.height+m.gap)+y+1.2,c=(i,r)=>r+(i<v?o.length*U:t(i)*(_.height+_.gap))+y,$=(i,r,f)=>f?Math.min(a(i,r),c(i,r)):i<21?1/0:a(i,r),l=({width:i,height:r,top:f})=>a(i,f)<=r+.01?"":i<v?"is-rows":"is-brief",u=({width:i},r)=>r==="is-rows"?1:Math.ceil(o.length/t(i));return d`<${K} ...${e} looks="members" data=${{"data-testid":"members-board"}} need=${$} draw=${i=>d`
    <div class=${`members-drawing ${l(i)}`}>
    <ul style=${`padding-top: ${P(i.top)}; grid-template-columns: repeat(${u(i,l(i))}, minmax(0, 1fr))`}>
      ${o.map(r=>d`<${ne} key=${r.id} ...${e} node=${r} isChosen=${n?.id===r.id} />`)}
    </ul>
    <p class="members-ground ground"><${W} state=${e.state} /><${q} nodes=${s.filter(r=>!o.includes(r))} /></p>
    </div>
  `} />`}function Z(e,s){if(e.length<=z)return e;const n=a=>a.id===s?.id?2:a.candidate||a.live?1:0,o=[...e].sort((a,c)=>n(c)-n(a)||(c.since??0)-(a.since??0)),t=new Set(o.slice(0,z));return e.filter(a=>t.has(a))}function q({nodes:e}){if(!e.length)return null;const s=e.filter(o=>o.live).length,n=[s&&`${s} live`,e.length-s&&`${e.length-s} down`].filter(Boolean);return d`<span class="members-more" data-testid="members-not-drawn">and ${E(e.length,"node")} that ${e.length===1?"is":"are"} not drawn: ${n.join(", ")}. The tree has all of them.</span>`}const V=1e3,X=100,ee=40;function ne(e){const{state:s,node:n,clock:o,isChosen:t,choose:a}=e,c=M(s),$=c?null:j(n);L($===null?V:X);const l=o.now(),u=D(n.timeout_ms,$,l),p=()=>a(t?{node:null,candidate:null}:{node:n.id,candidate:n.candidate});return d`
    <li class=${`member standing-${n.standing} tone-${n.tone} ${t?"chosen":""}`}
      style=${u===null?"":`--left: ${u.toFixed(3)}`}
      data-testid=${`member-${n.id}`} data-standing=${n.standing} data-process=${n.process??""}
      data-belief=${n.belief??""} data-live=${String(n.live)}>
      <button class="member-process" aria-pressed=${t} title=${F(n,l,c)}
        data-testid=${`node-${n.id}`} onClick=${p}>
        <span class="member-belief">${n.words}</span>${" "}
        <${Q} node=${n} share=${n.standing==="fading"?u:null} />${" "}
        <span class="member-pid">${se(n)}</span>
      </button>
      <${ae} node=${n} />
      <div class=${`member-session is-${te(n)}`} aria-hidden="true"><i></i></div>
      <${oe} ...${e} now=${l} held=${c} />
    </li>
  `}function se({candidate:e,process:s,info:n}){return e||(s===null&&n?.pid?`pid ${n.pid}`:"")}function te({standing:e,process:s}){return e==="live"?s===null?"unobserved":"alive":e==="fading"?"broken":s==="running"?"alive":"none"}function ae({node:e}){const s=e.read?.words,n=e.read&&e.process!=="exited"?`its list: ${e.read.count} live`:"";return d`<p class=${`member-list ${s&&e.process!=="exited"?"wrong":""}`} key=${e.read?.at}
    data-testid=${`list-${e.id}`}>${e.process!=="exited"&&s||n}</p>`}function oe({node:e,group:s,clock:n,chosen:o,choose:t,now:a,held:c}){const $=h(h(s.path,"live_nodes"),e.id),l=h(h(s.path,"all_nodes"),e.id),u=I(e,a);return d`
    <div class="member-znodes">
      <button class=${`znode-live ${o.znode===$?"picked":""}`} disabled=${!e.live}
        data-testid=${`live-${e.id}`} title=${`${$}${e.session?`
session ${e.session}`:""}`}
        onClick=${()=>t({znode:$})}>
        <span class="znode-name"><span>live_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word number">${T(e,a,c)}</span>
      </button>
      <button class=${`znode-known ${o.znode===l?"picked":""}`} disabled=${!e.entry}
        data-testid=${`known-${e.id}`} title=${le(l,e)} onClick=${()=>t({znode:l})}>
        <span class="znode-name"><span>all_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word">${e.entry?ie(e.info):"not yet"}</span>
      </button>
      <p class="member-since number">${u&&d`<b class=${`node-mark ${u==="new"?"new":""}`}
        data-testid=${`mark-${e.id}`}>${u}</b>`}${u?.startsWith("was")?null:d`<span><${g} at=${e.since??0} clock=${n} say=${p=>A(e,p)} /></span>`}</p>
    </div>
  `}function ie(e){return e?.pid?`pid ${e.pid}`:B(e?.text??e?.host??"known",ee)}function le(e,{info:s}){const n=Object.entries(s??{}).filter(([o])=>o!=="incarnation");return[e,...n.map(([o,t])=>`${o}: ${t}`)].join(`
`)}var re=Object.freeze({__proto__:null,Board:Y});const O={kill:"killed",pause:"frozen",expire:"its session ended by hand",stop:"left",exit:"ended by itself"},de={stop:"deletes its znode",expire:"session ended",exit:"znode goes"};function ce({group:e,clock:s}){const n=(e?.changes??[]).filter(({what:t})=>t==="down").reverse(),o=b(e).filter(({standing:t,fault_at:a})=>t==="fading"&&typeof a=="number");return d`<${G} word="end of a member" clock=${s} empty="No member has ended yet. Kill one."
    roundsOf=${t=>[...o.map(a=>$e(a,t)),...n.map(ue)]} />`}const x=e=>({phase:"dies",name:de[e]??"session runs out",until:"its live znode was gone",tone:"dead"}),N=e=>({phase:"told",name:"told",title:"the others are told",until:`all ${e??"others"} had read the new list`});function $e({id:e,fault:s,fault_at:n,session_ends:o},t){const a=O[s]??"ends";return{of:`${e} now`,who:e,what:a,ears:`${e}, ${a}`,phases:k(n,[{...x(s),at:null},{...N(),at:null}],t),least:typeof o=="number"?(o-n)*1e3:0}}function ue({node:e,fault:s,fault_at:n,at:o,of:t,told_count:a,told_ms:c}){const $=O[s]??"ended",l={...k(n,[{...x(s),at:o}],null)[0]};return{of:`${e} ${o}`,who:e,what:$,facts:t>0&&d`<span>${a} of ${t} told</span>`,ears:`${e}, ${$}, ${a} of ${t} told`,phases:t>0?[l,{...N(t),ms:c??void 0}]:[l]}}const pe=5,R={kill:"killed",pause:"frozen",expire:"session ended by hand",stop:"left",exit:"ended by itself"},he={new:"new",back:"new",down:"dead",forgotten:"lost"};function fe({group:e,clock:s}){if(!e?.changes.length)return null;const n=[...e.changes].reverse().slice(0,pe);return d`
    <section class="changes" aria-label="Changes of the group">
      <p class="handoff-title"><b>Changes</b> every member watches both lists: each member is notified of each change, and reads that list again</p>
      <ol>${n.map((o,t)=>d`<${me} key=${o.at} change=${o} latest=${t===0} clock=${s} />`)}</ol>
    </section>
  `}function me({change:e,latest:s,clock:n}){const{node:o,what:t,at:a,told_count:c,of:$,told_ms:l}=e;return d`
    <li class=${`change tone-${he[t]??"wait"} ${s?"latest":""}`} data-testid="change" data-what=${t}>
      <b>${o}</b> <span>${be(e)}</span> <span class="soft number"><${g} at=${a} clock=${n} /> ago</span>
      ${$>0&&d`<span class="told number" title="How many of this dashboard's other nodes have read the new list, and how long after the change the last one read it">${c} of ${$} told${l==null?"":`, within ${w(l)}`}</span>`}
    </li>
  `}function be({what:e,fault:s,was_down_ms:n}){return e==="back"?n==null?"is back":`is back, was down ${w(n)}`:e==="down"?`is down${R[s]?` (${R[s]})`:""}`:e==="new"?"is new":"is forgotten"}var ge=Object.freeze({__proto__:null,Changes:fe,Round:ce});function we({state:e,group:s,chosen:n,actions:o,choose:t}){const a=n.node,[c]=H(()=>s?.nodes[a]?.entry?.mzxid??null),$=()=>t({dialog:null}),l=()=>{o.attempt("forget","DELETE","groups/nodes",{path:s.path,id:a,mzxid:c}),t({dialog:null,node:null})};return!s||!a?null:d`
    <${J} title=${`Forget ${a}?`} does=${`Forget ${a}`} zookeeper=${e.zookeeper} act=${l} close=${$}>
      <p>Its entry <code>all_nodes/${a}</code> will be deleted: the group then no longer knows the node. If a process
        takes the name again, it registers as a new node.</p>
    <//>
  `}var ke=Object.freeze({__proto__:null,Forget:we});export{re as b,ge as c,ke as d};
//# sourceMappingURL=membership-CtLnHaKT.js.map
