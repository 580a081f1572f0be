import{n as b,bB as R,a6 as c,bC as W,bD as S,a4 as E,bE as M,bF as D,am as g,bG as F,bH as I,bI as p,bJ as L,bK as j,bL as A,a3 as B,a7 as T,an as G,aq as w,av as k,ae as H,bM as K}from"./page.js";import{R as q,r as J,N as P}from"./more-C-QkUQmj.js";const f={width:7,height:14.3,gap:.6},_={height:12,gap:.6},U=3.45,v=30,z=1.4,y=120;function Y(e){const s=b(e.group);if(!s.length)return c`<${R} ...${e} />`;const n=W(e),o=Z(s,n),t=i=>Math.ceil(o.length/Math.max(1,Math.floor(i/f.width))),a=(i,d)=>d+t(i)*(f.height+f.gap)+z+1.2,r=(i,d)=>d+(i<v?o.length*U:t(i)*(_.height+_.gap))+z,$=(i,d,h)=>h?Math.min(a(i,d),r(i,d)):i<21?1/0:a(i,d),l=({width:i,height:d,top:h})=>a(i,h)<=d+.01?"":i<v?"is-rows":"is-brief",u=({width:i},d)=>d==="is-rows"?1:Math.ceil(o.length/t(i));return c`<${q} ...${e} looks="members" data=${{"data-testid":"members-board"}} need=${$} draw=${i=>c`
    <div class=${`members-drawing ${l(i)}`}>
    <ul style=${`padding-top: ${J(i.top)}; grid-template-columns: repeat(${u(i,l(i))}, minmax(0, 1fr))`}>
      ${o.map(d=>c`<${ne} key=${d.id} ...${e} node=${d} isChosen=${n?.id===d.id} />`)}
    </ul>
    <p class="members-ground ground"><${S} state=${e.state} /><${Q} nodes=${s.filter(d=>!o.includes(d))} /></p>
    </div>
  `} />`}function Z(e,s){if(e.length<=y)return e;const n=a=>a.id===s?.id?2:a.candidate||a.live?1:0,o=[...e].sort((a,r)=>n(r)-n(a)||(r.since??0)-(a.since??0)),t=new Set(o.slice(0,y));return e.filter(a=>t.has(a))}function Q({nodes:e}){if(!e.length)return null;const s=e.filter(o=>o.live).length,n=[s&&`${s} live`,e.length-s&&`${e.length-s} down`].filter(Boolean);return c`<span class="members-more" data-testid="members-not-drawn">and ${E(e.length,"node")} that ${e.length===1?"is":"are"} not drawn: ${n.join(", ")}. The tree has all of them.</span>`}const V=1e3,X=100,ee=40;function ne(e){const{state:s,node:n,clock:o,isChosen:t,choose:a}=e,r=M(s),$=r?null:D(n);g($===null?V:X);const l=o.now(),u=F(n.timeout_ms,$,l),m=()=>a(t?{node:null,candidate:null}:{node:n.id,candidate:n.candidate});return c`
    <li class=${`member standing-${n.standing} tone-${n.tone} ${t?"chosen":""}`}
      style=${u===null?"":`--left: ${u.toFixed(3)}`}
      data-testid=${`member-${n.id}`} data-standing=${n.standing} data-process=${n.process??""}
      data-belief=${n.belief??""} data-live=${String(n.live)}>
      <button class="member-process" aria-pressed=${t} title=${I(n,l,r)}
        data-testid=${`node-${n.id}`} onClick=${m}>
        <span class="member-belief">${n.words}</span>${" "}
        <${P} node=${n} share=${n.standing==="fading"?u:null} />${" "}
        <span class="member-pid">${se(n)}</span>
      </button>
      <${ae} node=${n} />
      <div class=${`member-session is-${te(n)}`} aria-hidden="true"><i></i></div>
      <${oe} ...${e} now=${l} held=${r} />
    </li>
  `}function se({candidate:e,process:s,info:n}){return e||(s===null&&n?.pid?`pid ${n.pid}`:"")}function te({standing:e,process:s}){return e==="live"?s===null?"unobserved":"alive":e==="fading"?"broken":s==="running"?"alive":"none"}function ae({node:e}){const s=e.read?.words,n=e.read&&e.process!=="exited"?`its list: ${e.read.count} live`:"";return c`<p class=${`member-list ${s&&e.process!=="exited"?"wrong":""}`} key=${e.read?.at}
    data-testid=${`list-${e.id}`}>${e.process!=="exited"&&s||n}</p>`}function oe({node:e,group:s,chosen:n,choose:o,now:t,held:a}){const r=p(p(s.path,"live_nodes"),e.id),$=p(p(s.path,"all_nodes"),e.id),l=L(e,t);return c`
    <div class="member-znodes">
      <button class=${`znode-live ${n.znode===r?"picked":""}`} disabled=${!e.live}
        data-testid=${`live-${e.id}`} title=${`${r}${e.session?`
session ${e.session}`:""}`}
        onClick=${()=>o({znode:r})}>
        <span class="znode-name"><span>live_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word number">${j(e,t,a)}</span>
      </button>
      <button class=${`znode-known ${n.znode===$?"picked":""}`} disabled=${!e.entry}
        data-testid=${`known-${e.id}`} title=${le($,e)} onClick=${()=>o({znode:$})}>
        <span class="znode-name"><span>all_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word">${e.entry?ie(e.info):"not yet"}</span>
      </button>
      <p class="member-since number">${l&&c`<b class=${`node-mark ${l==="new"?"new":""}`}
        data-testid=${`mark-${e.id}`}>${l}</b>`}${l?.startsWith("was")?null:c`<span>${A(e,t)}</span>`}</p>
    </div>
  `}function ie(e){return e?.pid?`pid ${e.pid}`:B(e?.text??e?.host??"known",ee)}function le(e,{info:s}){const n=Object.entries(s??{}).filter(([o])=>o!=="incarnation");return[e,...n.map(([o,t])=>`${o}: ${t}`)].join(`
`)}var re=Object.freeze({__proto__:null,Board:Y});const O={kill:"killed",pause:"frozen",expire:"its session ended by hand",stop:"left",exit:"ended by itself"},de={stop:"deletes its znode",expire:"session ended",exit:"znode goes"};function ce({group:e,clock:s}){const n=(e?.changes??[]).filter(({what:t})=>t==="down").reverse(),o=b(e).filter(({standing:t,fault_at:a})=>t==="fading"&&typeof a=="number");return c`<${T} word="end of a member" clock=${s} empty="No member has ended yet. Kill one."
    roundsOf=${t=>[...o.map(a=>$e(a,t)),...n.map(ue)]} />`}const x=e=>({phase:"dies",name:de[e]??"session runs out",until:"its live znode was gone",tone:"dead"}),C=e=>({phase:"told",name:"told",title:"the others are told",until:`all ${e??"others"} had read the new list`});function $e({id:e,fault:s,fault_at:n,session_ends:o},t){const a=O[s]??"ends";return{of:`${e} now`,who:e,what:a,ears:`${e}, ${a}`,phases:k(n,[{...x(s),at:null},{...C(),at:null}],t),least:typeof o=="number"?(o-n)*1e3:0}}function ue({node:e,fault:s,fault_at:n,at:o,of:t,told_count:a,told_ms:r}){const $=O[s]??"ended",l={...k(n,[{...x(s),at:o}],null)[0]};return{of:`${e} ${o}`,who:e,what:$,facts:t>0&&c`<span>${a} of ${t} told</span>`,ears:`${e}, ${$}, ${a} of ${t} told`,phases:t>0?[l,{...C(t),ms:r??void 0}]:[l]}}const pe=5,N={kill:"killed",pause:"frozen",expire:"session ended by hand",stop:"left",exit:"ended by itself"},he={new:"new",back:"new",down:"dead",forgotten:"lost"};function fe({group:e,clock:s}){if(g(1e3),!e?.changes.length)return null;const n=[...e.changes].reverse().slice(0,pe);return c`
    <section class="changes" aria-label="Changes of the group">
      <p class="handoff-title"><b>Changes</b> every member watches both lists: each member is notified of each change, and reads that list again</p>
      <ol>${n.map((o,t)=>c`<${me} key=${o.at} change=${o} latest=${t===0}
        now=${s.now()} />`)}</ol>
    </section>
  `}function me({change:e,latest:s,now:n}){const{node:o,what:t,at:a,told_count:r,of:$,told_ms:l}=e;return c`
    <li class=${`change tone-${he[t]??"wait"} ${s?"latest":""}`} data-testid="change" data-what=${t}>
      <b>${o}</b> <span>${be(e)}</span> <span class="soft number">${G(n-a)} ago</span>
      ${$>0&&c`<span class="told number" title="How many of this dashboard's other nodes have read the new list, and how long after the change the last one read it">${r} of ${$} told${l==null?"":`, within ${w(l)}`}</span>`}
    </li>
  `}function be({what:e,fault:s,was_down_ms:n}){return e==="back"?n==null?"is back":`is back, was down ${w(n)}`:e==="down"?`is down${N[s]?` (${N[s]})`:""}`:e==="new"?"is new":"is forgotten"}var ge=Object.freeze({__proto__:null,Changes:fe,Round:ce});function we({state:e,group:s,chosen:n,actions:o,choose:t}){const a=n.node,[r]=H(()=>s?.nodes[a]?.entry?.mzxid??null),$=()=>t({dialog:null}),l=()=>{o.attempt("forget","DELETE","groups/nodes",{path:s.path,id:a,mzxid:r}),t({dialog:null,node:null})};return!s||!a?null:c`
    <${K} title=${`Forget ${a}?`} does=${`Forget ${a}`} zookeeper=${e.zookeeper} act=${l} close=${$}>
      <p>Its entry <code>all_nodes/${a}</code> will be deleted: the group then no longer knows the node. If a process
        takes the name again, it registers as a new node.</p>
    <//>
  `}var ke=Object.freeze({__proto__:null,Forget:we});export{re as b,ge as c,ke as d};
//# sourceMappingURL=membership-DoEWg-wc.js.map
