import{aR as b,ac as u,aS as m,aT as g,aU as w,aV as k,a0 as l,aW as v,aX as $,aY as _,aZ as z,a_ as y,n as O,a$ as W,b0 as C,b1 as x,ak as S,ad as N,ag as p,a5 as j,aL as F}from"./page.js";import{N as T}from"./more-D1aC5s9h.js";const E=1e3,A=100;function B(e){const{node:n,clock:s,isChosen:a,choose:o}=e,t=b(n);u(t===null?E:A);const i=s.now(),r=m(n.timeout_ms,t,i),d=()=>o(a?{node:null,candidate:null}:{node:n.id,candidate:n.candidate});return l`
    <li class=${`member standing-${n.standing} tone-${g(n)} ${a?"chosen":""}`}
      style=${r===null?"":`--left: ${r.toFixed(3)}`}
      data-testid=${`member-${n.id}`} data-standing=${n.standing} data-process=${n.process??""}
      data-belief=${n.belief??""} data-live=${String(n.live)}>
      <button class="member-process" aria-pressed=${a} title=${w(n,i)}
        data-testid=${`node-${n.id}`} onClick=${d}>
        <span class="member-belief">${k(n)}</span>${" "}
        <${T} node=${n} share=${n.standing==="fading"?r:null} />${" "}
        <span class="member-pid">${D(n)}</span>
      </button>
      <${M} node=${n} />
      <div class=${`member-session is-${L(n)}`} aria-hidden="true"><i></i></div>
      <${Z} ...${e} now=${i} />
    </li>
  `}function D({candidate:e,process:n,info:s}){return e||(n===null&&s?.pid?`pid ${s.pid}`:"")}function L({standing:e,process:n}){return e==="live"?n===null?"unobserved":"alive":e==="fading"?"broken":n==="running"?"alive":"none"}function M({node:e}){const n=v(e),s=e.read&&e.process!=="exited"?`its list: ${e.read.count} live`:"";return l`<p class=${`member-list ${n&&e.process!=="exited"?"wrong":""}`} key=${e.read?.at}
    data-testid=${`list-${e.id}`}>${e.process!=="exited"&&n||s}</p>`}function Z({node:e,group:n,chosen:s,choose:a,now:o}){const t=$($(n.path,"live_nodes"),e.id),i=$($(n.path,"all_nodes"),e.id),r=_(e,o);return l`
    <div class="member-znodes">
      <button class=${`znode-live ${s.znode===t?"picked":""}`} disabled=${!e.live}
        data-testid=${`live-${e.id}`} title=${`${t}${e.session?`
session ${e.session}`:""}`}
        onClick=${()=>a({znode:t})}>
        <span class="znode-name"><span>live_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word number">${z(e,o)}</span>
      </button>
      <button class=${`znode-known ${s.znode===i?"picked":""}`} disabled=${!e.entry}
        data-testid=${`known-${e.id}`} title=${R(i,e)} onClick=${()=>a({znode:i})}>
        <span class="znode-name"><span>all_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word">${e.entry?H(e.info):"not yet"}</span>
      </button>
      <p class="member-since number">${r&&l`<b class=${`node-mark ${r==="new"?"new":""}`}
        data-testid=${`mark-${e.id}`}>${r}</b>`}<span>${y(e,o)}</span></p>
    </div>
  `}function H(e){return e?.pid?`pid ${e.pid}`:e?.text??e?.host??"known"}function R(e,{info:n}){const s=Object.entries(n??{}).filter(([a])=>a!=="incarnation");return[e,...s.map(([a,o])=>`${a}: ${o}`)].join(`
`)}const I=12,f=120;function K(e){const{state:n,group:s,page:a}=e,o=O(s),t=W(n),i=a.status.state!=="connected"||!t;if(!o.length)return l`<div class="nodes-empty"><${C} ...${e} /></div>`;const r=x(e),d=Y(o,r);return l`
    <div class=${`members ${i?"stale":""} ${o.length>I?"many":""}`} data-testid="members-board">
      <p class="nodes-lane believed">Processes: what each one believes</p>
      <ul style=${`--count: ${d.length}`}>
        ${d.map(c=>l`<${B} key=${c.id} ...${e} node=${c} isChosen=${r?.id===c.id} />`)}
      </ul>
      <${P} nodes=${o.filter(c=>!d.includes(c))} />
      <p class="nodes-lane true">${t?"ZooKeeper: what is true":"ZooKeeper is out of reach: what was true last"}</p>
    </div>
  `}function Y(e,n){if(e.length<=f)return e;const s=t=>t.id===n?.id?2:t.candidate||t.live?1:0,a=[...e].sort((t,i)=>s(i)-s(t)||(i.since??0)-(t.since??0)),o=new Set(a.slice(0,f));return e.filter(t=>o.has(t))}function P({nodes:e}){if(!e.length)return null;const n=e.filter(a=>a.live).length,s=[n&&`${n} live`,e.length-n&&`${e.length-n} down`].filter(Boolean);return l`<p class="members-more soft" data-testid="members-not-drawn">and ${S(e.length,"node")} that ${e.length===1?"is":"are"} not drawn: ${s.join(", ")}. The tree has all of them.</p>`}var U=Object.freeze({__proto__:null,Board:K});const V=5,h={kill:"killed",pause:"frozen",expire:"session ended by hand",stop:"left",exit:"ended by itself"},X={new:"new",back:"new",down:"dead",forgotten:"lost"};function q({group:e,clock:n}){if(u(1e3),!e?.changes.length)return null;const s=[...e.changes].reverse().slice(0,V);return l`
    <section class="changes" aria-label="Changes of the group">
      <p class="handoff-title"><b>Changes</b> every member watches both lists: each member is notified of each change, and reads that list again</p>
      <ol>${s.map((a,o)=>l`<${G} key=${a.at} change=${a} latest=${o===0}
        now=${n.now()} />`)}</ol>
    </section>
  `}function G({change:e,latest:n,now:s}){const{node:a,what:o,at:t,told_count:i,of:r,told_ms:d}=e;return l`
    <li class=${`change tone-${X[o]??"wait"} ${n?"latest":""}`} data-testid="change" data-what=${o}>
      <b>${a}</b> <span>${J(e)}</span> <span class="soft number">${N(s-t)} ago</span>
      ${r>0&&l`<span class="told number" title="How many of this dashboard's other nodes have read the new list, and how long after the change the last one read it">${i} of ${r} told${d==null?"":`, within ${p(d)}`}</span>`}
    </li>
  `}function J({what:e,fault:n,was_down_ms:s}){return e==="back"?s==null?"is back":`is back, was down ${p(s)}`:e==="down"?`is down${h[n]?` (${h[n]})`:""}`:e==="new"?"is new":"is forgotten"}var Q=Object.freeze({__proto__:null,Changes:q});function ee({state:e,group:n,chosen:s,actions:a,choose:o}){const t=s.node,[i]=j(()=>n?.nodes[t]?.entry?.mzxid??null),r=()=>o({dialog:null}),d=()=>{a.attempt("forget","DELETE","groups/nodes",{path:n.path,id:t,mzxid:i}),o({dialog:null,node:null})};return!n||!t?null:l`
    <${F} title=${`Forget ${t}?`} does=${`Forget ${t}`} zookeeper=${e.zookeeper} act=${d} close=${r}>
      <p>Its entry <code>all_nodes/${t}</code> will be deleted: the group then no longer knows the node. If a process
        takes the name again, it registers as a new node.</p>
    <//>
  `}var ne=Object.freeze({__proto__:null,Forget:ee});export{U as b,Q as c,ne as d};
