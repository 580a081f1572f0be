import{q as S,bS as v,h as i,r as h,u as w,bT as g,L as T,g as p,bU as f,bV as _,P as N,m as d,bF as y}from"./page.js";const z={kill:"killed",pause:"frozen",exit:"ended"};function j({candidate:s,asked:t,held:n,ended:l,fault:o,freed:e},a){const r=z[o]??"released",$=l==null,c=[{phase:"waits",name:"waits",until:`${s} had the lock`,at:n},{phase:"holds",name:"has it",title:"has the lock",until:o?`it was ${r}`:"it released the lock",tone:"lead",at:l},...o?[{phase:"dies",name:o==="exit"?"znode goes":"session runs out",until:"its znode was gone",tone:"dead",at:e}]:[]];return{of:`${s} ${n}`,who:s,what:$?null:r,takes:$?"since it queued:":"in all",ears:`${s}, ${$?"has the lock":r}`,phases:S(t,c,a)}}const b=8;function F(s){const{lock:t,state:n,clock:l}=s,o=Object.entries(t.tasks),e=o.some(([,{stopped:a}])=>a==null);return w(e?100:null),i`
    <${x} of=${t} label="Tasks on the file" none="Nobody works on the file." written="each client that finishes a task"
      tasks=${o.map(([a,r])=>i`<${H} key=${a} id=${a} task=${r} now=${l.now()} candidate=${n.candidates[a]}
        chosen=${s.chosen.candidate===a} choose=${s.choose} />`)}>
      <${A} lock=${t} />
    <//>
  `}function x({of:{file:s,locking:t},label:n,none:l,written:o,tasks:e,children:a}){return i`
    <section class=${`shared ${t?"":"unlocked"}`} aria-label="The shared file" data-testid="shared-file">
      <div class="paper" title=${`The file ${s.name??""}: one number, written by ${o}`}>
        <svg viewBox="0 0 40 50" aria-hidden="true"><path d="M3 3h24l10 10v34H3z" /><path d="M27 3v10h10" /></svg>
        <output class=${s.value>999?"longer":s.value>99?"long":""} data-testid="file-value" data-value=${s.value}>${h(s.value)}</output>
        <span class="soft">${s.by?`written by ${s.by}`:"the file"}</span>
      </div>
      <ul class="tasks" aria-label=${n}>
        ${e.slice(0,b)}
        ${e.length>b&&i`<li class="soft">and ${e.length-b} more at the same time</li>`}
        ${!e.length&&i`<li class="soft">${l}</li>`}
      </ul>
      ${a}
    </section>
  `}function W({done:s,since:t,ends:n,stopped:l},o){const e=(Math.min(o,l??o)-t)/Math.max(.001,n-t);return s+(1-s)*Math.min(1,Math.max(0,e))}function H(s){const{task:t,candidate:n}=s,l={paused:"frozen here",exited:"dead: will not write"}[n?.process];return i`<${O} ...${s} stands=${l} data=${{"data-stands":String(!!l)}}>
    <span class="number">${t.read} → ${t.read+1}</span><//>`}function O({id:s,task:t,now:n,candidate:l,chosen:o,choose:e,stands:a,looks:r="",data:$,children:c}){const u=W(t,n),m={paused:"frozen",exited:"dead"}[l?.process]??"lead";return i`
    <li class=${`task ${r} tone-${m} ${o?"chosen":""}`} data-testid=${`task-${s}`} data-done=${u.toFixed(2)} ...${$}>
      <${v} id=${s} isChosen=${o} choose=${e} />
      <span class="task-bar" role="progressbar" aria-label=${`${s}'s task`} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${Math.round(u*100)}><i style=${{transform:`translateX(${100*(u-1)}%)`}}></i></span>
      ${c}${a&&i`<em>${a}</em>`}
    </li>
  `}function A({lock:{file:s,before:t,locking:n}}){const{finished:l,value:o,lost:e}=s;return i`
    <div class="lost" data-testid="lost" data-lost=${e} data-finished=${l}>
      ${e>0&&i`<p class="lost-updates"><b>${h(e)}</b> ${e===1?"update":"updates"} lost</p>`}
      ${!e&&i`<p class="kept"><b aria-hidden="true">✓</b> no update lost</p>`}
      <p class="soft">${p(l,"task")} finished, the file says ${h(o)}</p>
      ${t&&i`<p class="soft">Before, ${t.locking?"with":"without"} the lock: <b
          class=${t.lost?"tone-dead":""}>${h(t.lost)}</b> of ${h(t.finished)} lost</p>`}
      ${!t&&!n&&!l&&i`<p class="soft">All have read the same number …</p>`}
    </div>
  `}const k=8,B={release:"released",kill:"killed",pause:"frozen",expire:"session expired",stop:"stopped",exit:"ended",deleted:"znode deleted",lost:"connection lost"};function L({lock:s,clock:t,chosen:n,choose:l,slowed:o}){const e=[...new Set([...Object.keys(s.waits),...Object.keys(s.asks)])].sort(q);w(Object.keys(s.asks).length?100:null);const a=t.now(),r=Math.max(500,...e.map($=>Math.max(M(s,$,a)??0,s.waits[$]?.max_ms??0)));return i`
    <section class="lock-times" aria-label="Waiting times and fairness">
      <p class="handoff-title"><b>Waiting for the lock</b><${U} lock=${s} /><${X} lock=${s} />
        <${g} slowed=${o} path=${s.path} /></p>
      <ul class="waits">
        ${e.slice(-k).map($=>i`<${C} key=${$} id=${$} lock=${s} now=${a} longest=${r}
          chosen=${n.candidate===$} choose=${l} />`)}
        ${!e.length&&i`<li class="soft">No client has waited for it yet.</li>`}
        ${e.length>k&&i`<li class="soft">and ${e.length-k} more</li>`}
      </ul>
    </section>
  `}function q(s,t){return Number(s.slice(1))-Number(t.slice(1))}function M(s,t,n){return s.asks[t]?Math.max(0,(n-s.asks[t].at)*1e3):null}const E={count:0,last_ms:null,total_ms:0,max_ms:0,finished:0,abandoned:0,gave_up:0};function C({id:s,lock:t,now:n,longest:l,chosen:o,choose:e}){const a={...E,...t.waits[s]},r=M(t,s,n),$=a.count?a.total_ms/a.count:null,c=m=>100*Math.min(m,l)/l,u=t.asks[s]?.until;return i`
    <li class=${`wait ${r===null?"":"is-waiting"} ${o?"chosen":""}`} data-testid=${`wait-${s}`}
      data-count=${a.count} data-gave-up=${a.gave_up}>
      <${v} id=${s} isChosen=${o} choose=${e} />
      <span class="wait-bar" aria-hidden="true"><i style=${{transform:`translateX(${c(r??a.last_ms??0)-100}%)`}}></i>
        ${$!==null&&i`<u style=${{left:`${c($)}%`}} title=${`mean ${d($)}`}></u>`}</span>
      <span class="number">${P(a,r,$)}${typeof u=="number"&&i`, gives up in ${y(u-n)}`}</span>
      ${a.gave_up>0&&i`<em class="tone-lost">gave up ${f(a.gave_up)}</em>`}
      ${a.abandoned>0&&i`<em class="tone-dead">${p(a.abandoned,"task")} lost halfway</em>`}
    </li>
  `}function P({count:s,last_ms:t,max_ms:n},l,o){const e=l===null?t===null?"":`last ${d(t)}`:`waits ${y(l/1e3)}`;return s?`${e} \xB7 mean ${d(o)} \xB7 longest ${d(n)} \xB7 served ${f(s)}`:e}function U({lock:{fairness:s,waits:t}}){const{served:n,overtaken:l,even:o}=s,e=Object.values(t).map(({count:a})=>a);return n?i`
    <span data-testid="fairness" title=${`Jain's fairness index is ${o}: at 1, all clients were served equally often`}>served ${f(n)}${l?i`, <b class="tone-dead">${l} out of turn</b>`:", each in its turn"}${` \xB7 ${p(e.length,"client")}, ${_(e)}`}</span>
  `:null}function X({lock:{handovers:s}}){const t=Object.entries(s??{});return t.length?i`
    <span class="handovers" data-testid="handovers"><${N} text="hand-over" /> after ${t.map(([n,{count:l,last_ms:o,total_ms:e}],a)=>i`${a?", ":""}<span key=${n} data-fault=${n}
        title=${`${p(l,"hand-over")}, mean ${d(e/l)}`}>${B[n]??n} <b
        class="number">${d(o)}</b></span>`)}</span>
  `:null}function D({lock:s,state:t,clock:n,slowed:l,invites:o}){const e=[...s?.last_turns??[]].reverse(),a=s&&i`<${g} slowed=${l} path=${s.path} />`;return i`<${T} word="turn" state=${t} clock=${n} empty="No turn yet." invites=${o}
    roundsOf=${r=>e.map(($,c)=>({...j($,r),facts:c?null:a}))} />`}export{O as Bar,x as File,F as SharedFile,L as Times,D as Turns};
//# sourceMappingURL=lock-BMJpZuTj.js.map
