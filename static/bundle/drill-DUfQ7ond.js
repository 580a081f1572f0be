import{aa as l,ay as g,az as m,ax as $,aA as f,a8 as y,aB as k}from"./page.js";const h=120;function v(t){return t.state.drill.plan?l`<${w} ...${t} />`:l`<${g} ...${t} />`}const w=m(O,({state:{drill:t}})=>[t.rounds,t.plan,t.running?.number,t.figures]);function O({state:t}){const{plan:e,rounds:a,running:i,figures:d}=t.drill,r=Object.values(a).sort((s,u)=>s.number-u.number).slice(-h),c=Math.max(1,...r.map(({handoff:s})=>s??0)),n=Math.max(r.length,Math.min(h,e.rounds)),o=d.handoff?.quantiles.p50?.[0]??null;return l`
    <div class="drill" data-testid="drill-board" data-rounds=${r.length} role="img" aria-label=${j(r,c)}>
      <p class="drill-scale" aria-hidden="true"><span>${r.length>0&&$(c)}</span><span>0</span></p>
      <ol class="drill-bars" style=${{"--places":n}} aria-hidden="true">
        ${r.map(s=>l`<${_} key=${s.number} ...${s} longest=${c} />`)}
        ${i&&r.length<n&&l`<li key="running" class="drill-bar running" data-testid="drill-running"></li>`}
        ${o!==null&&l`<li key="half" class="drill-half" style=${{bottom:f(o/c)}}><span>half within ${$(o)}</span></li>`}
      </ol>
      <p class="drill-axis" aria-hidden="true"><span>round ${r[0]?.number??1}</span><span>${e.rounds}</span></p>
    </div>
  `}function _({number:t,outcome:e,ms:a,longest:i}){return e==="not within the limit"?l`<li class="drill-bar failed" data-testid="drill-bar" data-round=${t}></li>`:l`<li class=${`drill-bar ${e==="broke"?"broke":""}`} data-testid="drill-bar" data-round=${t}>
    ${k.map(({phase:d})=>l`<i key=${d} class=${`of-${d}`} style=${{height:f((a[d]??0)/i)}}></i>`)}</li>`}function j(t,e){const a=t.filter(({outcome:i})=>i!=="handed over").length;return`${y(t.length,"round")}, ${a?`${a} failed`:"all handed over"}, the longest ${$(e)}; the figures are under Work`}var S=Object.freeze({__proto__:null,Board:v});const b=["p50","p90","p95","p99"];function x({drill:t,actions:e}){const{count:a,failed:i,plan:d,figures:r,verdicts:c}=t;return a?l`
    <section class="drill-work" aria-label="Figures of the drill">
      ${i>0&&l`<p class="drill-failed" role="alert" data-testid="drill-failed"><b>${i} of ${a} rounds failed</b>, of ${d.within} s each</p>`}
      <table class="figures" data-testid="drill-figures">
        <caption class="sr">Each phase of a handoff, by quantiles</caption>
        <thead><tr><td></td>${b.map(n=>l`<th key=${n} scope="col">${n}</th>`)}<th scope="col">longest</th></tr></thead>
        <tbody>${Object.entries(r).filter(([,{counted:n}])=>n).map(([n,{quantiles:o,max:s}])=>l`
          <tr key=${n}><th scope="row">${n}</th>
            ${b.map(u=>l`<td key=${u} class="number" data-testid=${`drill-${n}-${u}`}><${B} of=${o[u]} /></td>`)}
            <td class="number">${p(s)}</td></tr>`)}</tbody>
      </table>
      <p class="note">≤ the value that 95 of 100 such drills do not exceed; without it, too few rounds can say: p90 needs 29, p95 59, p99 299.</p>
      ${c.length>0&&l`<ul class="drill-limits" data-testid="drill-verdicts">${c.map(({limit:n,kept:o,says:s})=>l`
        <li key=${n} class=${o?"kept":"tone-dead"}>${o?"\u2713":"\u2717"} <code>${n}</code> ${s}</li>`)}</ul>`}
      <button data-testid="drill-report" onClick=${()=>R(e)}>Save the report (JSON)</button>
    </section>
  `:null}function B({of:t}){if(!t)return"";const[e,a]=t;return l`${p(e)}${t.length>1&&l`<small> ≤ ${p(a)}</small>`}`}const p=t=>t===null?"\u221E":$(t);async function R(t){const e=await t.attempt("drill-report","GET","drills/report");if(!e)return;const a=document.createElement("a");a.href=URL.createObjectURL(new Blob([JSON.stringify(e,null,1)],{type:"application/json"})),a.download="handoff-drill.json",a.click(),URL.revokeObjectURL(a.href)}var E=Object.freeze({__proto__:null,Figures:x});export{S as b,E as w};
//# sourceMappingURL=drill-DUfQ7ond.js.map
