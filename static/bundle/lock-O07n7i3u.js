import{a2 as o,a6 as u,ag as w,ak as p,ao as O,bs as f,bt as M,a7 as T,al as d,ah as y}from"./page.js";import{P as _,T as N}from"./more-DqiqwnTA.js";const b=8;function j(e){const{lock:t,state:n,clock:l}=e,i=Object.entries(t.tasks),s=i.some(([,{stopped:a}])=>a==null);return w(s?100:null),o`
    <${v} of=${t} label="Tasks on the file" none="Nobody works on the file." written="each client that finishes a task"
      tasks=${i.map(([a,r])=>o`<${z} key=${a} id=${a} task=${r} now=${l.now()} candidate=${n.candidates[a]}
        chosen=${e.chosen.candidate===a} choose=${e.choose} />`)}>
      <${F} lock=${t} />
    <//>
  `}function v({of:{file:e,locking:t},label:n,none:l,written:i,tasks:s,children:a}){return o`
    <section class=${`shared ${t?"":"unlocked"}`} aria-label="The shared file" data-testid="shared-file">
      <div class="paper" title=${`The file ${e.name??""}: one number, written by ${i}`}>
        <svg viewBox="0 0 40 50" aria-hidden="true"><path d="M3 3h24l10 10v34H3z" /><path d="M27 3v10h10" /></svg>
        <output class=${e.value>999?"longer":e.value>99?"long":""} data-testid="file-value" data-value=${e.value}>${u(e.value)}</output>
        <span class="soft">${e.by?`written by ${e.by}`:"the file"}</span>
      </div>
      <ul class="tasks" aria-label=${n}>
        ${s.slice(0,b)}
        ${s.length>b&&o`<li class="soft">and ${s.length-b} more at the same time</li>`}
        ${!s.length&&o`<li class="soft">${l}</li>`}
      </ul>
      ${a}
    </section>
  `}function S({done:e,since:t,ends:n,stopped:l},i){const s=(Math.min(i,l??i)-t)/Math.max(.001,n-t);return e+(1-e)*Math.min(1,Math.max(0,s))}function z(e){const{task:t,candidate:n}=e,l={paused:"frozen here",exited:"dead: will not write"}[n?.process];return o`<${k} ...${e} stands=${l} data=${{"data-stands":String(!!l)}}>
    <span class="number">${t.read} → ${t.read+1}</span><//>`}function k({id:e,task:t,now:n,candidate:l,chosen:i,choose:s,stands:a,looks:r="",data:$,children:h}){const c=S(t,n),m={paused:"frozen",exited:"dead"}[l?.process]??"lead";return o`
    <li class=${`task ${r} tone-${m} ${i?"chosen":""}`} data-testid=${`task-${e}`} data-done=${c.toFixed(2)} ...${$}>
      <${_} id=${e} isChosen=${i} choose=${s} />
      <span class="task-bar" role="progressbar" aria-label=${`${e}'s task`} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${Math.round(c*100)}><i style=${{transform:`translateX(${100*(c-1)}%)`}}></i></span>
      ${h}${a&&o`<em>${a}</em>`}
    </li>
  `}function F({lock:{file:e,before:t,locking:n}}){const{finished:l,value:i,lost:s}=e;return o`
    <div class="lost" data-testid="lost" data-lost=${s} data-finished=${l}>
      ${s>0&&o`<p class="lost-updates"><b>${u(s)}</b> ${s===1?"update":"updates"} lost</p>`}
      ${!s&&o`<p class="kept"><b aria-hidden="true">✓</b> no update lost</p>`}
      <p class="soft">${p(l,"task")} finished, the file says ${u(i)}</p>
      ${t&&o`<p class="soft">Before, ${t.locking?"with":"without"} the lock: <b
          class=${t.lost?"tone-dead":""}>${u(t.lost)}</b> of ${u(t.finished)} lost</p>`}
      ${!t&&!n&&!l&&o`<p class="soft">All have read the same number …</p>`}
    </div>
  `}var B=Object.freeze({__proto__:null,Bar:k,File:v,SharedFile:j});const g=8,W={release:"released",kill:"killed",pause:"frozen",expire:"session expired",stop:"stopped",exit:"ended",deleted:"znode deleted",lost:"connection lost"};function H({lock:e,clock:t,chosen:n,choose:l,slowed:i}){const s=[...new Set([...Object.keys(e.waits),...Object.keys(e.asks)])].sort(A);w(Object.keys(e.asks).length?100:null);const a=t.now(),r=Math.max(500,...s.map($=>Math.max(x(e,$,a)??0,e.waits[$]?.max_ms??0)));return o`
    <section class="lock-times" aria-label="Waiting times and fairness">
      <p class="handoff-title"><b>Waiting for the lock</b><${P} lock=${e} /><${R} lock=${e} />
        <${O} slowed=${i} path=${e.path} /></p>
      <ul class="waits">
        ${s.slice(-g).map($=>o`<${E} key=${$} id=${$} lock=${e} now=${a} longest=${r}
          chosen=${n.candidate===$} choose=${l} />`)}
        ${!s.length&&o`<li class="soft">No client has waited for it yet.</li>`}
        ${s.length>g&&o`<li class="soft">and ${s.length-g} more</li>`}
      </ul>
    </section>
  `}function A(e,t){return Number(e.slice(1))-Number(t.slice(1))}function x(e,t,n){return e.asks[t]?Math.max(0,(n-e.asks[t].at)*1e3):null}const C={count:0,last_ms:null,total_ms:0,max_ms:0,finished:0,abandoned:0,gave_up:0};function E({id:e,lock:t,now:n,longest:l,chosen:i,choose:s}){const a={...C,...t.waits[e]},r=x(t,e,n),$=a.count?a.total_ms/a.count:null,h=m=>100*Math.min(m,l)/l,c=t.asks[e]?.until;return o`
    <li class=${`wait ${r===null?"":"is-waiting"} ${i?"chosen":""}`} data-testid=${`wait-${e}`}
      data-count=${a.count} data-gave-up=${a.gave_up}>
      <${_} id=${e} isChosen=${i} choose=${s} />
      <span class="wait-bar" aria-hidden="true"><i style=${{transform:`translateX(${h(r??a.last_ms??0)-100}%)`}}></i>
        ${$!==null&&o`<u style=${{left:`${h($)}%`}} title=${`mean ${d($)}`}></u>`}</span>
      <span class="number">${L(a,r,$)}${typeof c=="number"&&o`, gives up in ${y(c-n)}`}</span>
      ${a.gave_up>0&&o`<em class="tone-lost">gave up ${f(a.gave_up)}</em>`}
      ${a.abandoned>0&&o`<em class="tone-dead">${p(a.abandoned,"task")} lost halfway</em>`}
    </li>
  `}function L({count:e,last_ms:t,max_ms:n},l,i){const s=l===null?t===null?"":`last ${d(t)}`:`waits ${y(l/1e3)}`;return e?`${s} \xB7 mean ${d(i)} \xB7 longest ${d(n)} \xB7 served ${f(e)}`:s}function P({lock:{fairness:e,waits:t}}){const{served:n,overtaken:l,even:i}=e,s=Object.values(t).map(({count:a})=>a);return n?o`
    <span data-testid="fairness" title=${`Jain's fairness index is ${i}: at 1, all clients were served equally often`}>served ${f(n)}${l?o`, <b class="tone-dead">${l} out of turn</b>`:", each in its turn"}${` \xB7 ${p(s.length,"client")}, ${M(s)}`}</span>
  `:null}function R({lock:{handovers:e}}){const t=Object.entries(e??{});return t.length?o`
    <span class="handovers" data-testid="handovers"><${T} text="hand-over" /> after ${t.map(([n,{count:l,last_ms:i,total_ms:s}],a)=>o`${a?", ":""}<span key=${n} data-fault=${n}
        title=${`${p(l,"hand-over")}, mean ${d(s/l)}`}>${W[n]??n} <b
        class="number">${d(i)}</b></span>`)}</span>
  `:null}var X=Object.freeze({__proto__:null,Times:H});function q({lock:e,clock:t,slowed:n}){return o`<${N} lock=${e} clock=${t} slowed=${n} empty="No turn yet. Start three clients." />`}var J=Object.freeze({__proto__:null,Round:q});export{k as B,v as F,B as f,J as r,X as t};
//# sourceMappingURL=lock-O07n7i3u.js.map
