import{a2 as o,a6 as u,ae as w,am as m,aS as M,ai as d,af as y}from"./page.js";import{P as x}from"./more-CBbRcxJW.js";const f=8;function O(e){const{lock:a,state:l,clock:s}=e,i=Object.entries(a.tasks),t=i.some(([,{stopped:n}])=>n==null);return w(t?100:null),o`
    <${b} of=${a} label="Tasks on the file" none="Nobody works on the file." written="each client that finishes a task"
      tasks=${i.map(([n,r])=>o`<${N} key=${n} id=${n} task=${r} now=${s.now()} candidate=${l.candidates[n]}
        chosen=${e.chosen.candidate===n} choose=${e.choose} />`)}>
      <${S} lock=${a} />
    <//>
  `}function b({of:{file:e,locking:a},label:l,none:s,written:i,tasks:t,children:n}){return o`
    <section class=${`shared ${a?"":"unlocked"}`} aria-label="The shared file" data-testid="shared-file">
      <div class="paper" title=${`The file ${e.name??""}: one number, written by ${i}`}>
        <svg viewBox="0 0 40 50" aria-hidden="true"><path d="M3 3h24l10 10v34H3z" /><path d="M27 3v10h10" /></svg>
        <output class=${e.value>999?"longer":e.value>99?"long":""} data-testid="file-value" data-value=${e.value}>${u(e.value)}</output>
        <span class="soft">${e.by?`written by ${e.by}`:"the file"}</span>
      </div>
      <ul class="tasks" aria-label=${l}>
        ${t.slice(0,f)}
        ${t.length>f&&o`<li class="soft">and ${t.length-f} more at the same time</li>`}
        ${!t.length&&o`<li class="soft">${s}</li>`}
      </ul>
      ${n}
    </section>
  `}function F({done:e,since:a,ends:l,stopped:s},i){const t=(Math.min(i,s??i)-a)/Math.max(.001,l-a);return e+(1-e)*Math.min(1,Math.max(0,t))}function N(e){const{task:a,candidate:l}=e,s={paused:"frozen here",exited:"dead: will not write"}[l?.process];return o`<${v} ...${e} stands=${s} data=${{"data-stands":String(!!s)}}>
    <span class="number">${a.read} → ${a.read+1}</span><//>`}function v({id:e,task:a,now:l,candidate:s,chosen:i,choose:t,stands:n,looks:r="",data:$,children:h}){const c=F(a,l),p={paused:"frozen",exited:"dead"}[s?.process]??"lead";return o`
    <li class=${`task ${r} tone-${p} ${i?"chosen":""}`} data-testid=${`task-${e}`} data-done=${c.toFixed(2)} ...${$}>
      <${x} id=${e} isChosen=${i} choose=${t} />
      <span class="task-bar" role="progressbar" aria-label=${`${e}'s task`} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${Math.round(c*100)}><i style=${{transform:`translateX(${100*(c-1)}%)`}}></i></span>
      ${h}${n&&o`<em>${n}</em>`}
    </li>
  `}function S({lock:{file:e,before:a,locking:l}}){const{finished:s,value:i,lost:t}=e;return o`
    <div class="lost" data-testid="lost" data-lost=${t} data-finished=${s}>
      ${t>0&&o`<p class="lost-updates"><b>${u(t)}</b> ${t===1?"update":"updates"} lost</p>`}
      ${!t&&o`<p class="kept"><b aria-hidden="true">✓</b> no update lost</p>`}
      <p class="soft">${m(s,"task")} finished, the file says ${u(i)}</p>
      ${a&&o`<p class="soft">Before, ${a.locking?"with":"without"} the lock: <b
          class=${a.lost?"tone-dead":""}>${u(a.lost)}</b> of ${u(a.finished)} lost</p>`}
      ${!a&&!l&&!s&&o`<p class="soft">All have read the same number …</p>`}
    </div>
  `}var T=Object.freeze({__proto__:null,Bar:v,File:b,SharedFile:O});const k=8,j={release:"released",kill:"killed",pause:"frozen",expire:"session expired",stop:"stopped",exit:"ended",deleted:"znode deleted",lost:"connection lost"};function z({lock:e,clock:a,chosen:l,choose:s,slowed:i}){const t=[...new Set([...Object.keys(e.waits),...Object.keys(e.asks)])].sort(B);w(Object.keys(e.asks).length?100:null);const n=a.now(),r=Math.max(500,...t.map($=>Math.max(_(e,$,n)??0,e.waits[$]?.max_ms??0)));return o`
    <section class="lock-times" aria-label="Waiting times and fairness">
      <p class="handoff-title"><b>Waiting for the lock</b><${A} lock=${e} /><${C} lock=${e} />
        <${M} slowed=${i} path=${e.path} /></p>
      <ul class="waits">
        ${t.slice(-k).map($=>o`<${H} key=${$} id=${$} lock=${e} now=${n} longest=${r}
          chosen=${l.candidate===$} choose=${s} />`)}
        ${!t.length&&o`<li class="soft">No client has waited for it yet.</li>`}
        ${t.length>k&&o`<li class="soft">and ${t.length-k} more</li>`}
      </ul>
    </section>
  `}function B(e,a){return Number(e.slice(1))-Number(a.slice(1))}function _(e,a,l){return e.asks[a]?Math.max(0,(l-e.asks[a].at)*1e3):null}const W={count:0,last_ms:null,total_ms:0,max_ms:0,finished:0,abandoned:0,gave_up:0};function H({id:e,lock:a,now:l,longest:s,chosen:i,choose:t}){const n={...W,...a.waits[e]},r=_(a,e,l),$=n.count?n.total_ms/n.count:null,h=p=>100*Math.min(p,s)/s,c=a.asks[e]?.until;return o`
    <li class=${`wait ${r===null?"":"is-waiting"} ${i?"chosen":""}`} data-testid=${`wait-${e}`}
      data-count=${n.count} data-gave-up=${n.gave_up}>
      <${x} id=${e} isChosen=${i} choose=${t} />
      <span class="wait-bar" aria-hidden="true"><i style=${{transform:`translateX(${h(r??n.last_ms??0)-100}%)`}}></i>
        ${$!==null&&o`<u style=${{left:`${h($)}%`}} title=${`mean ${d($)}`}></u>`}</span>
      <span class="number">${q(n,r,$)}${typeof c=="number"&&o`, gives up in ${y(c-l)}`}</span>
      ${n.gave_up>0&&o`<em class="tone-lost">gave up ${g(n.gave_up)}</em>`}
      ${n.abandoned>0&&o`<em class="tone-dead">${m(n.abandoned,"task")} lost halfway</em>`}
    </li>
  `}function q({count:e,last_ms:a,max_ms:l},s,i){const t=s===null?a===null?"":`last ${d(a)}`:`waits ${y(s/1e3)}`;return e?`${t} \xB7 mean ${d(i)} \xB7 longest ${d(l)} \xB7 served ${g(e)}`:t}function g(e){return e===1?"once":`${e} times`}function A({lock:{fairness:e}}){const{served:a,overtaken:l,even:s}=e;return a?o`
    <span data-testid="fairness" title="Jain's fairness index: 1 means that all clients were served equally often">served ${g(a)}${l?o`, <b class="tone-dead">${l} out of turn</b>`:", each in its turn"}${typeof s=="number"&&` \xB7 ${s>.99?"all equally often":`not equally often (fairness ${s.toFixed(2)} of 1)`}`}</span>
  `:null}function C({lock:{handovers:e}}){const a=Object.entries(e??{});return a.length?o`
    <span class="handovers" data-testid="handovers">hand-over after ${a.map(([l,{count:s,last_ms:i,total_ms:t}],n)=>o`${n?", ":""}<span key=${l} data-fault=${l}
        title=${`${m(s,"hand-over")}, mean ${d(t/s)}`}>${j[l]??l} <b
        class="number">${d(i)}</b></span>`)}</span>
  `:null}var L=Object.freeze({__proto__:null,Times:z});export{v as B,b as F,T as f,L as t};
//# sourceMappingURL=lock-oMfWQVPl.js.map
