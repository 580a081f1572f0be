import{aT as b,bI as N,h as c,bZ as W,bu as S,g as E,b_ as I,b$ as L,u as M,bA as j,c0 as A,c1 as h,c2 as D,c3 as F,R as g,c4 as T,e as B,L as G,m as w,q as k,d as H,ay as Z}from"./page.js";import{R as q,r as K,N as P}from"./more-BDEiNFfz.js";const m={width:7,height:14.3,gap:.6},_={height:12,gap:.6},U=3.45,v=30,y=1.4,z=120;function Y(e){const s=b(e.group);if(!s.length)return c`<${N} ...${e} />`;const n=W(e),a=J(s,n),o=i=>Math.ceil(a.length/Math.max(1,Math.floor(i/m.width))),t=(i,d)=>d+o(i)*(m.height+m.gap)+y+1.2,l=(i,d)=>d+(i<v?a.length*U:o(i)*(_.height+_.gap))+y,$=(i,d,f)=>f?Math.min(t(i,d),l(i,d)):i<21?1/0:t(i,d),r=({width:i,height:d,top:f})=>t(i,f)<=d+.01?"":i<v?"is-rows":"is-brief",u=({width:i},d)=>d==="is-rows"?1:Math.ceil(a.length/o(i));return c`<${q} ...${e} looks="members" data=${{"data-testid":"members-board"}} need=${$} draw=${i=>c`
    <div class=${`members-drawing ${r(i)}`}>
    <ul style=${`padding-top: ${K(i.top)}; grid-template-columns: repeat(${u(i,r(i))}, minmax(0, 1fr))`}>
      ${a.map(d=>c`<${ne} key=${d.id} ...${e} node=${d} isChosen=${n?.id===d.id} />`)}
    </ul>
    <p class="members-ground ground"><${S} state=${e.state} /><${Q} nodes=${s.filter(d=>!a.includes(d))} /></p>
    </div>
  `} />`}function J(e,s){if(e.length<=z)return e;const n=t=>t.id===s?.id?2:t.candidate||t.live?1:0,a=[...e].sort((t,l)=>n(l)-n(t)||(l.since??0)-(t.since??0)),o=new Set(a.slice(0,z));return e.filter(t=>o.has(t))}function Q({nodes:e}){if(!e.length)return null;const s=e.filter(a=>a.live).length,n=[s&&`${s} live`,e.length-s&&`${e.length-s} down`].filter(Boolean);return c`<span class="members-more" data-testid="members-not-drawn">and ${E(e.length,"node")} that ${e.length===1?"is":"are"} not drawn: ${n.join(", ")}. The tree has all of them.</span>`}const V=1e3,X=100,ee=40;function ne(e){const{state:s,node:n,clock:a,isChosen:o,choose:t}=e,l=I(s),$=l?null:L(n);M($===null?V:X);const r=a.now(),u=j(n.timeout_ms,$,r),p=()=>t(o?{node:null,candidate:null}:{node:n.id,candidate:n.candidate});return c`
    <li class=${`member standing-${n.standing} tone-${n.tone} ${o?"chosen":""}`}
      style=${u===null?"":`--left: ${u.toFixed(3)}`}
      data-testid=${`member-${n.id}`} data-standing=${n.standing} data-process=${n.process??""}
      data-belief=${n.belief??""} data-live=${String(n.live)}>
      <button class="member-process" aria-pressed=${o} title=${A(n,r,l)}
        data-testid=${`node-${n.id}`} onClick=${p}>
        <span class="member-belief">${n.words}</span>${" "}
        <${P} node=${n} share=${n.standing==="fading"?u:null} />${" "}
        <span class="member-pid">${se(n)}</span>
      </button>
      <${ae} node=${n} />
      <div class=${`member-session is-${te(n)}`} aria-hidden="true"><i></i></div>
      <${oe} ...${e} now=${r} held=${l} />
    </li>
  `}function se({candidate:e,process:s,info:n}){return e||(s===null&&n?.pid?`pid ${n.pid}`:"")}function te({standing:e,process:s}){return e==="live"?s===null?"unobserved":"alive":e==="fading"?"broken":s==="running"?"alive":"none"}function ae({node:e}){const s=e.read?.words,n=e.read&&e.process!=="exited"?`its list: ${e.read.count} live`:"";return c`<p class=${`member-list ${s&&e.process!=="exited"?"wrong":""}`} key=${e.read?.at}
    data-testid=${`list-${e.id}`}>${e.process!=="exited"&&s||n}</p>`}function oe({node:e,group:s,clock:n,chosen:a,choose:o,now:t,held:l}){const $=h(h(s.path,"live_nodes"),e.id),r=h(h(s.path,"all_nodes"),e.id),u=D(e,t);return c`
    <div class="member-znodes">
      <button class=${`znode-live ${a.znode===$?"picked":""}`} disabled=${!e.live}
        data-testid=${`live-${e.id}`} title=${`${$}${e.session?`
session ${e.session}`:""}`}
        onClick=${()=>o({znode:$})}>
        <span class="znode-name"><span>live_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word number">${F(e,t,l)}</span>
      </button>
      <button class=${`znode-known ${a.znode===r?"picked":""}`} disabled=${!e.entry}
        data-testid=${`known-${e.id}`} title=${le(r,e)} onClick=${()=>o({znode:r})}>
        <span class="znode-name"><span>all_nodes/</span><b>${e.id}</b></span>
        <span class="znode-word">${e.entry?ie(e.info):"not yet"}</span>
      </button>
      <p class="member-since number">${u&&c`<b class=${`node-mark ${u==="new"?"new":""}`}
        data-testid=${`mark-${e.id}`}>${u}</b>`}${u?.startsWith("was")?null:c`<span><${g} at=${e.since??0} clock=${n} say=${p=>T(e,p)} /></span>`}</p>
    </div>
  `}function ie(e){return e?.pid?`pid ${e.pid}`:B(e?.text??e?.host??"known",ee)}function le(e,{info:s}){const n=Object.entries(s??{}).filter(([a])=>a!=="incarnation");return[e,...n.map(([a,o])=>`${a}: ${o}`)].join(`
`)}var re=Object.freeze({__proto__:null,Board:Y});const O={kill:"killed",pause:"frozen",expire:"its session ended by hand",stop:"left",exit:"ended by itself"},de={stop:"deletes its znode",expire:"session ended",exit:"znode goes"};function ce({group:e,state:s,clock:n}){const a=(e?.changes??[]).filter(({what:t})=>t==="down").reverse(),o=b(e).filter(({standing:t,fault_at:l})=>t==="fading"&&typeof l=="number");return c`<${G} word="end of a member" state=${s} clock=${n} empty="No member has ended yet." invites="Kill one."
    roundsOf=${t=>[...o.map(l=>$e(l,t)),...a.map(ue)]} />`}const x=e=>({phase:"dies",name:de[e]??"session runs out",until:"its live znode was gone",tone:"dead"}),R=e=>({phase:"told",name:"told",title:"the others are told",until:`all ${e??"others"} had read the new list`});function $e({id:e,fault:s,fault_at:n,session_ends:a},o){const t=O[s]??"ends";return{of:`${e} now`,who:e,what:t,ears:`${e}, ${t}`,phases:k(n,[{...x(s),at:null},{...R(),at:null}],o),least:typeof a=="number"?(a-n)*1e3:0}}function ue({node:e,fault:s,fault_at:n,at:a,of:o,told_count:t,told_ms:l}){const $=O[s]??"ended",r={...k(n,[{...x(s),at:a}],null)[0]};return{of:`${e} ${a}`,who:e,what:$,facts:o>0&&c`<span>${t} of ${o} told</span>`,ears:`${e}, ${$}, ${t} of ${o} told`,phases:o>0?[r,{...R(o),ms:l??void 0}]:[r]}}const pe=5,C={kill:"killed",pause:"frozen",expire:"session ended by hand",stop:"left",exit:"ended by itself"},he={new:"new",back:"new",down:"dead",forgotten:"lost"};function fe({group:e,clock:s}){if(!e?.changes.length)return null;const n=[...e.changes].reverse().slice(0,pe);return c`
    <section class="changes" aria-label="Changes of the group">
      <p class="handoff-title"><b>Changes</b> every member watches both lists: each member is notified of each change, and reads that list again</p>
      <ol>${n.map((a,o)=>c`<${me} key=${a.at} change=${a} latest=${o===0} clock=${s} />`)}</ol>
    </section>
  `}function me({change:e,latest:s,clock:n}){const{node:a,what:o,at:t,told_count:l,of:$,told_ms:r}=e;return c`
    <li class=${`change tone-${he[o]??"wait"} ${s?"latest":""}`} data-testid="change" data-what=${o}>
      <b>${a}</b> <span>${be(e)}</span> <span class="soft number"><${g} at=${t} clock=${n} /> ago</span>
      ${$>0&&c`<span class="told number" title="How many of this dashboard's other nodes have read the new list, and how long after the change the last one read it">${l} of ${$} told${r==null?"":`, within ${w(r)}`}</span>`}
    </li>
  `}function be({what:e,fault:s,was_down_ms:n}){return e==="back"?n==null?"is back":`is back, was down ${w(n)}`:e==="down"?`is down${C[s]?` (${C[s]})`:""}`:e==="new"?"is new":"is forgotten"}var ge=Object.freeze({__proto__:null,Changes:fe,Round:ce});function we({state:e,group:s,chosen:n,actions:a,choose:o}){const t=n.node,[l]=H(()=>s?.nodes[t]?.entry?.mzxid??null),$=()=>o({dialog:null}),r=()=>{a.attempt("forget","DELETE","groups/nodes",{path:s.path,id:t,mzxid:l}),o({dialog:null,node:null})};return!s||!t?null:c`
    <${Z} title=${`Forget ${t}?`} does=${`Forget ${t}`} zookeeper=${e.zookeeper} act=${r} close=${$}>
      <p>Its entry <code>all_nodes/${t}</code> will be deleted: the group then no longer knows the node. If a process
        takes the name again, it registers as a new node.</p>
    <//>
  `}var ke=Object.freeze({__proto__:null,Forget:we});export{re as b,ge as c,ke as d};
//# sourceMappingURL=membership-_B2Im7CB.js.map
