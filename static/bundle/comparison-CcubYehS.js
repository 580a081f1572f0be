import{a5 as F,S as $,a6 as c,a7 as z,a8 as E,a9 as C,aa as N,w as v,ab as x,l as A,ac as p,ad as O,ae as S,af as b,ag as w,ah as h,ai as I,aj as R,ak as y,al as j,am as L,an as P,ao as W,ap as B,a4 as H,aq as U}from"./page.js";const _=900,D=700;function G(e){const{curve:t=[],measuring:a}=e.state.comparison,n=t.length>0&&!a&&!F(e.state).length;return c`
    <div class=${`compared ${n?"compared-over":""}`} data-testid="compared">
      ${$.map(s=>c`<${q} key=${s} strategy=${s} ...${e} />`)}
    </div>
  `}function q(e){const{strategy:t,state:a,chosen:n,choose:s}=e,{paths:o,deaths:r}=a.comparison,d=r?.[t],i=C(a,o[t],d),l=a.comparison.measuring?.strategy===t;return c`
    <section class=${`compared-one tone-${t} ${l?"measured":""}`} aria-label=${t}
      data-testid=${`compare-${t}`} data-woken=${v(d)}>
      <h2><button class="strategy-name" aria-pressed=${n.compared===t} data-testid=${`recipe-of-${t}`}
        title="Show its pseudo-code" onClick=${()=>s({compared:t,candidate:null})}>${t}</button>
        <span class="soft">${N[t]}</span></h2>
      <${K} ...${e} cast=${i} death=${d} />
      <${Q} death=${d} standing=${i.map(f=>a.candidates[f]).filter(x)} />
    </section>
  `}function K(e){const{strategy:t,state:a,cast:n,death:s,chosen:o,choose:r}=e,d=A(a,t),i=`${n.length} candidates${d?`, ${d} leads`:""}`;return n.some(l=>x(a.candidates[l]))?c`
    <div class=${`dots dots-${Z(n.length)}`} role="img" aria-label=${i}>
      ${n.map(l=>c`<${V} key=${l} id=${l} one=${a.candidates[l]} isLeader=${l===d}
          times=${s?.woken?.[l]??0} isChosen=${o.candidate===l} choose=${r} />`)}
    </div>
  `:c`<p class="dots dots-none soft">${s?"no candidates any more":"no candidates"}</p>`}function Z(e){return e<=12?"large":e<=30?"medium":e<=80?"small":"tiny"}function V({id:e,one:t,isLeader:a,times:n,isChosen:s,choose:o}){const r=Y(t,a),d=J(n),i=n>1?", woken twice":n?", woken":"",l=["dot-of",`is-${r}`,n&&"is-woken",n>1&&"is-woken-again",d&&"flash"];return c`
    <i class=${[...l,s&&"chosen"].filter(Boolean).join(" ")} title=${`${e}: ${r}${i}`}
      data-candidate=${e} data-looks=${r} data-woken=${n}
      onClick=${()=>o({candidate:s?null:e})}></i>
  `}function Y({process:e,belief:t},a){return e==="exited"?"ended":e==="paused"?"frozen":a?"leading":t==="waiting"?"waiting":"joining"}function J(e){const[t,a]=S(0),n=b(e);return w(()=>{const s=e>n.current;if(n.current=e,!s)return;a(performance.now()+_);const o=setTimeout(()=>a(0),_);return()=>clearTimeout(o)},[e]),t>performance.now()}function Q({death:e,standing:t}){const a=v(e),n=ee(a??0);return a===null?c`
      <p class="woken soft"><b class="woken-number">${p(t.length)}</b>
        <span>${t.length===1?"process":"processes"}<small>${X(t)}</small></span></p>
    `:c`
    <p class="woken">
      <b class="woken-number number" aria-hidden="true">${p(n)}</b><span class="sr">${p(a)}</span>
      <span><${O} text=${a===1?"wake-up":"wake-ups"} /><small>${e.again>0?`${p(e.again)} of them woke a process again`:"by one death"}</small></span>
    </p>
  `}function X(e){if(!e.length)return"so far";const t=e.filter(({belief:a})=>a==="waiting"||a==="leading").length;return t<e.length?`${p(t)} in their place`:"are ready"}function ee(e){const[t,a]=S(e),n=b(e);return w(()=>{const s=n.current;if(e<=s||matchMedia("(prefers-reduced-motion: reduce)").matches){n.current=e,a(e);return}const o=performance.now();let r=requestAnimationFrame(d);return()=>cancelAnimationFrame(r);function d(i){const l=Math.min(1,Math.max(0,(i-o)/D));n.current=Math.round(s+(e-s)*(1-(1-l)**3)),a(n.current),l<1&&(r=requestAnimationFrame(d))}},[e]),t}function te({state:e,chosen:t,clock:a}){const{strike:n,paths:s={}}=e.comparison??{},o=n?.at??1/0,d=$.map(i=>({strategy:i,handoff:ae(e.elections[s[i]],o)})).filter(({handoff:i})=>i).sort((i,l)=>+(l.strategy===t.compared)-+(i.strategy===t.compared));return c`<${z} word="strike" clock=${a} empty="No strike yet. End all three leaders at once."
    roundsOf=${i=>d.map(({strategy:l,handoff:f})=>({...E(f,i,e),of:l,label:l,facts:c`<span>${l}</span>`}))} />`}function ae(e,t){const{handoff:a,last_handoff:n}=e??{},s=({at:o})=>Math.max(...Object.values(o).map(Number))>=t;return[a,n].find(o=>o&&s(o))??null}var ne=Object.freeze({__proto__:null,Elections:G,Round:te});const se=17,oe={predecessor:[],herd:[10,5],single:[2,5]},re=6;function ce(e){let t=null,a=null,n=null,s=null;const o=new ResizeObserver(i);return o.observe(e),import("./uplot-Byc2BoOV.js").then(r).catch(d),{draw:l,end:f};function r(u){t=u.default,i()}function d(u){console.error(u),e.textContent="The chart could not be loaded. The table has the same figures."}function i(){s&&l(...s)}function l(u,m){s=[u,m];const g=le(e),k=JSON.stringify([u,m.name,g]);!t||k===n||!g.width||(n=k,a?.destroy(),a=new t(de(m,g),ie(u,m),e))}function f(){o.disconnect(),s=null,a?.destroy()}}function ie(e,t){const a=[...new Set(e.map(({n:s})=>s))].sort((s,o)=>s-o),n=$.map(s=>{const o=new Map(e.filter(r=>r.strategy===s).map(r=>[r.n,r]));return a.map(r=>h(t,o.get(r)))});return[a,...n]}function le(e){const t=getComputedStyle(e),a=Number.parseFloat(getComputedStyle(document.documentElement).fontSize),n=s=>t.getPropertyValue(s).trim();return{width:Math.floor(e.clientWidth),rem:a,font:`${.78*a}px ${t.fontFamily}`,ink:n("--ink"),soft:n("--soft"),line:n("--line"),tones:Object.fromEntries($.map(s=>[s,n(`--${s}`)]))}}function de(e,t){const a={stroke:t.soft,font:t.font,grid:{stroke:t.line,width:1},ticks:{show:!1}};return{width:t.width,height:se*t.rem,padding:[t.rem,re*t.rem,0,0],legend:{show:!1},cursor:{show:!1},scales:{x:{time:!1,range:(n,s,o)=>[0,Math.max(o,1)]},y:{range:(n,s,o)=>[-.05*M(o),M(o)]}},axes:[{...a,size:1.9*t.rem,space:2.6*t.rem},{...a,size:3.4*t.rem,space:2.2*t.rem,values:(n,s)=>s.map(o=>ue(e,o))}],series:[{},...$.map(n=>$e(n,t))],hooks:{draw:[n=>fe(n,t)]}}}const M=e=>e>0?e*1.08:1;function ue(e,t){return t<0?"":e.name==="ms"?`${t} ms`:Number.isInteger(t)?String(t):""}function $e(e,{tones:t,rem:a}){const n=t[e];return{label:e,stroke:n,width:a/7,dash:oe[e],points:{show:!0,size:a/2.2,stroke:n,fill:n}}}function fe(e,{font:t,rem:a,tones:n}){const s=$.map((i,l)=>me(e,l+1,i)).filter(Boolean),{ctx:o}=e,r=devicePixelRatio;let d=Number.POSITIVE_INFINITY;o.save(),o.font=t.replace(/^[\d.]+px/,i=>`${Number.parseFloat(i)*r}px`),Object.assign(o,{textAlign:"left",textBaseline:"middle"});for(const{strategy:i,x:l,y:f}of s.sort((u,m)=>m.y-u.y)){const u=Math.min(f,d-a*r);o.fillStyle=n[i],o.fillText(i,l+.5*a*r,u),d=u}o.restore()}function me(e,t,a){const[n,s]=[e.data[0],e.data[t]],o=s.findLastIndex(r=>r!==null);return o<0?null:{strategy:a,x:e.valToPos(n[o],"x",!0),y:e.valToPos(s[o],"y",!0)}}const pe={server:"counted by ZooKeeper itself",reported:"reported by the candidates"};function he(e){const t=typeof e?.proven=="number"?`; ${e.proven} of the notifications carry the zxid of this very death`:"";return e&&`${pe[e.evidence]}${t}`}function be({state:e}){const t=e.comparison.deaths??{};return $.some(a=>t[a])?c`
    <table class=${`figures struck ${e.comparison.measuring?"later":""}`} data-testid="figures">
      <caption class="sr">What one death cost under each strategy</caption>
      <thead><tr><td></td>${$.map(a=>c`<th key=${a} scope="col" class=${`tone-${a}`}>${a}</th>`)}</tr></thead>
      <tbody>
        ${I.map(a=>c`
          <tr key=${a.name}><th scope="row" title=${a.means}>${R(a.word)?c`<${O} text=${a.word} />`:a.word}</th>
            ${$.map(n=>c`<td key=${n} class="number" data-testid=${`figure-${n}-${a.name}`}
              data-value=${h(a,t[n])}>${t[n]?a.show(h(a,t[n])):""}</td>`)}</tr>`)}
        <tr><th scope="row" title="How the notifications and the watches are known">evidence</th>
          ${$.map(a=>c`<td key=${a} class="soft" title=${he(t[a])}
              data-testid=${`figure-${a}-evidence`}>${t[a]?.evidence??""}</td>`)}</tr>
      </tbody>
    </table>
  `:null}const T={stop:"a clean stop",kill:"a kill",pause:"a freeze"};function we(e){const{curve:t=[],error:a}=e.state.comparison;return c`
    <section class="measure" aria-label="Wake-ups by the number of candidates">
      <${ge} ...${e} />
      ${a&&c`<p class="measure-error" role="alert" data-testid="measure-error">${a}</p>`}
      ${t.length>0&&c`<${xe} ...${e} curve=${t} />`}
    </section>
  `}function ge(e){const{state:t,chosen:a,choose:n}=e,{measuring:s}=t.comparison;return c`
    <div class="measure-bar">
      <h2>How many processes one death wakes, by the number of candidates</h2>
      ${s?c`<${ve} ...${e} />`:!t.read_only&&c`
        <label key="fault"><span class="soft">each death</span> <select data-testid="measure-fault" value=${a.measuredFault}
          onChange=${o=>n({measuredFault:o.target.value})}>
          ${Object.entries(T).map(([o,r])=>c`<option key=${o} value=${o}>${r}</option>`)}
        </select></label>`}
      ${!t.read_only&&c`<${ye} key="go" ...${e} />`}
    </div>
  `}function ye(e){const{state:t,chosen:a,page:n}=e,{plan:s,measuring:o}=t.comparison,[r,d]=[s.sizes[0],s.sizes.at(-1)],i=n.busy.has("compare-measure")||n.busy.has("compare-cancel")||!!o?.cancelling,l=`${s.deaths} deaths with each of ${s.sizes.join(", ")} candidates, one strategy after the other (m)`;return c`
    <button class=${o?"":"primary"} data-testid=${o?"measure-cancel":"measure"}
      title=${o?"Stop measuring, and stop its candidates (m)":l} disabled=${i} aria-busy=${i}
      onClick=${({detail:f})=>f<2&&W(e)}
      >${o?"Cancel":`Measure ${r} to ${d} \xB7 about ${ke(s.seconds[a.measuredFault])}`}</button>
  `}function ke(e){return e<90?`${Math.ceil(e/10)*10} s`:`${Math.round(e/60)} min`}function ve({state:e,clock:t}){const{done:a,of:n,strategy:s,size:o,ends:r,cancelling:d}=e.comparison.measuring;L(500);const i=Math.max(0,r-t.now()),l=s?`${s}, ${o} candidates: ${a} of ${n} deaths`:"getting ready";return c`
    <span class="progress">
      <progress max=${n} value=${a} aria-label=${l} data-testid="measure-progress"></progress>
      <span class="number soft">${l} · ${d?"being cancelled":i<1?"nearly done":`about ${P(i)} left`}</span>
    </span>
  `}function xe(e){const{curve:t,chosen:a,choose:n}=e,s=y.find(({name:o})=>o===a.figure)??y[0];return c`
    <${j} look="figure-choice" label="What the chart shows" value=${s.name} pick=${o=>n({figure:o})}
      among=${y.map(({name:o,word:r,means:d})=>({value:o,word:r,title:d,testid:`chart-${o}`}))} />
    <${Oe} curve=${t} figure=${s} />
    <${Se} curve=${t} figure=${s} />
    <${Me} curve=${t} />
  `}function Oe({curve:e,figure:t}){const a=b(null),n=b(null);return w(()=>(n.current=ce(a.current),()=>n.current.end()),[]),B(()=>n.current?.draw(e,t)),w(()=>n.current.draw(e,t),[]),c`
    <figure class="curve" data-testid="curve" data-points=${e.length}>
      <figcaption>${t.chart}, by number of candidates</figcaption>
      <div class="curve-box" ref=${a} role="img" aria-label=${`${t.chart}, as in the table`}></div>
    </figure>
  `}function Se({curve:e,figure:t}){const a=[...new Set(e.map(({n:s})=>s))].sort((s,o)=>s-o),n=(s,o)=>e.find(r=>r.strategy===s&&r.n===o);return c`
    <table class="figures" data-testid="curve-table">
      <caption class="sr">${t.chart}, by number of candidates</caption>
      <thead><tr><th scope="col">candidates</th>${$.map(s=>c`<th key=${s} scope="col" class=${`tone-${s}`}>${s}</th>`)}</tr></thead>
      <tbody>${a.map(s=>c`<tr key=${s}><th scope="row" class="number">${s}</th>${$.map(o=>c`<td key=${o} class="number" data-testid=${`point-${o}-${s}`}
          data-value=${h(t,n(o,s))}>${_e(t,n(o,s))}</td>`)}</tr>`)}</tbody>
    </table>
  `}function _e(e,t){return t?e.show(h(e,t)):""}function Me({curve:e}){const{fault:t,deaths:a}=e[0],n=e.every(({evidence:o})=>o==="server"),s=Math.max(...e.map(({ms:o})=>o??0));return c`
    <p class="note" data-testid="curve-evidence">Each figure is the median of ${H(a,"death")} by ${T[t]??t},
      one strategy after the other; from deletion to acknowledgement it took ${U(s)} at most. ${n?"Notifications are ZooKeeper's own counts (mntr), without those of the dashboard and of ended processes.":"Notifications partly rely on the candidates' reports: ZooKeeper's counters (mntr) are disabled, or it served other clients too."}</p>
  `}var Te=Object.freeze({__proto__:null,Figures:be,Measure:we});export{ne as e,Te as w};
//# sourceMappingURL=comparison-CcubYehS.js.map
