import{aa as l,ay as m,az as y,aA as k,ax as c,aB as h,aC as w,a8 as O,aD as v}from"./page.js";const b=120;function _(t){return t.state.drill.plan?l`<${j} ...${t} />`:l`<${m} ...${t} />`}const j=y(x,({state:{drill:t}})=>[t.rounds,t.plan,t.running?.number,t.figures]);function x({state:t}){const{plan:a,rounds:e,running:i,figures:o}=t.drill,s=Object.values(e).sort((r,$)=>r.number-$.number).slice(-b),d=Math.max(1,...s.map(k)),u=Math.max(s.length,Math.min(b,a.rounds)),n=o.handoff?.quantiles.p50?.[0]??null;return l`
    <div class="drill" data-testid="drill-board" data-rounds=${s.length} role="img" aria-label=${B(s,d)}>
      <p class="drill-scale" aria-hidden="true"><span>${s.length>0&&c(d)}</span><span>0</span></p>
      <ol class="drill-bars" style=${{"--places":u}} aria-hidden="true">
        ${s.map(r=>l`<${S} key=${r.number} ...${r} longest=${d} />`)}
        ${i&&s.length<u&&l`<li key="running" class="drill-bar running" data-testid="drill-running"></li>`}
        ${n!==null&&l`<li key="half" class="drill-half" style=${{bottom:h(n/d)}}><span>half within ${c(n)}</span></li>`}
      </ol>
      <p class="drill-axis" aria-hidden="true"><span>round ${s[0]?.number??1}</span><span>${a.rounds}</span></p>
    </div>
  `}function S({number:t,outcome:a,ms:e,longest:i}){return a==="not within the limit"?l`<li class="drill-bar failed" data-testid="drill-bar" data-round=${t}></li>`:l`<li class=${`drill-bar ${a==="broke"?"broke":""}`} data-testid="drill-bar" data-round=${t}>
    ${v.map(({phase:o})=>l`<i key=${o} class=${`of-${o}`} style=${{height:h((e[o]??0)/i)}}></i>`)}</li>`}function B(t,a){const e=t.filter(({outcome:i})=>!w.includes(i)).length;return`${O(t.length,"round")}, ${e?`${e} failed`:"all as they should be"}, the longest ${c(a)}; the figures are under Work`}var R=Object.freeze({__proto__:null,Board:_});const g=["p50","p90","p95","p99"];function E({drill:t,actions:a}){const{count:e,failed:i,plan:o,figures:s,window:d,verdicts:u}=t;return e?l`
    <section class="drill-work" aria-label="Figures of the drill">
      ${i>0&&l`<p class="drill-failed" role="alert" data-testid="drill-failed"><b>${i} of ${e} rounds failed</b>, of ${o.within} s each</p>`}
      <table class="figures" data-testid="drill-figures">
        <caption class="sr">Each phase of a handoff, by quantiles</caption>
        <thead><tr><td></td>${g.map(n=>l`<th key=${n} scope="col">${n}</th>`)}<th scope="col">longest</th></tr></thead>
        <tbody>${Object.entries(s).filter(([,{counted:n}])=>n).map(([n,{quantiles:r,max:$}])=>l`
          <tr key=${n}><th scope="row">${n}</th>
            ${g.map(p=>l`<td key=${p} class="number" data-testid=${`drill-${n}-${p}`}><${N} of=${r[p]} /></td>`)}
            <td class="number">${f($)}</td></tr>`)}</tbody>
      </table>
      ${d&&l`<p class="note" data-testid="drill-window">With this session timeout, detect is expected ${L(d)}.</p>`}
      <p class="note">≤ the value that 95 of 100 such drills do not exceed; without it, too few rounds can say: p90 needs 29, p95 59, p99 299.</p>
      ${u.length>0&&l`<ul class="drill-limits" data-testid="drill-verdicts">${u.map(({limit:n,kept:r,says:$})=>l`
        <li key=${n} class=${r?"kept":"tone-dead"}>${r?"\u2713":"\u2717"} <code>${n}</code> ${$}</li>`)}</ul>`}
      <button data-testid="drill-report" onClick=${()=>U(a)}>Save the report (JSON)</button>
    </section>
  `:null}function L([t,a]){const e=a===null?"":`at most ${c(a)}`;return t===null?e||"at no time that is known":`from ${c(t)}${e&&` to ${c(a)}`}`}function N({of:t}){if(!t)return"";const[a,e]=t;return l`${f(a)}${t.length>1&&l`<small> ≤ ${f(e)}</small>`}`}const f=t=>t===null?"\u221E":c(t);async function U(t){const a=await t.attempt("drill-report","GET","drills/report");if(!a)return;const e=document.createElement("a");e.href=URL.createObjectURL(new Blob([JSON.stringify(a,null,1)],{type:"application/json"})),e.download="handoff-drill.json",e.click(),URL.revokeObjectURL(e.href)}var A=Object.freeze({__proto__:null,Figures:E});export{R as b,A as w};
//# sourceMappingURL=drill-DaqUJ1wl.js.map
