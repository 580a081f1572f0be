import{n as p,bB as z,a6 as d,bC as y,bD as O,a4 as x,bE as C,bF as N,am as h,bG as S,bH as W,bI as $,bJ as E,bK as L,bL as M,a3 as j,a7 as D,an as F,aq as f,av as m,ae as R,bM as T}from"./page.js";import{R as A,r as B,N as H}from"./more-DE-Yuwlg.js";const u={width:7,height:14.3,gap:.6},b=120;function I(e){const t=p(e.group);if(!t.length)return d`<${z} ...${e} />`;const n=y(e),a=G(t,n),s=i=>Math.ceil(a.length/Math.max(1,Math.floor(i/u.width)));return d`<${A} ...${e} looks="members" data=${{"data-testid":"members-board"}} need=${(i,l,c)=>i<21&&!c?1/0:l+s(i)*(u.height+u.gap)+2.6} draw=${({width:i,top:l})=>d`
    <ul style=${`padding-top: ${B(l)}; grid-template-columns: repeat(${Math.ceil(a.length/s(i))}, minmax(0, 1fr))`}>
      ${a.map(c=>d`<${Y} key=${c.id} ...${e} node=${c} isChosen=${n?.id===c.id} />`)}
    </ul>
    <p class="members-ground ground"><${O} state=${e.state} /><${K} nodes=${t.filter(c=>!a.includes(c))} /></p>
  `} />`}function G(e,t){if(e.length<=b)return e;const n=o=>o.id===t?.id?2:o.candidate||o.live?1:0,a=[...e].sort((o,r)=>n(r)-n(o)||(r.since??0)-(o.since??0)),s=new Set(a.slice(0,b));return e.filter(o=>s.has(o))}function K({nodes:e}){if(!e.length)return null;const t=e.filter(a=>a.live).length,n=[t&&`${t} live`,e.length-t&&`${e.length-t} down`].filter(Boolean);return d`<span class="members-more" data-testid="members-not-drawn">and ${x(e.length,"node")} that ${e.length===1?"is":"are"} not drawn: ${n.join(", ")}. The tree has all of them.</span>`}const q=1e3,J=100,P=40;function Y(e){const{state:t,node:n,clock:a,isChosen:s,choose:o}=e,r=C(t),i=r?null:N(n);h(i===null?q:J);const l=a.now(),c=S(n.timeout_ms,i,l),v=()=>o(s?{node:null,candidate:null}:{node:n.id,candidate:n.candidate});return d`
    <li class=${`member standing-${n.standing} tone-${n.tone} ${s?"chosen":""}`}
      style=${c===null?"":`--left: ${c.toFixed(3)}`}
      data-testid=${`member-${n.id}`} data-standing=${n.standing} data-process=${n.process??""}
      data-belief=${n.belief??""} data-live=${String(n.live)}>
      <button class="member-process" aria-pressed=${s} title=${W(n,l,r)}
        data-testid=${`node-${n.id}`} onClick=${v}>
        <span class="member-belief">${n.words}</span>${" "}
        <${H} node=${n} share=${n.standing==="fading"?c:null} />${" "}
        <span class="member-pid">${Z(n)}</span>
      </button>
      <${U} node=${n} />
      <div class=${`member-session is-${Q(n)}`} aria-hidden="true"><i></i></div>
      <${V} ...${e} now=${l} held=${r} />
    </li>
  `}function Z({candidate:e,process:t,info:n}){return e||(t===null&&n?.pid?`pid ${n.pid}`:"")}function Q({standing:e,process:t}){return e==="live"?t===null?"unobserved":"alive":e==="fading"?"broken":t==="running"?"alive":"none"}function U({node:e}){const t=e.read?.words,n=e.read&&e.process!=="exited"?`its list: ${e.read.count} live`:"";return d`<p class=${`member-list ${t&&e.process!=="exited"?"wrong":""}`} key=${e.read?.at}
    data-testid=${`list-${e.id}`}>${e.process!=="exited"&&t||n}</p>`}function V({node:e,group:t,chosen:n,choose:a,now:s,held:o}){const r=$($(t.path,"live_nodes"),e.id),i=$($(t.path,"all_nodes"),e.id),l=E(e,s);return d`
    <div class="member-znodes">
      <button class=${`znode-live ${n.znode===r?"picked":""}`} disabled=${!e.live}
        data-testid=${`live-${e.id}`} title=${`${r}${e.session?`
session ${e.session}`:""}`}
        onClick=${()=>a({znode:r})}>
        <span class="znode-name"><span>live_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word number">${L(e,s,o)}</span>
      </button>
      <button class=${`znode-known ${n.znode===i?"picked":""}`} disabled=${!e.entry}
        data-testid=${`known-${e.id}`} title=${ee(i,e)} onClick=${()=>a({znode:i})}>
        <span class="znode-name"><span>all_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word">${e.entry?X(e.info):"not yet"}</span>
      </button>
      <p class="member-since number">${l&&d`<b class=${`node-mark ${l==="new"?"new":""}`}
        data-testid=${`mark-${e.id}`}>${l}</b>`}${l?.startsWith("was")?null:d`<span>${M(e,s)}</span>`}</p>
    </div>
  `}function X(e){return e?.pid?`pid ${e.pid}`:j(e?.text??e?.host??"known",P)}function ee(e,{info:t}){const n=Object.entries(t??{}).filter(([a])=>a!=="incarnation");return[e,...n.map(([a,s])=>`${a}: ${s}`)].join(`
`)}var ne=Object.freeze({__proto__:null,Board:I});const g={kill:"killed",pause:"frozen",expire:"its session ended by hand",stop:"left",exit:"ended by itself"},te={stop:"deletes its znode",expire:"session ended",exit:"znode goes"};function se({group:e,clock:t}){const n=(e?.changes??[]).filter(({what:s})=>s==="down").reverse(),a=p(e).filter(({standing:s,fault_at:o})=>s==="fading"&&typeof o=="number");return d`<${D} word="end of a member" clock=${t} empty="No member has ended yet. Kill one."
    roundsOf=${s=>[...a.map(o=>ae(o,s)),...n.map(oe)]} />`}const w=e=>({phase:"dies",name:te[e]??"session runs out",until:"its live znode was gone",tone:"dead"}),k=e=>({phase:"told",name:"told",title:"the others are told",until:`all ${e??"others"} had read the new list`});function ae({id:e,fault:t,fault_at:n,session_ends:a},s){const o=g[t]??"ends";return{of:`${e} now`,who:e,what:o,ears:`${e}, ${o}`,phases:m(n,[{...w(t),at:null},{...k(),at:null}],s),least:typeof a=="number"?(a-n)*1e3:0}}function oe({node:e,fault:t,fault_at:n,at:a,of:s,told_count:o,told_ms:r}){const i=g[t]??"ended",l={...m(n,[{...w(t),at:a}],null)[0]};return{of:`${e} ${a}`,who:e,what:i,facts:s>0&&d`<span>${o} of ${s} told</span>`,ears:`${e}, ${i}, ${o} of ${s} told`,phases:s>0?[l,{...k(s),ms:r??void 0}]:[l]}}const ie=5,_={kill:"killed",pause:"frozen",expire:"session ended by hand",stop:"left",exit:"ended by itself"},le={new:"new",back:"new",down:"dead",forgotten:"lost"};function re({group:e,clock:t}){if(h(1e3),!e?.changes.length)return null;const n=[...e.changes].reverse().slice(0,ie);return d`
    <section class="changes" aria-label="Changes of the group">
      <p class="handoff-title"><b>Changes</b> every member watches both lists: each member is notified of each change, and reads that list again</p>
      <ol>${n.map((a,s)=>d`<${de} key=${a.at} change=${a} latest=${s===0}
        now=${t.now()} />`)}</ol>
    </section>
  `}function de({change:e,latest:t,now:n}){const{node:a,what:s,at:o,told_count:r,of:i,told_ms:l}=e;return d`
    <li class=${`change tone-${le[s]??"wait"} ${t?"latest":""}`} data-testid="change" data-what=${s}>
      <b>${a}</b> <span>${ce(e)}</span> <span class="soft number">${F(n-o)} ago</span>
      ${i>0&&d`<span class="told number" title="How many of this dashboard's other nodes have read the new list, and how long after the change the last one read it">${r} of ${i} told${l==null?"":`, within ${f(l)}`}</span>`}
    </li>
  `}function ce({what:e,fault:t,was_down_ms:n}){return e==="back"?n==null?"is back":`is back, was down ${f(n)}`:e==="down"?`is down${_[t]?` (${_[t]})`:""}`:e==="new"?"is new":"is forgotten"}var $e=Object.freeze({__proto__:null,Changes:re,Round:se});function ue({state:e,group:t,chosen:n,actions:a,choose:s}){const o=n.node,[r]=R(()=>t?.nodes[o]?.entry?.mzxid??null),i=()=>s({dialog:null}),l=()=>{a.attempt("forget","DELETE","groups/nodes",{path:t.path,id:o,mzxid:r}),s({dialog:null,node:null})};return!t||!o?null:d`
    <${T} title=${`Forget ${o}?`} does=${`Forget ${o}`} zookeeper=${e.zookeeper} act=${l} close=${i}>
      <p>Its entry <code>all_nodes/${o}</code> will be deleted: the group then no longer knows the node. If a process
        takes the name again, it registers as a new node.</p>
    <//>
  `}var pe=Object.freeze({__proto__:null,Forget:ue});export{ne as b,$e as c,pe as d};
//# sourceMappingURL=membership-Dy33COb3.js.map
