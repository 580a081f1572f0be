import{ac as r,aA as L,aB as _,aC as w,aD as O,az as h,aE as A,aF as m,aG as y,a8 as S,aH as R,aI as k,aJ as B,aK as W,an as b,aL as D,aM as I}from"./page.js";const T=120,J={ArrowLeft:-1,ArrowRight:1};function U(t){const{plan:a,running:e,count:s}=t.state.drill;return a&&(e||s)?r`<${F} ...${t} />`:r`<${L} ...${t} />`}const F=_(H,({state:{drill:t}})=>[t.rounds,t.plan,t.running?.number,t.figures]);function H({state:t}){const{plan:a,running:e,figures:s,window:l}=t.drill,n=w(t.drill).slice(-T),i=Math.max(1,l?.[1]??0,...n.map(O)),c=Math.max(n.length,Math.min(T,a.rounds)),o=s.handoff?.quantiles.p50?.[0]??null;return r`
    <div class="drill" data-testid="drill-board" data-rounds=${n.length} role="group" aria-label=${q(n)}>
      <p class="drill-scale" aria-hidden="true"><span>${n.length>0&&h(i)}</span><span>0</span></p>
      <div class="drill-room">
        ${n.length>0&&l&&r`<${P} least=${l[0]} most=${l[1]} longest=${i} />`}
        <ol class="drill-bars" style=${{"--places":c}} onKeyDown=${G} aria-label="Rounds">
          ${n.map($=>r`<${z} key=${$.number} round=${$} plan=${a} longest=${i} isLast=${$===n.at(-1)} />`)}
          ${e&&n.length<c&&r`<li key="running" class="drill-bar running" data-testid="drill-running" aria-hidden="true"></li>`}
        </ol>
        ${e&&!n.length&&r`<p class="drill-first">${A(t.drill)}${e.number>0&&" Its bar stands here once it is over."}</p>`}
        ${o!==null&&r`<p class="drill-half" aria-hidden="true" style=${{bottom:m(o/i)}}><span>half within ${h(o)}</span></p>`}
      </div>
      <p class="drill-axis" aria-hidden="true"><span>round ${n[0]?.number??1}</span><span>${a.rounds}</span></p>
    </div>
  `}function P({least:t,most:a,longest:e}){const s=i=>Math.min(1,i/e),[l,n]=[s(t??0),s(a??e)];return r`
    <p class="drill-expected" data-testid="drill-expected" aria-hidden="true" style=${{bottom:m(l),height:m(n-l)}}></p>
    <p class="drill-word" aria-hidden="true" style=${{bottom:`max(0px, calc(${m(l)} - 1.7em))`}}>detect should end in the band</p>`}function z({round:t,plan:a,longest:e,isLast:s}){const{number:l,outcome:n,outside:i,ms:c}=t,o=![...y,k].includes(n),$=`${R(t)}; show its moment`;return r`<li class=${`drill-bar ${n===k?"failed":o?"broke":""}`} data-testid="drill-bar" data-round=${l}>
    <a href=${B(a,t)} tabindex=${s?0:-1} aria-label=${$} title=${$}>
      ${n!==k&&W.map(({phase:d})=>r`<i key=${d} class=${`of-${d}`} style=${{height:m((c[d]??0)/e)}}></i>`)}
      ${(o||i)&&r`<b aria-hidden="true">${o?"\u2715":"\u25BE"}</b>`}</a></li>`}function G(t){const a=J[t.key];if(!a)return;t.preventDefault();const e=[...t.currentTarget.querySelectorAll("a")];e[e.indexOf(t.target)+a]?.focus()}function q(t){const a=Math.max(0,...t.map(O)),e=t.filter(({outcome:s})=>!y.includes(s)).length;return`${S(t.length,"round")}, ${e?`${e} failed`:"all as they should be"}, the longest ${h(a)}; the figures are under Work`}var K=Object.freeze({__proto__:null,Board:U});const[Q,X]=["handoff-drill/1","handoff-matrix/1"],Y=["plan","where","rounds"],C="Choose a file that Save the report (JSON) has written, or the command drill --json.",E=10*2**20,M={name:"the last drill here",report:void 0},V=["slower","more"],Z=["faster","fewer"];function tt({drill:t,state:a}){const[e,s]=b({a:null,b:null}),[l,n]=b(null),[i,c]=b(!1),o=u=>f=>(n(null),s(p=>({...p,[u]:f}))),$=Object.values(e).every(u=>u&&!u.error);async function d(){c(!0),n(await et(e)),c(!1)}return r`
    <section class="drill-compare" aria-label="Compare two drills" data-testid="drill-compare">
      <h3>Compare two drills</h3>
      <${j} letter="A" role="before" side=${e.a} put=${o("a")} drill=${t} />
      <${j} letter="B" role="after" side=${e.b} put=${o("b")} drill=${t} />
      <button data-testid="drill-compare-run" disabled=${!$||i||a.read_only} title=${a.read_only?"This dashboard is read-only, or shows the past":$?"":"Choose A and B first"} onClick=${d}>${i?"Comparing \u2026":"Compare"}</button>
      ${l?.error&&r`<p class="drill-failed" role="alert" data-testid="drill-compare-refused">${l.error}</p>`}
      ${l?.rows&&r`<${nt} key=${l} found=${l} />`}
    </section>
  `}function et({a:t,b:a}){return D("POST","drills/compare",{a:t.report,b:a.report}).catch(({message:e})=>({error:`A and B cannot be compared: ${e}`}))}function j({letter:t,role:a,side:e,put:s,drill:l}){async function n({target:c}){const[o]=c.files;c.value="",o&&s(await at(o))}const i=`drill-compare-${t.toLowerCase()}`;return r`
    <p class="drill-side"><b>${t}</b> <span class="soft">${a}</span>
      <label class="button">Choose a report<input type="file" class="sr" accept=".json,application/json" aria-label=${`Report ${t}, JSON`} data-testid=${i} onChange=${n} /></label>
      ${l.count>0&&r`<button data-testid=${`${i}-here`} aria-pressed=${e===M} onClick=${()=>s(M)}>The last drill here</button>`}
      ${e&&r`<span data-testid=${`${i}-name`} class=${e.error?"tone-dead":""} role=${e.error?"alert":"status"}><bdi>${e.name}</bdi>${e.error&&` ${e.error}`}</span>`}</p>
  `}async function at(t){const{name:a,size:e}=t;if(e>E)return{name:a,error:`has ${Math.ceil(e/2**20)} MB; a report has at most ${E/2**20} MB`};try{const s=JSON.parse(await t.text());return{name:a,report:s,error:rt(s)}}catch{return{name:a,error:"is not JSON"}}}function rt(t){const{schema:a}=t??{};if(a===X)return"is the report of a matrix; here one drill is compared with another. Two matrices are compared by the command drill compare A.json B.json";const e=Y.find(s=>!Object.hasOwn(t??{},s));return a===Q?e?`is not the whole report of a drill: its ${e} is missing. ${C}`:null:`is no report of a drill: it holds ${st(t)}. ${C}`}function st(t){return t===null?"null":Array.isArray(t)?"a list":typeof t!="object"?`a ${typeof t}`:typeof t.schema=="string"?`what calls itself ${t.schema.slice(0,40)}`:"something else"}function nt({found:t}){const{differs:a,unknown:e,rows:s,within:l,verdict:n}=t,[i,c]=b(!a.length);return r`
    ${a.length>0&&r`<div class="drill-failed" role="alert" data-testid="drill-compare-differs"><b>These are not two drills of the same thing</b>
      <ul>${a.map(({fact:o,says:$})=>r`<li key=${o}><bdi>${$}</bdi></li>`)}</ul>
      ${!i&&r`<button data-testid="drill-compare-anyway" onClick=${()=>c(!0)}>Compare anyway</button>`}</div>`}
    ${e.length>0&&r`<p class="note">Not known of both, and not compared: <bdi>${e.join(", ")}</bdi></p>`}
    ${i&&r`
      <p class="drill-verdict" role="status" data-testid="drill-compare-verdict"><b>${n[0].toUpperCase()}${n.slice(1)}.</b></p>
      <table class="figures" data-testid="drill-compare-rows">
        <caption class="sr">Each phase of A and B, and what differs</caption>
        <thead><tr><td></td><th scope="col">A</th><th scope="col">B</th></tr></thead>
        ${s.map(o=>r`<${lt} key=${o.name} ...${o} />`)}
      </table>
      <p class="note">Medians; the typical difference and its interval; p by Holm over all lines. A round not over within ${S(l,"second")} counts as that.</p>`}
  `}function lt({name:t,word:a,told:e}){const s=V.includes(a)?"tone-dead":Z.includes(a)?"tone-new":"";return r`
    <tbody data-testid=${`drill-compare-${t}`}>
      <tr><th scope="row">${t}</th><td class="number">${e.a}</td><td class="number">${e.b}</td></tr>
      <tr><td colspan="3"><b class=${s}>${e.word}</b>${e.shift&&r` <span class="number">B - A ${e.shift}</span>`}${e.p&&r` <small class="number">p ${e.p.startsWith("<")?e.p:`= ${e.p}`}</small>`}</td></tr>
    </tbody>
  `}const g=40,N=["p50","p90","p95","p99"];function ot({state:t,actions:a,isSaved:e}){const{drill:s}=t;return r`<${it} drill=${s} actions=${a} isSaved=${e} />${!e&&r`<${tt} drill=${s} state=${t} />`}`}function it({drill:t,actions:a,isSaved:e}){const{count:s,failed:l,late:n,plan:i,figures:c,window:o,verdicts:$}=t;return s?r`
    <section class="drill-work" aria-label="Figures of the drill">
      ${l>0&&r`<p class="drill-failed" role="alert" data-testid="drill-failed">
        ${n>0&&r`<b>${n} of ${s} not within ${i.within} s</b>`} ${l>n&&r`<b>${l-n} of ${s} broke</b>`}</p>`}
      <table class="figures" data-testid="drill-figures">
        <caption class="sr">Each phase of a handoff, by quantiles</caption>
        <thead><tr><td></td>${N.map(d=>r`<th key=${d} scope="col">${d}</th>`)}<th scope="col">longest</th></tr></thead>
        <tbody>${Object.entries(c).filter(([,{counted:d}])=>d).map(([d,{quantiles:u,max:f}])=>r`
          <tr key=${d}><th scope="row">${d}</th>
            ${N.map(p=>r`<td key=${p} class="number" data-testid=${`drill-${d}-${p}`}><${pt} of=${u[p]} /></td>`)}
            <td class="number">${v(f)}</td></tr>`)}</tbody>
      </table>
      ${o&&r`<${dt} drill=${t} expected=${o} />`}
      ${o&&r`<p class="note" data-testid="drill-window">With this session timeout, detect is expected ${$t(o)}.</p>`}
      <p class="note">≤ the value that 95 of 100 such drills do not exceed; without it, too few rounds can say: p90 needs 29, p95 59, p99 299.</p>
      ${$.length>0&&r`<ul class="drill-limits" data-testid="drill-verdicts">${$.map(({limit:d,kept:u,says:f})=>r`
        <li key=${d} class=${u?"kept":"tone-dead"}>${u?"\u2713":"\u2717"} <code>${d}</code> ${f}</li>`)}</ul>`}
      <${ct} drill=${t} />
      ${!e&&r`<p class="drill-reports"><a class="button" download="" href="/api/v1/drills/report.html" data-testid="drill-page" title="One file that opens in any browser, with the recording">Save the report (page)</a>
        <button data-testid="drill-report" onClick=${()=>ut(a)}>Save the report (JSON)</button></p>`}
    </section>
  `:t.running&&r`<p class="note" data-testid="drill-nothing-yet">${A(t)} The figures begin with the first round that is over.</p>`}function dt({drill:t,expected:[a,e]}){const s=w(t).map(({ms:p})=>p.detect).filter(Number.isFinite);if(s.length<2)return null;const l=[...s,a,e].filter(Number.isFinite),[n,i]=[Math.min(...l),Math.max(...l)],c=Math.max(1,i-n)/g,o=Array(g).fill(0);for(const p of s)o[Math.min(g-1,Math.floor((p-n)/c))]+=1;const $=Math.max(...o),d=p=>(p-n)/c,[u,f]=[d(a??n),d(e??i)];return r`
    <figure class="drill-distribution">
      <svg viewBox=${`0 0 ${g} 12`} preserveAspectRatio="none" role="img" data-testid="drill-distribution" aria-label=${`How detect is distributed, from ${h(n)} to ${h(i)}`}>
        <rect class="expected" x=${u} y="0" width=${f-u} height="12" />
        ${o.map((p,x)=>p>0&&r`<rect key=${x} class="of-detect" x=${x+.1} y=${12-p/$*11} width="0.8" height=${p/$*11} />`)}
      </svg>
      <figcaption aria-hidden="true"><span>${h(n)}</span><span>detect, by rounds</span><span>${h(i)}</span></figcaption>
    </figure>
  `}function ct({drill:t}){const a=w(t),e=a.filter(({outcome:s,outside:l})=>l||!y.includes(s)).slice(-50);return e.length?r`
    <h3>Rounds to look at${t.count>a.length&&r` <small>of the last ${a.length}</small>`}</h3>
    <ul class="drill-noted" data-testid="drill-noted">${e.map(s=>r`
      <li key=${s.number}><a href=${B(t.plan,s)} title="Show its moment">${R(s)}</a> <bdi>${I(s)}</bdi></li>`)}</ul>
  `:null}function $t([t,a]){const e=a===null?"":`at most ${h(a)}`;return t===null?e||"at no time that is known":`from ${h(t)}${e&&` to ${h(a)}`}`}function pt({of:t}){if(!t)return"";const[a,e]=t;return r`${v(a)}${t.length>1&&r`<small> ≤ ${v(e)}</small>`}`}const v=t=>t===null?"\u221E":h(t);async function ut(t){const a=await t.attempt("drill-report","GET","drills/report");if(!a)return;const e=document.createElement("a");e.href=URL.createObjectURL(new Blob([JSON.stringify(a,null,1)],{type:"application/json"})),e.download="handoff-drill.json",e.click(),URL.revokeObjectURL(e.href)}var ht=Object.freeze({__proto__:null,Work:ot});export{K as b,ht as w};
//# sourceMappingURL=drill-DIa0k46w.js.map
