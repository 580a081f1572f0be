import{bW as g,h as o,bX as m,u as _,bT as O,aN as z,r as u,g as h,aM as w,bS as T,bY as S,aR as v}from"./page.js";import{File as y,Bar as N}from"./lock-BMJpZuTj.js";function W(t){const{shared:e,clock:a}=t,s=m(t),r=Object.entries(e.tasks).sort(([n],[i])=>s.indexOf(n)-s.indexOf(i));return _(r.some(([,{stopped:n}])=>typeof n!="number")?100:null),o`
    <${y} of=${e} label="Who reads or writes the file" none="Nobody reads or writes the file." written="each writer that finishes"
      tasks=${r.map(([n,i])=>o`<${x} key=${n} ...${t} id=${n} task=${i} now=${a.now()} />`)}>
      <${F} shared=${e} />
    <//>
  `}function x(t){const{id:e,task:a,now:s,state:r,shared:n,chosen:i,choose:d}=t,$=r.candidates[e],c=$?.recipe==="writer";return o`
    <${N} id=${e} task=${a} now=${s} candidate=${$} chosen=${i.candidate===e} choose=${d}
      looks="of-shared" data=${{"data-mode":c?"write":"read"}} stands=${{paused:"frozen here",exited:"dead"}[$?.process]}>
      <span class="number">${c?`writes ${a.read} \u2192 ${a.read+1}`:`reads ${a.read}`}</span>
      <${p} ...${t} entry=${n.locking?w(n,e):null} />
    <//>
  `}function F({shared:{file:t,before:e}}){const{reads:a,torn:s,finished:r,lost:n}=t;return o`
    <div class="lost" data-testid="harm" data-torn=${s} data-lost=${n} data-reads=${a} data-finished=${r}>
      <p class=${s?"harmed":"kept"}><b>${s?u(s):"\u2713"}</b> ${s?`torn ${s===1?"read":"reads"}`:"no read torn"}</p>
      <p class=${n?"harmed":"kept"}><b>${n?u(n):"\u2713"}</b> ${n?`lost ${n===1?"write":"writes"}`:"no write lost"}</p>
      <p class="soft">${h(a,"read")}, ${h(r,"write")}</p>
      ${e&&o`<p class="soft">Before, ${e.locking?"with":"without"} the lock: ${R(e)}</p>`}
    </div>
  `}function R({torn:t,reads:e,lost:a,finished:s}){return`${u(t)} of ${h(e,"read")} torn, ${u(a)} of ${h(s,"write")} lost`}const f=10,j={held:0,finished:0,abandoned:0,gave_up:0,gave_back:0};function C(t){const e=m(t),{shared:a}=t,s=a.chain.filter(({candidate:r})=>!r);return o`
    <section class="turns" aria-label="Turns">
      <p class="handoff-title"><b>The line, and how each turn ended</b> <${O} slowed=${t.slowed} path=${a.path} /></p>
      <ul>
        ${e.slice(0,f).map(r=>o`<${A} key=${r} ...${t} id=${r} />`)}
        ${s.map(r=>o`<${D} key=${r.znode} entry=${r} />`)}
        ${e.length>f&&o`<li class="soft">and ${e.length-f} more</li>`}
        ${!e.length&&!s.length&&o`<li class="soft">Nobody is in it.</li>`}
      </ul>
    </section>
  `}function A(t){const{id:e,state:a,shared:s,chosen:r,choose:n}=t,i=w(s,e),{recipe:d}=a.candidates[e]??{},{finished:$,abandoned:c,gave_up:k,gave_back:l}={...j,...s.turns[e]},b=r.candidate===e;return o`
    <li class=${b?"chosen":""} data-testid=${`turn-${e}`} data-gave-back=${l}>
      <${T} id=${e} isChosen=${b} choose=${n} /><span class=${`mode of-${d}`}>${d}</span>
      <span class="what">${B(i,s)}</span>
      <span class="soft number">${h($,d==="writer"?"write":"read")}${l>0&&`, gave back ${l}`}${c>l&&`, ${c-l} undone`}${k>0&&`, gave up ${k}`}</span>
      <${p} ...${t} entry=${i} />
    </li>
  `}function B(t,e){if(!t)return"not in the line";if(t.truth==="holder")return"has its turn";const a=e.chain.find(({znode:s})=>s===t.waits_for);return a?`waits for ${a.name}`:"waits"}function D({entry:t}){return o`
    <li class="stranger" data-testid=${`stranger-${t.label}`}><b title=${t.znode}>${t.name}</b>
      <span class="mode">${t.mode?`to ${t.mode}`:"unknown"}</span>
      <span class="what">from another program: not checked</span></li>
  `}function p(t){const{entry:e,state:a,page:s}=t;if(a.read_only||!e?.truth||g(a,e))return null;if(e.revoked)return o`<em class="asked tone-frozen" data-testid=${`asked-${e.name}`}>asked to give back</em>`;const r=e.truth==="holder"?"the lock":"its place",n=i=>(i.stopPropagation(),z(t,e));return o`
    <button class="quiet ask" data-testid=${`ask-${e.name}`} disabled=${s.busy.has(`ask-${e.znode}`)}
      title=${`Write "unlock" into ${e.znode}: it asks ${e.name} to give back ${r}`} onClick=${n}>ask back</button>
  `}var E=Object.freeze({__proto__:null,Ask:p,SharedFile:W,Turns:C});function H(t){const{shared:e,state:a}=t,s=e?.chain.map(n=>n.truth==="holder"?{...n,truth:"leader"}:n),r=e&&{...e,chain:s,leader:null,epoch:null};return o`<${S} ...${t} of=${e} row=${r} words=${L} isEmpty=${!v(a,e?.path).length}
    label="Readers and writers, in the order of the line" />`}const L={crown:({chain:t},e)=>M(t.filter(({truth:a})=>a==="leader"),e),stand:(t,{revoked:e})=>e?"unlock":"",lingersMs:1e3};function M(t,e){return t[0]?.mode==="write"?e?"alone":"a writer, alone":t.length<2?e?"reads":"a reader":e?`${t.length} read`:`${t.length} readers, together`}var P=Object.freeze({__proto__:null,Line:H});export{P as l,E as w};
//# sourceMappingURL=sharedlock-BAOOtxqp.js.map
