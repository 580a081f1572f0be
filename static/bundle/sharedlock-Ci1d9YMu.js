import{bt as w,ag as g,a2 as o,a6 as u,ak as h,bu as b,R as k,bv as _,X as O,aU as T}from"./page.js";import{F as v,B as z}from"./lock-PPLxgeoJ.js";import{P as S}from"./more-BR-OAo5m.js";function N(t){const{shared:e,clock:s}=t,a=w(t),r=Object.entries(e.tasks).sort(([n],[i])=>a.indexOf(n)-a.indexOf(i));return g(r.some(([,{stopped:n}])=>typeof n!="number")?100:null),o`
    <${v} of=${e} label="Who reads or writes the file" none="Nobody reads or writes the file." written="each writer that finishes"
      tasks=${r.map(([n,i])=>o`<${j} key=${n} ...${t} id=${n} task=${i} now=${s.now()} />`)}>
      <${x} shared=${e} />
    <//>
  `}function j(t){const{id:e,task:s,now:a,state:r,shared:n,chosen:i,choose:d}=t,$=r.candidates[e],l=$?.recipe==="writer";return o`
    <${z} id=${e} task=${s} now=${a} candidate=${$} chosen=${i.candidate===e} choose=${d}
      looks="of-shared" data=${{"data-mode":l?"write":"read"}} stands=${{paused:"frozen here",exited:"dead"}[$?.process]}>
      <span class="number">${l?`writes ${s.read} \u2192 ${s.read+1}`:`reads ${s.read}`}</span>
      <${b} ...${t} entry=${n.locking?k(n,e):null} />
    <//>
  `}function x({shared:{file:t,before:e}}){const{reads:s,torn:a,finished:r,lost:n}=t;return o`
    <div class="lost" data-testid="harm" data-torn=${a} data-lost=${n} data-reads=${s} data-finished=${r}>
      <p class=${a?"harmed":"kept"}><b>${a?u(a):"\u2713"}</b> ${a?`torn ${a===1?"read":"reads"}`:"no read torn"}</p>
      <p class=${n?"harmed":"kept"}><b>${n?u(n):"\u2713"}</b> ${n?`lost ${n===1?"write":"writes"}`:"no write lost"}</p>
      <p class="soft">${h(s,"read")}, ${h(r,"write")}</p>
      ${e&&o`<p class="soft">Before, ${e.locking?"with":"without"} the lock: ${F(e)}</p>`}
    </div>
  `}function F({torn:t,reads:e,lost:s,finished:a}){return`${u(t)} of ${h(e,"read")} torn, ${u(s)} of ${h(a,"write")} lost`}var R=Object.freeze({__proto__:null,SharedFile:N});function y(t){const{shared:e,state:s}=t,a=e?.chain.map(n=>n.truth==="holder"?{...n,truth:"leader"}:n),r=e&&{...e,chain:a,leader:null,epoch:null};return o`<${_} ...${t} of=${e} row=${r} words=${B} isEmpty=${!O(s,e?.path).length}
    label="Readers and writers, in the order of the line" />`}const B={crown:({chain:t},e)=>W(t.filter(({truth:s})=>s==="leader"),e),stand:(t,{revoked:e})=>e?"unlock":"",lingersMs:1e3};function W(t,e){return t[0]?.mode==="write"?e?"alone":"a writer, alone":t.length<2?e?"reads":"a reader":e?`${t.length} read`:`${t.length} readers, together`}var C=Object.freeze({__proto__:null,Line:y});const f=10,E={held:0,finished:0,abandoned:0,gave_up:0,gave_back:0};function H(t){const e=w(t),{shared:s}=t,a=s.chain.filter(({candidate:r})=>!r);return o`
    <section class="turns" aria-label="Turns">
      <p class="handoff-title"><b>The line, and how each turn ended</b> <${T} slowed=${t.slowed} path=${s.path} /></p>
      <ul>
        ${e.slice(0,f).map(r=>o`<${L} key=${r} ...${t} id=${r} />`)}
        ${a.map(r=>o`<${A} key=${r.znode} entry=${r} />`)}
        ${e.length>f&&o`<li class="soft">and ${e.length-f} more</li>`}
        ${!e.length&&!a.length&&o`<li class="soft">Nobody is in it.</li>`}
      </ul>
    </section>
  `}function L(t){const{id:e,state:s,shared:a,chosen:r,choose:n}=t,i=k(a,e),{recipe:d}=s.candidates[e]??{},{finished:$,abandoned:l,gave_up:p,gave_back:c}={...E,...a.turns[e]},m=r.candidate===e;return o`
    <li class=${m?"chosen":""} data-testid=${`turn-${e}`} data-gave-back=${c}>
      <${S} id=${e} isChosen=${m} choose=${n} /><span class=${`mode of-${d}`}>${d}</span>
      <span class="what">${P(i,a)}</span>
      <span class="soft number">${h($,d==="writer"?"write":"read")}${c>0&&`, gave back ${c}`}${l>c&&`, ${l-c} undone`}${p>0&&`, gave up ${p}`}</span>
      <${b} ...${t} entry=${i} />
    </li>
  `}function P(t,e){if(!t)return"not in the line";if(t.truth==="holder")return"has its turn";const s=e.chain.find(({znode:a})=>a===t.waits_for);return s?`waits for ${s.name}`:"waits"}function A({entry:t}){return o`
    <li class="stranger" data-testid=${`stranger-${t.label}`}><b title=${t.znode}>${t.name}</b>
      <span class="mode">${t.mode?`to ${t.mode}`:"unknown"}</span>
      <span class="what">from another program: not checked</span></li>
  `}var D=Object.freeze({__proto__:null,Turns:H});export{R as f,C as l,D as t};
//# sourceMappingURL=sharedlock-Ci1d9YMu.js.map
