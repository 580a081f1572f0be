import{a9 as x,aa as g,ab as C,ac as c,S as f,ad as A,ae as R,af as I,ag as S,ah as _,ai as j,w as O,aj as M,l as L,ak as h,al as F,am as B,an as T,ao as b,ap as w,aq as p,ar as P,as as W,at as k,au as H,av as U,aw as G,ax as D,ay as q,a8 as K,az as Z}from"./page.js";const z=900,V=700,Y=100;function J(e){const{curve:t=[],measuring:a}=e.state.comparison,o=t.length>0&&!a&&!x(e.state).length;return c`
    <div class=${`compared ${o?"compared-over":""} ${g(e.state)?"":"unreached"}`} data-testid="compared">
      ${!g(e.state)&&c`<${C} state=${e.state} />`}
      ${f.map(n=>c`<${Q} key=${n} strategy=${n} ...${e} />`)}
    </div>
  `}function Q(e){const{strategy:t,state:a,chosen:o,choose:n,clock:s}=e,{paths:r,deaths:$}=a.comparison,l=$?.[t],u=I(a,r[t],l,s.now());S(u.some(d=>_(a.candidates[d],s.now()))?Y:null);const i=a.comparison.measuring?.strategy===t;return c`
    <section class=${`compared-one tone-${t} ${i?"measured":""}`} aria-label=${t}
      data-testid=${`compare-${t}`} data-woken=${O(l)}>
      <h2><button class="strategy-name" aria-pressed=${o.compared===t} data-testid=${`recipe-of-${t}`}
        title="Show its pseudo-code" onClick=${()=>n({compared:t,candidate:null})}>${t}</button>
        <span class="soft">${j[t]}</span></h2>
      <${X} ...${e} cast=${u} death=${l} />
      <${se} death=${l} standing=${u.map(d=>a.candidates[d]).filter(M)} />
    </section>
  `}function X(e){const{strategy:t,state:a,cast:o,death:n,chosen:s,choose:r,clock:$}=e,l=L(a,t),u=`${o.length} candidates${l?`, ${l} ${g(a)?"leads":"led last"}`:""}`;return o.some(i=>M(a.candidates[i]))?c`
    <div class=${`dots dots-${ee(o.length)}`} role="img" aria-label=${u}>
      ${o.map(i=>c`<${te} key=${i} id=${i} one=${a.candidates[i]} isLeader=${i===l} now=${$.now()}
          times=${n?.woken?.[i]??0} isChosen=${s.candidate===i} choose=${r} />`)}
    </div>
  `:c`<p class="dots dots-none soft">${n?"no candidates any more":"no candidates"}</p>`}function ee(e){return e<=12?"large":e<=30?"medium":e<=80?"small":"tiny"}function te({id:e,one:t,isLeader:a,now:o,times:n,isChosen:s,choose:r}){const $=ae(t,a),l=ne(n),u=n>1?", woken twice":n?", woken":"",i=_(t,o)?B(t.session_timeout_ms,t.session_ends,o):null,d=["dot-of",`is-${$}`,n&&"is-woken",n>1&&"is-woken-again",l&&"flash",i!==null&&"running-out"];return c`
    <i class=${[...d,s&&"chosen"].filter(Boolean).join(" ")} title=${`${e}: ${$}${i===null?"":", its session is not over"}${u}`}
      style=${i===null?"":`--left: ${i.toFixed(3)}`}
      data-candidate=${e} data-looks=${$} data-woken=${n}
      onClick=${()=>r({candidate:s?null:e})}></i>
  `}function ae({process:e,belief:t},a){return e==="exited"?"ended":e==="paused"?"frozen":a?"leading":t==="waiting"?"waiting":"joining"}function ne(e){const[t,a]=T(0),o=b(e);return w(()=>{const n=e>o.current;if(o.current=e,!n)return;a(performance.now()+z);const s=setTimeout(()=>a(0),z);return()=>clearTimeout(s)},[e]),t>performance.now()}function se({death:e,standing:t}){const a=O(e),o=re(a??0);return a===null?c`
      <p class="woken soft"><b class="woken-number">${h(t.length)}</b>
        <span>${t.length===1?"process":"processes"}<small>${oe(t)}</small></span></p>
    `:c`
    <p class="woken">
      <b class="woken-number number" aria-hidden="true">${h(o)}</b><span class="sr">${h(a)}</span>
      <span><${F} text=${a===1?"wake-up":"wake-ups"} /><small>${e.again>0?`${h(e.again)} of them woke a process again`:"by one death"}</small></span>
    </p>
  `}function oe(e){if(!e.length)return"so far";const t=e.filter(({belief:a})=>a==="waiting"||a==="leading").length;return t<e.length?`${h(t)} in their place`:"ready, no strike yet"}function re(e){const[t,a]=T(e),o=b(e);return w(()=>{const n=o.current;if(e<=n||matchMedia("(prefers-reduced-motion: reduce)").matches){o.current=e,a(e);return}const s=performance.now();let r=requestAnimationFrame($);return()=>cancelAnimationFrame(r);function $(l){const u=Math.min(1,Math.max(0,(l-s)/V));o.current=Math.round(n+(e-n)*(1-(1-u)**3)),a(o.current),u<1&&(r=requestAnimationFrame($))}},[e]),t}function ce({state:e,chosen:t,clock:a}){const{strike:o,paths:n={},ended:s}=e.comparison??{},r=!s&&x(e).length>0,$=o?.at??1/0,u=f.map(i=>({strategy:i,handoff:ie(e.elections[n[i]],$)})).filter(({handoff:i})=>i).sort((i,d)=>+(d.strategy===t.compared)-+(i.strategy===t.compared));return c`<${A} word="strike" state=${e} clock=${a} empty="No strike yet." invites=${r&&"End all three leaders at once."}
    roundsOf=${i=>u.map(({strategy:d,handoff:m})=>({...R(m,i,e),of:d,label:d,facts:c`<span>${d}</span>`}))} />`}function ie(e,t){const{handoff:a,last_handoff:o}=e??{},n=({at:s})=>Math.max(...Object.values(s).map(Number))>=t;return[a,o].find(s=>s&&n(s))??null}var le=Object.freeze({__proto__:null,Elections:J,Round:ce});const de=17,ue={predecessor:[],herd:[10,5],single:[2,5]},$e=6;function fe(e){let t=null,a=null,o=null,n=null;const s=new ResizeObserver(l);return s.observe(e),import("./uplot-Byc2BoOV.js").then(r).catch($),{draw:u,end:i};function r(d){t=d.default,l()}function $(d){console.error(d),e.textContent="The chart could not be loaded. The table has the same figures."}function l(){n&&u(...n)}function u(d,m){n=[d,m];const y=he(e),v=JSON.stringify([d,m.name,y]);!t||v===o||!y.width||(o=v,a?.destroy(),a=new t(pe(m,y),me(d,m),e))}function i(){s.disconnect(),n=null,a?.destroy()}}function me(e,t){const a=[...new Set(e.map(({n})=>n))].sort((n,s)=>n-s),o=f.map(n=>{const s=new Map(e.filter(r=>r.strategy===n).map(r=>[r.n,r]));return a.map(r=>p(t,s.get(r)))});return[a,...o]}function he(e){const t=getComputedStyle(e),a=Number.parseFloat(getComputedStyle(document.documentElement).fontSize),o=n=>t.getPropertyValue(n).trim();return{width:Math.floor(e.clientWidth),rem:a,font:`${.78*a}px ${t.fontFamily}`,ink:o("--ink"),soft:o("--soft"),line:o("--line"),tones:Object.fromEntries(f.map(n=>[n,o(`--${n}`)]))}}function pe(e,t){const a={stroke:t.soft,font:t.font,grid:{stroke:t.line,width:1},ticks:{show:!1}};return{width:t.width,height:de*t.rem,padding:[t.rem,$e*t.rem,0,0],legend:{show:!1},cursor:{show:!1},scales:{x:{time:!1,range:(o,n,s)=>[0,Math.max(s,1)]},y:{range:(o,n,s)=>[-.05*E(s),E(s)]}},axes:[{...a,size:1.9*t.rem,space:2.6*t.rem},{...a,size:3.4*t.rem,space:2.2*t.rem,values:(o,n)=>n.map(s=>be(e,s))}],series:[{},...f.map(o=>we(o,t))],hooks:{draw:[o=>ye(o,t)]}}}const E=e=>e>0?e*1.08:1;function be(e,t){return t<0?"":e.name==="ms"?`${t} ms`:Number.isInteger(t)?String(t):""}function we(e,{tones:t,rem:a}){const o=t[e];return{label:e,stroke:o,width:a/7,dash:ue[e],points:{show:!0,size:a/2.2,stroke:o,fill:o}}}function ye(e,{font:t,rem:a,tones:o}){const n=f.map((l,u)=>ge(e,u+1,l)).filter(Boolean),{ctx:s}=e,r=devicePixelRatio;let $=Number.POSITIVE_INFINITY;s.save(),s.font=t.replace(/^[\d.]+px/,l=>`${Number.parseFloat(l)*r}px`),Object.assign(s,{textAlign:"left",textBaseline:"middle"});for(const{strategy:l,x:u,y:i}of n.sort((d,m)=>m.y-d.y)){const d=Math.min(i,$-a*r);s.fillStyle=o[l],s.fillText(l,u+.5*a*r,d),$=d}s.restore()}function ge(e,t,a){const[o,n]=[e.data[0],e.data[t]],s=n.findLastIndex(r=>r!==null);return s<0?null:{strategy:a,x:e.valToPos(o[s],"x",!0),y:e.valToPos(n[s],"y",!0)}}const ke={server:"counted by ZooKeeper itself",reported:"reported by the candidates"};function ve(e){const t=typeof e?.proven=="number"?`; ${e.proven} of the notifications carry the zxid of this very death`:"";return e&&`${ke[e.evidence]}${t}`}function xe({state:e}){const t=e.comparison.deaths??{};return f.some(a=>t[a])?c`
    <table class=${`figures struck ${e.comparison.measuring?"later":""}`} data-testid="figures">
      <caption class="sr">What one death cost under each strategy</caption>
      <thead><tr><td></td>${f.map(a=>c`<th key=${a} scope="col" class=${`tone-${a}`}>${a}</th>`)}</tr></thead>
      <tbody>
        ${P.map(a=>c`
          <tr key=${a.name}><th scope="row" title=${a.means}>${W(a.word)?c`<${F} text=${a.word} />`:a.word}</th>
            ${f.map(o=>c`<td key=${o} class="number" data-testid=${`figure-${o}-${a.name}`}
              data-value=${p(a,t[o])}>${t[o]?a.show(p(a,t[o])):""}</td>`)}</tr>`)}
        <tr><th scope="row" title="How the notifications and the watches are known">evidence</th>
          ${f.map(a=>c`<td key=${a} class="soft" title=${ve(t[a])}
              data-testid=${`figure-${a}-evidence`}>${t[a]?.evidence??""}</td>`)}</tr>
      </tbody>
    </table>
  `:null}const N={stop:"a clean stop",kill:"a kill",pause:"a freeze"};function Se(e){const{curve:t=[],error:a}=e.state.comparison;return c`
    <section class="measure" aria-label="Wake-ups by the number of candidates">
      <${_e} ...${e} />
      ${a&&c`<p class="measure-error" role="alert" data-testid="measure-error">${a}</p>`}
      ${t.length>0&&c`<${Te} ...${e} curve=${t} />`}
    </section>
  `}function _e(e){const{state:t,chosen:a,choose:o}=e,{measuring:n}=t.comparison;return c`
    <div class="measure-bar">
      <h2>How many processes one death wakes, by the number of candidates</h2>
      ${n?c`<${Fe} ...${e} />`:!t.read_only&&c`
        <label key="fault"><span class="soft">each death</span> <select data-testid="measure-fault" value=${a.measuredFault}
          onChange=${s=>o({measuredFault:s.target.value})}>
          ${Object.entries(N).map(([s,r])=>c`<option key=${s} value=${s}>${r}</option>`)}
        </select></label>`}
      ${!t.read_only&&c`<${Oe} key="go" ...${e} />`}
    </div>
  `}function Oe(e){const{state:t,chosen:a,page:o}=e,{plan:n,measuring:s}=t.comparison,[r,$]=[n.sizes[0],n.sizes.at(-1)],l=o.busy.has("compare-measure")||o.busy.has("compare-cancel")||!!s?.cancelling,u=s?null:G(t),i=`${n.deaths} deaths with each of ${n.sizes.join(", ")} candidates, one strategy after the other (m)`;return c`
    <button class=${s?"":"primary"} data-testid=${s?"measure-cancel":"measure"}
      title=${s?"Stop measuring, and stop its candidates (m)":u??i} disabled=${l||!!u} aria-busy=${l}
      onClick=${({detail:d})=>d<2&&D(e)}
      >${s?"Cancel":`Measure ${r} to ${$} \xB7 about ${Me(n.seconds[a.measuredFault])}`}</button>
  `}function Me(e){return e<90?`${Math.ceil(e/10)*10} s`:`${Math.round(e/60)} min`}function Fe({state:e,clock:t}){const{done:a,of:o,strategy:n,size:s,ends:r,cancelling:$}=e.comparison.measuring;S(500);const l=Math.max(0,r-t.now()),u=n?`${n}, ${s} candidates: ${a} of ${o} deaths`:"getting ready";return c`
    <span class="progress">
      <progress max=${o} value=${a} aria-label=${u} data-testid="measure-progress"></progress>
      <span class="number soft">${u} · ${$?"being cancelled":l<1?"nearly done":`about ${U(l)} left`}</span>
    </span>
  `}function Te(e){const{curve:t,chosen:a,choose:o}=e,n=k.find(({name:s})=>s===a.figure)??k[0];return c`
    <${H} look="figure-choice" label="What the chart shows" value=${n.name} pick=${s=>o({figure:s})}
      among=${k.map(({name:s,word:r,means:$})=>({value:s,word:r,title:$,testid:`chart-${s}`}))} />
    <${ze} curve=${t} figure=${n} />
    <${Ee} curve=${t} figure=${n} />
    <${Ce} curve=${t} />
  `}function ze({curve:e,figure:t}){const a=b(null),o=b(null);return w(()=>(o.current=fe(a.current),()=>o.current.end()),[]),q(()=>o.current?.draw(e,t)),w(()=>o.current.draw(e,t),[]),c`
    <figure class="curve" data-testid="curve" data-points=${e.length}>
      <figcaption>${t.chart}, by number of candidates</figcaption>
      <div class="curve-box" ref=${a} role="img" aria-label=${`${t.chart}, as in the table`}></div>
    </figure>
  `}function Ee({curve:e,figure:t}){const a=[...new Set(e.map(({n})=>n))].sort((n,s)=>n-s),o=(n,s)=>e.find(r=>r.strategy===n&&r.n===s);return c`
    <table class="figures" data-testid="curve-table">
      <caption class="sr">${t.chart}, by number of candidates</caption>
      <thead><tr><th scope="col">candidates</th>${f.map(n=>c`<th key=${n} scope="col" class=${`tone-${n}`}>${n}</th>`)}</tr></thead>
      <tbody>${a.map(n=>c`<tr key=${n}><th scope="row" class="number">${n}</th>${f.map(s=>c`<td key=${s} class="number" data-testid=${`point-${s}-${n}`}
          data-value=${p(t,o(s,n))}>${Ne(t,o(s,n))}</td>`)}</tr>`)}</tbody>
    </table>
  `}function Ne(e,t){return t?e.show(p(e,t)):""}function Ce({curve:e}){const{fault:t,deaths:a}=e[0],o=e.every(({evidence:s})=>s==="server"),n=Math.max(...e.map(({ms:s})=>s??0));return c`
    <p class="note" data-testid="curve-evidence">Each figure is the median of ${K(a,"death")} by ${N[t]??t},
      one strategy after the other; from deletion to acknowledgement it took ${Z(n)} at most. ${o?"Notifications are ZooKeeper's own counts (mntr), without those of the dashboard and of ended processes.":"Notifications partly rely on the candidates' reports: ZooKeeper's counters (mntr) are disabled, or it served other clients too."}</p>
  `}var Ae=Object.freeze({__proto__:null,Figures:xe,Measure:Se});export{le as e,Ae as w};
//# sourceMappingURL=comparison-9ChectvG.js.map
