import{aX as m,aY as g,ag as u,aZ as w,a_ as k,a$ as v,b0 as _,a2 as d,b1 as z,b2 as $,b3 as y,b4 as O,b5 as C,am as W,n as x,b6 as N,b7 as S,b8 as j,ak as E,ah as F,al as p,a8 as T,aP as A}from"./page.js";import{N as L}from"./more-BR-OAo5m.js";const B=1e3,D=100,H=40;function M(e){const{state:s,node:n,clock:o,isChosen:t,choose:a}=e,i=m(s),r=i?null:g(n);u(r===null?B:D);const l=o.now(),c=w(n.timeout_ms,r,l),f=()=>a(t?{node:null,candidate:null}:{node:n.id,candidate:n.candidate});return d`
    <li class=${`member standing-${n.standing} tone-${k(n)} ${t?"chosen":""}`}
      style=${c===null?"":`--left: ${c.toFixed(3)}`}
      data-testid=${`member-${n.id}`} data-standing=${n.standing} data-process=${n.process??""}
      data-belief=${n.belief??""} data-live=${String(n.live)}>
      <button class="member-process" aria-pressed=${t} title=${v(n,l,i)}
        data-testid=${`node-${n.id}`} onClick=${f}>
        <span class="member-belief">${_(n)}</span>${" "}
        <${L} node=${n} share=${n.standing==="fading"?c:null} />${" "}
        <span class="member-pid">${Z(n)}</span>
      </button>
      <${I} node=${n} />
      <div class=${`member-session is-${P(n)}`} aria-hidden="true"><i></i></div>
      <${K} ...${e} now=${l} held=${i} />
    </li>
  `}function Z({candidate:e,process:s,info:n}){return e||(s===null&&n?.pid?`pid ${n.pid}`:"")}function P({standing:e,process:s}){return e==="live"?s===null?"unobserved":"alive":e==="fading"?"broken":s==="running"?"alive":"none"}function I({node:e}){const s=z(e),n=e.read&&e.process!=="exited"?`its list: ${e.read.count} live`:"";return d`<p class=${`member-list ${s&&e.process!=="exited"?"wrong":""}`} key=${e.read?.at}
    data-testid=${`list-${e.id}`}>${e.process!=="exited"&&s||n}</p>`}function K({node:e,group:s,chosen:n,choose:o,now:t,held:a}){const i=$($(s.path,"live_nodes"),e.id),r=$($(s.path,"all_nodes"),e.id),l=y(e,t);return d`
    <div class="member-znodes">
      <button class=${`znode-live ${n.znode===i?"picked":""}`} disabled=${!e.live}
        data-testid=${`live-${e.id}`} title=${`${i}${e.session?`
session ${e.session}`:""}`}
        onClick=${()=>o({znode:i})}>
        <span class="znode-name"><span>live_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word number">${O(e,t,a)}</span>
      </button>
      <button class=${`znode-known ${n.znode===r?"picked":""}`} disabled=${!e.entry}
        data-testid=${`known-${e.id}`} title=${Y(r,e)} onClick=${()=>o({znode:r})}>
        <span class="znode-name"><span>all_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word">${e.entry?R(e.info):"not yet"}</span>
      </button>
      <p class="member-since number">${l&&d`<b class=${`node-mark ${l==="new"?"new":""}`}
        data-testid=${`mark-${e.id}`}>${l}</b>`}<span>${C(e,t)}</span></p>
    </div>
  `}function R(e){return e?.pid?`pid ${e.pid}`:W(e?.text??e?.host??"known",H)}function Y(e,{info:s}){const n=Object.entries(s??{}).filter(([o])=>o!=="incarnation");return[e,...n.map(([o,t])=>`${o}: ${t}`)].join(`
`)}const G=12,h=120;function X(e){const{state:s,group:n,page:o}=e,t=x(n),a=N(s),i=o.status.state!=="connected"||!a;if(!t.length)return d`<div class="nodes-empty"><${S} ...${e} /></div>`;const r=j(e),l=q(t,r);return d`
    <div class=${`members ${i?"stale":""} ${t.length>G?"many":""}`} data-testid="members-board">
      <p class="nodes-lane believed">Processes: what each believes</p>
      <ul style=${`--count: ${l.length}`}>
        ${l.map(c=>d`<${M} key=${c.id} ...${e} node=${c} isChosen=${r?.id===c.id} />`)}
      </ul>
      <p class="nodes-lane true">${a?"ZooKeeper: what is true":"ZooKeeper is out of reach: what was true last"}</p>
      <${J} nodes=${t.filter(c=>!l.includes(c))} />
    </div>
  `}function q(e,s){if(e.length<=h)return e;const n=a=>a.id===s?.id?2:a.candidate||a.live?1:0,o=[...e].sort((a,i)=>n(i)-n(a)||(i.since??0)-(a.since??0)),t=new Set(o.slice(0,h));return e.filter(a=>t.has(a))}function J({nodes:e}){if(!e.length)return null;const s=e.filter(o=>o.live).length,n=[s&&`${s} live`,e.length-s&&`${e.length-s} down`].filter(Boolean);return d`<p class="members-more soft" data-testid="members-not-drawn">and ${E(e.length,"node")} that ${e.length===1?"is":"are"} not drawn: ${n.join(", ")}. The tree has all of them.</p>`}var Q=Object.freeze({__proto__:null,Board:X});const U=5,b={kill:"killed",pause:"frozen",expire:"session ended by hand",stop:"left",exit:"ended by itself"},V={new:"new",back:"new",down:"dead",forgotten:"lost"};function ee({group:e,clock:s}){if(u(1e3),!e?.changes.length)return null;const n=[...e.changes].reverse().slice(0,U);return d`
    <section class="changes" aria-label="Changes of the group">
      <p class="handoff-title"><b>Changes</b> every member watches both lists: each member is notified of each change, and reads that list again</p>
      <ol>${n.map((o,t)=>d`<${ne} key=${o.at} change=${o} latest=${t===0}
        now=${s.now()} />`)}</ol>
    </section>
  `}function ne({change:e,latest:s,now:n}){const{node:o,what:t,at:a,told_count:i,of:r,told_ms:l}=e;return d`
    <li class=${`change tone-${V[t]??"wait"} ${s?"latest":""}`} data-testid="change" data-what=${t}>
      <b>${o}</b> <span>${se(e)}</span> <span class="soft number">${F(n-a)} ago</span>
      ${r>0&&d`<span class="told number" title="How many of this dashboard's other nodes have read the new list, and how long after the change the last one read it">${i} of ${r} told${l==null?"":`, within ${p(l)}`}</span>`}
    </li>
  `}function se({what:e,fault:s,was_down_ms:n}){return e==="back"?n==null?"is back":`is back, was down ${p(n)}`:e==="down"?`is down${b[s]?` (${b[s]})`:""}`:e==="new"?"is new":"is forgotten"}var te=Object.freeze({__proto__:null,Changes:ee});function ae({state:e,group:s,chosen:n,actions:o,choose:t}){const a=n.node,[i]=T(()=>s?.nodes[a]?.entry?.mzxid??null),r=()=>t({dialog:null}),l=()=>{o.attempt("forget","DELETE","groups/nodes",{path:s.path,id:a,mzxid:i}),t({dialog:null,node:null})};return!s||!a?null:d`
    <${A} title=${`Forget ${a}?`} does=${`Forget ${a}`} zookeeper=${e.zookeeper} act=${l} close=${r}>
      <p>Its entry <code>all_nodes/${a}</code> will be deleted: the group then no longer knows the node. If a process
        takes the name again, it registers as a new node.</p>
    <//>
  `}var oe=Object.freeze({__proto__:null,Forget:ae});export{Q as b,te as c,oe as d};
//# sourceMappingURL=membership-DF6QY7Y5.js.map
