import{a2 as o,a6 as u,ae as w,am as m,aS as M,ai as d,af as y}from"./page.js";import{P as x}from"./more-SxfHoWSS.js";const f=8;function O(e){const{lock:s,state:n,clock:l}=e,i=Object.entries(s.tasks),a=i.some(([,{stopped:t}])=>t==null);return w(a?100:null),o`
    <${b} of=${s} label="Tasks on the file" none="Nobody works on the file." written="each client that finishes a task"
      tasks=${i.map(([t,r])=>o`<${N} key=${t} id=${t} task=${r} now=${l.now()} candidate=${n.candidates[t]}
        chosen=${e.chosen.candidate===t} choose=${e.choose} />`)}>
      <${S} lock=${s} />
    <//>
  `}function b({of:{file:e,locking:s},label:n,none:l,written:i,tasks:a,children:t}){return o`
    <section class=${`shared ${s?"":"unlocked"}`} aria-label="The shared file" data-testid="shared-file">
      <div class="paper" title=${`The file ${e.name??""}: one number, written by ${i}`}>
        <svg viewBox="0 0 40 50" aria-hidden="true"><path d="M3 3h24l10 10v34H3z" /><path d="M27 3v10h10" /></svg>
        <output class=${e.value>999?"longer":e.value>99?"long":""} data-testid="file-value" data-value=${e.value}>${u(e.value)}</output>
        <span class="soft">${e.by?`written by ${e.by}`:"the file"}</span>
      </div>
      <ul class="tasks" aria-label=${n}>
        ${a.slice(0,f)}
        ${a.length>f&&o`<li class="soft">and ${a.length-f} more at the same time</li>`}
        ${!a.length&&o`<li class="soft">${l}</li>`}
      </ul>
      ${t}
    </section>
  `}function F({done:e,since:s,ends:n,stopped:l},i){const a=(Math.min(i,l??i)-s)/Math.max(.001,n-s);return e+(1-e)*Math.min(1,Math.max(0,a))}function N(e){const{task:s,candidate:n}=e,l={paused:"frozen here",exited:"dead: will not write"}[n?.process];return o`<${v} ...${e} stands=${l} data=${{"data-stands":String(!!l)}}>
    <span class="number">${s.read} → ${s.read+1}</span><//>`}function v({id:e,task:s,now:n,candidate:l,chosen:i,choose:a,stands:t,looks:r="",data:$,children:h}){const c=F(s,n),p={paused:"frozen",exited:"dead"}[l?.process]??"lead";return o`
    <li class=${`task ${r} tone-${p} ${i?"chosen":""}`} data-testid=${`task-${e}`} data-done=${c.toFixed(2)} ...${$}>
      <${x} id=${e} isChosen=${i} choose=${a} />
      <span class="task-bar" role="progressbar" aria-label=${`${e}'s task`} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${Math.round(c*100)}><i style=${{transform:`translateX(${100*(c-1)}%)`}}></i></span>
      ${h}${t&&o`<em>${t}</em>`}
    </li>
  `}function S({lock:{file:e,before:s,locking:n}}){const{finished:l,value:i,lost:a}=e;return o`
    <div class="lost" data-testid="lost" data-lost=${a} data-finished=${l}>
      ${a>0&&o`<p class="lost-updates"><b>${u(a)}</b> ${a===1?"update":"updates"} lost</p>`}
      ${!a&&o`<p class="kept"><b aria-hidden="true">✓</b> no update lost</p>`}
      <p class="soft">${m(l,"task")} finished, the file says ${u(i)}</p>
      ${s&&o`<p class="soft">Before, ${s.locking?"with":"without"} the lock: <b
          class=${s.lost?"tone-dead":""}>${u(s.lost)}</b> of ${u(s.finished)} lost</p>`}
      ${!s&&!n&&!l&&o`<p class="soft">All have read the same number …</p>`}
    </div>
  `}var T=Object.freeze({__proto__:null,Bar:v,File:b,SharedFile:O});const k=8,j={release:"released",kill:"killed",pause:"frozen",expire:"session expired",stop:"stopped",exit:"ended",deleted:"znode deleted",lost:"connection lost"};function z({lock:e,clock:s,chosen:n,choose:l,slowed:i}){const a=[...new Set([...Object.keys(e.waits),...Object.keys(e.asks)])].sort(B);w(Object.keys(e.asks).length?100:null);const t=s.now(),r=Math.max(500,...a.map($=>Math.max(_(e,$,t)??0,e.waits[$]?.max_ms??0)));return o`
    <section class="lock-times" aria-label="Waiting times and fairness">
      <p class="handoff-title"><b>Waiting for the lock</b><${C} lock=${e} /><${L} lock=${e} />
        <${M} slowed=${i} path=${e.path} /></p>
      <ul class="waits">
        ${a.slice(-k).map($=>o`<${H} key=${$} id=${$} lock=${e} now=${t} longest=${r}
          chosen=${n.candidate===$} choose=${l} />`)}
        ${!a.length&&o`<li class="soft">No client has waited for it yet.</li>`}
        ${a.length>k&&o`<li class="soft">and ${a.length-k} more</li>`}
      </ul>
    </section>
  `}function B(e,s){return Number(e.slice(1))-Number(s.slice(1))}function _(e,s,n){return e.asks[s]?Math.max(0,(n-e.asks[s].at)*1e3):null}const W={count:0,last_ms:null,total_ms:0,max_ms:0,finished:0,abandoned:0,gave_up:0};function H({id:e,lock:s,now:n,longest:l,chosen:i,choose:a}){const t={...W,...s.waits[e]},r=_(s,e,n),$=t.count?t.total_ms/t.count:null,h=p=>100*Math.min(p,l)/l,c=s.asks[e]?.until;return o`
    <li class=${`wait ${r===null?"":"is-waiting"} ${i?"chosen":""}`} data-testid=${`wait-${e}`}
      data-count=${t.count} data-gave-up=${t.gave_up}>
      <${x} id=${e} isChosen=${i} choose=${a} />
      <span class="wait-bar" aria-hidden="true"><i style=${{transform:`translateX(${h(r??t.last_ms??0)-100}%)`}}></i>
        ${$!==null&&o`<u style=${{left:`${h($)}%`}} title=${`mean ${d($)}`}></u>`}</span>
      <span class="number">${A(t,r,$)}${typeof c=="number"&&o`, gives up in ${y(c-n)}`}</span>
      ${t.gave_up>0&&o`<em class="tone-lost">gave up ${g(t.gave_up)}</em>`}
      ${t.abandoned>0&&o`<em class="tone-dead">${m(t.abandoned,"task")} lost halfway</em>`}
    </li>
  `}function A({count:e,last_ms:s,max_ms:n},l,i){const a=l===null?s===null?"":`last ${d(s)}`:`waits ${y(l/1e3)}`;return e?`${a} \xB7 mean ${d(i)} \xB7 longest ${d(n)} \xB7 served ${g(e)}`:a}function g(e){return e===1?"once":`${e} times`}function C({lock:{fairness:e}}){const{served:s,overtaken:n,even:l}=e;return s?o`
    <span data-testid="fairness" title="Jain's fairness index: 1 means that all clients were served equally often">served ${g(s)}${n?o`, <b class="tone-dead">${n} out of turn</b>`:", each in its turn"}${typeof l=="number"&&` \xB7 evenness ${l.toFixed(2)}`}</span>
  `:null}function L({lock:{handovers:e}}){const s=Object.entries(e??{});return s.length?o`
    <span class="handovers" data-testid="handovers">hand-over after ${s.map(([n,{count:l,last_ms:i,total_ms:a}],t)=>o`${t?", ":""}<span key=${n} data-fault=${n}
        title=${`${m(l,"hand-over")}, mean ${d(a/l)}`}>${j[n]??n} <b
        class="number">${d(i)}</b></span>`)}</span>
  `:null}var P=Object.freeze({__proto__:null,Times:z});export{v as B,b as F,T as f,P as t};
//# sourceMappingURL=lock-Dom2dAQg.js.map
