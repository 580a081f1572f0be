import{a1 as F,S as $,a2 as c,a3 as M,a4 as E,w as v,a5 as x,l as C,a6 as m,a7 as _,a8 as S,a9 as g,aa as w,ab as A,ac as I,ad as p,ae as b,af as N,ag as j,ah as P,ai as W,aj as B,ak as H,al as L}from"./page.js";const O=900,R=700;function U(e){const{curve:t=[],measuring:a}=e.state.comparison,n=t.length>0&&!a&&!F(e.state).length;return c`
    <div class=${`compared ${n?"compared-over":""}`} data-testid="compared">
      ${$.map(s=>c`<${D} key=${s} strategy=${s} ...${e} />`)}
    </div>
  `}function D(e){const{strategy:t,state:a,chosen:n,choose:s}=e,{paths:o,deaths:r}=a.comparison,l=r?.[t],d=M(a,o[t],l),i=a.comparison.measuring?.strategy===t;return c`
    <section class=${`compared-one tone-${t} ${i?"measured":""}`} aria-label=${t}
      data-testid=${`compare-${t}`} data-woken=${v(l)}>
      <h2><button class="strategy-name" aria-pressed=${n.compared===t} data-testid=${`recipe-of-${t}`}
        title="Show its pseudo-code" onClick=${()=>s({compared:t,candidate:null})}>${t}</button>
        <span class="soft">${E[t]}</span></h2>
      <${G} ...${e} cast=${d} death=${l} />
      <${Y} death=${l} standing=${d.map(f=>a.candidates[f]).filter(x)} />
    </section>
  `}function G(e){const{strategy:t,state:a,cast:n,death:s,chosen:o,choose:r}=e,l=C(a,t),d=`${n.length} candidates${l?`, ${l} leads`:""}`;return n.some(i=>x(a.candidates[i]))?c`
    <div class=${`dots dots-${K(n.length)}`} role="img" aria-label=${d}>
      ${n.map(i=>c`<${Z} key=${i} id=${i} one=${a.candidates[i]} isLeader=${i===l}
          times=${s?.woken?.[i]??0} isChosen=${o.candidate===i} choose=${r} />`)}
    </div>
  `:c`<p class="dots dots-none soft">${s?"no candidates any more":"no candidates"}</p>`}function K(e){return e<=12?"large":e<=30?"medium":e<=80?"small":"tiny"}function Z({id:e,one:t,isLeader:a,times:n,isChosen:s,choose:o}){const r=q(t,a),l=V(n),d=n>1?", woken twice":n?", woken":"",i=["dot-of",`is-${r}`,n&&"is-woken",n>1&&"is-woken-again",l&&"flash"];return c`
    <i class=${[...i,s&&"chosen"].filter(Boolean).join(" ")} title=${`${e}: ${r}${d}`}
      data-candidate=${e} data-looks=${r} data-woken=${n}
      onClick=${()=>o({candidate:s?null:e})}></i>
  `}function q({process:e,belief:t},a){return e==="exited"?"ended":e==="paused"?"frozen":a?"leading":t==="waiting"?"waiting":"joining"}function V(e){const[t,a]=S(0),n=g(e);return w(()=>{const s=e>n.current;if(n.current=e,!s)return;a(performance.now()+O);const o=setTimeout(()=>a(0),O);return()=>clearTimeout(o)},[e]),t>performance.now()}function Y({death:e,standing:t}){const a=v(e),n=Q(a??0);return a===null?c`
      <p class="woken soft"><b class="woken-number">${m(t.length)}</b>
        <span>${t.length===1?"process":"processes"}<small>${J(t)}</small></span></p>
    `:c`
    <p class="woken">
      <b class="woken-number number" aria-hidden="true">${m(n)}</b><span class="sr">${m(a)}</span>
      <span><${_} text=${a===1?"wake-up":"wake-ups"} /><small>${e.again>0?`${m(e.again)} of them woke a process again`:"by one death"}</small></span>
    </p>
  `}function J(e){if(!e.length)return"so far";const t=e.filter(({belief:a})=>a==="waiting"||a==="leading").length;return t<e.length?`${m(t)} in their place`:"are ready"}function Q(e){const[t,a]=S(e),n=g(e);return w(()=>{const s=n.current;if(e<=s||matchMedia("(prefers-reduced-motion: reduce)").matches){n.current=e,a(e);return}const o=performance.now();let r=requestAnimationFrame(l);return()=>cancelAnimationFrame(r);function l(d){const i=Math.min(1,Math.max(0,(d-o)/R));n.current=Math.round(s+(e-s)*(1-(1-i)**3)),a(n.current),i<1&&(r=requestAnimationFrame(l))}},[e]),t}var X=Object.freeze({__proto__:null,Elections:U});const ee={server:"counted by ZooKeeper itself",reported:"reported by the candidates"};function te(e){const t=typeof e?.proven=="number"?`; ${e.proven} of the notifications carry the zxid of this very death`:"";return e&&`${ee[e.evidence]}${t}`}function ae({state:e}){const t=e.comparison.deaths??{};return $.some(a=>t[a])?c`
    <table class=${`figures struck ${e.comparison.measuring?"later":""}`} data-testid="figures">
      <caption class="sr">What one death cost under each strategy</caption>
      <thead><tr><td></td>${$.map(a=>c`<th key=${a} scope="col" class=${`tone-${a}`}>${a}</th>`)}</tr></thead>
      <tbody>
        ${A.map(a=>c`
          <tr key=${a.name}><th scope="row" title=${a.means}>${I(a.word)?c`<${_} text=${a.word} />`:a.word}</th>
            ${$.map(n=>c`<td key=${n} class="number" data-testid=${`figure-${n}-${a.name}`}
              data-value=${p(a,t[n])}>${t[n]?a.show(p(a,t[n])):""}</td>`)}</tr>`)}
        <tr><th scope="row" title="How the notifications and the watches are known">evidence</th>
          ${$.map(a=>c`<td key=${a} class="soft" title=${te(t[a])}
              data-testid=${`figure-${a}-evidence`}>${t[a]?.evidence??""}</td>`)}</tr>
      </tbody>
    </table>
  `:null}var ne=Object.freeze({__proto__:null,Figures:ae});const se=17,oe={predecessor:[],herd:[10,5],single:[2,5]},re=6;function ce(e){let t=null,a=null,n=null,s=null;const o=new ResizeObserver(d);return o.observe(e),import("./uplot-Byc2BoOV.js").then(r).catch(l),{draw:i,end:f};function r(u){t=u.default,d()}function l(u){console.error(u),e.textContent="The chart could not be loaded. The table has the same figures."}function d(){s&&i(...s)}function i(u,h){s=[u,h];const y=le(e),k=JSON.stringify([u,h.name,y]);!t||k===n||!y.width||(n=k,a?.destroy(),a=new t(de(h,y),ie(u,h),e))}function f(){o.disconnect(),s=null,a?.destroy()}}function ie(e,t){const a=[...new Set(e.map(({n:s})=>s))].sort((s,o)=>s-o),n=$.map(s=>{const o=new Map(e.filter(r=>r.strategy===s).map(r=>[r.n,r]));return a.map(r=>p(t,o.get(r)))});return[a,...n]}function le(e){const t=getComputedStyle(e),a=Number.parseFloat(getComputedStyle(document.documentElement).fontSize),n=s=>t.getPropertyValue(s).trim();return{width:Math.floor(e.clientWidth),rem:a,font:`${.78*a}px ${t.fontFamily}`,ink:n("--ink"),soft:n("--soft"),line:n("--line"),tones:Object.fromEntries($.map(s=>[s,n(`--${s}`)]))}}function de(e,t){const a={stroke:t.soft,font:t.font,grid:{stroke:t.line,width:1},ticks:{show:!1}};return{width:t.width,height:se*t.rem,padding:[t.rem,re*t.rem,0,0],legend:{show:!1},cursor:{show:!1},scales:{x:{time:!1,range:(n,s,o)=>[0,Math.max(o,1)]},y:{range:(n,s,o)=>[-.05*T(o),T(o)]}},axes:[{...a,size:1.9*t.rem,space:2.6*t.rem},{...a,size:3.4*t.rem,space:2.2*t.rem,values:(n,s)=>s.map(o=>ue(e,o))}],series:[{},...$.map(n=>$e(n,t))],hooks:{draw:[n=>fe(n,t)]}}}const T=e=>e>0?e*1.08:1;function ue(e,t){return t<0?"":e.name==="ms"?`${t} ms`:Number.isInteger(t)?String(t):""}function $e(e,{tones:t,rem:a}){const n=t[e];return{label:e,stroke:n,width:a/7,dash:oe[e],points:{show:!0,size:a/2.2,stroke:n,fill:n}}}function fe(e,{font:t,rem:a,tones:n}){const s=$.map((d,i)=>he(e,i+1,d)).filter(Boolean),{ctx:o}=e,r=devicePixelRatio;let l=Number.POSITIVE_INFINITY;o.save(),o.font=t.replace(/^[\d.]+px/,d=>`${Number.parseFloat(d)*r}px`),Object.assign(o,{textAlign:"left",textBaseline:"middle"});for(const{strategy:d,x:i,y:f}of s.sort((u,h)=>h.y-u.y)){const u=Math.min(f,l-a*r);o.fillStyle=n[d],o.fillText(d,i+.5*a*r,u),l=u}o.restore()}function he(e,t,a){const[n,s]=[e.data[0],e.data[t]],o=s.findLastIndex(r=>r!==null);return o<0?null:{strategy:a,x:e.valToPos(n[o],"x",!0),y:e.valToPos(s[o],"y",!0)}}const z={stop:"a clean stop",kill:"a kill",pause:"a freeze"};function me(e){const{curve:t=[],error:a}=e.state.comparison;return c`
    <section class="measure" aria-label="Wake-ups by the number of candidates">
      <${pe} ...${e} />
      ${a&&c`<p class="measure-error" role="alert" data-testid="measure-error">${a}</p>`}
      ${t.length>0&&c`<${ye} ...${e} curve=${t} />`}
    </section>
  `}function pe(e){const{state:t,chosen:a,choose:n}=e,{measuring:s}=t.comparison;return c`
    <div class="measure-bar">
      <h2>How many processes one death wakes, by the number of candidates</h2>
      ${s?c`<${we} ...${e} />`:!t.read_only&&c`
        <label key="fault"><span class="soft">each death</span> <select data-testid="measure-fault" value=${a.measuredFault}
          onChange=${o=>n({measuredFault:o.target.value})}>
          ${Object.entries(z).map(([o,r])=>c`<option key=${o} value=${o}>${r}</option>`)}
        </select></label>`}
      ${!t.read_only&&c`<${be} key="go" ...${e} />`}
    </div>
  `}function be(e){const{state:t,chosen:a,page:n}=e,{plan:s,measuring:o}=t.comparison,[r,l]=[s.sizes[0],s.sizes.at(-1)],d=n.busy.has("compare-measure")||n.busy.has("compare-cancel")||!!o?.cancelling,i=`${s.deaths} deaths with each of ${s.sizes.join(", ")} candidates, one strategy after the other (m)`;return c`
    <button class=${o?"":"primary"} data-testid=${o?"measure-cancel":"measure"}
      title=${o?"Stop measuring, and stop its candidates (m)":i} disabled=${d} aria-busy=${d}
      onClick=${({detail:f})=>f<2&&W(e)}
      >${o?"Cancel":`Measure ${r} to ${l} \xB7 about ${ge(s.seconds[a.measuredFault])}`}</button>
  `}function ge(e){return e<90?`${Math.ceil(e/10)*10} s`:`${Math.round(e/60)} min`}function we({state:e,clock:t}){const{done:a,of:n,strategy:s,size:o,ends:r,cancelling:l}=e.comparison.measuring;j(500);const d=Math.max(0,r-t.now()),i=s?`${s}, ${o} candidates: ${a} of ${n} deaths`:"getting ready";return c`
    <span class="progress">
      <progress max=${n} value=${a} aria-label=${i} data-testid="measure-progress"></progress>
      <span class="number soft">${i} · ${l?"being cancelled":d<1?"nearly done":`about ${P(d)} left`}</span>
    </span>
  `}function ye(e){const{curve:t,chosen:a,choose:n}=e,s=b.find(({name:o})=>o===a.figure)??b[0];return c`
    <div class="group figure-choice" role="radiogroup" aria-label="What the chart shows" 
      onKeyDown=${N(b.length,o=>n({figure:b[o].name}))}>
      ${b.map(({name:o,word:r,means:l})=>c`
        <button key=${o} role="radio" data-testid=${`chart-${o}`} title=${l} aria-checked=${o===s.name}
          tabindex=${o===s.name?0:-1} onClick=${()=>n({figure:o})}>${r}</button>`)}
    </div>
    <${ke} curve=${t} figure=${s} />
    <${ve} curve=${t} figure=${s} />
    <${_e} curve=${t} />
  `}function ke({curve:e,figure:t}){const a=g(null),n=g(null);return w(()=>(n.current=ce(a.current),()=>n.current.end()),[]),B(()=>n.current?.draw(e,t)),w(()=>n.current.draw(e,t),[]),c`
    <figure class="curve" data-testid="curve" data-points=${e.length}>
      <figcaption>${t.chart}, by number of candidates</figcaption>
      <div class="curve-box" ref=${a} role="img" aria-label=${`${t.chart}, as in the table`}></div>
    </figure>
  `}function ve({curve:e,figure:t}){const a=[...new Set(e.map(({n:s})=>s))].sort((s,o)=>s-o),n=(s,o)=>e.find(r=>r.strategy===s&&r.n===o);return c`
    <table class="figures" data-testid="curve-table">
      <caption class="sr">${t.chart}, by number of candidates</caption>
      <thead><tr><th scope="col">candidates</th>${$.map(s=>c`<th key=${s} scope="col" class=${`tone-${s}`}>${s}</th>`)}</tr></thead>
      <tbody>${a.map(s=>c`<tr key=${s}><th scope="row" class="number">${s}</th>${$.map(o=>c`<td key=${o} class="number" data-testid=${`point-${o}-${s}`}
          data-value=${p(t,n(o,s))}>${xe(t,n(o,s))}</td>`)}</tr>`)}</tbody>
    </table>
  `}function xe(e,t){return t?e.show(p(e,t)):""}function _e({curve:e}){const{fault:t,deaths:a}=e[0],n=e.every(({evidence:o})=>o==="server"),s=Math.max(...e.map(({ms:o})=>o??0));return c`
    <p class="note" data-testid="curve-evidence">Each figure is the median of ${H(a,"death")} by ${z[t]??t},
      one strategy after the other; from deletion to acknowledgement it took ${L(s)} at most. ${n?"Notifications are ZooKeeper's own counts (mntr), without those of the dashboard and of ended processes.":"Notifications partly rely on the candidates' reports: ZooKeeper's counters (mntr) are disabled, or it served other clients too."}</p>
  `}var Se=Object.freeze({__proto__:null,Measure:me});export{X as e,ne as f,Se as m};
//# sourceMappingURL=comparison-j3M-N04w.js.map
