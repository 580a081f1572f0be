import{bu as w,ag as g,a2 as o,a6 as u,ak as h,bv as b,g as k,bw as _,m as O,ao as T}from"./page.js";import{F as v,B as z}from"./lock-O07n7i3u.js";import{P as S,T as N}from"./more-DqiqwnTA.js";function j(t){const{shared:e,clock:a}=t,s=w(t),r=Object.entries(e.tasks).sort(([n],[i])=>s.indexOf(n)-s.indexOf(i));return g(r.some(([,{stopped:n}])=>typeof n!="number")?100:null),o`
    <${v} of=${e} label="Who reads or writes the file" none="Nobody reads or writes the file." written="each writer that finishes"
      tasks=${r.map(([n,i])=>o`<${y} key=${n} ...${t} id=${n} task=${i} now=${a.now()} />`)}>
      <${R} shared=${e} />
    <//>
  `}function y(t){const{id:e,task:a,now:s,state:r,shared:n,chosen:i,choose:d}=t,$=r.candidates[e],l=$?.recipe==="writer";return o`
    <${z} id=${e} task=${a} now=${s} candidate=${$} chosen=${i.candidate===e} choose=${d}
      looks="of-shared" data=${{"data-mode":l?"write":"read"}} stands=${{paused:"frozen here",exited:"dead"}[$?.process]}>
      <span class="number">${l?`writes ${a.read} \u2192 ${a.read+1}`:`reads ${a.read}`}</span>
      <${b} ...${t} entry=${n.locking?k(n,e):null} />
    <//>
  `}function R({shared:{file:t,before:e}}){const{reads:a,torn:s,finished:r,lost:n}=t;return o`
    <div class="lost" data-testid="harm" data-torn=${s} data-lost=${n} data-reads=${a} data-finished=${r}>
      <p class=${s?"harmed":"kept"}><b>${s?u(s):"\u2713"}</b> ${s?`torn ${s===1?"read":"reads"}`:"no read torn"}</p>
      <p class=${n?"harmed":"kept"}><b>${n?u(n):"\u2713"}</b> ${n?`lost ${n===1?"write":"writes"}`:"no write lost"}</p>
      <p class="soft">${h(a,"read")}, ${h(r,"write")}</p>
      ${e&&o`<p class="soft">Before, ${e.locking?"with":"without"} the lock: ${x(e)}</p>`}
    </div>
  `}function x({torn:t,reads:e,lost:a,finished:s}){return`${u(t)} of ${h(e,"read")} torn, ${u(a)} of ${h(s,"write")} lost`}var F=Object.freeze({__proto__:null,SharedFile:j});function B(t){const{shared:e,state:a}=t,s=e?.chain.map(n=>n.truth==="holder"?{...n,truth:"leader"}:n),r=e&&{...e,chain:s,leader:null,epoch:null};return o`<${_} ...${t} of=${e} row=${r} words=${W} isEmpty=${!O(a,e?.path).length}
    label="Readers and writers, in the order of the line" />`}const W={crown:({chain:t},e)=>C(t.filter(({truth:a})=>a==="leader"),e),stand:(t,{revoked:e})=>e?"unlock":"",lingersMs:1e3};function C(t,e){return t[0]?.mode==="write"?e?"alone":"a writer, alone":t.length<2?e?"reads":"a reader":e?`${t.length} read`:`${t.length} readers, together`}var E=Object.freeze({__proto__:null,Line:B});const f=10,H={held:0,finished:0,abandoned:0,gave_up:0,gave_back:0};function L(t){const e=w(t),{shared:a}=t,s=a.chain.filter(({candidate:r})=>!r);return o`
    <section class="turns" aria-label="Turns">
      <p class="handoff-title"><b>The line, and how each turn ended</b> <${T} slowed=${t.slowed} path=${a.path} /></p>
      <ul>
        ${e.slice(0,f).map(r=>o`<${P} key=${r} ...${t} id=${r} />`)}
        ${s.map(r=>o`<${D} key=${r.znode} entry=${r} />`)}
        ${e.length>f&&o`<li class="soft">and ${e.length-f} more</li>`}
        ${!e.length&&!s.length&&o`<li class="soft">Nobody is in it.</li>`}
      </ul>
    </section>
  `}function P(t){const{id:e,state:a,shared:s,chosen:r,choose:n}=t,i=k(s,e),{recipe:d}=a.candidates[e]??{},{finished:$,abandoned:l,gave_up:p,gave_back:c}={...H,...s.turns[e]},m=r.candidate===e;return o`
    <li class=${m?"chosen":""} data-testid=${`turn-${e}`} data-gave-back=${c}>
      <${S} id=${e} isChosen=${m} choose=${n} /><span class=${`mode of-${d}`}>${d}</span>
      <span class="what">${A(i,s)}</span>
      <span class="soft number">${h($,d==="writer"?"write":"read")}${c>0&&`, gave back ${c}`}${l>c&&`, ${l-c} undone`}${p>0&&`, gave up ${p}`}</span>
      <${b} ...${t} entry=${i} />
    </li>
  `}function A(t,e){if(!t)return"not in the line";if(t.truth==="holder")return"has its turn";const a=e.chain.find(({znode:s})=>s===t.waits_for);return a?`waits for ${a.name}`:"waits"}function D({entry:t}){return o`
    <li class="stranger" data-testid=${`stranger-${t.label}`}><b title=${t.znode}>${t.name}</b>
      <span class="mode">${t.mode?`to ${t.mode}`:"unknown"}</span>
      <span class="what">from another program: not checked</span></li>
  `}var M=Object.freeze({__proto__:null,Turns:L});function q({shared:t,clock:e,slowed:a}){return o`<${N} lock=${t} clock=${e} slowed=${a} empty="No turn yet. Start three readers and a writer." />`}var G=Object.freeze({__proto__:null,Round:q});export{F as f,E as l,G as r,M as t};
//# sourceMappingURL=sharedlock-BM1J8cO-.js.map
