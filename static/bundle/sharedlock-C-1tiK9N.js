import{aS as g,ac as o,aT as w,ag as _,aP as O,k as z,ak as u,a8 as h,j as b,aO as T,aU as S,p as v}from"./page.js";import{File as y,Bar as N}from"./lock-CjzNLx17.js";function j(a){const{shared:e,clock:t}=a,s=w(a),r=Object.entries(e.tasks).sort(([n],[i])=>s.indexOf(n)-s.indexOf(i));return _(r.some(([,{stopped:n}])=>typeof n!="number")?100:null),o`
    <${y} of=${e} label="Who reads or writes the file" none="Nobody reads or writes the file." written="each writer that finishes"
      tasks=${r.map(([n,i])=>o`<${x} key=${n} ...${a} id=${n} task=${i} now=${t.now()} />`)}>
      <${F} shared=${e} />
    <//>
  `}function x(a){const{id:e,task:t,now:s,state:r,shared:n,chosen:i,choose:d}=a,c=r.candidates[e],$=c?.recipe==="writer";return o`
    <${N} id=${e} task=${t} now=${s} candidate=${c} chosen=${i.candidate===e} choose=${d}
      looks="of-shared" data=${{"data-mode":$?"write":"read"}} stands=${{paused:"frozen here",exited:"dead"}[c?.process]}>
      <span class="number">${$?`writes ${t.read} \u2192 ${t.read+1}`:`reads ${t.read}`}</span>
      <${p} ...${a} entry=${n.locking?b(n,e):null} />
    <//>
  `}function F({shared:{file:a,before:e}}){const{reads:t,torn:s,finished:r,lost:n}=a;return o`
    <div class="lost" data-testid="harm" data-torn=${s} data-lost=${n} data-reads=${t} data-finished=${r}>
      <p class=${s?"harmed":"kept"}><b>${s?u(s):"\u2713"}</b> ${s?`torn ${s===1?"read":"reads"}`:"no read torn"}</p>
      <p class=${n?"harmed":"kept"}><b>${n?u(n):"\u2713"}</b> ${n?`lost ${n===1?"write":"writes"}`:"no write lost"}</p>
      <p class="soft">${h(t,"read")}, ${h(r,"write")}</p>
      ${e&&o`<p class="soft">Before, ${e.locking?"with":"without"} the lock: ${W(e)}</p>`}
    </div>
  `}function W({torn:a,reads:e,lost:t,finished:s}){return`${u(a)} of ${h(e,"read")} torn, ${u(t)} of ${h(s,"write")} lost`}const f=10,C={held:0,finished:0,abandoned:0,gave_up:0,gave_back:0};function P(a){const e=w(a),{shared:t}=a,s=t.chain.filter(({candidate:r})=>!r);return o`
    <section class="turns" aria-label="Turns">
      <p class="handoff-title"><b>The line, and how each turn ended</b> <${O} slowed=${a.slowed} path=${t.path} /></p>
      <ul>
        ${e.slice(0,f).map(r=>o`<${R} key=${r} ...${a} id=${r} />`)}
        ${s.map(r=>o`<${B} key=${r.znode} entry=${r} />`)}
        ${e.length>f&&o`<li class="soft">and ${e.length-f} more</li>`}
        ${!e.length&&!s.length&&o`<li class="soft">Nobody is in it.</li>`}
      </ul>
    </section>
  `}function R(a){const{id:e,state:t,shared:s,chosen:r,choose:n}=a,i=b(s,e),{recipe:d}=t.candidates[e]??{},{finished:c,abandoned:$,gave_up:k,gave_back:l}={...C,...s.turns[e]},m=r.candidate===e;return o`
    <li class=${m?"chosen":""} data-testid=${`turn-${e}`} data-gave-back=${l}>
      <${T} id=${e} isChosen=${m} choose=${n} /><span class=${`mode of-${d}`}>${d}</span>
      <span class="what">${A(i,s)}</span>
      <span class="soft number">${h(c,d==="writer"?"write":"read")}${l>0&&`, gave back ${l}`}${$>l&&`, ${$-l} undone`}${k>0&&`, gave up ${k}`}</span>
      <${p} ...${a} entry=${i} />
    </li>
  `}function A(a,e){if(!a)return"not in the line";if(a.truth==="holder")return"has its turn";const t=e.chain.find(({znode:s})=>s===a.waits_for);return t?`waits for ${t.name}`:"waits"}function B({entry:a}){return o`
    <li class="stranger" data-testid=${`stranger-${a.label}`}><b title=${a.znode}>${a.name}</b>
      <span class="mode">${a.mode?`to ${a.mode}`:"unknown"}</span>
      <span class="what">from another program: not checked</span></li>
  `}function p(a){const{entry:e,state:t,page:s}=a;if(t.read_only||!e?.truth||g(t,e))return null;if(e.revoked)return o`<em class="asked tone-frozen" data-testid=${`asked-${e.name}`}>asked to give back</em>`;const r=e.truth==="holder"?"the lock":"its place",n=i=>(i.stopPropagation(),z(a,e));return o`
    <button class="quiet ask" data-testid=${`ask-${e.name}`} disabled=${s.busy.has(`ask-${e.znode}`)}
      title=${`Write "unlock" into ${e.znode}: it asks ${e.name} to give back ${r}`} onClick=${n}>ask back</button>
  `}var D=Object.freeze({__proto__:null,Ask:p,SharedFile:j,Turns:P});function E(a){const{shared:e,state:t}=a,s=e?.chain.map(n=>n.truth==="holder"?{...n,truth:"leader"}:n),r=e&&{...e,chain:s,leader:null,epoch:null};return o`<${S} ...${a} of=${e} row=${r} words=${H} isEmpty=${!v(t,e?.path).length}
    label="Readers and writers, in the order of the line" />`}const H={crown:({chain:a},e)=>L(a.filter(({truth:t})=>t==="leader"),e),stand:(a,{revoked:e})=>e?"unlock":"",lingersMs:1e3};function L(a,e){return a[0]?.mode==="write"?e?"alone":"a writer, alone":a.length<2?e?"reads":"a reader":e?`${a.length} read`:`${a.length} readers, together`}var q=Object.freeze({__proto__:null,Line:E});export{q as l,D as w};
//# sourceMappingURL=sharedlock-C-1tiK9N.js.map
