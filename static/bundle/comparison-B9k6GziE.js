import{a7 as v,S as f,a8 as c,a9 as C,aa as N,ab as A,ac as x,ad as S,ae as I,w as _,af as O,l as R,ag as p,ah as F,ai as j,aj as M,ak as b,al as w,am as h,an as L,ao as P,ap as y,aq as W,ar as B,as as H,at as U,a6 as D,au as G}from"./page.js";const T=900,q=700,K=100;function Z(e){const{curve:t=[],measuring:n}=e.state.comparison,s=t.length>0&&!n&&!v(e.state).length;return c`
    <div class=${`compared ${s?"compared-over":""}`} data-testid="compared">
      ${f.map(a=>c`<${V} key=${a} strategy=${a} ...${e} />`)}
    </div>
  `}function V(e){const{strategy:t,state:n,chosen:s,choose:a,clock:o}=e,{paths:r,deaths:$}=n.comparison,l=$?.[t],d=A(n,r[t],l,o.now());x(d.some(u=>S(n.candidates[u],o.now()))?K:null);const i=n.comparison.measuring?.strategy===t;return c`
    <section class=${`compared-one tone-${t} ${i?"measured":""}`} aria-label=${t}
      data-testid=${`compare-${t}`} data-woken=${_(l)}>
      <h2><button class="strategy-name" aria-pressed=${s.compared===t} data-testid=${`recipe-of-${t}`}
        title="Show its pseudo-code" onClick=${()=>a({compared:t,candidate:null})}>${t}</button>
        <span class="soft">${I[t]}</span></h2>
      <${Y} ...${e} cast=${d} death=${l} />
      <${te} death=${l} standing=${d.map(u=>n.candidates[u]).filter(O)} />
    </section>
  `}function Y(e){const{strategy:t,state:n,cast:s,death:a,chosen:o,choose:r,clock:$}=e,l=R(n,t),d=`${s.length} candidates${l?`, ${l} leads`:""}`;return s.some(i=>O(n.candidates[i]))?c`
    <div class=${`dots dots-${J(s.length)}`} role="img" aria-label=${d}>
      ${s.map(i=>c`<${Q} key=${i} id=${i} one=${n.candidates[i]} isLeader=${i===l} now=${$.now()}
          times=${a?.woken?.[i]??0} isChosen=${o.candidate===i} choose=${r} />`)}
    </div>
  `:c`<p class="dots dots-none soft">${a?"no candidates any more":"no candidates"}</p>`}function J(e){return e<=12?"large":e<=30?"medium":e<=80?"small":"tiny"}function Q({id:e,one:t,isLeader:n,now:s,times:a,isChosen:o,choose:r}){const $=X(t,n),l=ee(a),d=a>1?", woken twice":a?", woken":"",i=S(t,s)?j(t.session_timeout_ms,t.session_ends,s):null,u=["dot-of",`is-${$}`,a&&"is-woken",a>1&&"is-woken-again",l&&"flash",i!==null&&"running-out"];return c`
    <i class=${[...u,o&&"chosen"].filter(Boolean).join(" ")} title=${`${e}: ${$}${i===null?"":", its session is not over"}${d}`}
      style=${i===null?"":`--left: ${i.toFixed(3)}`}
      data-candidate=${e} data-looks=${$} data-woken=${a}
      onClick=${()=>r({candidate:o?null:e})}></i>
  `}function X({process:e,belief:t},n){return e==="exited"?"ended":e==="paused"?"frozen":n?"leading":t==="waiting"?"waiting":"joining"}function ee(e){const[t,n]=M(0),s=b(e);return w(()=>{const a=e>s.current;if(s.current=e,!a)return;n(performance.now()+T);const o=setTimeout(()=>n(0),T);return()=>clearTimeout(o)},[e]),t>performance.now()}function te({death:e,standing:t}){const n=_(e),s=ae(n??0);return n===null?c`
      <p class="woken soft"><b class="woken-number">${p(t.length)}</b>
        <span>${t.length===1?"process":"processes"}<small>${ne(t)}</small></span></p>
    `:c`
    <p class="woken">
      <b class="woken-number number" aria-hidden="true">${p(s)}</b><span class="sr">${p(n)}</span>
      <span><${F} text=${n===1?"wake-up":"wake-ups"} /><small>${e.again>0?`${p(e.again)} of them woke a process again`:"by one death"}</small></span>
    </p>
  `}function ne(e){if(!e.length)return"so far";const t=e.filter(({belief:n})=>n==="waiting"||n==="leading").length;return t<e.length?`${p(t)} in their place`:"ready, no strike yet"}function ae(e){const[t,n]=M(e),s=b(e);return w(()=>{const a=s.current;if(e<=a||matchMedia("(prefers-reduced-motion: reduce)").matches){s.current=e,n(e);return}const o=performance.now();let r=requestAnimationFrame($);return()=>cancelAnimationFrame(r);function $(l){const d=Math.min(1,Math.max(0,(l-o)/q));s.current=Math.round(a+(e-a)*(1-(1-d)**3)),n(s.current),d<1&&(r=requestAnimationFrame($))}},[e]),t}function se({state:e,chosen:t,clock:n}){const{strike:s,paths:a={},ended:o}=e.comparison??{},r=!o&&v(e).length>0,$=s?.at??1/0,d=f.map(i=>({strategy:i,handoff:oe(e.elections[a[i]],$)})).filter(({handoff:i})=>i).sort((i,u)=>+(u.strategy===t.compared)-+(i.strategy===t.compared));return c`<${C} word="strike" clock=${n} empty=${`No strike yet.${r?" End all three leaders at once.":""}`}
    roundsOf=${i=>d.map(({strategy:u,handoff:m})=>({...N(m,i,e),of:u,label:u,facts:c`<span>${u}</span>`}))} />`}function oe(e,t){const{handoff:n,last_handoff:s}=e??{},a=({at:o})=>Math.max(...Object.values(o).map(Number))>=t;return[n,s].find(o=>o&&a(o))??null}var re=Object.freeze({__proto__:null,Elections:Z,Round:se});const ce=17,ie={predecessor:[],herd:[10,5],single:[2,5]},le=6;function de(e){let t=null,n=null,s=null,a=null;const o=new ResizeObserver(l);return o.observe(e),import("./uplot-Byc2BoOV.js").then(r).catch($),{draw:d,end:i};function r(u){t=u.default,l()}function $(u){console.error(u),e.textContent="The chart could not be loaded. The table has the same figures."}function l(){a&&d(...a)}function d(u,m){a=[u,m];const g=$e(e),k=JSON.stringify([u,m.name,g]);!t||k===s||!g.width||(s=k,n?.destroy(),n=new t(fe(m,g),ue(u,m),e))}function i(){o.disconnect(),a=null,n?.destroy()}}function ue(e,t){const n=[...new Set(e.map(({n:a})=>a))].sort((a,o)=>a-o),s=f.map(a=>{const o=new Map(e.filter(r=>r.strategy===a).map(r=>[r.n,r]));return n.map(r=>h(t,o.get(r)))});return[n,...s]}function $e(e){const t=getComputedStyle(e),n=Number.parseFloat(getComputedStyle(document.documentElement).fontSize),s=a=>t.getPropertyValue(a).trim();return{width:Math.floor(e.clientWidth),rem:n,font:`${.78*n}px ${t.fontFamily}`,ink:s("--ink"),soft:s("--soft"),line:s("--line"),tones:Object.fromEntries(f.map(a=>[a,s(`--${a}`)]))}}function fe(e,t){const n={stroke:t.soft,font:t.font,grid:{stroke:t.line,width:1},ticks:{show:!1}};return{width:t.width,height:ce*t.rem,padding:[t.rem,le*t.rem,0,0],legend:{show:!1},cursor:{show:!1},scales:{x:{time:!1,range:(s,a,o)=>[0,Math.max(o,1)]},y:{range:(s,a,o)=>[-.05*z(o),z(o)]}},axes:[{...n,size:1.9*t.rem,space:2.6*t.rem},{...n,size:3.4*t.rem,space:2.2*t.rem,values:(s,a)=>a.map(o=>me(e,o))}],series:[{},...f.map(s=>pe(s,t))],hooks:{draw:[s=>he(s,t)]}}}const z=e=>e>0?e*1.08:1;function me(e,t){return t<0?"":e.name==="ms"?`${t} ms`:Number.isInteger(t)?String(t):""}function pe(e,{tones:t,rem:n}){const s=t[e];return{label:e,stroke:s,width:n/7,dash:ie[e],points:{show:!0,size:n/2.2,stroke:s,fill:s}}}function he(e,{font:t,rem:n,tones:s}){const a=f.map((l,d)=>be(e,d+1,l)).filter(Boolean),{ctx:o}=e,r=devicePixelRatio;let $=Number.POSITIVE_INFINITY;o.save(),o.font=t.replace(/^[\d.]+px/,l=>`${Number.parseFloat(l)*r}px`),Object.assign(o,{textAlign:"left",textBaseline:"middle"});for(const{strategy:l,x:d,y:i}of a.sort((u,m)=>m.y-u.y)){const u=Math.min(i,$-n*r);o.fillStyle=s[l],o.fillText(l,d+.5*n*r,u),$=u}o.restore()}function be(e,t,n){const[s,a]=[e.data[0],e.data[t]],o=a.findLastIndex(r=>r!==null);return o<0?null:{strategy:n,x:e.valToPos(s[o],"x",!0),y:e.valToPos(a[o],"y",!0)}}const we={server:"counted by ZooKeeper itself",reported:"reported by the candidates"};function ge(e){const t=typeof e?.proven=="number"?`; ${e.proven} of the notifications carry the zxid of this very death`:"";return e&&`${we[e.evidence]}${t}`}function ye({state:e}){const t=e.comparison.deaths??{};return f.some(n=>t[n])?c`
    <table class=${`figures struck ${e.comparison.measuring?"later":""}`} data-testid="figures">
      <caption class="sr">What one death cost under each strategy</caption>
      <thead><tr><td></td>${f.map(n=>c`<th key=${n} scope="col" class=${`tone-${n}`}>${n}</th>`)}</tr></thead>
      <tbody>
        ${L.map(n=>c`
          <tr key=${n.name}><th scope="row" title=${n.means}>${P(n.word)?c`<${F} text=${n.word} />`:n.word}</th>
            ${f.map(s=>c`<td key=${s} class="number" data-testid=${`figure-${s}-${n.name}`}
              data-value=${h(n,t[s])}>${t[s]?n.show(h(n,t[s])):""}</td>`)}</tr>`)}
        <tr><th scope="row" title="How the notifications and the watches are known">evidence</th>
          ${f.map(n=>c`<td key=${n} class="soft" title=${ge(t[n])}
              data-testid=${`figure-${n}-evidence`}>${t[n]?.evidence??""}</td>`)}</tr>
      </tbody>
    </table>
  `:null}const E={stop:"a clean stop",kill:"a kill",pause:"a freeze"};function ke(e){const{curve:t=[],error:n}=e.state.comparison;return c`
    <section class="measure" aria-label="Wake-ups by the number of candidates">
      <${ve} ...${e} />
      ${n&&c`<p class="measure-error" role="alert" data-testid="measure-error">${n}</p>`}
      ${t.length>0&&c`<${Oe} ...${e} curve=${t} />`}
    </section>
  `}function ve(e){const{state:t,chosen:n,choose:s}=e,{measuring:a}=t.comparison;return c`
    <div class="measure-bar">
      <h2>How many processes one death wakes, by the number of candidates</h2>
      ${a?c`<${_e} ...${e} />`:!t.read_only&&c`
        <label key="fault"><span class="soft">each death</span> <select data-testid="measure-fault" value=${n.measuredFault}
          onChange=${o=>s({measuredFault:o.target.value})}>
          ${Object.entries(E).map(([o,r])=>c`<option key=${o} value=${o}>${r}</option>`)}
        </select></label>`}
      ${!t.read_only&&c`<${xe} key="go" ...${e} />`}
    </div>
  `}function xe(e){const{state:t,chosen:n,page:s}=e,{plan:a,measuring:o}=t.comparison,[r,$]=[a.sizes[0],a.sizes.at(-1)],l=s.busy.has("compare-measure")||s.busy.has("compare-cancel")||!!o?.cancelling,d=`${a.deaths} deaths with each of ${a.sizes.join(", ")} candidates, one strategy after the other (m)`;return c`
    <button class=${o?"":"primary"} data-testid=${o?"measure-cancel":"measure"}
      title=${o?"Stop measuring, and stop its candidates (m)":d} disabled=${l} aria-busy=${l}
      onClick=${({detail:i})=>i<2&&H(e)}
      >${o?"Cancel":`Measure ${r} to ${$} \xB7 about ${Se(a.seconds[n.measuredFault])}`}</button>
  `}function Se(e){return e<90?`${Math.ceil(e/10)*10} s`:`${Math.round(e/60)} min`}function _e({state:e,clock:t}){const{done:n,of:s,strategy:a,size:o,ends:r,cancelling:$}=e.comparison.measuring;x(500);const l=Math.max(0,r-t.now()),d=a?`${a}, ${o} candidates: ${n} of ${s} deaths`:"getting ready";return c`
    <span class="progress">
      <progress max=${s} value=${n} aria-label=${d} data-testid="measure-progress"></progress>
      <span class="number soft">${d} · ${$?"being cancelled":l<1?"nearly done":`about ${B(l)} left`}</span>
    </span>
  `}function Oe(e){const{curve:t,chosen:n,choose:s}=e,a=y.find(({name:o})=>o===n.figure)??y[0];return c`
    <${W} look="figure-choice" label="What the chart shows" value=${a.name} pick=${o=>s({figure:o})}
      among=${y.map(({name:o,word:r,means:$})=>({value:o,word:r,title:$,testid:`chart-${o}`}))} />
    <${Fe} curve=${t} figure=${a} />
    <${Me} curve=${t} figure=${a} />
    <${ze} curve=${t} />
  `}function Fe({curve:e,figure:t}){const n=b(null),s=b(null);return w(()=>(s.current=de(n.current),()=>s.current.end()),[]),U(()=>s.current?.draw(e,t)),w(()=>s.current.draw(e,t),[]),c`
    <figure class="curve" data-testid="curve" data-points=${e.length}>
      <figcaption>${t.chart}, by number of candidates</figcaption>
      <div class="curve-box" ref=${n} role="img" aria-label=${`${t.chart}, as in the table`}></div>
    </figure>
  `}function Me({curve:e,figure:t}){const n=[...new Set(e.map(({n:a})=>a))].sort((a,o)=>a-o),s=(a,o)=>e.find(r=>r.strategy===a&&r.n===o);return c`
    <table class="figures" data-testid="curve-table">
      <caption class="sr">${t.chart}, by number of candidates</caption>
      <thead><tr><th scope="col">candidates</th>${f.map(a=>c`<th key=${a} scope="col" class=${`tone-${a}`}>${a}</th>`)}</tr></thead>
      <tbody>${n.map(a=>c`<tr key=${a}><th scope="row" class="number">${a}</th>${f.map(o=>c`<td key=${o} class="number" data-testid=${`point-${o}-${a}`}
          data-value=${h(t,s(o,a))}>${Te(t,s(o,a))}</td>`)}</tr>`)}</tbody>
    </table>
  `}function Te(e,t){return t?e.show(h(e,t)):""}function ze({curve:e}){const{fault:t,deaths:n}=e[0],s=e.every(({evidence:o})=>o==="server"),a=Math.max(...e.map(({ms:o})=>o??0));return c`
    <p class="note" data-testid="curve-evidence">Each figure is the median of ${D(n,"death")} by ${E[t]??t},
      one strategy after the other; from deletion to acknowledgement it took ${G(a)} at most. ${s?"Notifications are ZooKeeper's own counts (mntr), without those of the dashboard and of ended processes.":"Notifications partly rely on the candidates' reports: ZooKeeper's counters (mntr) are disabled, or it served other clients too."}</p>
  `}var Ee=Object.freeze({__proto__:null,Figures:ye,Measure:ke});export{re as e,Ee as w};
//# sourceMappingURL=comparison-B9k6GziE.js.map
