import{aX as m,aY as g,ag as u,aZ as w,a_ as k,a2 as d,a$ as $,b0 as v,b1 as _,b2 as z,am as y,n as O,b3 as C,b4 as x,b5 as N,ak as S,ah as W,al as p,a8 as j,aP as E}from"./page.js";import{N as F}from"./more-BR-OAo5m.js";const T=1e3,A=100,L=40;function B(e){const{state:s,node:n,clock:o,isChosen:t,choose:a}=e,i=m(s),r=i?null:g(n);u(r===null?T:A);const l=o.now(),c=w(n.timeout_ms,r,l),b=()=>a(t?{node:null,candidate:null}:{node:n.id,candidate:n.candidate});return d`
    <li class=${`member standing-${n.standing} tone-${n.tone} ${t?"chosen":""}`}
      style=${c===null?"":`--left: ${c.toFixed(3)}`}
      data-testid=${`member-${n.id}`} data-standing=${n.standing} data-process=${n.process??""}
      data-belief=${n.belief??""} data-live=${String(n.live)}>
      <button class="member-process" aria-pressed=${t} title=${k(n,l,i)}
        data-testid=${`node-${n.id}`} onClick=${b}>
        <span class="member-belief">${n.words}</span>${" "}
        <${F} node=${n} share=${n.standing==="fading"?c:null} />${" "}
        <span class="member-pid">${D(n)}</span>
      </button>
      <${M} node=${n} />
      <div class=${`member-session is-${H(n)}`} aria-hidden="true"><i></i></div>
      <${Z} ...${e} now=${l} held=${i} />
    </li>
  `}function D({candidate:e,process:s,info:n}){return e||(s===null&&n?.pid?`pid ${n.pid}`:"")}function H({standing:e,process:s}){return e==="live"?s===null?"unobserved":"alive":e==="fading"?"broken":s==="running"?"alive":"none"}function M({node:e}){const s=e.read?.words,n=e.read&&e.process!=="exited"?`its list: ${e.read.count} live`:"";return d`<p class=${`member-list ${s&&e.process!=="exited"?"wrong":""}`} key=${e.read?.at}
    data-testid=${`list-${e.id}`}>${e.process!=="exited"&&s||n}</p>`}function Z({node:e,group:s,chosen:n,choose:o,now:t,held:a}){const i=$($(s.path,"live_nodes"),e.id),r=$($(s.path,"all_nodes"),e.id),l=v(e,t);return d`
    <div class="member-znodes">
      <button class=${`znode-live ${n.znode===i?"picked":""}`} disabled=${!e.live}
        data-testid=${`live-${e.id}`} title=${`${i}${e.session?`
session ${e.session}`:""}`}
        onClick=${()=>o({znode:i})}>
        <span class="znode-name"><span>live_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word number">${_(e,t,a)}</span>
      </button>
      <button class=${`znode-known ${n.znode===r?"picked":""}`} disabled=${!e.entry}
        data-testid=${`known-${e.id}`} title=${I(r,e)} onClick=${()=>o({znode:r})}>
        <span class="znode-name"><span>all_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word">${e.entry?P(e.info):"not yet"}</span>
      </button>
      <p class="member-since number">${l&&d`<b class=${`node-mark ${l==="new"?"new":""}`}
        data-testid=${`mark-${e.id}`}>${l}</b>`}<span>${z(e,t)}</span></p>
    </div>
  `}function P(e){return e?.pid?`pid ${e.pid}`:y(e?.text??e?.host??"known",L)}function I(e,{info:s}){const n=Object.entries(s??{}).filter(([o])=>o!=="incarnation");return[e,...n.map(([o,t])=>`${o}: ${t}`)].join(`
`)}const K=12,h=120;function R(e){const{state:s,group:n,page:o}=e,t=O(n),a=C(s),i=o.status.state!=="connected"||!a;if(!t.length)return d`<div class="nodes-empty"><${x} ...${e} /></div>`;const r=N(e),l=Y(t,r);return d`
    <div class=${`members ${i?"stale":""} ${t.length>K?"many":""}`} data-testid="members-board">
      <p class="nodes-lane believed">Processes: what each believes</p>
      <ul style=${`--count: ${l.length}`}>
        ${l.map(c=>d`<${B} key=${c.id} ...${e} node=${c} isChosen=${r?.id===c.id} />`)}
      </ul>
      <p class="nodes-lane true">${a?"ZooKeeper: what is true":"ZooKeeper is out of reach: what was true last"}</p>
      <${G} nodes=${t.filter(c=>!l.includes(c))} />
    </div>
  `}function Y(e,s){if(e.length<=h)return e;const n=a=>a.id===s?.id?2:a.candidate||a.live?1:0,o=[...e].sort((a,i)=>n(i)-n(a)||(i.since??0)-(a.since??0)),t=new Set(o.slice(0,h));return e.filter(a=>t.has(a))}function G({nodes:e}){if(!e.length)return null;const s=e.filter(o=>o.live).length,n=[s&&`${s} live`,e.length-s&&`${e.length-s} down`].filter(Boolean);return d`<p class="members-more soft" data-testid="members-not-drawn">and ${S(e.length,"node")} that ${e.length===1?"is":"are"} not drawn: ${n.join(", ")}. The tree has all of them.</p>`}var X=Object.freeze({__proto__:null,Board:R});const q=5,f={kill:"killed",pause:"frozen",expire:"session ended by hand",stop:"left",exit:"ended by itself"},J={new:"new",back:"new",down:"dead",forgotten:"lost"};function Q({group:e,clock:s}){if(u(1e3),!e?.changes.length)return null;const n=[...e.changes].reverse().slice(0,q);return d`
    <section class="changes" aria-label="Changes of the group">
      <p class="handoff-title"><b>Changes</b> every member watches both lists: each member is notified of each change, and reads that list again</p>
      <ol>${n.map((o,t)=>d`<${U} key=${o.at} change=${o} latest=${t===0}
        now=${s.now()} />`)}</ol>
    </section>
  `}function U({change:e,latest:s,now:n}){const{node:o,what:t,at:a,told_count:i,of:r,told_ms:l}=e;return d`
    <li class=${`change tone-${J[t]??"wait"} ${s?"latest":""}`} data-testid="change" data-what=${t}>
      <b>${o}</b> <span>${V(e)}</span> <span class="soft number">${W(n-a)} ago</span>
      ${r>0&&d`<span class="told number" title="How many of this dashboard's other nodes have read the new list, and how long after the change the last one read it">${i} of ${r} told${l==null?"":`, within ${p(l)}`}</span>`}
    </li>
  `}function V({what:e,fault:s,was_down_ms:n}){return e==="back"?n==null?"is back":`is back, was down ${p(n)}`:e==="down"?`is down${f[s]?` (${f[s]})`:""}`:e==="new"?"is new":"is forgotten"}var ee=Object.freeze({__proto__:null,Changes:Q});function ne({state:e,group:s,chosen:n,actions:o,choose:t}){const a=n.node,[i]=j(()=>s?.nodes[a]?.entry?.mzxid??null),r=()=>t({dialog:null}),l=()=>{o.attempt("forget","DELETE","groups/nodes",{path:s.path,id:a,mzxid:i}),t({dialog:null,node:null})};return!s||!a?null:d`
    <${E} title=${`Forget ${a}?`} does=${`Forget ${a}`} zookeeper=${e.zookeeper} act=${l} close=${r}>
      <p>Its entry <code>all_nodes/${a}</code> will be deleted: the group then no longer knows the node. If a process
        takes the name again, it registers as a new node.</p>
    <//>
  `}var se=Object.freeze({__proto__:null,Forget:ne});export{X as b,ee as c,se as d};
//# sourceMappingURL=membership-HZMZLJEw.js.map
