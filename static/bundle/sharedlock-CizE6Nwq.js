import{bH as w,ag as g,a2 as o,a6 as u,ak as h,bI as b,R as k,bJ as _,X as O,aU as T}from"./page.js";import{F as z,B as S}from"./lock-PPLxgeoJ.js";import{P as v}from"./more-BR-OAo5m.js";function N(a){const{shared:e,clock:s}=a,t=w(a),r=Object.entries(e.tasks).sort(([n],[i])=>t.indexOf(n)-t.indexOf(i));return g(r.some(([,{stopped:n}])=>typeof n!="number")?100:null),o`
    <${z} of=${e} label="Who reads or writes the file" none="Nobody reads or writes the file." written="each writer that finishes"
      tasks=${r.map(([n,i])=>o`<${j} key=${n} ...${a} id=${n} task=${i} now=${s.now()} />`)}>
      <${x} shared=${e} />
    <//>
  `}function j(a){const{id:e,task:s,now:t,state:r,shared:n,chosen:i,choose:d}=a,$=r.candidates[e],l=$?.recipe==="writer";return o`
    <${S} id=${e} task=${s} now=${t} candidate=${$} chosen=${i.candidate===e} choose=${d}
      looks="of-shared" data=${{"data-mode":l?"write":"read"}} stands=${{paused:"frozen here",exited:"dead"}[$?.process]}>
      <span class="number">${l?`writes ${s.read} \u2192 ${s.read+1}`:`reads ${s.read}`}</span>
      <${b} ...${a} entry=${n.locking?k(n,e):null} />
    <//>
  `}function x({shared:{file:a,before:e}}){const{reads:s,torn:t,finished:r,lost:n}=a;return o`
    <div class="lost" data-testid="harm" data-torn=${t} data-lost=${n} data-reads=${s} data-finished=${r}>
      <p class=${t?"harmed":"kept"}><b>${t?u(t):"\u2713"}</b> ${t?`torn ${t===1?"read":"reads"}`:"no read torn"}</p>
      <p class=${n?"harmed":"kept"}><b>${n?u(n):"\u2713"}</b> ${n?`lost ${n===1?"write":"writes"}`:"no write lost"}</p>
      <p class="soft">${h(s,"read")}, ${h(r,"write")}</p>
      ${e&&o`<p class="soft">Before, ${e.locking?"with":"without"} the lock: ${F(e)}</p>`}
    </div>
  `}function F({torn:a,reads:e,lost:s,finished:t}){return`${u(a)} of ${h(e,"read")} torn, ${u(s)} of ${h(t,"write")} lost`}var R=Object.freeze({__proto__:null,SharedFile:N});function y(a){const{shared:e,state:s}=a,t=e?.chain.map(n=>n.truth==="holder"?{...n,truth:"leader"}:n),r=e&&{...e,chain:t,leader:null,epoch:null};return o`<${_} ...${a} of=${e} row=${r} words=${B} isEmpty=${!O(s,e?.path).length}
    label="Readers and writers, in the order of the line" />`}const B={crown:({chain:a},e)=>H(a.filter(({truth:s})=>s==="leader"),e),stand:(a,{revoked:e})=>e?"unlock":"",lingersMs:1e3};function H(a,e){return a[0]?.mode==="write"?e?"alone":"a writer, alone":a.length<2?e?"reads":"a reader":e?`${a.length} read`:`${a.length} readers, together`}var W=Object.freeze({__proto__:null,Line:y});const f=10,C={held:0,finished:0,abandoned:0,gave_up:0,gave_back:0};function E(a){const e=w(a),{shared:s}=a,t=s.chain.filter(({candidate:r})=>!r);return o`
    <section class="turns" aria-label="Turns">
      <p class="handoff-title"><b>The line, and how each turn ended</b> <${T} slowed=${a.slowed} path=${s.path} /></p>
      <ul>
        ${e.slice(0,f).map(r=>o`<${L} key=${r} ...${a} id=${r} />`)}
        ${t.map(r=>o`<${A} key=${r.znode} entry=${r} />`)}
        ${e.length>f&&o`<li class="soft">and ${e.length-f} more</li>`}
        ${!e.length&&!t.length&&o`<li class="soft">Nobody is in it.</li>`}
      </ul>
    </section>
  `}function L(a){const{id:e,state:s,shared:t,chosen:r,choose:n}=a,i=k(t,e),{recipe:d}=s.candidates[e]??{},{finished:$,abandoned:l,gave_up:p,gave_back:c}={...C,...t.turns[e]},m=r.candidate===e;return o`
    <li class=${m?"chosen":""} data-testid=${`turn-${e}`} data-gave-back=${c}>
      <${v} id=${e} isChosen=${m} choose=${n} /><span class=${`mode of-${d}`}>${d}</span>
      <span class="what">${P(i,t)}</span>
      <span class="soft number">${h($,d==="writer"?"write":"read")}${c>0&&`, gave back ${c}`}${l>c&&`, ${l-c} undone`}${p>0&&`, gave up ${p}`}</span>
      <${b} ...${a} entry=${i} />
    </li>
  `}function P(a,e){if(!a)return"not in the line";if(a.truth==="holder")return"has its turn";const s=e.chain.find(({znode:t})=>t===a.waits_for);return s?`waits for ${s.name}`:"waits"}function A({entry:a}){return o`
    <li class="stranger" data-testid=${`stranger-${a.label}`}><b title=${a.znode}>${a.name}</b>
      <span class="mode">${a.mode?`to ${a.mode}`:"unknown"}</span>
      <span class="what">from another program: not checked</span></li>
  `}var D=Object.freeze({__proto__:null,Turns:E});export{R as f,W as l,D as t};
//# sourceMappingURL=sharedlock-CizE6Nwq.js.map
