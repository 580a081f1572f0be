import{a1 as M,S as $,a2 as c,a3 as T,a4 as F,w as v,a5 as x,l as E,a6 as p,a7 as _,a8 as b,a9 as g,aa as C,ab as y,ac as m,ad as A,ae as I,af as N,ag as j,ah as P,ai as W}from"./page.js";const S=900,B=700;function H(e){const{curve:t=[],measuring:a}=e.state.comparison,s=t.length>0&&!a&&!M(e.state).length;return c`
    <div class=${`compared ${s?"compared-over":""}`} data-testid="compared">
      ${$.map(n=>c`<${L} key=${n} strategy=${n} ...${e} />`)}
    </div>
  `}function L(e){const{strategy:t,state:a,chosen:s,choose:n}=e,{paths:o,deaths:r}=a.comparison,l=r?.[t],u=T(a,o[t],l),i=a.comparison.measuring?.strategy===t;return c`
    <section class=${`compared-one tone-${t} ${i?"measured":""}`} aria-label=${t}
      data-testid=${`compare-${t}`} data-woken=${v(l)}>
      <h2><button class="strategy-name" aria-pressed=${s.compared===t} data-testid=${`recipe-of-${t}`}
        title="Show its pseudo-code" onClick=${()=>n({compared:t,candidate:null})}>${t}</button>
        <span class="soft">${F[t]}</span></h2>
      <${R} ...${e} cast=${u} death=${l} />
      <${Z} death=${l} standing=${u.map(f=>a.candidates[f]).filter(x)} />
    </section>
  `}function R(e){const{strategy:t,state:a,cast:s,death:n,chosen:o,choose:r}=e,l=E(a,t),u=`${s.length} candidates${l?`, ${l} leads`:""}`;return s.some(i=>x(a.candidates[i]))?c`
    <div class=${`dots dots-${U(s.length)}`} role="img" aria-label=${u}>
      ${s.map(i=>c`<${D} key=${i} id=${i} one=${a.candidates[i]} isLeader=${i===l}
          times=${n?.woken?.[i]??0} isChosen=${o.candidate===i} choose=${r} />`)}
    </div>
  `:c`<p class="dots dots-none soft">${n?"no candidates any more":"no candidates"}</p>`}function U(e){return e<=12?"large":e<=30?"medium":e<=80?"small":"tiny"}function D({id:e,one:t,isLeader:a,times:s,isChosen:n,choose:o}){const r=G(t,a),l=K(s),u=s>1?", woken twice":s?", woken":"",i=["dot-of",`is-${r}`,s&&"is-woken",s>1&&"is-woken-again",l&&"flash"];return c`
    <i class=${[...i,n&&"chosen"].filter(Boolean).join(" ")} title=${`${e}: ${r}${u}`}
      data-candidate=${e} data-looks=${r} data-woken=${s}
      onClick=${()=>o({candidate:n?null:e})}></i>
  `}function G({process:e,belief:t},a){return e==="exited"?"ended":e==="paused"?"frozen":a?"leading":t==="waiting"?"waiting":"joining"}function K(e){const[t,a]=_(0),s=b(e);return g(()=>{const n=e>s.current;if(s.current=e,!n)return;a(performance.now()+S);const o=setTimeout(()=>a(0),S);return()=>clearTimeout(o)},[e]),t>performance.now()}function Z({death:e,standing:t}){const a=v(e),s=V(a??0);return a===null?c`
      <p class="woken soft"><b class="woken-number">${p(t.length)}</b>
        <span>${t.length===1?"process":"processes"}<small>${q(t)}</small></span></p>
    `:c`
    <p class="woken">
      <b class="woken-number number" aria-hidden="true">${p(s)}</b><span class="sr">${p(a)}</span>
      <span>${a===1?"wake-up":"wake-ups"}<small>${e.again>0?`${p(e.again)} of them woke a process again`:"by one death"}</small></span>
    </p>
  `}function q(e){if(!e.length)return"so far";const t=e.filter(({belief:a})=>a==="waiting"||a==="leading").length;return t<e.length?`${p(t)} in their place`:"are ready"}function V(e){const[t,a]=_(e),s=b(e);return g(()=>{const n=s.current;if(e<=n||matchMedia("(prefers-reduced-motion: reduce)").matches){s.current=e,a(e);return}const o=performance.now();let r=requestAnimationFrame(l);return()=>cancelAnimationFrame(r);function l(u){const i=Math.min(1,Math.max(0,(u-o)/B));s.current=Math.round(n+(e-n)*(1-(1-i)**3)),a(s.current),i<1&&(r=requestAnimationFrame(l))}},[e]),t}var Y=Object.freeze({__proto__:null,Elections:H});const J={server:"counted by ZooKeeper itself",reported:"reported by the candidates"};function Q(e){const t=typeof e?.proven=="number"?`; ${e.proven} of the notifications carry the zxid of this very death`:"";return e&&`${J[e.evidence]}${t}`}function X({state:e}){const t=e.comparison.deaths??{};return $.some(a=>t[a])?c`
    <table class=${`figures struck ${e.comparison.measuring?"later":""}`} data-testid="figures">
      <caption class="sr">What one death cost under each strategy</caption>
      <thead><tr><td></td>${$.map(a=>c`<th key=${a} scope="col" class=${`tone-${a}`}>${a}</th>`)}</tr></thead>
      <tbody>
        ${C.map(({name:a,word:s,means:n,show:o})=>c`
          <tr key=${a}><th scope="row" title=${n}>${s}</th>
            ${$.map(r=>c`<td key=${r} class="number" data-testid=${`figure-${r}-${a}`}
              data-value=${t[r]?.[a]}>${t[r]?o(t[r][a]):""}</td>`)}</tr>`)}
        <tr><th scope="row" title="How the notifications and the watches are known">evidence</th>
          ${$.map(a=>c`<td key=${a} class="soft" title=${Q(t[a])}
              data-testid=${`figure-${a}-evidence`}>${t[a]?.evidence??""}</td>`)}</tr>
      </tbody>
    </table>
  `:null}var ee=Object.freeze({__proto__:null,Figures:X});const te=17,ae={predecessor:[],herd:[10,5],single:[2,5]},ne=6;function se(e){let t=null,a=null,s=null,n=null;const o=new ResizeObserver(u);return o.observe(e),import("./uplot-Byc2BoOV.js").then(r).catch(l),{draw:i,end:f};function r(d){t=d.default,u()}function l(d){console.error(d),e.textContent="The chart could not be loaded. The table has the same figures."}function u(){n&&i(...n)}function i(d,h){n=[d,h];const w=re(e),k=JSON.stringify([d,h.name,w]);!t||k===s||!w.width||(s=k,a?.destroy(),a=new t(ce(h,w),oe(d,h),e))}function f(){o.disconnect(),n=null,a?.destroy()}}function oe(e,t){const a=[...new Set(e.map(({n})=>n))].sort((n,o)=>n-o),s=$.map(n=>{const o=new Map(e.filter(r=>r.strategy===n).map(r=>[r.n,r]));return a.map(r=>y(t,o.get(r)))});return[a,...s]}function re(e){const t=getComputedStyle(e),a=Number.parseFloat(getComputedStyle(document.documentElement).fontSize),s=n=>t.getPropertyValue(n).trim();return{width:Math.floor(e.clientWidth),rem:a,font:`${.78*a}px ${t.fontFamily}`,ink:s("--ink"),soft:s("--soft"),line:s("--line"),tones:Object.fromEntries($.map(n=>[n,s(`--${n}`)]))}}function ce(e,t){const a={stroke:t.soft,font:t.font,grid:{stroke:t.line,width:1},ticks:{show:!1}};return{width:t.width,height:te*t.rem,padding:[t.rem,ne*t.rem,0,0],legend:{show:!1},cursor:{show:!1},scales:{x:{time:!1,range:(s,n,o)=>[0,Math.max(o,1)]},y:{range:(s,n,o)=>[-.05*O(o),O(o)]}},axes:[{...a,size:1.9*t.rem,space:2.6*t.rem},{...a,size:3.4*t.rem,space:2.2*t.rem,values:(s,n)=>n.map(o=>ie(e,o))}],series:[{},...$.map(s=>le(s,t))],hooks:{draw:[s=>ue(s,t)]}}}const O=e=>e>0?e*1.08:1;function ie(e,t){return t<0?"":e.name==="ms"?`${t} ms`:Number.isInteger(t)?String(t):""}function le(e,{tones:t,rem:a}){const s=t[e];return{label:e,stroke:s,width:a/7,dash:ae[e],points:{show:!0,size:a/2.2,stroke:s,fill:s}}}function ue(e,{font:t,rem:a,tones:s}){const n=$.map((u,i)=>de(e,i+1,u)).filter(Boolean),{ctx:o}=e,r=devicePixelRatio;let l=Number.POSITIVE_INFINITY;o.save(),o.font=t.replace(/^[\d.]+px/,u=>`${Number.parseFloat(u)*r}px`),Object.assign(o,{textAlign:"left",textBaseline:"middle"});for(const{strategy:u,x:i,y:f}of n.sort((d,h)=>h.y-d.y)){const d=Math.min(f,l-a*r);o.fillStyle=s[u],o.fillText(u,i+.5*a*r,d),l=d}o.restore()}function de(e,t,a){const[s,n]=[e.data[0],e.data[t]],o=n.findLastIndex(r=>r!==null);return o<0?null:{strategy:a,x:e.valToPos(s[o],"x",!0),y:e.valToPos(n[o],"y",!0)}}const z={stop:"a clean stop",kill:"a kill",pause:"a freeze"};function $e(e){const{curve:t=[],error:a}=e.state.comparison;return c`
    <section class="measure" aria-label="Wake-ups by the number of candidates">
      <${fe} ...${e} />
      ${a&&c`<p class="measure-error" role="alert" data-testid="measure-error">${a}</p>`}
      ${t.length>0&&c`<${be} ...${e} curve=${t} />`}
    </section>
  `}function fe(e){const{state:t,chosen:a,choose:s}=e,{measuring:n}=t.comparison;return c`
    <div class="measure-bar">
      <h2>How many processes one death wakes, by the number of candidates</h2>
      ${n?c`<${me} ...${e} />`:!t.read_only&&c`
        <label key="fault"><span class="soft">each death</span> <select data-testid="measure-fault" value=${a.measuredFault}
          onChange=${o=>s({measuredFault:o.target.value})}>
          ${Object.entries(z).map(([o,r])=>c`<option key=${o} value=${o}>${r}</option>`)}
        </select></label>`}
      ${!t.read_only&&c`<${he} key="go" ...${e} />`}
    </div>
  `}function he(e){const{state:t,chosen:a,page:s}=e,{plan:n,measuring:o}=t.comparison,[r,l]=[n.sizes[0],n.sizes.at(-1)],u=s.busy.has("compare-measure")||s.busy.has("compare-cancel")||!!o?.cancelling,i=`${n.deaths} deaths with each of ${n.sizes.join(", ")} candidates, one strategy after the other (m)`;return c`
    <button class=${o?"":"primary"} data-testid=${o?"measure-cancel":"measure"}
      title=${o?"Stop measuring, and stop its candidates (m)":i} disabled=${u} aria-busy=${u}
      onClick=${({detail:f})=>f<2&&j(e)}
      >${o?"Cancel":`Measure ${r} to ${l} \xB7 about ${pe(n.seconds[a.measuredFault])}`}</button>
  `}function pe(e){return e<90?`${Math.ceil(e/10)*10} s`:`${Math.round(e/60)} min`}function me({state:e,clock:t}){const{done:a,of:s,strategy:n,size:o,ends:r,cancelling:l}=e.comparison.measuring;I(500);const u=Math.max(0,r-t.now()),i=n?`${n}, ${o} candidates: ${a} of ${s} deaths`:"getting ready";return c`
    <span class="progress">
      <progress max=${s} value=${a} aria-label=${i} data-testid="measure-progress"></progress>
      <span class="number soft">${i} · ${l?"being cancelled":u<1?"nearly done":`about ${N(u)} left`}</span>
    </span>
  `}function be(e){const{curve:t,chosen:a,choose:s}=e,n=m.find(({name:o})=>o===a.figure)??m[0];return c`
    <div class="group figure-choice" role="radiogroup" aria-label="What the chart shows" 
      onKeyDown=${A(m.length,o=>s({figure:m[o].name}))}>
      ${m.map(({name:o,word:r,means:l})=>c`
        <button key=${o} role="radio" data-testid=${`chart-${o}`} title=${l} aria-checked=${o===n.name}
          tabindex=${o===n.name?0:-1} onClick=${()=>s({figure:o})}>${r}</button>`)}
    </div>
    <${ge} curve=${t} figure=${n} />
    <${we} curve=${t} figure=${n} />
    <${ke} curve=${t} />
  `}function ge({curve:e,figure:t}){const a=b(null),s=b(null);return g(()=>(s.current=se(a.current),()=>s.current.end()),[]),P(()=>s.current?.draw(e,t)),g(()=>s.current.draw(e,t),[]),c`
    <figure class="curve" data-testid="curve" data-points=${e.length}>
      <figcaption>${t.chart}, by number of candidates</figcaption>
      <div class="curve-box" ref=${a} role="img" aria-label=${`${t.chart}, as in the table`}></div>
    </figure>
  `}function we({curve:e,figure:t}){const a=[...new Set(e.map(({n})=>n))].sort((n,o)=>n-o),s=(n,o)=>e.find(r=>r.strategy===n&&r.n===o);return c`
    <table class="figures" data-testid="curve-table">
      <caption class="sr">${t.chart}, by number of candidates</caption>
      <thead><tr><th scope="col">candidates</th>${$.map(n=>c`<th key=${n} scope="col" class=${`tone-${n}`}>${n}</th>`)}</tr></thead>
      <tbody>${a.map(n=>c`<tr key=${n}><th scope="row" class="number">${n}</th>${$.map(o=>c`<td key=${o} class="number" data-testid=${`point-${o}-${n}`}
          data-value=${y(t,s(o,n))}>${ye(t,s(o,n))}</td>`)}</tr>`)}</tbody>
    </table>
  `}function ye(e,t){return t?e.show(y(e,t)):""}function ke({curve:e}){const{fault:t,deaths:a}=e[0],s=e.every(({evidence:o})=>o==="server"),n=Math.max(...e.map(({ms:o})=>o??0));return c`
    <p class="note" data-testid="curve-evidence">Each figure is the median of ${a} deaths by ${z[t]??t},
      one strategy after the other; the slowest handoff took ${W(n)}. ${s?"Notifications and watches are ZooKeeper's own counts (mntr), without those of the dashboard and of ended processes.":"Notifications and watches partly rely on the candidates' reports: ZooKeeper's counters (mntr) are disabled, or it served other clients too."}</p>
  `}var ve=Object.freeze({__proto__:null,Measure:$e});export{Y as e,ee as f,ve as m};
//# sourceMappingURL=comparison-6IVRH85C.js.map
