import{a2 as o,a6 as u,ag as w,ak as p,aU as O,aV as f,aW as M,a7 as N,al as d,ah as y}from"./page.js";import{P as x}from"./more-BR-OAo5m.js";const b=8;function T(a){const{lock:s,state:n,clock:l}=a,i=Object.entries(s.tasks),e=i.some(([,{stopped:t}])=>t==null);return w(e?100:null),o`
    <${v} of=${s} label="Tasks on the file" none="Nobody works on the file." written="each client that finishes a task"
      tasks=${i.map(([t,r])=>o`<${F} key=${t} id=${t} task=${r} now=${l.now()} candidate=${n.candidates[t]}
        chosen=${a.chosen.candidate===t} choose=${a.choose} />`)}>
      <${S} lock=${s} />
    <//>
  `}function v({of:{file:a,locking:s},label:n,none:l,written:i,tasks:e,children:t}){return o`
    <section class=${`shared ${s?"":"unlocked"}`} aria-label="The shared file" data-testid="shared-file">
      <div class="paper" title=${`The file ${a.name??""}: one number, written by ${i}`}>
        <svg viewBox="0 0 40 50" aria-hidden="true"><path d="M3 3h24l10 10v34H3z" /><path d="M27 3v10h10" /></svg>
        <output class=${a.value>999?"longer":a.value>99?"long":""} data-testid="file-value" data-value=${a.value}>${u(a.value)}</output>
        <span class="soft">${a.by?`written by ${a.by}`:"the file"}</span>
      </div>
      <ul class="tasks" aria-label=${n}>
        ${e.slice(0,b)}
        ${e.length>b&&o`<li class="soft">and ${e.length-b} more at the same time</li>`}
        ${!e.length&&o`<li class="soft">${l}</li>`}
      </ul>
      ${t}
    </section>
  `}function j({done:a,since:s,ends:n,stopped:l},i){const e=(Math.min(i,l??i)-s)/Math.max(.001,n-s);return a+(1-a)*Math.min(1,Math.max(0,e))}function F(a){const{task:s,candidate:n}=a,l={paused:"frozen here",exited:"dead: will not write"}[n?.process];return o`<${k} ...${a} stands=${l} data=${{"data-stands":String(!!l)}}>
    <span class="number">${s.read} → ${s.read+1}</span><//>`}function k({id:a,task:s,now:n,candidate:l,chosen:i,choose:e,stands:t,looks:r="",data:$,children:h}){const c=j(s,n),m={paused:"frozen",exited:"dead"}[l?.process]??"lead";return o`
    <li class=${`task ${r} tone-${m} ${i?"chosen":""}`} data-testid=${`task-${a}`} data-done=${c.toFixed(2)} ...${$}>
      <${x} id=${a} isChosen=${i} choose=${e} />
      <span class="task-bar" role="progressbar" aria-label=${`${a}'s task`} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${Math.round(c*100)}><i style=${{transform:`translateX(${100*(c-1)}%)`}}></i></span>
      ${h}${t&&o`<em>${t}</em>`}
    </li>
  `}function S({lock:{file:a,before:s,locking:n}}){const{finished:l,value:i,lost:e}=a;return o`
    <div class="lost" data-testid="lost" data-lost=${e} data-finished=${l}>
      ${e>0&&o`<p class="lost-updates"><b>${u(e)}</b> ${e===1?"update":"updates"} lost</p>`}
      ${!e&&o`<p class="kept"><b aria-hidden="true">✓</b> no update lost</p>`}
      <p class="soft">${p(l,"task")} finished, the file says ${u(i)}</p>
      ${s&&o`<p class="soft">Before, ${s.locking?"with":"without"} the lock: <b
          class=${s.lost?"tone-dead":""}>${u(s.lost)}</b> of ${u(s.finished)} lost</p>`}
      ${!s&&!n&&!l&&o`<p class="soft">All have read the same number …</p>`}
    </div>
  `}var z=Object.freeze({__proto__:null,Bar:k,File:v,SharedFile:T});const g=8,B={release:"released",kill:"killed",pause:"frozen",expire:"session expired",stop:"stopped",exit:"ended",deleted:"znode deleted",lost:"connection lost"};function W({lock:a,clock:s,chosen:n,choose:l,slowed:i}){const e=[...new Set([...Object.keys(a.waits),...Object.keys(a.asks)])].sort(H);w(Object.keys(a.asks).length?100:null);const t=s.now(),r=Math.max(500,...e.map($=>Math.max(_(a,$,t)??0,a.waits[$]?.max_ms??0)));return o`
    <section class="lock-times" aria-label="Waiting times and fairness">
      <p class="handoff-title"><b>Waiting for the lock</b><${L} lock=${a} /><${P} lock=${a} />
        <${O} slowed=${i} path=${a.path} /></p>
      <ul class="waits">
        ${e.slice(-g).map($=>o`<${C} key=${$} id=${$} lock=${a} now=${t} longest=${r}
          chosen=${n.candidate===$} choose=${l} />`)}
        ${!e.length&&o`<li class="soft">No client has waited for it yet.</li>`}
        ${e.length>g&&o`<li class="soft">and ${e.length-g} more</li>`}
      </ul>
    </section>
  `}function H(a,s){return Number(a.slice(1))-Number(s.slice(1))}function _(a,s,n){return a.asks[s]?Math.max(0,(n-a.asks[s].at)*1e3):null}const A={count:0,last_ms:null,total_ms:0,max_ms:0,finished:0,abandoned:0,gave_up:0};function C({id:a,lock:s,now:n,longest:l,chosen:i,choose:e}){const t={...A,...s.waits[a]},r=_(s,a,n),$=t.count?t.total_ms/t.count:null,h=m=>100*Math.min(m,l)/l,c=s.asks[a]?.until;return o`
    <li class=${`wait ${r===null?"":"is-waiting"} ${i?"chosen":""}`} data-testid=${`wait-${a}`}
      data-count=${t.count} data-gave-up=${t.gave_up}>
      <${x} id=${a} isChosen=${i} choose=${e} />
      <span class="wait-bar" aria-hidden="true"><i style=${{transform:`translateX(${h(r??t.last_ms??0)-100}%)`}}></i>
        ${$!==null&&o`<u style=${{left:`${h($)}%`}} title=${`mean ${d($)}`}></u>`}</span>
      <span class="number">${E(t,r,$)}${typeof c=="number"&&o`, gives up in ${y(c-n)}`}</span>
      ${t.gave_up>0&&o`<em class="tone-lost">gave up ${f(t.gave_up)}</em>`}
      ${t.abandoned>0&&o`<em class="tone-dead">${p(t.abandoned,"task")} lost halfway</em>`}
    </li>
  `}function E({count:a,last_ms:s,max_ms:n},l,i){const e=l===null?s===null?"":`last ${d(s)}`:`waits ${y(l/1e3)}`;return a?`${e} \xB7 mean ${d(i)} \xB7 longest ${d(n)} \xB7 served ${f(a)}`:e}function L({lock:{fairness:a,waits:s}}){const{served:n,overtaken:l,even:i}=a,e=Object.values(s).map(({count:t})=>t);return n?o`
    <span data-testid="fairness" title=${`Jain's fairness index is ${i}: at 1, all clients were served equally often`}>served ${f(n)}${l?o`, <b class="tone-dead">${l} out of turn</b>`:", each in its turn"}${` \xB7 ${p(e.length,"client")}, ${M(e)}`}</span>
  `:null}function P({lock:{handovers:a}}){const s=Object.entries(a??{});return s.length?o`
    <span class="handovers" data-testid="handovers"><${N} text="hand-over" /> after ${s.map(([n,{count:l,last_ms:i,total_ms:e}],t)=>o`${t?", ":""}<span key=${n} data-fault=${n}
        title=${`${p(l,"hand-over")}, mean ${d(e/l)}`}>${B[n]??n} <b
        class="number">${d(i)}</b></span>`)}</span>
  `:null}var U=Object.freeze({__proto__:null,Times:W});export{k as B,v as F,z as f,U as t};
//# sourceMappingURL=lock-PPLxgeoJ.js.map
