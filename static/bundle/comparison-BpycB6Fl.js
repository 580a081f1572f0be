import{bt as x,i as g,bu as N,h as c,aC as f,L as A,bv as R,bw as I,u as S,bx as _,by as L,aE as O,bz as F,aF as j,r as h,P as M,bA as B,d as T,T as b,A as w,bB as p,bC as P,bD as H,bE as k,C as W,bF as G,bG as U,bH as D,F as K,g as Z,m as q}from"./page.js";const z=900,V=700,Y=100;function J(e){const{curve:t=[],measuring:n}=e.state.comparison,o=t.length>0&&!n&&!x(e.state).length;return c`
    <div class=${`compared ${o?"compared-over":""} ${g(e.state)?"":"unreached"}`} data-testid="compared">
      ${!g(e.state)&&c`<${N} state=${e.state} />`}
      ${f.map(s=>c`<${Q} key=${s} strategy=${s} ...${e} />`)}
    </div>
  `}function Q(e){const{strategy:t,state:n,chosen:o,choose:s,clock:a}=e,{paths:r,deaths:$}=n.comparison,l=$?.[t],u=I(n,r[t],l,a.now());S(u.some(d=>_(n.candidates[d],a.now()))?Y:null);const i=n.comparison.measuring?.strategy===t;return c`
    <section class=${`compared-one tone-${t} ${i?"measured":""}`} aria-label=${t}
      data-testid=${`compare-${t}`} data-woken=${O(l)}>
      <h2><button class="strategy-name" aria-pressed=${o.compared===t} data-testid=${`recipe-of-${t}`}
        title="Show its pseudo-code" onClick=${()=>s({compared:t,candidate:null})}>${t}</button>
        <span class="soft">${L[t]}</span></h2>
      <${X} ...${e} cast=${u} death=${l} />
      <${ae} death=${l} standing=${u.map(d=>n.candidates[d]).filter(F)} />
    </section>
  `}function X(e){const{strategy:t,state:n,cast:o,death:s,chosen:a,choose:r,clock:$}=e,l=j(n,t),u=`${o.length} candidates${l?`, ${l} ${g(n)?"leads":"led last"}`:""}`;return o.some(i=>F(n.candidates[i]))?c`
    <div class=${`dots dots-${ee(o.length)}`} role="img" aria-label=${u}>
      ${o.map(i=>c`<${te} key=${i} id=${i} one=${n.candidates[i]} isLeader=${i===l} now=${$.now()}
          times=${s?.woken?.[i]??0} isChosen=${a.candidate===i} choose=${r} />`)}
    </div>
  `:c`<p class="dots dots-none soft">${s?"no candidates any more":"no candidates"}</p>`}function ee(e){return e<=12?"large":e<=30?"medium":e<=80?"small":"tiny"}function te({id:e,one:t,isLeader:n,now:o,times:s,isChosen:a,choose:r}){const $=ne(t,n),l=se(s),u=s>1?", woken twice":s?", woken":"",i=_(t,o)?B(t.session_timeout_ms,t.session_ends,o):null,d=["dot-of",`is-${$}`,s&&"is-woken",s>1&&"is-woken-again",l&&"flash",i!==null&&"running-out"];return c`
    <i class=${[...d,a&&"chosen"].filter(Boolean).join(" ")} title=${`${e}: ${$}${i===null?"":", its session is not over"}${u}`}
      style=${i===null?"":`--left: ${i.toFixed(3)}`}
      data-candidate=${e} data-looks=${$} data-woken=${s}
      onClick=${()=>r({candidate:a?null:e})}></i>
  `}function ne({process:e,belief:t},n){return e==="exited"?"ended":e==="paused"?"frozen":n?"leading":t==="waiting"?"waiting":"joining"}function se(e){const[t,n]=T(0),o=b(e);return w(()=>{const s=e>o.current;if(o.current=e,!s)return;n(performance.now()+z);const a=setTimeout(()=>n(0),z);return()=>clearTimeout(a)},[e]),t>performance.now()}function ae({death:e,standing:t}){const n=O(e),o=re(n??0);return n===null?c`
      <p class="woken soft"><b class="woken-number">${h(t.length)}</b>
        <span>${t.length===1?"process":"processes"}<small>${oe(t)}</small></span></p>
    `:c`
    <p class="woken">
      <b class="woken-number number" aria-hidden="true">${h(o)}</b><span class="sr">${h(n)}</span>
      <span><${M} text=${n===1?"wake-up":"wake-ups"} /><small>${e.again>0?`${h(e.again)} of them woke a process again`:"by one death"}</small></span>
    </p>
  `}function oe(e){if(!e.length)return"so far";const t=e.filter(({belief:n})=>n==="waiting"||n==="leading").length;return t<e.length?`${h(t)} in their place`:"ready, no strike yet"}function re(e){const[t,n]=T(e),o=b(e);return w(()=>{const s=o.current;if(e<=s||matchMedia("(prefers-reduced-motion: reduce)").matches){o.current=e,n(e);return}const a=performance.now();let r=requestAnimationFrame($);return()=>cancelAnimationFrame(r);function $(l){const u=Math.min(1,Math.max(0,(l-a)/V));o.current=Math.round(s+(e-s)*(1-(1-u)**3)),n(o.current),u<1&&(r=requestAnimationFrame($))}},[e]),t}function ce({state:e,chosen:t,clock:n}){const{strike:o,paths:s={},ended:a}=e.comparison??{},r=!a&&x(e).length>0,$=o?.at??1/0,u=f.map(i=>({strategy:i,handoff:ie(e.elections[s[i]],$)})).filter(({handoff:i})=>i).sort((i,d)=>+(d.strategy===t.compared)-+(i.strategy===t.compared));return c`<${A} word="strike" state=${e} clock=${n} empty="No strike yet." invites=${r&&"End all three leaders at once."}
    roundsOf=${i=>u.map(({strategy:d,handoff:m})=>({...R(m,i,e),of:d,label:d,facts:c`<span>${d}</span>`}))} />`}function ie(e,t){const{handoff:n,last_handoff:o}=e??{},s=({at:a})=>Math.max(...Object.values(a).map(Number))>=t;return[n,o].find(a=>a&&s(a))??null}var le=Object.freeze({__proto__:null,Elections:J,Round:ce});const de=17,ue={predecessor:[],herd:[10,5],single:[2,5]},$e=6;function fe(e){let t=null,n=null,o=null,s=null;const a=new ResizeObserver(l);return a.observe(e),import("./uplot-Byc2BoOV.js").then(r).catch($),{draw:u,end:i};function r(d){t=d.default,l()}function $(d){console.error(d),e.textContent="The chart could not be loaded. The table has the same figures."}function l(){s&&u(...s)}function u(d,m){s=[d,m];const y=he(e),v=JSON.stringify([d,m.name,y]);!t||v===o||!y.width||(o=v,n?.destroy(),n=new t(pe(m,y),me(d,m),e))}function i(){a.disconnect(),s=null,n?.destroy()}}function me(e,t){const n=[...new Set(e.map(({n:s})=>s))].sort((s,a)=>s-a),o=f.map(s=>{const a=new Map(e.filter(r=>r.strategy===s).map(r=>[r.n,r]));return n.map(r=>p(t,a.get(r)))});return[n,...o]}function he(e){const t=getComputedStyle(e),n=Number.parseFloat(getComputedStyle(document.documentElement).fontSize),o=s=>t.getPropertyValue(s).trim();return{width:Math.floor(e.clientWidth),rem:n,font:`${.78*n}px ${t.fontFamily}`,ink:o("--ink"),soft:o("--soft"),line:o("--line"),tones:Object.fromEntries(f.map(s=>[s,o(`--${s}`)]))}}function pe(e,t){const n={stroke:t.soft,font:t.font,grid:{stroke:t.line,width:1},ticks:{show:!1}};return{width:t.width,height:de*t.rem,padding:[t.rem,$e*t.rem,0,0],legend:{show:!1},cursor:{show:!1},scales:{x:{time:!1,range:(o,s,a)=>[0,Math.max(a,1)]},y:{range:(o,s,a)=>[-.05*E(a),E(a)]}},axes:[{...n,size:1.9*t.rem,space:2.6*t.rem},{...n,size:3.4*t.rem,space:2.2*t.rem,values:(o,s)=>s.map(a=>be(e,a))}],series:[{},...f.map(o=>we(o,t))],hooks:{draw:[o=>ye(o,t)]}}}const E=e=>e>0?e*1.08:1;function be(e,t){return t<0?"":e.name==="ms"?`${t} ms`:Number.isInteger(t)?String(t):""}function we(e,{tones:t,rem:n}){const o=t[e];return{label:e,stroke:o,width:n/7,dash:ue[e],points:{show:!0,size:n/2.2,stroke:o,fill:o}}}function ye(e,{font:t,rem:n,tones:o}){const s=f.map((l,u)=>ge(e,u+1,l)).filter(Boolean),{ctx:a}=e,r=devicePixelRatio;let $=Number.POSITIVE_INFINITY;a.save(),a.font=t.replace(/^[\d.]+px/,l=>`${Number.parseFloat(l)*r}px`),Object.assign(a,{textAlign:"left",textBaseline:"middle"});for(const{strategy:l,x:u,y:i}of s.sort((d,m)=>m.y-d.y)){const d=Math.min(i,$-n*r);a.fillStyle=o[l],a.fillText(l,u+.5*n*r,d),$=d}a.restore()}function ge(e,t,n){const[o,s]=[e.data[0],e.data[t]],a=s.findLastIndex(r=>r!==null);return a<0?null:{strategy:n,x:e.valToPos(o[a],"x",!0),y:e.valToPos(s[a],"y",!0)}}const ke={server:"counted by ZooKeeper itself",reported:"reported by the candidates"};function ve(e){const t=typeof e?.proven=="number"?`; ${e.proven} of the notifications carry the zxid of this very death`:"";return e&&`${ke[e.evidence]}${t}`}function xe({state:e}){const t=e.comparison.deaths??{};return f.some(n=>t[n])?c`
    <table class=${`figures struck ${e.comparison.measuring?"later":""}`} data-testid="figures">
      <caption class="sr">What one death cost under each strategy</caption>
      <thead><tr><td></td>${f.map(n=>c`<th key=${n} scope="col" class=${`tone-${n}`}>${n}</th>`)}</tr></thead>
      <tbody>
        ${P.map(n=>c`
          <tr key=${n.name}><th scope="row" title=${n.means}>${H(n.word)?c`<${M} text=${n.word} />`:n.word}</th>
            ${f.map(o=>c`<td key=${o} class="number" data-testid=${`figure-${o}-${n.name}`}
              data-value=${p(n,t[o])}>${t[o]?n.show(p(n,t[o])):""}</td>`)}</tr>`)}
        <tr><th scope="row" title="How the notifications and the watches are known">evidence</th>
          ${f.map(n=>c`<td key=${n} class="soft" title=${ve(t[n])}
              data-testid=${`figure-${n}-evidence`}>${t[n]?.evidence??""}</td>`)}</tr>
      </tbody>
    </table>
  `:null}const C={stop:"a clean stop",kill:"a kill",pause:"a freeze"};function Se(e){const{curve:t=[],error:n}=e.state.comparison;return c`
    <section class="measure" aria-label="Wake-ups by the number of candidates">
      <${_e} ...${e} />
      ${n&&c`<p class="measure-error" role="alert" data-testid="measure-error">${n}</p>`}
      ${t.length>0&&c`<${Te} ...${e} curve=${t} />`}
    </section>
  `}function _e(e){const{state:t,chosen:n,choose:o}=e,{measuring:s}=t.comparison;return c`
    <div class="measure-bar">
      <h2>How many processes one death wakes, by the number of candidates</h2>
      ${s?c`<${Me} ...${e} />`:!t.read_only&&c`
        <label key="fault"><span class="soft">each death</span> <select data-testid="measure-fault" value=${n.measuredFault}
          onChange=${a=>o({measuredFault:a.target.value})}>
          ${Object.entries(C).map(([a,r])=>c`<option key=${a} value=${a}>${r}</option>`)}
        </select></label>`}
      ${!t.read_only&&c`<${Oe} key="go" ...${e} />`}
    </div>
  `}function Oe(e){const{state:t,chosen:n,page:o}=e,{plan:s,measuring:a}=t.comparison,[r,$]=[s.sizes[0],s.sizes.at(-1)],l=o.busy.has("compare-measure")||o.busy.has("compare-cancel")||!!a?.cancelling,u=a?null:U(t),i=`${s.deaths} deaths with each of ${s.sizes.join(", ")} candidates, one strategy after the other (m)`;return c`
    <button class=${a?"":"primary"} data-testid=${a?"measure-cancel":"measure"}
      title=${a?"Stop measuring, and stop its candidates (m)":u??i} disabled=${l||!!u} aria-busy=${l}
      onClick=${({detail:d})=>d<2&&D(e)}
      >${a?"Cancel":`Measure ${r} to ${$} \xB7 about ${Fe(s.seconds[n.measuredFault])}`}</button>
  `}function Fe(e){return e<90?`${Math.ceil(e/10)*10} s`:`${Math.round(e/60)} min`}function Me({state:e,clock:t}){const{done:n,of:o,strategy:s,size:a,ends:r,cancelling:$}=e.comparison.measuring;S(500);const l=Math.max(0,r-t.now()),u=s?`${s}, ${a} candidates: ${n} of ${o} deaths`:"getting ready";return c`
    <span class="progress">
      <progress max=${o} value=${n} aria-label=${u} data-testid="measure-progress"></progress>
      <span class="number soft">${u} · ${$?"being cancelled":l<1?"nearly done":`about ${G(l)} left`}</span>
    </span>
  `}function Te(e){const{curve:t,chosen:n,choose:o}=e,s=k.find(({name:a})=>a===n.figure)??k[0];return c`
    <${W} look="figure-choice" label="What the chart shows" value=${s.name} pick=${a=>o({figure:a})}
      among=${k.map(({name:a,word:r,means:$})=>({value:a,word:r,title:$,testid:`chart-${a}`}))} />
    <${ze} curve=${t} figure=${s} />
    <${Ee} curve=${t} figure=${s} />
    <${Ne} curve=${t} />
  `}function ze({curve:e,figure:t}){const n=b(null),o=b(null);return w(()=>(o.current=fe(n.current),()=>o.current.end()),[]),K(()=>o.current?.draw(e,t)),w(()=>o.current.draw(e,t),[]),c`
    <figure class="curve" data-testid="curve" data-points=${e.length}>
      <figcaption>${t.chart}, by number of candidates</figcaption>
      <div class="curve-box" ref=${n} role="img" aria-label=${`${t.chart}, as in the table`}></div>
    </figure>
  `}function Ee({curve:e,figure:t}){const n=[...new Set(e.map(({n:s})=>s))].sort((s,a)=>s-a),o=(s,a)=>e.find(r=>r.strategy===s&&r.n===a);return c`
    <table class="figures" data-testid="curve-table">
      <caption class="sr">${t.chart}, by number of candidates</caption>
      <thead><tr><th scope="col">candidates</th>${f.map(s=>c`<th key=${s} scope="col" class=${`tone-${s}`}>${s}</th>`)}</tr></thead>
      <tbody>${n.map(s=>c`<tr key=${s}><th scope="row" class="number">${s}</th>${f.map(a=>c`<td key=${a} class="number" data-testid=${`point-${a}-${s}`}
          data-value=${p(t,o(a,s))}>${Ce(t,o(a,s))}</td>`)}</tr>`)}</tbody>
    </table>
  `}function Ce(e,t){return t?e.show(p(e,t)):""}function Ne({curve:e}){const{fault:t,deaths:n}=e[0],o=e.every(({evidence:a})=>a==="server"),s=Math.max(...e.map(({ms:a})=>a??0));return c`
    <p class="note" data-testid="curve-evidence">Each figure is the median of ${Z(n,"death")} by ${C[t]??t},
      one strategy after the other; from deletion to acknowledgement it took ${q(s)} at most. ${o?"Notifications are ZooKeeper's own counts (mntr), without those of the dashboard and of ended processes.":"Notifications partly rely on the candidates' reports: ZooKeeper's counters (mntr) are disabled, or it served other clients too."}</p>
  `}var Ae=Object.freeze({__proto__:null,Figures:xe,Measure:Se});export{le as e,Ae as w};
//# sourceMappingURL=comparison-BpycB6Fl.js.map
