import{h as r,bI as j,I as L,bJ as w,bK as O,m as h,bL as S,p as b,bM as y,g as B,bN as R,bO as k,bP as A,bQ as _,d as m,t as W,bR as I}from"./page.js";const M=120,J={ArrowLeft:-1,ArrowRight:1};function U(t){const{plan:a,running:e,count:n}=t.state.drill;return a&&(e||n)?r`<${D} ...${t} />`:r`<${j} ...${t} />`}const D=L(F,({state:{drill:t}})=>[t.rounds,t.plan,t.running?.number,t.figures]);function F({state:t}){const{plan:a,running:e,figures:n,window:l}=t.drill,s=w(t.drill).slice(-M),i=Math.max(1,l?.[1]??0,...s.map(O)),c=Math.max(s.length,Math.min(M,a.rounds)),o=n.handoff?.quantiles.p50?.[0]??null;return r`
    <div class="drill" data-testid="drill-board" data-rounds=${s.length} role="group" aria-label=${z(s)}>
      <p class="drill-scale" aria-hidden="true"><span>${s.length>0&&h(i)}</span><span>0</span></p>
      <div class="drill-room">
        ${s.length>0&&l&&r`<${H} least=${l[0]} most=${l[1]} longest=${i} />`}
        <ol class="drill-bars" style=${{"--places":c}} onKeyDown=${q} aria-label="Rounds">
          ${s.map($=>r`<${P} key=${$.number} round=${$} plan=${a} longest=${i} isLast=${$===s.at(-1)} />`)}
          ${e&&s.length<c&&r`<li key="running" class="drill-bar running" data-testid="drill-running" aria-hidden="true"></li>`}
        </ol>
        ${e&&!s.length&&r`<p class="drill-first">${S(t.drill)}${e.number>0&&" Its bar stands here once it is over."}</p>`}
        ${o!==null&&r`<p class="drill-half" aria-hidden="true" style=${{bottom:b(o/i)}}><span>half within ${h(o)}</span></p>`}
      </div>
      <p class="drill-axis" aria-hidden="true"><span>round ${s[0]?.number??1}</span><span>${a.rounds}</span></p>
    </div>
  `}function H({least:t,most:a,longest:e}){const n=i=>Math.min(1,i/e),[l,s]=[n(t??0),n(a??e)];return r`
    <p class="drill-expected" data-testid="drill-expected" aria-hidden="true" style=${{bottom:b(l),height:b(s-l)}}></p>
    <p class="drill-word" aria-hidden="true" style=${{bottom:`max(0px, calc(${b(l)} - 1.7em))`}}>detect should end in the band</p>`}function P({round:t,plan:a,longest:e,isLast:n}){const{number:l,outcome:s,outside:i,ms:c}=t,o=![...y,k].includes(s),$=`${R(t)}; show its moment`;return r`<li class=${`drill-bar ${s===k?"failed":o?"broke":""}`} data-testid="drill-bar" data-round=${l}>
    <a href=${A(a,t)} tabindex=${n?0:-1} aria-label=${$} title=${$}>
      ${s!==k&&_.map(({phase:d})=>r`<i key=${d} class=${`of-${d}`} style=${{height:b((c[d]??0)/e)}}></i>`)}
      ${(o||i)&&r`<b aria-hidden="true">${o?"\u2715":"\u25BE"}</b>`}</a></li>`}function q(t){const a=J[t.key];if(!a)return;t.preventDefault();const e=[...t.currentTarget.querySelectorAll("a")];e[e.indexOf(t.target)+a]?.focus()}function z(t){const a=Math.max(0,...t.map(O)),e=t.filter(({outcome:n})=>!y.includes(n)).length;return`${B(t.length,"round")}, ${e?`${e} failed`:"all as they should be"}, the longest ${h(a)}; the figures are under Work`}var G=Object.freeze({__proto__:null,Board:U});const C=10*2**20,E={name:"the last drill here",report:void 0},Q=["slower","more"],K=["faster","fewer"];function Y({drill:t,state:a}){const[e,n]=m({a:null,b:null}),[l,s]=m(null),[i,c]=m(!1),o=u=>f=>(s(null),n(p=>({...p,[u]:f}))),$=Object.values(e).every(u=>u&&!u.error);async function d(){c(!0),s(await V(e)),c(!1)}return r`
    <section class="drill-compare" aria-label="Compare two drills" data-testid="drill-compare">
      <h3>Compare two drills</h3>
      <${N} letter="A" role="before" side=${e.a} put=${o("a")} drill=${t} />
      <${N} letter="B" role="after" side=${e.b} put=${o("b")} drill=${t} />
      <button data-testid="drill-compare-run" disabled=${!$||i||a.read_only} title=${a.read_only?"This dashboard is read-only, or shows the past":$?"":"Choose A and B first"} onClick=${d}>${i?"Comparing \u2026":"Compare"}</button>
      ${l?.error&&r`<p class="drill-failed" role="alert" data-testid="drill-compare-refused">${l.error}</p>`}
      ${l?.rows&&r`<${Z} key=${l} found=${l} />`}
    </section>
  `}function V({a:t,b:a}){return W("POST","drills/compare",{a:t.report,b:a.report}).catch(({message:e})=>({error:`A and B cannot be compared: ${e}`}))}function N({letter:t,role:a,side:e,put:n,drill:l}){async function s({target:c}){const[o]=c.files;c.value="",o&&n(await X(o))}const i=`drill-compare-${t.toLowerCase()}`;return r`
    <p class="drill-side"><b>${t}</b> <span class="soft">${a}</span>
      <label class="button">Choose a report<input type="file" class="sr" accept=".json,application/json" aria-label=${`Report ${t}, JSON`} data-testid=${i} onChange=${s} /></label>
      ${l.count>0&&r`<button data-testid=${`${i}-here`} aria-pressed=${e===E} onClick=${()=>n(E)}>The last drill here</button>`}
      ${e&&r`<span data-testid=${`${i}-name`} class=${e.error?"tone-dead":""} role=${e.error?"alert":"status"}><bdi>${e.name}</bdi>${e.error&&` ${e.error}`}</span>`}</p>
  `}async function X(t){const{name:a,size:e}=t;if(e>C)return{name:a,error:`has ${Math.ceil(e/2**20)} MB; a report has at most ${C/2**20} MB`};try{return{name:a,report:JSON.parse(await t.text())}}catch{return{name:a,error:"is not JSON"}}}function Z({found:t}){const{differs:a,unknown:e,rows:n,within:l,verdict:s}=t,[i,c]=m(!a.length);return r`
    ${a.length>0&&r`<div class="drill-failed" role="alert" data-testid="drill-compare-differs"><b>These are not two drills of the same thing</b>
      <ul>${a.map(({fact:o,says:$})=>r`<li key=${o}><bdi>${$}</bdi></li>`)}</ul>
      ${!i&&r`<button data-testid="drill-compare-anyway" onClick=${()=>c(!0)}>Compare anyway</button>`}</div>`}
    ${e.length>0&&r`<p class="note">Not known of both, and not compared: <bdi>${e.join(", ")}</bdi></p>`}
    ${i&&r`
      <p class="drill-verdict" role="status" data-testid="drill-compare-verdict"><b>${s[0].toUpperCase()}${s.slice(1)}.</b></p>
      <table class="figures" data-testid="drill-compare-rows">
        <caption class="sr">Each phase of A and B, and what differs</caption>
        <thead><tr><td></td><th scope="col">A</th><th scope="col">B</th></tr></thead>
        ${n.map(o=>r`<${tt} key=${o.name} ...${o} />`)}
      </table>
      <p class="note">Medians; the typical difference and its interval; p by Holm over all lines. A round not over within ${B(l,"second")} counts as that.</p>`}
  `}function tt({name:t,word:a,told:e}){const n=Q.includes(a)?"tone-dead":K.includes(a)?"tone-new":"";return r`
    <tbody data-testid=${`drill-compare-${t}`}>
      <tr><th scope="row">${t}</th><td class="number">${e.a}</td><td class="number">${e.b}</td></tr>
      <tr><td colspan="3"><b class=${n}>${e.word}</b>${e.shift&&r` <span class="number">B - A ${e.shift}</span>`}${e.p&&r` <small class="number">p ${e.p.startsWith("<")?e.p:`= ${e.p}`}</small>`}</td></tr>
    </tbody>
  `}const g=40,T=["p50","p90","p95","p99"];function et({state:t,actions:a,isSaved:e}){const{drill:n}=t;return r`<${at} drill=${n} actions=${a} isSaved=${e} />${!e&&r`<${Y} drill=${n} state=${t} />`}`}function at({drill:t,actions:a,isSaved:e}){const{count:n,failed:l,late:s,plan:i,figures:c,window:o,verdicts:$}=t;return n?r`
    <section class="drill-work" aria-label="Figures of the drill">
      ${l>0&&r`<p class="drill-failed" role="alert" data-testid="drill-failed">
        ${s>0&&r`<b>${s} of ${n} not within ${i.within} s</b>`} ${l>s&&r`<b>${l-s} of ${n} broke</b>`}</p>`}
      <table class="figures" data-testid="drill-figures">
        <caption class="sr">Each phase of a handoff, by quantiles</caption>
        <thead><tr><td></td>${T.map(d=>r`<th key=${d} scope="col">${d}</th>`)}<th scope="col">longest</th></tr></thead>
        <tbody>${Object.entries(c).filter(([,{counted:d}])=>d).map(([d,{quantiles:u,max:f}])=>r`
          <tr key=${d}><th scope="row">${d}</th>
            ${T.map(p=>r`<td key=${p} class="number" data-testid=${`drill-${d}-${p}`}><${lt} of=${u[p]} /></td>`)}
            <td class="number">${v(f)}</td></tr>`)}</tbody>
      </table>
      ${o&&r`<${rt} drill=${t} expected=${o} />`}
      ${o&&r`<p class="note" data-testid="drill-window">With this session timeout, detect is expected ${st(o)}.</p>`}
      <p class="note">≤ the value that 95 of 100 such drills do not exceed; without it, too few rounds can say: p90 needs 29, p95 59, p99 299.</p>
      ${$.length>0&&r`<ul class="drill-limits" data-testid="drill-verdicts">${$.map(({limit:d,kept:u,says:f})=>r`
        <li key=${d} class=${u?"kept":"tone-dead"}>${u?"\u2713":"\u2717"} <code>${d}</code> ${f}</li>`)}</ul>`}
      <${nt} drill=${t} />
      ${!e&&r`<p class="drill-reports"><a class="button" download="" href="/api/v1/drills/report.html" data-testid="drill-page" title="One file that opens in any browser, with the recording">Save the report (page)</a>
        <button data-testid="drill-report" onClick=${()=>ot(a)}>Save the report (JSON)</button></p>`}
    </section>
  `:t.running&&r`<p class="note" data-testid="drill-nothing-yet">${S(t)} The figures begin with the first round that is over.</p>`}function rt({drill:t,expected:[a,e]}){const n=w(t).map(({ms:p})=>p.detect).filter(Number.isFinite);if(n.length<2)return null;const l=[...n,a,e].filter(Number.isFinite),[s,i]=[Math.min(...l),Math.max(...l)],c=Math.max(1,i-s)/g,o=Array(g).fill(0);for(const p of n)o[Math.min(g-1,Math.floor((p-s)/c))]+=1;const $=Math.max(...o),d=p=>(p-s)/c,[u,f]=[d(a??s),d(e??i)];return r`
    <figure class="drill-distribution">
      <svg viewBox=${`0 0 ${g} 12`} preserveAspectRatio="none" role="img" data-testid="drill-distribution" aria-label=${`How detect is distributed, from ${h(s)} to ${h(i)}`}>
        <rect class="expected" x=${u} y="0" width=${f-u} height="12" />
        ${o.map((p,x)=>p>0&&r`<rect key=${x} class="of-detect" x=${x+.1} y=${12-p/$*11} width="0.8" height=${p/$*11} />`)}
      </svg>
      <figcaption aria-hidden="true"><span>${h(s)}</span><span>detect, by rounds</span><span>${h(i)}</span></figcaption>
    </figure>
  `}function nt({drill:t}){const a=w(t),e=a.filter(({outcome:n,outside:l})=>l||!y.includes(n)).slice(-50);return e.length?r`
    <h3>Rounds to look at${t.count>a.length&&r` <small>of the last ${a.length}</small>`}</h3>
    <ul class="drill-noted" data-testid="drill-noted">${e.map(n=>r`
      <li key=${n.number}><a href=${A(t.plan,n)} title="Show its moment">${R(n)}</a> <bdi>${I(n)}</bdi></li>`)}</ul>
  `:null}function st([t,a]){const e=a===null?"":`at most ${h(a)}`;return t===null?e||"at no time that is known":`from ${h(t)}${e&&` to ${h(a)}`}`}function lt({of:t}){if(!t)return"";const[a,e]=t;return r`${v(a)}${t.length>1&&r`<small> ≤ ${v(e)}</small>`}`}const v=t=>t===null?"\u221E":h(t);async function ot(t){const a=await t.attempt("drill-report","GET","drills/report");if(!a)return;const e=document.createElement("a");e.href=URL.createObjectURL(new Blob([JSON.stringify(a,null,1)],{type:"application/json"})),e.download="handoff-drill.json",e.click(),URL.revokeObjectURL(e.href)}var it=Object.freeze({__proto__:null,Work:et});export{G as b,it as w};
//# sourceMappingURL=drill-ZlawOcAR.js.map
