import{bD as w,ae as g,a2 as o,a6 as u,am as h,bE as b,R as k,bF as _,X as O,aS as S}from"./page.js";import{F as T,B as z}from"./lock-oMfWQVPl.js";import{P as v}from"./more-CBbRcxJW.js";function F(a){const{shared:e,clock:s}=a,t=w(a),r=Object.entries(e.tasks).sort(([n],[i])=>t.indexOf(n)-t.indexOf(i));return g(r.some(([,{stopped:n}])=>typeof n!="number")?100:null),o`
    <${T} of=${e} label="Who reads or writes the file" none="Nobody reads or writes the file." written="each writer that finishes"
      tasks=${r.map(([n,i])=>o`<${N} key=${n} ...${a} id=${n} task=${i} now=${s.now()} />`)}>
      <${j} shared=${e} />
    <//>
  `}function N(a){const{id:e,task:s,now:t,state:r,shared:n,chosen:i,choose:d}=a,$=r.candidates[e],l=$?.recipe==="writer";return o`
    <${z} id=${e} task=${s} now=${t} candidate=${$} chosen=${i.candidate===e} choose=${d}
      looks="of-shared" data=${{"data-mode":l?"write":"read"}} stands=${{paused:"frozen here",exited:"dead"}[$?.process]}>
      <span class="number">${l?`writes ${s.read} \u2192 ${s.read+1}`:`reads ${s.read}`}</span>
      <${b} ...${a} entry=${n.locking?k(n,e):null} />
    <//>
  `}function j({shared:{file:a,before:e}}){const{reads:s,torn:t,finished:r,lost:n}=a;return o`
    <div class="lost" data-testid="harm" data-torn=${t} data-lost=${n} data-reads=${s} data-finished=${r}>
      <p class=${t?"harmed":"kept"}><b>${t?u(t):"\u2713"}</b> ${t?`torn ${t===1?"read":"reads"}`:"no read torn"}</p>
      <p class=${n?"harmed":"kept"}><b>${n?u(n):"\u2713"}</b> ${n?`lost ${n===1?"write":"writes"}`:"no write lost"}</p>
      <p class="soft">${h(s,"read")}, ${h(r,"write")}</p>
      ${e&&o`<p class="soft">Before, ${e.locking?"with":"without"} the lock: ${x(e)}</p>`}
    </div>
  `}function x({torn:a,reads:e,lost:s,finished:t}){return`${u(a)} of ${h(e,"read")} torn, ${u(s)} of ${h(t,"write")} lost`}var R=Object.freeze({__proto__:null,SharedFile:F});function y(a){const{shared:e,state:s}=a,t=e?.chain.map(n=>n.truth==="holder"?{...n,truth:"leader"}:n),r=e&&{...e,chain:t,leader:null,epoch:null};return o`<${_} ...${a} of=${e} row=${r} words=${B} isEmpty=${!O(s,e?.path).length}
    label="Readers and writers, in the order of the line" />`}const B={crown:({chain:a},e)=>E(a.filter(({truth:s})=>s==="leader"),e),stand:(a,{revoked:e})=>e?"unlock":"",lingersMs:1e3};function E(a,e){return a[0]?.mode==="write"?e?"alone":"a writer, alone":a.length<2?e?"reads":"a reader":e?`${a.length} read`:`${a.length} readers, together`}var W=Object.freeze({__proto__:null,Line:y});const f=10,C={held:0,finished:0,abandoned:0,gave_up:0,gave_back:0};function D(a){const e=w(a),{shared:s}=a,t=s.chain.filter(({candidate:r})=>!r);return o`
    <section class="turns" aria-label="Turns">
      <p class="handoff-title"><b>The line, and how each turn ended</b> <${S} slowed=${a.slowed} path=${s.path} /></p>
      <ul>
        ${e.slice(0,f).map(r=>o`<${H} key=${r} ...${a} id=${r} />`)}
        ${t.map(r=>o`<${P} key=${r.znode} entry=${r} />`)}
        ${e.length>f&&o`<li class="soft">and ${e.length-f} more</li>`}
        ${!e.length&&!t.length&&o`<li class="soft">Nobody is in it.</li>`}
      </ul>
    </section>
  `}function H(a){const{id:e,state:s,shared:t,chosen:r,choose:n}=a,i=k(t,e),{recipe:d}=s.candidates[e]??{},{finished:$,abandoned:l,gave_up:p,gave_back:c}={...C,...t.turns[e]},m=r.candidate===e;return o`
    <li class=${m?"chosen":""} data-testid=${`turn-${e}`} data-gave-back=${c}>
      <${v} id=${e} isChosen=${m} choose=${n} /><span class=${`mode of-${d}`}>${d}</span>
      <span class="what">${L(i,t)}</span>
      <span class="soft number">${h($,d==="writer"?"write":"read")}${c>0&&`, gave back ${c}`}${l>c&&`, ${l-c} undone`}${p>0&&`, gave up ${p}`}</span>
      <${b} ...${a} entry=${i} />
    </li>
  `}function L(a,e){if(!a)return"not in the line";if(a.truth==="holder")return"has its turn";const s=e.chain.find(({znode:t})=>t===a.waits_for);return s?`waits for ${s.name}`:"waits"}function P({entry:a}){return o`
    <li class="stranger" data-testid=${`stranger-${a.label}`}><b title=${a.znode}>${a.name}</b>
      <span class="mode">${a.mode?`to ${a.mode}`:"unknown"}</span>
      <span class="what">from another program: not checked</span></li>
  `}var A=Object.freeze({__proto__:null,Turns:D});export{R as f,W as l,A as t};
//# sourceMappingURL=sharedlock-BHT8RICd.js.map
