import{a6 as o,aw as w,am as g,as as _,h as O,ac as u,a4 as h,g as b,ar as z,ax as T,m as v}from"./page.js";import{File as y,Bar as S}from"./lock-B_cis5aX.js";function x(t){const{shared:e,clock:s}=t,a=w(t),r=Object.entries(e.tasks).sort(([n],[i])=>a.indexOf(n)-a.indexOf(i));return g(r.some(([,{stopped:n}])=>typeof n!="number")?100:null),o`
    <${y} of=${e} label="Who reads or writes the file" none="Nobody reads or writes the file." written="each writer that finishes"
      tasks=${r.map(([n,i])=>o`<${N} key=${n} ...${t} id=${n} task=${i} now=${s.now()} />`)}>
      <${F} shared=${e} />
    <//>
  `}function N(t){const{id:e,task:s,now:a,state:r,shared:n,chosen:i,choose:d}=t,c=r.candidates[e],$=c?.recipe==="writer";return o`
    <${S} id=${e} task=${s} now=${a} candidate=${c} chosen=${i.candidate===e} choose=${d}
      looks="of-shared" data=${{"data-mode":$?"write":"read"}} stands=${{paused:"frozen here",exited:"dead"}[c?.process]}>
      <span class="number">${$?`writes ${s.read} \u2192 ${s.read+1}`:`reads ${s.read}`}</span>
      <${p} ...${t} entry=${n.locking?b(n,e):null} />
    <//>
  `}function F({shared:{file:t,before:e}}){const{reads:s,torn:a,finished:r,lost:n}=t;return o`
    <div class="lost" data-testid="harm" data-torn=${a} data-lost=${n} data-reads=${s} data-finished=${r}>
      <p class=${a?"harmed":"kept"}><b>${a?u(a):"\u2713"}</b> ${a?`torn ${a===1?"read":"reads"}`:"no read torn"}</p>
      <p class=${n?"harmed":"kept"}><b>${n?u(n):"\u2713"}</b> ${n?`lost ${n===1?"write":"writes"}`:"no write lost"}</p>
      <p class="soft">${h(s,"read")}, ${h(r,"write")}</p>
      ${e&&o`<p class="soft">Before, ${e.locking?"with":"without"} the lock: ${W(e)}</p>`}
    </div>
  `}function W({torn:t,reads:e,lost:s,finished:a}){return`${u(t)} of ${h(e,"read")} torn, ${u(s)} of ${h(a,"write")} lost`}const f=10,j={held:0,finished:0,abandoned:0,gave_up:0,gave_back:0};function C(t){const e=w(t),{shared:s}=t,a=s.chain.filter(({candidate:r})=>!r);return o`
    <section class="turns" aria-label="Turns">
      <p class="handoff-title"><b>The line, and how each turn ended</b> <${_} slowed=${t.slowed} path=${s.path} /></p>
      <ul>
        ${e.slice(0,f).map(r=>o`<${R} key=${r} ...${t} id=${r} />`)}
        ${a.map(r=>o`<${B} key=${r.znode} entry=${r} />`)}
        ${e.length>f&&o`<li class="soft">and ${e.length-f} more</li>`}
        ${!e.length&&!a.length&&o`<li class="soft">Nobody is in it.</li>`}
      </ul>
    </section>
  `}function R(t){const{id:e,state:s,shared:a,chosen:r,choose:n}=t,i=b(a,e),{recipe:d}=s.candidates[e]??{},{finished:c,abandoned:$,gave_up:k,gave_back:l}={...j,...a.turns[e]},m=r.candidate===e;return o`
    <li class=${m?"chosen":""} data-testid=${`turn-${e}`} data-gave-back=${l}>
      <${z} id=${e} isChosen=${m} choose=${n} /><span class=${`mode of-${d}`}>${d}</span>
      <span class="what">${A(i,a)}</span>
      <span class="soft number">${h(c,d==="writer"?"write":"read")}${l>0&&`, gave back ${l}`}${$>l&&`, ${$-l} undone`}${k>0&&`, gave up ${k}`}</span>
      <${p} ...${t} entry=${i} />
    </li>
  `}function A(t,e){if(!t)return"not in the line";if(t.truth==="holder")return"has its turn";const s=e.chain.find(({znode:a})=>a===t.waits_for);return s?`waits for ${s.name}`:"waits"}function B({entry:t}){return o`
    <li class="stranger" data-testid=${`stranger-${t.label}`}><b title=${t.znode}>${t.name}</b>
      <span class="mode">${t.mode?`to ${t.mode}`:"unknown"}</span>
      <span class="what">from another program: not checked</span></li>
  `}function p(t){const{entry:e,state:s,page:a}=t;if(s.read_only||!e||!e.truth)return null;if(e.revoked)return o`<em class="asked tone-frozen" data-testid=${`asked-${e.name}`}>asked to give back</em>`;const r=e.truth==="holder"?"the lock":"its place",n=i=>(i.stopPropagation(),O(t,e));return o`
    <button class="quiet ask" data-testid=${`ask-${e.name}`} disabled=${a.busy.has(`ask-${e.znode}`)}
      title=${`Write "unlock" into ${e.znode}: it asks ${e.name} to give back ${r}`} onClick=${n}>ask back</button>
  `}var E=Object.freeze({__proto__:null,Ask:p,SharedFile:x,Turns:C});function H(t){const{shared:e,state:s}=t,a=e?.chain.map(n=>n.truth==="holder"?{...n,truth:"leader"}:n),r=e&&{...e,chain:a,leader:null,epoch:null};return o`<${T} ...${t} of=${e} row=${r} words=${L} isEmpty=${!v(s,e?.path).length}
    label="Readers and writers, in the order of the line" />`}const L={crown:({chain:t},e)=>P(t.filter(({truth:s})=>s==="leader"),e),stand:(t,{revoked:e})=>e?"unlock":"",lingersMs:1e3};function P(t,e){return t[0]?.mode==="write"?e?"alone":"a writer, alone":t.length<2?e?"reads":"a reader":e?`${t.length} read`:`${t.length} readers, together`}var q=Object.freeze({__proto__:null,Line:H});export{q as l,E as w};
//# sourceMappingURL=sharedlock-DSqy5Nmw.js.map
