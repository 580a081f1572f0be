import{bx as v,by as y,ag as p,bz as O,bA as x,a2 as d,bB as $,bC as C,bD as N,bE as S,as as E,n as f,bF as W,bG as j,bH as D,ak as F,ah as L,al as h,a8 as M,bI as R,am as A,ap as m}from"./page.js";import{N as T,R as B,r as H}from"./more-DqiqwnTA.js";const I=1e3,G=100,K=40;function P(e){const{state:t,node:n,clock:a,isChosen:s,choose:o}=e,l=v(t),i=l?null:y(n);p(i===null?I:G);const r=a.now(),c=O(n.timeout_ms,i,r),z=()=>o(s?{node:null,candidate:null}:{node:n.id,candidate:n.candidate});return d`
    <li class=${`member standing-${n.standing} tone-${n.tone} ${s?"chosen":""}`}
      style=${c===null?"":`--left: ${c.toFixed(3)}`}
      data-testid=${`member-${n.id}`} data-standing=${n.standing} data-process=${n.process??""}
      data-belief=${n.belief??""} data-live=${String(n.live)}>
      <button class="member-process" aria-pressed=${s} title=${x(n,r,l)}
        data-testid=${`node-${n.id}`} onClick=${z}>
        <span class="member-belief">${n.words}</span>${" "}
        <${T} node=${n} share=${n.standing==="fading"?c:null} />${" "}
        <span class="member-pid">${Y(n)}</span>
      </button>
      <${q} node=${n} />
      <div class=${`member-session is-${Z(n)}`} aria-hidden="true"><i></i></div>
      <${J} ...${e} now=${r} held=${l} />
    </li>
  `}function Y({candidate:e,process:t,info:n}){return e||(t===null&&n?.pid?`pid ${n.pid}`:"")}function Z({standing:e,process:t}){return e==="live"?t===null?"unobserved":"alive":e==="fading"?"broken":t==="running"?"alive":"none"}function q({node:e}){const t=e.read?.words,n=e.read&&e.process!=="exited"?`its list: ${e.read.count} live`:"";return d`<p class=${`member-list ${t&&e.process!=="exited"?"wrong":""}`} key=${e.read?.at}
    data-testid=${`list-${e.id}`}>${e.process!=="exited"&&t||n}</p>`}function J({node:e,group:t,chosen:n,choose:a,now:s,held:o}){const l=$($(t.path,"live_nodes"),e.id),i=$($(t.path,"all_nodes"),e.id),r=C(e,s);return d`
    <div class="member-znodes">
      <button class=${`znode-live ${n.znode===l?"picked":""}`} disabled=${!e.live}
        data-testid=${`live-${e.id}`} title=${`${l}${e.session?`
session ${e.session}`:""}`}
        onClick=${()=>a({znode:l})}>
        <span class="znode-name"><span>live_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word number">${N(e,s,o)}</span>
      </button>
      <button class=${`znode-known ${n.znode===i?"picked":""}`} disabled=${!e.entry}
        data-testid=${`known-${e.id}`} title=${U(i,e)} onClick=${()=>a({znode:i})}>
        <span class="znode-name"><span>all_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word">${e.entry?Q(e.info):"not yet"}</span>
      </button>
      <p class="member-since number">${r&&d`<b class=${`node-mark ${r==="new"?"new":""}`}
        data-testid=${`mark-${e.id}`}>${r}</b>`}<span>${S(e,s)}</span></p>
    </div>
  `}function Q(e){return e?.pid?`pid ${e.pid}`:E(e?.text??e?.host??"known",K)}function U(e,{info:t}){const n=Object.entries(t??{}).filter(([a])=>a!=="incarnation");return[e,...n.map(([a,s])=>`${a}: ${s}`)].join(`
`)}const u={width:7,height:14.3,gap:.6},b=120;function V(e){const t=f(e.group);if(!t.length)return d`<${W} ...${e} />`;const n=j(e),a=X(t,n),s=i=>Math.ceil(a.length/Math.max(1,Math.floor(i/u.width)));return d`<${B} ...${e} looks="members" data=${{"data-testid":"members-board"}} need=${(i,r,c)=>i<21&&!c?1/0:r+s(i)*(u.height+u.gap)+2.6} draw=${({width:i,top:r})=>d`
    <ul style=${`padding-top: ${H(r)}; grid-template-columns: repeat(${Math.ceil(a.length/s(i))}, minmax(0, 1fr))`}>
      ${a.map(c=>d`<${P} key=${c.id} ...${e} node=${c} isChosen=${n?.id===c.id} />`)}
    </ul>
    <p class="members-ground ground"><${D} state=${e.state} /><${ee} nodes=${t.filter(c=>!a.includes(c))} /></p>
  `} />`}function X(e,t){if(e.length<=b)return e;const n=o=>o.id===t?.id?2:o.candidate||o.live?1:0,a=[...e].sort((o,l)=>n(l)-n(o)||(l.since??0)-(o.since??0)),s=new Set(a.slice(0,b));return e.filter(o=>s.has(o))}function ee({nodes:e}){if(!e.length)return null;const t=e.filter(a=>a.live).length,n=[t&&`${t} live`,e.length-t&&`${e.length-t} down`].filter(Boolean);return d`<span class="members-more" data-testid="members-not-drawn">and ${F(e.length,"node")} that ${e.length===1?"is":"are"} not drawn: ${n.join(", ")}. The tree has all of them.</span>`}var ne=Object.freeze({__proto__:null,Board:V});const te=5,g={kill:"killed",pause:"frozen",expire:"session ended by hand",stop:"left",exit:"ended by itself"},se={new:"new",back:"new",down:"dead",forgotten:"lost"};function ae({group:e,clock:t}){if(p(1e3),!e?.changes.length)return null;const n=[...e.changes].reverse().slice(0,te);return d`
    <section class="changes" aria-label="Changes of the group">
      <p class="handoff-title"><b>Changes</b> every member watches both lists: each member is notified of each change, and reads that list again</p>
      <ol>${n.map((a,s)=>d`<${oe} key=${a.at} change=${a} latest=${s===0}
        now=${t.now()} />`)}</ol>
    </section>
  `}function oe({change:e,latest:t,now:n}){const{node:a,what:s,at:o,told_count:l,of:i,told_ms:r}=e;return d`
    <li class=${`change tone-${se[s]??"wait"} ${t?"latest":""}`} data-testid="change" data-what=${s}>
      <b>${a}</b> <span>${ie(e)}</span> <span class="soft number">${L(n-o)} ago</span>
      ${i>0&&d`<span class="told number" title="How many of this dashboard's other nodes have read the new list, and how long after the change the last one read it">${l} of ${i} told${r==null?"":`, within ${h(r)}`}</span>`}
    </li>
  `}function ie({what:e,fault:t,was_down_ms:n}){return e==="back"?n==null?"is back":`is back, was down ${h(n)}`:e==="down"?`is down${g[t]?` (${g[t]})`:""}`:e==="new"?"is new":"is forgotten"}var re=Object.freeze({__proto__:null,Changes:ae});function le({state:e,group:t,chosen:n,actions:a,choose:s}){const o=n.node,[l]=M(()=>t?.nodes[o]?.entry?.mzxid??null),i=()=>s({dialog:null}),r=()=>{a.attempt("forget","DELETE","groups/nodes",{path:t.path,id:o,mzxid:l}),s({dialog:null,node:null})};return!t||!o?null:d`
    <${R} title=${`Forget ${o}?`} does=${`Forget ${o}`} zookeeper=${e.zookeeper} act=${r} close=${i}>
      <p>Its entry <code>all_nodes/${o}</code> will be deleted: the group then no longer knows the node. If a process
        takes the name again, it registers as a new node.</p>
    <//>
  `}var de=Object.freeze({__proto__:null,Forget:le});const w={kill:"killed",pause:"frozen",expire:"its session ended by hand",stop:"left",exit:"ended by itself"},ce={stop:"deletes its znode",expire:"session ended",exit:"znode goes"};function $e({group:e,clock:t}){const n=(e?.changes??[]).filter(({what:s})=>s==="down").reverse(),a=f(e).filter(({standing:s,fault_at:o})=>s==="fading"&&typeof o=="number");return d`<${A} word="end of a member" clock=${t} empty="No member has ended yet. Kill one."
    roundsOf=${s=>[...a.map(o=>ue(o,s)),...n.map(pe)]} />`}const k=e=>({phase:"dies",name:ce[e]??"session runs out",until:"its live znode was gone",tone:"dead"}),_=e=>({phase:"told",name:"told",title:"the others are told",until:`all ${e??"others"} had read the new list`});function ue({id:e,fault:t,fault_at:n,session_ends:a},s){const o=w[t]??"ends";return{of:`${e} now`,who:e,what:o,ears:`${e}, ${o}`,phases:m(n,[{...k(t),at:null},{..._(),at:null}],s),least:typeof a=="number"?(a-n)*1e3:0}}function pe({node:e,fault:t,fault_at:n,at:a,of:s,told_count:o,told_ms:l}){const i=w[t]??"ended",r={...m(n,[{...k(t),at:a}],null)[0]};return{of:`${e} ${a}`,who:e,what:i,facts:s>0&&d`<span>${o} of ${s} told</span>`,ears:`${e}, ${i}, ${o} of ${s} told`,phases:s>0?[r,{..._(s),ms:l??void 0}]:[r]}}var fe=Object.freeze({__proto__:null,Round:$e});export{ne as b,re as c,de as d,fe as r};
//# sourceMappingURL=membership-Bnmh6CCb.js.map
