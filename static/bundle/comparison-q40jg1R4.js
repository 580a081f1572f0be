import{a9 as v,S as f,aa as c,ab as N,ac as C,ad as A,ae as x,af as S,ag as I,w as _,ah as O,l as R,ai as h,aj as M,ak as j,al as F,am as b,an as w,ao as p,ap as L,aq as B,ar as g,as as P,at as W,au as H,av as U,aw as D,a8 as G,ax as q}from"./page.js";const T=900,K=700,Z=100;function V(e){const{curve:t=[],measuring:n}=e.state.comparison,o=t.length>0&&!n&&!v(e.state).length;return c`
    <div class=${`compared ${o?"compared-over":""}`} data-testid="compared">
      ${f.map(a=>c`<${Y} key=${a} strategy=${a} ...${e} />`)}
    </div>
  `}function Y(e){const{strategy:t,state:n,chosen:o,choose:a,clock:s}=e,{paths:r,deaths:$}=n.comparison,l=$?.[t],u=A(n,r[t],l,s.now());x(u.some(d=>S(n.candidates[d],s.now()))?Z:null);const i=n.comparison.measuring?.strategy===t;return c`
    <section class=${`compared-one tone-${t} ${i?"measured":""}`} aria-label=${t}
      data-testid=${`compare-${t}`} data-woken=${_(l)}>
      <h2><button class="strategy-name" aria-pressed=${o.compared===t} data-testid=${`recipe-of-${t}`}
        title="Show its pseudo-code" onClick=${()=>a({compared:t,candidate:null})}>${t}</button>
        <span class="soft">${I[t]}</span></h2>
      <${J} ...${e} cast=${u} death=${l} />
      <${ne} death=${l} standing=${u.map(d=>n.candidates[d]).filter(O)} />
    </section>
  `}function J(e){const{strategy:t,state:n,cast:o,death:a,chosen:s,choose:r,clock:$}=e,l=R(n,t),u=`${o.length} candidates${l?`, ${l} leads`:""}`;return o.some(i=>O(n.candidates[i]))?c`
    <div class=${`dots dots-${Q(o.length)}`} role="img" aria-label=${u}>
      ${o.map(i=>c`<${X} key=${i} id=${i} one=${n.candidates[i]} isLeader=${i===l} now=${$.now()}
          times=${a?.woken?.[i]??0} isChosen=${s.candidate===i} choose=${r} />`)}
    </div>
  `:c`<p class="dots dots-none soft">${a?"no candidates any more":"no candidates"}</p>`}function Q(e){return e<=12?"large":e<=30?"medium":e<=80?"small":"tiny"}function X({id:e,one:t,isLeader:n,now:o,times:a,isChosen:s,choose:r}){const $=ee(t,n),l=te(a),u=a>1?", woken twice":a?", woken":"",i=S(t,o)?j(t.session_timeout_ms,t.session_ends,o):null,d=["dot-of",`is-${$}`,a&&"is-woken",a>1&&"is-woken-again",l&&"flash",i!==null&&"running-out"];return c`
    <i class=${[...d,s&&"chosen"].filter(Boolean).join(" ")} title=${`${e}: ${$}${i===null?"":", its session is not over"}${u}`}
      style=${i===null?"":`--left: ${i.toFixed(3)}`}
      data-candidate=${e} data-looks=${$} data-woken=${a}
      onClick=${()=>r({candidate:s?null:e})}></i>
  `}function ee({process:e,belief:t},n){return e==="exited"?"ended":e==="paused"?"frozen":n?"leading":t==="waiting"?"waiting":"joining"}function te(e){const[t,n]=F(0),o=b(e);return w(()=>{const a=e>o.current;if(o.current=e,!a)return;n(performance.now()+T);const s=setTimeout(()=>n(0),T);return()=>clearTimeout(s)},[e]),t>performance.now()}function ne({death:e,standing:t}){const n=_(e),o=se(n??0);return n===null?c`
      <p class="woken soft"><b class="woken-number">${h(t.length)}</b>
        <span>${t.length===1?"process":"processes"}<small>${ae(t)}</small></span></p>
    `:c`
    <p class="woken">
      <b class="woken-number number" aria-hidden="true">${h(o)}</b><span class="sr">${h(n)}</span>
      <span><${M} text=${n===1?"wake-up":"wake-ups"} /><small>${e.again>0?`${h(e.again)} of them woke a process again`:"by one death"}</small></span>
    </p>
  `}function ae(e){if(!e.length)return"so far";const t=e.filter(({belief:n})=>n==="waiting"||n==="leading").length;return t<e.length?`${h(t)} in their place`:"ready, no strike yet"}function se(e){const[t,n]=F(e),o=b(e);return w(()=>{const a=o.current;if(e<=a||matchMedia("(prefers-reduced-motion: reduce)").matches){o.current=e,n(e);return}const s=performance.now();let r=requestAnimationFrame($);return()=>cancelAnimationFrame(r);function $(l){const u=Math.min(1,Math.max(0,(l-s)/K));o.current=Math.round(a+(e-a)*(1-(1-u)**3)),n(o.current),u<1&&(r=requestAnimationFrame($))}},[e]),t}function oe({state:e,chosen:t,clock:n}){const{strike:o,paths:a={},ended:s}=e.comparison??{},r=!s&&v(e).length>0,$=o?.at??1/0,u=f.map(i=>({strategy:i,handoff:re(e.elections[a[i]],$)})).filter(({handoff:i})=>i).sort((i,d)=>+(d.strategy===t.compared)-+(i.strategy===t.compared));return c`<${N} word="strike" state=${e} clock=${n} empty="No strike yet." invites=${r&&"End all three leaders at once."}
    roundsOf=${i=>u.map(({strategy:d,handoff:m})=>({...C(m,i,e),of:d,label:d,facts:c`<span>${d}</span>`}))} />`}function re(e,t){const{handoff:n,last_handoff:o}=e??{},a=({at:s})=>Math.max(...Object.values(s).map(Number))>=t;return[n,o].find(s=>s&&a(s))??null}var ce=Object.freeze({__proto__:null,Elections:V,Round:oe});const ie=17,le={predecessor:[],herd:[10,5],single:[2,5]},de=6;function ue(e){let t=null,n=null,o=null,a=null;const s=new ResizeObserver(l);return s.observe(e),import("./uplot-Byc2BoOV.js").then(r).catch($),{draw:u,end:i};function r(d){t=d.default,l()}function $(d){console.error(d),e.textContent="The chart could not be loaded. The table has the same figures."}function l(){a&&u(...a)}function u(d,m){a=[d,m];const y=fe(e),k=JSON.stringify([d,m.name,y]);!t||k===o||!y.width||(o=k,n?.destroy(),n=new t(me(m,y),$e(d,m),e))}function i(){s.disconnect(),a=null,n?.destroy()}}function $e(e,t){const n=[...new Set(e.map(({n:a})=>a))].sort((a,s)=>a-s),o=f.map(a=>{const s=new Map(e.filter(r=>r.strategy===a).map(r=>[r.n,r]));return n.map(r=>p(t,s.get(r)))});return[n,...o]}function fe(e){const t=getComputedStyle(e),n=Number.parseFloat(getComputedStyle(document.documentElement).fontSize),o=a=>t.getPropertyValue(a).trim();return{width:Math.floor(e.clientWidth),rem:n,font:`${.78*n}px ${t.fontFamily}`,ink:o("--ink"),soft:o("--soft"),line:o("--line"),tones:Object.fromEntries(f.map(a=>[a,o(`--${a}`)]))}}function me(e,t){const n={stroke:t.soft,font:t.font,grid:{stroke:t.line,width:1},ticks:{show:!1}};return{width:t.width,height:ie*t.rem,padding:[t.rem,de*t.rem,0,0],legend:{show:!1},cursor:{show:!1},scales:{x:{time:!1,range:(o,a,s)=>[0,Math.max(s,1)]},y:{range:(o,a,s)=>[-.05*z(s),z(s)]}},axes:[{...n,size:1.9*t.rem,space:2.6*t.rem},{...n,size:3.4*t.rem,space:2.2*t.rem,values:(o,a)=>a.map(s=>he(e,s))}],series:[{},...f.map(o=>pe(o,t))],hooks:{draw:[o=>be(o,t)]}}}const z=e=>e>0?e*1.08:1;function he(e,t){return t<0?"":e.name==="ms"?`${t} ms`:Number.isInteger(t)?String(t):""}function pe(e,{tones:t,rem:n}){const o=t[e];return{label:e,stroke:o,width:n/7,dash:le[e],points:{show:!0,size:n/2.2,stroke:o,fill:o}}}function be(e,{font:t,rem:n,tones:o}){const a=f.map((l,u)=>we(e,u+1,l)).filter(Boolean),{ctx:s}=e,r=devicePixelRatio;let $=Number.POSITIVE_INFINITY;s.save(),s.font=t.replace(/^[\d.]+px/,l=>`${Number.parseFloat(l)*r}px`),Object.assign(s,{textAlign:"left",textBaseline:"middle"});for(const{strategy:l,x:u,y:i}of a.sort((d,m)=>m.y-d.y)){const d=Math.min(i,$-n*r);s.fillStyle=o[l],s.fillText(l,u+.5*n*r,d),$=d}s.restore()}function we(e,t,n){const[o,a]=[e.data[0],e.data[t]],s=a.findLastIndex(r=>r!==null);return s<0?null:{strategy:n,x:e.valToPos(o[s],"x",!0),y:e.valToPos(a[s],"y",!0)}}const ye={server:"counted by ZooKeeper itself",reported:"reported by the candidates"};function ge(e){const t=typeof e?.proven=="number"?`; ${e.proven} of the notifications carry the zxid of this very death`:"";return e&&`${ye[e.evidence]}${t}`}function ke({state:e}){const t=e.comparison.deaths??{};return f.some(n=>t[n])?c`
    <table class=${`figures struck ${e.comparison.measuring?"later":""}`} data-testid="figures">
      <caption class="sr">What one death cost under each strategy</caption>
      <thead><tr><td></td>${f.map(n=>c`<th key=${n} scope="col" class=${`tone-${n}`}>${n}</th>`)}</tr></thead>
      <tbody>
        ${L.map(n=>c`
          <tr key=${n.name}><th scope="row" title=${n.means}>${B(n.word)?c`<${M} text=${n.word} />`:n.word}</th>
            ${f.map(o=>c`<td key=${o} class="number" data-testid=${`figure-${o}-${n.name}`}
              data-value=${p(n,t[o])}>${t[o]?n.show(p(n,t[o])):""}</td>`)}</tr>`)}
        <tr><th scope="row" title="How the notifications and the watches are known">evidence</th>
          ${f.map(n=>c`<td key=${n} class="soft" title=${ge(t[n])}
              data-testid=${`figure-${n}-evidence`}>${t[n]?.evidence??""}</td>`)}</tr>
      </tbody>
    </table>
  `:null}const E={stop:"a clean stop",kill:"a kill",pause:"a freeze"};function ve(e){const{curve:t=[],error:n}=e.state.comparison;return c`
    <section class="measure" aria-label="Wake-ups by the number of candidates">
      <${xe} ...${e} />
      ${n&&c`<p class="measure-error" role="alert" data-testid="measure-error">${n}</p>`}
      ${t.length>0&&c`<${Me} ...${e} curve=${t} />`}
    </section>
  `}function xe(e){const{state:t,chosen:n,choose:o}=e,{measuring:a}=t.comparison;return c`
    <div class="measure-bar">
      <h2>How many processes one death wakes, by the number of candidates</h2>
      ${a?c`<${Oe} ...${e} />`:!t.read_only&&c`
        <label key="fault"><span class="soft">each death</span> <select data-testid="measure-fault" value=${n.measuredFault}
          onChange=${s=>o({measuredFault:s.target.value})}>
          ${Object.entries(E).map(([s,r])=>c`<option key=${s} value=${s}>${r}</option>`)}
        </select></label>`}
      ${!t.read_only&&c`<${Se} key="go" ...${e} />`}
    </div>
  `}function Se(e){const{state:t,chosen:n,page:o}=e,{plan:a,measuring:s}=t.comparison,[r,$]=[a.sizes[0],a.sizes.at(-1)],l=o.busy.has("compare-measure")||o.busy.has("compare-cancel")||!!s?.cancelling,u=s?null:H(t),i=`${a.deaths} deaths with each of ${a.sizes.join(", ")} candidates, one strategy after the other (m)`;return c`
    <button class=${s?"":"primary"} data-testid=${s?"measure-cancel":"measure"}
      title=${s?"Stop measuring, and stop its candidates (m)":u??i} disabled=${l||!!u} aria-busy=${l}
      onClick=${({detail:d})=>d<2&&U(e)}
      >${s?"Cancel":`Measure ${r} to ${$} \xB7 about ${_e(a.seconds[n.measuredFault])}`}</button>
  `}function _e(e){return e<90?`${Math.ceil(e/10)*10} s`:`${Math.round(e/60)} min`}function Oe({state:e,clock:t}){const{done:n,of:o,strategy:a,size:s,ends:r,cancelling:$}=e.comparison.measuring;x(500);const l=Math.max(0,r-t.now()),u=a?`${a}, ${s} candidates: ${n} of ${o} deaths`:"getting ready";return c`
    <span class="progress">
      <progress max=${o} value=${n} aria-label=${u} data-testid="measure-progress"></progress>
      <span class="number soft">${u} · ${$?"being cancelled":l<1?"nearly done":`about ${W(l)} left`}</span>
    </span>
  `}function Me(e){const{curve:t,chosen:n,choose:o}=e,a=g.find(({name:s})=>s===n.figure)??g[0];return c`
    <${P} look="figure-choice" label="What the chart shows" value=${a.name} pick=${s=>o({figure:s})}
      among=${g.map(({name:s,word:r,means:$})=>({value:s,word:r,title:$,testid:`chart-${s}`}))} />
    <${Fe} curve=${t} figure=${a} />
    <${Te} curve=${t} figure=${a} />
    <${Ee} curve=${t} />
  `}function Fe({curve:e,figure:t}){const n=b(null),o=b(null);return w(()=>(o.current=ue(n.current),()=>o.current.end()),[]),D(()=>o.current?.draw(e,t)),w(()=>o.current.draw(e,t),[]),c`
    <figure class="curve" data-testid="curve" data-points=${e.length}>
      <figcaption>${t.chart}, by number of candidates</figcaption>
      <div class="curve-box" ref=${n} role="img" aria-label=${`${t.chart}, as in the table`}></div>
    </figure>
  `}function Te({curve:e,figure:t}){const n=[...new Set(e.map(({n:a})=>a))].sort((a,s)=>a-s),o=(a,s)=>e.find(r=>r.strategy===a&&r.n===s);return c`
    <table class="figures" data-testid="curve-table">
      <caption class="sr">${t.chart}, by number of candidates</caption>
      <thead><tr><th scope="col">candidates</th>${f.map(a=>c`<th key=${a} scope="col" class=${`tone-${a}`}>${a}</th>`)}</tr></thead>
      <tbody>${n.map(a=>c`<tr key=${a}><th scope="row" class="number">${a}</th>${f.map(s=>c`<td key=${s} class="number" data-testid=${`point-${s}-${a}`}
          data-value=${p(t,o(s,a))}>${ze(t,o(s,a))}</td>`)}</tr>`)}</tbody>
    </table>
  `}function ze(e,t){return t?e.show(p(e,t)):""}function Ee({curve:e}){const{fault:t,deaths:n}=e[0],o=e.every(({evidence:s})=>s==="server"),a=Math.max(...e.map(({ms:s})=>s??0));return c`
    <p class="note" data-testid="curve-evidence">Each figure is the median of ${G(n,"death")} by ${E[t]??t},
      one strategy after the other; from deletion to acknowledgement it took ${q(a)} at most. ${o?"Notifications are ZooKeeper's own counts (mntr), without those of the dashboard and of ended processes.":"Notifications partly rely on the candidates' reports: ZooKeeper's counters (mntr) are disabled, or it served other clients too."}</p>
  `}var Ne=Object.freeze({__proto__:null,Figures:ke,Measure:ve});export{ce as e,Ne as w};
//# sourceMappingURL=comparison-q40jg1R4.js.map
