import{ar as v,a6 as i,ac as h,am as w,as as g,a7 as _,a4 as p,at as f,au as S,ad as T,aq as u,an as y,av as N}from"./page.js";const b=8;function z(s){const{lock:t,state:n,clock:o}=s,l=Object.entries(t.tasks),e=l.some(([,{stopped:a}])=>a==null);return w(e?100:null),i`
    <${x} of=${t} label="Tasks on the file" none="Nobody works on the file." written="each client that finishes a task"
      tasks=${l.map(([a,r])=>i`<${W} key=${a} id=${a} task=${r} now=${o.now()} candidate=${n.candidates[a]}
        chosen=${s.chosen.candidate===a} choose=${s.choose} />`)}>
      <${F} lock=${t} />
    <//>
  `}function x({of:{file:s,locking:t},label:n,none:o,written:l,tasks:e,children:a}){return i`
    <section class=${`shared ${t?"":"unlocked"}`} aria-label="The shared file" data-testid="shared-file">
      <div class="paper" title=${`The file ${s.name??""}: one number, written by ${l}`}>
        <svg viewBox="0 0 40 50" aria-hidden="true"><path d="M3 3h24l10 10v34H3z" /><path d="M27 3v10h10" /></svg>
        <output class=${s.value>999?"longer":s.value>99?"long":""} data-testid="file-value" data-value=${s.value}>${h(s.value)}</output>
        <span class="soft">${s.by?`written by ${s.by}`:"the file"}</span>
      </div>
      <ul class="tasks" aria-label=${n}>
        ${e.slice(0,b)}
        ${e.length>b&&i`<li class="soft">and ${e.length-b} more at the same time</li>`}
        ${!e.length&&i`<li class="soft">${o}</li>`}
      </ul>
      ${a}
    </section>
  `}function j({done:s,since:t,ends:n,stopped:o},l){const e=(Math.min(l,o??l)-t)/Math.max(.001,n-t);return s+(1-s)*Math.min(1,Math.max(0,e))}function W(s){const{task:t,candidate:n}=s,o={paused:"frozen here",exited:"dead: will not write"}[n?.process];return i`<${O} ...${s} stands=${o} data=${{"data-stands":String(!!o)}}>
    <span class="number">${t.read} → ${t.read+1}</span><//>`}function O({id:s,task:t,now:n,candidate:o,chosen:l,choose:e,stands:a,looks:r="",data:$,children:d}){const c=j(t,n),m={paused:"frozen",exited:"dead"}[o?.process]??"lead";return i`
    <li class=${`task ${r} tone-${m} ${l?"chosen":""}`} data-testid=${`task-${s}`} data-done=${c.toFixed(2)} ...${$}>
      <${v} id=${s} isChosen=${l} choose=${e} />
      <span class="task-bar" role="progressbar" aria-label=${`${s}'s task`} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${Math.round(c*100)}><i style=${{transform:`translateX(${100*(c-1)}%)`}}></i></span>
      ${d}${a&&i`<em>${a}</em>`}
    </li>
  `}function F({lock:{file:s,before:t,locking:n}}){const{finished:o,value:l,lost:e}=s;return i`
    <div class="lost" data-testid="lost" data-lost=${e} data-finished=${o}>
      ${e>0&&i`<p class="lost-updates"><b>${h(e)}</b> ${e===1?"update":"updates"} lost</p>`}
      ${!e&&i`<p class="kept"><b aria-hidden="true">✓</b> no update lost</p>`}
      <p class="soft">${p(o,"task")} finished, the file says ${h(l)}</p>
      ${t&&i`<p class="soft">Before, ${t.locking?"with":"without"} the lock: <b
          class=${t.lost?"tone-dead":""}>${h(t.lost)}</b> of ${h(t.finished)} lost</p>`}
      ${!t&&!n&&!o&&i`<p class="soft">All have read the same number …</p>`}
    </div>
  `}const k=8,H={release:"released",kill:"killed",pause:"frozen",expire:"session expired",stop:"stopped",exit:"ended",deleted:"znode deleted",lost:"connection lost"};function A({lock:s,clock:t,chosen:n,choose:o,slowed:l}){const e=[...new Set([...Object.keys(s.waits),...Object.keys(s.asks)])].sort(B);w(Object.keys(s.asks).length?100:null);const a=t.now(),r=Math.max(500,...e.map($=>Math.max(M(s,$,a)??0,s.waits[$]?.max_ms??0)));return i`
    <section class="lock-times" aria-label="Waiting times and fairness">
      <p class="handoff-title"><b>Waiting for the lock</b><${C} lock=${s} /><${X} lock=${s} />
        <${g} slowed=${l} path=${s.path} /></p>
      <ul class="waits">
        ${e.slice(-k).map($=>i`<${L} key=${$} id=${$} lock=${s} now=${a} longest=${r}
          chosen=${n.candidate===$} choose=${o} />`)}
        ${!e.length&&i`<li class="soft">No client has waited for it yet.</li>`}
        ${e.length>k&&i`<li class="soft">and ${e.length-k} more</li>`}
      </ul>
    </section>
  `}function B(s,t){return Number(s.slice(1))-Number(t.slice(1))}function M(s,t,n){return s.asks[t]?Math.max(0,(n-s.asks[t].at)*1e3):null}const E={count:0,last_ms:null,total_ms:0,max_ms:0,finished:0,abandoned:0,gave_up:0};function L({id:s,lock:t,now:n,longest:o,chosen:l,choose:e}){const a={...E,...t.waits[s]},r=M(t,s,n),$=a.count?a.total_ms/a.count:null,d=m=>100*Math.min(m,o)/o,c=t.asks[s]?.until;return i`
    <li class=${`wait ${r===null?"":"is-waiting"} ${l?"chosen":""}`} data-testid=${`wait-${s}`}
      data-count=${a.count} data-gave-up=${a.gave_up}>
      <${v} id=${s} isChosen=${l} choose=${e} />
      <span class="wait-bar" aria-hidden="true"><i style=${{transform:`translateX(${d(r??a.last_ms??0)-100}%)`}}></i>
        ${$!==null&&i`<u style=${{left:`${d($)}%`}} title=${`mean ${u($)}`}></u>`}</span>
      <span class="number">${q(a,r,$)}${typeof c=="number"&&i`, gives up in ${y(c-n)}`}</span>
      ${a.gave_up>0&&i`<em class="tone-lost">gave up ${f(a.gave_up)}</em>`}
      ${a.abandoned>0&&i`<em class="tone-dead">${p(a.abandoned,"task")} lost halfway</em>`}
    </li>
  `}function q({count:s,last_ms:t,max_ms:n},o,l){const e=o===null?t===null?"":`last ${u(t)}`:`waits ${y(o/1e3)}`;return s?`${e} \xB7 mean ${u(l)} \xB7 longest ${u(n)} \xB7 served ${f(s)}`:e}function C({lock:{fairness:s,waits:t}}){const{served:n,overtaken:o,even:l}=s,e=Object.values(t).map(({count:a})=>a);return n?i`
    <span data-testid="fairness" title=${`Jain's fairness index is ${l}: at 1, all clients were served equally often`}>served ${f(n)}${o?i`, <b class="tone-dead">${o} out of turn</b>`:", each in its turn"}${` \xB7 ${p(e.length,"client")}, ${S(e)}`}</span>
  `:null}function X({lock:{handovers:s}}){const t=Object.entries(s??{});return t.length?i`
    <span class="handovers" data-testid="handovers"><${T} text="hand-over" /> after ${t.map(([n,{count:o,last_ms:l,total_ms:e}],a)=>i`${a?", ":""}<span key=${n} data-fault=${n}
        title=${`${p(o,"hand-over")}, mean ${u(e/o)}`}>${H[n]??n} <b
        class="number">${u(l)}</b></span>`)}</span>
  `:null}const D={kill:"killed",pause:"frozen",exit:"ended"};function I({lock:s,clock:t,slowed:n,empty:o}){const l=[...s?.last_turns??[]].reverse(),e=s&&i`<${g} slowed=${n} path=${s.path} />`;return i`<${_} word="turn" clock=${t} empty=${o}
    roundsOf=${a=>l.map((r,$)=>({...J(r,a),facts:$?null:e}))} />`}function J({candidate:s,asked:t,held:n,ended:o,fault:l,freed:e},a){const r=D[l]??"released",$=o==null,d=[{phase:"waits",name:"waits",until:`${s} had the lock`,at:n},{phase:"holds",name:"has it",title:"has the lock",until:l?`it was ${r}`:"it released the lock",tone:"lead",at:o},...l?[{phase:"dies",name:l==="exit"?"znode goes":"session runs out",until:"its znode was gone",tone:"dead",at:e}]:[]],c=$?"has the lock":r;return{of:`${s} ${n}`,who:s,what:c,ears:`${s}, ${c}`,phases:N(t,d,a)}}export{O as Bar,x as File,z as SharedFile,A as Times,I as Turns};
//# sourceMappingURL=lock-B_cis5aX.js.map
