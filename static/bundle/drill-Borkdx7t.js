import{T as W,F as O,h as n,bI as J,I as D,bJ as w,bK as A,m as p,bL as R,p as b,bM as k,g as S,bN as E,bO as v,bP as M,bQ as P,d as g,t as U,bR as q}from"./page.js";const T="centre";function B(){let t=null;return function(){const e=W(null);return O(()=>()=>{const a=document.activeElement;e.current?.contains(a)&&(t=a.getAttribute("href"),queueMicrotask(F))},[]),O(()=>{const a=t&&[...e.current?.querySelectorAll("a")??[]].find(l=>l.getAttribute("href")===t);if(!a)return;t=null;const{activeElement:s,body:o}=document;(s===o||s?.id===T)&&a.focus({preventScroll:!0})}),e}}function F(){const t=document.getElementById(T);!t||document.activeElement!==document.body||(t.tabIndex=-1,t.addEventListener("blur",()=>t.removeAttribute("tabindex"),{once:!0}),t.focus({preventScroll:!0}))}const C=120,H={ArrowLeft:-1,ArrowRight:1,Home:-1/0,End:1/0},K=B();function z(t){const{plan:r,running:e,count:a}=t.state.drill;return r&&(e||a)?n`<${G} ...${t} />`:n`<${J} ...${t} />`}const G=D(Q,({state:{drill:t}})=>[t.rounds,t.plan,t.running?.number,t.figures]);function Q({state:t}){const{plan:r,running:e,figures:a,window:s}=t.drill,o=K(),l=w(t.drill).slice(-C),u=Math.max(1,s?.[1]??0,...l.map(A)),i=Math.max(l.length,Math.min(C,r.rounds)),c=a.handoff?.quantiles.p50?.[0]??null;return n`
    <div class="drill" data-testid="drill-board" data-rounds=${l.length} role="group" aria-label=${Z(l)}>
      <p class="drill-scale" aria-hidden="true"><span>${l.length>0&&p(u)}</span><span>0</span></p>
      <div class="drill-room">
        ${l.length>0&&s&&n`<${X} least=${s[0]} most=${s[1]} longest=${u} />`}
        <ol ref=${o} class="drill-bars" style=${{"--places":i}} onKeyDown=${V} aria-label="Rounds">
          ${l.map(d=>n`<${Y} key=${d.number} round=${d} plan=${r} longest=${u} isLast=${d===l.at(-1)} />`)}
          ${e&&l.length<i&&n`<li key="running" class="drill-bar running" data-testid="drill-running" aria-hidden="true"></li>`}
        </ol>
        ${e&&!l.length&&n`<p class="drill-first">${R(t.drill)}${e.number>0&&" Its bar stands here once it is over."}</p>`}
        ${c!==null&&n`<p class="drill-half" aria-hidden="true" style=${{bottom:b(c/u)}}><span>half within ${p(c)}</span></p>`}
      </div>
      <p class="drill-axis" aria-hidden="true"><span>round ${l[0]?.number??1}</span><span>${r.rounds}</span></p>
    </div>
  `}function X({least:t,most:r,longest:e}){const a=l=>Math.min(1,l/e),[s,o]=[a(t??0),a(r??e)];return n`
    <p class="drill-expected" data-testid="drill-expected" aria-hidden="true" style=${{bottom:b(s),height:b(o-s)}}></p>
    <p class="drill-word" aria-hidden="true" style=${{bottom:`max(0px, calc(${b(s)} - 1.7em))`}}>detect should end in the band</p>`}function Y({round:t,plan:r,longest:e,isLast:a}){const{number:s,outcome:o,outside:l,ms:u}=t,i=![...k,v].includes(o),c=`${E(t)}; show its moment`;return n`<li class=${`drill-bar ${o===v?"failed":i?"broke":""}`} data-testid="drill-bar" data-round=${s}>
    <a href=${M(r,t)} tabindex=${a?0:-1} aria-label=${c} title=${c}>
      ${o!==v&&P.map(({phase:d})=>n`<i key=${d} class=${`of-${d}`} style=${{height:b((u[d]??0)/e)}}></i>`)}
      ${(i||l)&&n`<b aria-hidden="true">${i?"\u2715":"\u25BE"}</b>`}</a></li>`}function V(t){const r=H[t.key];if(!r||t.ctrlKey||t.metaKey||t.altKey)return;t.preventDefault();const e=[...t.currentTarget.querySelectorAll("a")];e[Math.min(e.length-1,Math.max(0,e.indexOf(t.target)+r))]?.focus()}function Z(t){const r=Math.max(0,...t.map(A)),e=t.filter(({outcome:a})=>!k.includes(a)).length;return`${S(t.length,"round")}, ${e?`${e} failed`:"all as they should be"}, the longest ${p(r)}; the figures are under Work`}var tt=Object.freeze({__proto__:null,Board:z});const[et,rt]=["handoff-drill/1","handoff-matrix/1"],nt=["plan","where","rounds"],N="Choose a file that Save the report (JSON) has written, or the command drill --json.",j=10*2**20,I={name:"the last drill here",report:void 0},at=["slower","more"],st=["faster","fewer"];function lt({drill:t,state:r}){const[e,a]=g({a:null,b:null}),[s,o]=g(null),[l,u]=g(!1),i=h=>$=>a(m=>({...m,[h]:$})),c=s?.of===e?s:null,d=Object.values(e).every(h=>h&&!h.error);async function f(){u(!0),o({...await ot(e),of:e}),u(!1)}return n`
    <section class="drill-compare" aria-label="Compare two drills" data-testid="drill-compare">
      <h2>Compare two drills</h2>
      <${L} letter="A" role="before" side=${e.a} put=${i("a")} drill=${t} />
      <${L} letter="B" role="after" side=${e.b} put=${i("b")} drill=${t} />
      <button data-testid="drill-compare-run" disabled=${!d||l||r.read_only} title=${r.read_only?"This dashboard is read-only, or shows the past":d?"":"Choose A and B first"} onClick=${f}>${l?"Comparing \u2026":"Compare"}</button>
      ${c?.error&&n`<p class="drill-failed" role="alert" data-testid="drill-compare-refused">${c.error}</p>`}
      ${c?.rows&&n`<${ut} key=${c} found=${c} />`}
    </section>
  `}function ot({a:t,b:r}){return U("POST","drills/compare",{a:t.report,b:r.report}).catch(({message:e})=>({error:`A and B cannot be compared: ${e}`}))}function L({letter:t,role:r,side:e,put:a,drill:s}){async function o({target:u}){const[i]=u.files;u.value="",i&&a(await it(i))}const l=`drill-compare-${t.toLowerCase()}`;return n`
    <p class="drill-side"><b>${t}</b> <span class="soft">${r}</span>
      <label class="button">Choose a report<input type="file" class="sr" accept=".json,application/json" aria-label=${`Report ${t}, JSON`} data-testid=${l} onChange=${o} /></label>
      ${s.count>0&&n`<button data-testid=${`${l}-here`} aria-pressed=${e===I} onClick=${()=>a(I)}>The last drill here</button>`}
      ${e&&n`<span data-testid=${`${l}-name`} class=${e.error?"tone-dead":""} role=${e.error?"alert":"status"}><bdi>${e.name}</bdi>${e.error&&` ${e.error}`}</span>`}</p>
  `}async function it(t){const{name:r,size:e}=t;if(e>j)return{name:r,error:`has ${Math.ceil(e/2**20)} MB; a report has at most ${j/2**20} MB`};try{const a=JSON.parse(await t.text());return{name:r,report:a,error:dt(a)}}catch{return{name:r,error:"is not JSON"}}}function dt(t){const{schema:r}=t??{};if(r===rt)return"is the report of a matrix; here one drill is compared with another. Two matrices are compared by the command drill compare A.json B.json";const e=nt.find(a=>!Object.hasOwn(t??{},a));return r===et?e?`is not the whole report of a drill: its ${e} is missing. ${N}`:null:`is no report of a drill: it holds ${ct(t)}. ${N}`}function ct(t){return t===null?"null":Array.isArray(t)?"a list":typeof t!="object"?`a ${typeof t}`:typeof t.schema=="string"?`what calls itself ${t.schema.slice(0,40)}`:"something else"}function ut({found:t}){const{differs:r,unknown:e,rows:a,within:s,verdict:o}=t,[l,u]=g(!r.length);return n`
    ${r.length>0&&n`<div class="drill-failed" role="alert" data-testid="drill-compare-differs"><b>These are not two drills of the same thing</b>
      <ul>${r.map(({fact:i,says:c})=>n`<li key=${i}><bdi>${c}</bdi></li>`)}</ul>
      ${!l&&n`<button data-testid="drill-compare-anyway" onClick=${()=>u(!0)}>Compare anyway</button>`}</div>`}
    ${e.length>0&&n`<p class="note">Not known of both, and not compared: <bdi>${e.join(", ")}</bdi></p>`}
    ${l&&n`
      <p class="drill-verdict" role="status" data-testid="drill-compare-verdict"><b>${o[0].toUpperCase()}${o.slice(1)}.</b></p>
      <table class="figures" data-testid="drill-compare-rows">
        <caption class="sr">Each phase of A and B, and what differs</caption>
        <thead><tr><td></td><th scope="col">A</th><th scope="col">B</th></tr></thead>
        ${a.map(i=>n`<${$t} key=${i.name} ...${i} />`)}
      </table>
      <p class="note">Medians; the typical difference and its interval; p by Holm over all lines. A round not over within ${S(s,"second")} counts as that.</p>`}
  `}function $t({name:t,word:r,told:e}){const a=at.includes(r)?"tone-dead":st.includes(r)?"tone-new":"";return n`
    <tbody data-testid=${`drill-compare-${t}`}>
      <tr><th scope="row">${t}</th><td class="number">${e.a}</td><td class="number">${e.b}</td></tr>
      <tr><td colspan="3"><b class=${a}>${e.word}</b>${e.shift&&n` <span class="number">B - A ${e.shift}</span>`}${e.p&&n` <small class="number">p ${e.p.startsWith("<")?e.p:`= ${e.p}`}</small>`}</td></tr>
    </tbody>
  `}const y=40,pt=B(),_=["p50","p90","p95","p99"];function ht({state:t,actions:r,isSaved:e}){const{drill:a}=t;return n`<${ft} drill=${a} actions=${r} isSaved=${e} />${!e&&n`<${lt} drill=${a} state=${t} />`}`}function ft({drill:t,actions:r,isSaved:e}){const{count:a,failed:s,late:o,plan:l,figures:u,window:i,verdicts:c}=t;return a?n`
    <section class="drill-work" aria-label="Figures of the drill">
      ${s>0&&n`<p class="drill-failed" role="alert" data-testid="drill-failed">
        ${o>0&&n`<b>${o} of ${a} not within ${l.within} s</b>`} ${s>o&&n`<b>${s-o} of ${a} broke</b>`}</p>`}
      <table class="figures" data-testid="drill-figures">
        <caption class="sr">Each phase of a handoff, by quantiles</caption>
        <thead><tr><td></td>${_.map(d=>n`<th key=${d} scope="col">${d}</th>`)}<th scope="col">longest</th></tr></thead>
        <tbody>${Object.entries(u).filter(([,{counted:d}])=>d).map(([d,{quantiles:f,max:h}])=>n`
          <tr key=${d}><th scope="row">${d}</th>
            ${_.map($=>n`<td key=${$} class="number" data-testid=${`drill-${d}-${$}`}><${yt} of=${f[$]} /></td>`)}
            <td class="number">${x(h)}</td></tr>`)}</tbody>
      </table>
      ${i&&n`<${bt} drill=${t} expected=${i} />`}
      ${i&&n`<p class="note" data-testid="drill-window">With this session timeout, detect is expected ${gt(i)}.</p>`}
      <p class="note">≤ the value that 95 of 100 such drills do not exceed; without it, too few rounds can say: p90 needs 29, p95 59, p99 299.</p>
      ${c.length>0&&n`<ul class="drill-limits" data-testid="drill-verdicts">${c.map(({limit:d,kept:f,says:h})=>n`
        <li key=${d} class=${f?"kept":"tone-dead"}>${f?"\u2713":"\u2717"} <code>${d}</code> ${h}</li>`)}</ul>`}
      <${mt} drill=${t} />
      ${!e&&n`<p class="drill-reports"><a class="button" download="" href="api/v1/drills/report.html" data-testid="drill-page" title="One file that opens in any browser, with the recording">Save the report (page)</a>
        <button data-testid="drill-report" onClick=${()=>wt(r)}>Save the report (JSON)</button></p>`}
    </section>
  `:t.running&&n`<p class="note" data-testid="drill-nothing-yet">${R(t)} The figures begin with the first round that is over.</p>`}function bt({drill:t,expected:[r,e]}){const a=w(t).map(({ms:$})=>$.detect).filter(Number.isFinite);if(a.length<2)return null;const s=[...a,r,e].filter(Number.isFinite),[o,l]=[Math.min(...s),Math.max(...s)],u=Math.max(1,l-o)/y,i=Array(y).fill(0);for(const $ of a)i[Math.min(y-1,Math.floor(($-o)/u))]+=1;const c=Math.max(...i),d=$=>($-o)/u,[f,h]=[d(r??o),d(e??l)];return n`
    <figure class="drill-distribution">
      <svg viewBox=${`0 0 ${y} 12`} preserveAspectRatio="none" role="img" data-testid="drill-distribution" aria-label=${`How detect is distributed, from ${p(o)} to ${p(l)}`}>
        <rect class="expected" x=${f} y="0" width=${h-f} height="12" />
        ${i.map(($,m)=>$>0&&n`<rect key=${m} class="of-detect" x=${m+.1} y=${12-$/c*11} width="0.8" height=${$/c*11} />`)}
      </svg>
      <figcaption aria-hidden="true"><span>${p(o)}</span><span>detect, by rounds</span><span>${p(l)}</span></figcaption>
    </figure>
  `}function mt({drill:t}){const r=pt(),e=w(t),a=e.filter(({outcome:s,outside:o})=>o||!k.includes(s)).slice(-50);return a.length?n`
    <h2>Rounds to look at${t.count>e.length&&n` <small>of the last ${e.length}</small>`}</h2>
    <ul ref=${r} class="drill-noted" data-testid="drill-noted">${a.map(s=>n`
      <li key=${s.number}><a href=${M(t.plan,s)} title="Show its moment">${E(s)}</a> <bdi>${q(s)}</bdi></li>`)}</ul>
  `:null}function gt([t,r]){const e=r===null?"":`at most ${p(r)}`;return t===null?e||"at no time that is known":`from ${p(t)}${e&&` to ${p(r)}`}`}function yt({of:t}){if(!t)return"";const[r,e]=t;return n`${x(r)}${t.length>1&&n`<small> ≤ ${x(e)}</small>`}`}const x=t=>t===null?"\u221E":p(t);async function wt(t){const r=await t.attempt("drill-report","GET","drills/report");if(!r)return;const e=document.createElement("a");e.href=URL.createObjectURL(new Blob([JSON.stringify(r,null,1)],{type:"application/json"})),e.download="handoff-drill.json",e.click(),URL.revokeObjectURL(e.href)}var kt=Object.freeze({__proto__:null,Work:ht});export{tt as b,kt as w};
//# sourceMappingURL=drill-Borkdx7t.js.map
