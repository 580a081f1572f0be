import{ac as a,aA as y,aB as k,aC as w,az as c,aD as f,aE as b,aF as O,a8 as v,aG as _}from"./page.js";const g=120;function j(t){const{plan:l,running:e,count:s}=t.state.drill;return l&&(e||s)?a`<${x} ...${t} />`:a`<${y} ...${t} />`}const x=k(S,({state:{drill:t}})=>[t.rounds,t.plan,t.running?.number,t.figures]);function S({state:t}){const{plan:l,rounds:e,running:s,figures:o}=t.drill,r=Object.values(e).sort((i,$)=>i.number-$.number).slice(-g),d=Math.max(1,...r.map(w)),u=Math.max(r.length,Math.min(g,l.rounds)),n=o.handoff?.quantiles.p50?.[0]??null;return a`
    <div class="drill" data-testid="drill-board" data-rounds=${r.length} role="img" aria-label=${E(r,d)}>
      <p class="drill-scale" aria-hidden="true"><span>${r.length>0&&c(d)}</span><span>0</span></p>
      <ol class="drill-bars" style=${{"--places":u}} aria-hidden="true">
        ${r.map(i=>a`<${B} key=${i.number} ...${i} longest=${d} />`)}
        ${s&&!r.length&&a`<li key="first" class="drill-first">${f(t.drill)}${s.number>0&&" Its bar stands here once it is over."}</li>`}
        ${s&&r.length<u&&a`<li key="running" class="drill-bar running" data-testid="drill-running"></li>`}
        ${n!==null&&a`<li key="half" class="drill-half" style=${{bottom:b(n/d)}}><span>half within ${c(n)}</span></li>`}
      </ol>
      <p class="drill-axis" aria-hidden="true"><span>round ${r[0]?.number??1}</span><span>${l.rounds}</span></p>
    </div>
  `}function B({number:t,outcome:l,ms:e,longest:s}){return l==="not within the limit"?a`<li class="drill-bar failed" data-testid="drill-bar" data-round=${t}></li>`:a`<li class=${`drill-bar ${l==="broke"?"broke":""}`} data-testid="drill-bar" data-round=${t}>
    ${_.map(({phase:o})=>a`<i key=${o} class=${`of-${o}`} style=${{height:b((e[o]??0)/s)}}></i>`)}</li>`}function E(t,l){const e=t.filter(({outcome:s})=>!O.includes(s)).length;return`${v(t.length,"round")}, ${e?`${e} failed`:"all as they should be"}, the longest ${c(l)}; the figures are under Work`}var R=Object.freeze({__proto__:null,Board:j});const m=["p50","p90","p95","p99"];function L({drill:t,actions:l}){const{count:e,failed:s,plan:o,figures:r,window:d,verdicts:u}=t;return e?a`
    <section class="drill-work" aria-label="Figures of the drill">
      ${s>0&&a`<p class="drill-failed" role="alert" data-testid="drill-failed"><b>${s} of ${e} rounds failed</b>, of ${o.within} s each</p>`}
      <table class="figures" data-testid="drill-figures">
        <caption class="sr">Each phase of a handoff, by quantiles</caption>
        <thead><tr><td></td>${m.map(n=>a`<th key=${n} scope="col">${n}</th>`)}<th scope="col">longest</th></tr></thead>
        <tbody>${Object.entries(r).filter(([,{counted:n}])=>n).map(([n,{quantiles:i,max:$}])=>a`
          <tr key=${n}><th scope="row">${n}</th>
            ${m.map(p=>a`<td key=${p} class="number" data-testid=${`drill-${n}-${p}`}><${U} of=${i[p]} /></td>`)}
            <td class="number">${h($)}</td></tr>`)}</tbody>
      </table>
      ${d&&a`<p class="note" data-testid="drill-window">With this session timeout, detect is expected ${N(d)}.</p>`}
      <p class="note">≤ the value that 95 of 100 such drills do not exceed; without it, too few rounds can say: p90 needs 29, p95 59, p99 299.</p>
      ${u.length>0&&a`<ul class="drill-limits" data-testid="drill-verdicts">${u.map(({limit:n,kept:i,says:$})=>a`
        <li key=${n} class=${i?"kept":"tone-dead"}>${i?"\u2713":"\u2717"} <code>${n}</code> ${$}</li>`)}</ul>`}
      <button data-testid="drill-report" onClick=${()=>A(l)}>Save the report (JSON)</button>
    </section>
  `:t.running&&a`<p class="note" data-testid="drill-nothing-yet">${f(t)} The figures begin with the first round that is over.</p>`}function N([t,l]){const e=l===null?"":`at most ${c(l)}`;return t===null?e||"at no time that is known":`from ${c(t)}${e&&` to ${c(l)}`}`}function U({of:t}){if(!t)return"";const[l,e]=t;return a`${h(l)}${t.length>1&&a`<small> ≤ ${h(e)}</small>`}`}const h=t=>t===null?"\u221E":c(t);async function A(t){const l=await t.attempt("drill-report","GET","drills/report");if(!l)return;const e=document.createElement("a");e.href=URL.createObjectURL(new Blob([JSON.stringify(l,null,1)],{type:"application/json"})),e.download="handoff-drill.json",e.click(),URL.revokeObjectURL(e.href)}var F=Object.freeze({__proto__:null,Figures:L});export{R as b,F as w};
//# sourceMappingURL=drill-D2ZaRdik.js.map
