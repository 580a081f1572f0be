import{a0 as l,ah as _,g as I,i as Se,ai as V,ag as k,aj as A,ac as _e,ak as w,al as Ee,am as Me,ad as Ne,an as Ae,ao as Ce,a6 as F,a5 as b,af as ze,a7 as D,ap as Te,aq as je,ar as C,a4 as O,as as H,at as qe,au as Re,av as Le,aw as We,ax as Ie,ay as J,az as z,aA as Fe,aB as De,aC as Q,aD as He,aE as P,aF as X,aG as Pe,aH as Be,aI as Ue,aJ as Ke,aK as Y,aL as T,aM as Ge,aN as Ze,aO as Ve,aP as Je}from"./page.js";function Qe({id:e,isChosen:t,choose:o}){return l`<button class="pick" aria-pressed=${t} title=${t?"Choose nobody":`Choose ${e}`}
    onClick=${()=>o({candidate:t?null:e})}><b>${e}</b></button>`}const Xe=7,Ye=2*Math.PI*27;function et({began:e,ends:t,stopped:o},n){return typeof e!="number"||t<=e?null:Math.min(1,Math.max(0,((o??n)-e)/(t-e)))}function tt({node:{id:e,process:t,live:o},...n}){return l`<${ee} id=${_(e,Xe)} anchor=${e} process=${t} gone=${t==="exited"||t===null&&!o} ...${n} />`}function nt({id:e,candidate:{process:t},share:o,done:n}){return l`<${ee} id=${e} process=${t} gone=${t==="exited"} share=${o} done=${n} />`}function ee({id:e,anchor:t,process:o,gone:n,share:s,done:a=null,looks:r="member-disc",box:i="-36 -36 72 72",children:d}){const c=o==="paused";return l`
    <svg class=${`${r} ${c?"frozen":""}`} viewBox=${i} data-anchor=${t}>
      <circle class="glow" r="35" />
      <circle class="body" r="27" />
      ${s===null&&a!==null&&l`<${te} looks="task-ring" share=${a} />`}
      ${s!==null&&l`<${te} looks="ring" share=${s} />`}
      ${n&&l`<path class="cross" d="M-19 -19L19 19M19 -19L-19 19" />`}
      ${d}
      <text y="6">${e}</text>
      ${c&&l`<${ne} transform="translate(20 20)" />`}
    </svg>
  `}function te({looks:e,share:t}){return l`<circle class=${e} r="27" transform="rotate(-90)" stroke-dasharray=${`${(t*Ye).toFixed(1)} 400`} />`}function ne({transform:e}){return l`<g class="bars" transform=${e}><circle r="9" /><path d="M-2.6 -3.6V3.6M2.6 -3.6V3.6" /></g>`}function st({id:e,label:t,chosen:o,choose:n,disc:s}){const a=e!==null&&o.candidate===e;return l`<button class="person-disc" aria-pressed=${a} aria-label=${t} data-testid=${`process-${e}`}
    onClick=${()=>n({candidate:a?null:e})}><${nt} id=${e} ...${s} /></button>`}const ot=5,at=4,se={deleted:"The deletion",since:"from the sending of the write to the last read",gone:"deleted",anybody:"by somebody else, "},rt="the mzxid only grows; the version is 0 again if the znode was created again";function lt({of:e,chosen:t,choose:o,words:n=se}){const s=I(e).at(-1);if(!s)return null;const a=s.asked_at??s.at,r=s.slept??{},i=Object.entries(s.told??{}),d=i.filter(([u])=>!r[u]),c=Se(e).filter(({id:u})=>r[u]&&!s.told?.[u]),f=Math.max(at,(s.within_ms??0)*1.08);return l`
    <section class="arrivals" aria-label="How fast it spread" data-testid="arrivals" data-told=${i.length} data-of=${s.of}
      data-number=${s.number}>
      <p class="handoff-title"><b>${s.what==="deleted"?n.deleted:`\u201C${_(V(s.value),24)}\u201D`}${s.of?` reached ${i.length} of ${s.of}`:": nobody was there to be told"}</b>
        ${s.within_ms!=null&&s.asked_at!=null&&l`<span>${n.since}: <b class="number"
          data-testid="within">${k(s.within_ms)}</b></span>`}<${it} ...${e.spread} /></p>
      ${d.length>0&&l`<div class="arrival-line" aria-hidden="true"><i class="sent" title="the write was sent"></i>
        ${d.map(([u,$])=>{const h=Math.max(0,($-a)*1e3);return l`<button key=${`${s.number}-${u}`} type="button" tabindex="-1" class=${`arrival ${t.candidate===u?"chosen":""} ${u===s.last?"last":""}`}
            style=${{left:`${100*h/f}%`,"--hue":A(s.mzxid??null)??0}} title=${`${u}: ${k(h)}`}
            onClick=${()=>o({candidate:t.candidate===u?null:u})}></button>`})}
        <span class="arrival-scale number">0</span><span class="arrival-scale end number">${k(f)}</span>
      </div>`}
      ${c.length>0&&l`<p class="soft" data-testid="late">${c.slice(0,6).map(({id:u})=>u).join(", ")}${c.length>6?` and ${c.length-6} more`:""} could not be told.</p>`}
    </section>
  `}function it({count:e,last_ms:t,max_ms:o,total_ms:n}){return!e||t==null?null:l`<span class="number" data-testid="spread" data-count=${e}>${w(e,"change")} so far: mean ${k(n/e)}, longest ${k(o)}</span>`}function ct({of:e,clock:t,title:o=rt,words:n=se}){_e(1e3);const s=I(e).reverse().slice(0,ot);return s.length?l`
    <section class="changes" aria-label="Changes">
      <p class="handoff-title"><b>Changes</b> ${o}</p>
      <ol>${s.map(a=>l`<${dt} key=${a.number} change=${a} now=${t.now()} words=${n} />`)}</ol>
    </section>
  `:null}function dt({change:e,now:t,words:o}){const{what:n,value:s,version:a,mzxid:r,recreated:i,at:d,by:c}=e,f=n==="deleted";return l`
    <li class="change" style=${{"--hue":A(r??null)??0}} data-testid="config-change" data-what=${n}
      data-recreated=${String(!!i)}>
      ${!f&&l`<i class="swatch" aria-hidden="true"></i>`}<b>${f?o.gone:_(V(s),32)}</b>
      ${!f&&l`${a!=null&&l`<span class="number">version ${a}</span>`}<code>${Ee(r)}</code>`}
      ${i&&a!=null&&l`<em class="tone-lost">created again: versions cannot be compared</em>`}
      <span class="soft number">${c?`${Me(e).trim()}, `:o.anybody}${Ne(t-d)} ago</span>
      <span class="told number">${ut(e)}</span>
    </li>
  `}function ut({told:e={},passed:t={},of:o}){if(!o)return"nobody was there to be told";const n=Object.keys(t).length;return`${Object.keys(e).length} of ${o} had it${n?`, ${n} skipped it for a later one`:""}`}var ft=Object.freeze({__proto__:null,Arrivals:lt,Changes:ct});function ht({one:{id:e,process:t},at:o,unit:n,radius:s,chosen:a,choose:r,parts:i,looks:d,data:c,children:f}){const u=a.candidate===e,$=()=>r({candidate:u?null:e}),h=p=>{p.key!=="Enter"&&p.key!==" "||(p.preventDefault(),$())};return l`
    <g class=${`subscriber ${d} ${u?"chosen":""}`} transform=${`translate(${o.x} ${o.y})`} role="button" tabindex="0"
      aria-pressed=${u} ref=${p=>p&&Ae(p,i)} onClick=${$} onKeyDown=${h} ...${c}>
      <title>${Ce(i)}</title>
      <circle class="ring" r=${s} />
      ${f}
      <text class="name" y=${5*n}>${e}</text>
      ${t==="paused"&&l`<${ne} transform=${`translate(${s*.8} ${s*.75}) scale(${n})`} />`}
    </g>
  `}function $t({one:e,at:t,from:o,radius:n,unit:s,token:a,delay:r}){const i=r===null?"":`--from-x: ${o.x-t.x}px; --from-y: ${o.y-t.y}px; --delay: ${r.toFixed(2)}s`;return l`<g key=${`${e.mzxid}-${e.missing}`} class=${r===null?"":"arriving"} style=${i}>
    ${e.mzxid!==null&&l`<circle class=${`body ${e.missing?"kept":""}`} r=${n-4*s} />`}
    <circle class=${`token ${e.missing?"empty":""}`} r=${a*s} /></g>`}const pt=({mzxid:e})=>e===null?"":`--hue: ${A(e)}`;function mt({znode:e,path:t,place:{x:o,y:n,width:s,height:a},chosen:r,choose:i,data:d,children:c}){const f=A(e?.mzxid??null),u={left:`${o}px`,top:`${n}px`,width:`${s}px`,minHeight:`${a}px`,...f===null?{}:{"--hue":f}};return l`<button class=${`value-znode ${e?"":"missing"} ${r.znode===t?"picked":""}`} style=${u} disabled=${!e}
    title=${t} onClick=${()=>i({znode:t})} ...${d}>${c}</button>`}const gt=20,wt=1.5,bt=3;function yt(){const e=F(null),[t,o]=b({width:0,unit:1});return ze(()=>{const n=new ResizeObserver(([{contentRect:s}])=>{const a=parseFloat(getComputedStyle(document.documentElement).fontSize)/16;o({width:Math.floor(s.width),unit:a})});return n.observe(e.current),()=>n.disconnect()},[]),[e,t]}function vt(e,t,o){const n=e.missing?e.read_at:e.taken_at;if(n===null||o-n>bt)return null;const s=I(t).findLast(({told:r})=>r?.[e.id]!==void 0),a=s?s.asked_at??s.at:n;return Math.min(wt,Math.max(0,n-a)*gt)}function kt(){const e=F(null),[t,o]=b(60);return D(()=>{const n=()=>{if(!e.current)return;const a=Te(),r=getComputedStyle(e.current),i=e.current.clientWidth-Number.parseFloat(r.paddingLeft)-Number.parseFloat(r.paddingRight);o(i/a)},s=new ResizeObserver(n);return e.current&&s.observe(e.current),()=>s.disconnect()},[e.current]),[e,t]}const Ot=["deleted","notified","leading","acknowledged","held"];function xt(e){let t=0;const n=Ot.filter(s=>s in e.phases_ms).map(s=>({phase:s,from:t,to:t=Math.max(t,e.phases_ms[s])}));return{...e,spans:n}}function E({spans:e}){return e.at(-1)?.to??null}function St(e,{key:t,down:o}){const n={ms:E,who:({from:a,to:r})=>`${a} ${r}`}[t]??(a=>a[t]),s=(a,r)=>a<r?-1:+(a>r);return[...e].sort((a,r)=>{const[i,d]=[n(a)??null,n(r)??null];return i===null||d===null?+(i===null)-+(d===null):o?s(d,i):s(i,d)})}function _t(e,t=[],o=1/0){return[...Nt(e)].map(([s,a])=>Et(s,[...a].sort((r,i)=>r.wall-i.wall),t,o))}function Et(e,t,o,n){const s=[];let a=null;for(const c of t){const f=Math.max(a?.wall??-1/0,c.wall-(E(c)??0)/1e3);a&&s.push(...oe(a,{name:c.from,wall:f,since:Mt(c)},o)),s.push({name:null,from:f,to:c.wall}),a={name:c.to,wall:c.wall}}const r=a.wall+Math.max(1,(a.wall-t[0].wall)/20),i=Math.max(a.wall,Math.min(r,n)),d=ae(o,a.wall,i).length?void 0:a.name;return{path:e,began:s[0].from,ended:i,stretches:[...s,...oe(a,{name:d,wall:i},o)]}}function Mt(e){return e.wall-((E(e)??0)-(e.phases_ms.deleted??0))/1e3-(e.led_ms??1/0)/1e3}function oe(e,t,o){const n=ae(o,e.wall,t.wall);if(!n.length)return[{name:e.name===t.name?e.name:void 0,from:e.wall,to:t.wall}];const s=Math.max(e.wall,n[0].from),a=Math.min(t.wall,Math.max(n.at(-1).to,t.since??-1/0));return[{name:e.name,from:e.wall,to:s},{name:void 0,from:s,to:a},{name:t.name,from:a,to:t.wall}].filter(({from:i,to:d})=>d>i)}const ae=(e,t,o)=>e.filter(({from:n,to:s})=>n<o&&s>t);function Nt(e){const t=new Map;for(const o of e)t.set(o.path,[...t.get(o.path)??[],o]);return t}const[j,B,U]=[900,26,150],re=["#5aa9e6","#5fce8d","#f5b83d","#d39bff","#4fd0c4","#a9b8ff","#f2a16e"],At=8,le="leaders-hatched",Ct=34;function zt({handoffs:e,runs:t}){const o=F(null),n=_t(e,je(t),t.at(-1)?.ended),s=n.slice(0,At);if(!s.length)return null;const[a,r]=[Math.min(...s.map(({began:c})=>c)),Math.max(...s.map(({ended:c})=>c))],i=c=>U+(c-a)/Math.max(r-a,1)*(j-U-8),d=s.length*B+26;return l`
    <figure class="leaders">
      <svg ref=${o} xmlns="http://www.w3.org/2000/svg" viewBox=${`0 0 ${j} ${d}`} font-family="sans-serif" font-size="12" role="img"
        aria-label="Who led when" data-testid="past-leaders">
        <${Tt} />
        <rect width=${j} height=${d} fill="#161c23" rx="6" />
        ${s.map((c,f)=>l`<${jt} key=${c.path} ...${c} y=${f*B+4} x=${i} />`)}
        <text x=${U} y=${d-8} fill="#a1aebb">${C(a)}</text>
        <text x=${j-8} y=${d-8} fill="#a1aebb" text-anchor="end">${C(r)}</text>
      </svg>
      <figcaption class="soft">Who led when; red: nobody led; hatched: not known, such as while no dashboard ran. ${n.length>s.length&&`${O(s.length)} of ${O(n.length)} places: filter for others. `}Save as <button class="quiet" data-testid="leaders-svg"
        onClick=${()=>Lt(o.current)}>SVG</button><button class="quiet" data-testid="leaders-png" onClick=${()=>Wt(o.current)}>PNG</button></figcaption>
    </figure>
  `}function Tt(){return l`<defs><pattern id=${le} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" fill="#57636f" /></pattern></defs>`}function jt({path:e,stretches:t,y:o,x:n}){return l`
    <text x="10" y=${o+16} fill="#e8edf2">${_(e,20)}</text>
    ${t.map(({name:s,from:a,to:r},i)=>l`<${qt} key=${i} name=${s} left=${n(a)} right=${n(r)} y=${o} />`)}
  `}function qt({name:e,left:t,right:o,y:n}){const s=Math.max(1,o-t),a=e===void 0?"not known":e??"nobody";return l`
    <rect x=${t} y=${n} width=${s} height=${B-6} fill=${Rt(e)}><title>${a}</title></rect>
    ${e&&s>Ct&&l`<text x=${t+5} y=${n+15} fill="#0b1117">${_(e,Math.floor(s/8))}</text>`}
  `}function Rt(e){return e===void 0?`url(#${le})`:e===null?"#f2716e":re[[...e].reduce((t,o)=>t+o.codePointAt(0),0)%re.length]}function Lt(e){H("leaders.svg",new XMLSerializer().serializeToString(e),"image/svg+xml")}async function Wt(e){const t=new Image;t.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(e))}`,await t.decode();const o=document.createElement("canvas"),{width:n,height:s}=e.viewBox.baseVal;Object.assign(o,{width:2*n,height:2*s}),o.getContext("2d").drawImage(t,0,0,o.width,o.height),o.toBlob(a=>H("leaders.png",a,"image/png"))}const q=["deleted","notified","leading","acknowledged","held"],It={p50:.5,p95:.95,p99:.99},ie=["seq","wall","path","strategy","from","to","fault","by","phases_from"],Ft=["path","from","to","fault","strategy"],Dt=/^[=+\-@\t\r]/,Ht=1e3,Pt=2**53;function Bt(e,{path:t,since:o=0,until:n=Pt,begin:s=-1/0,end:a=1/0,text:r="",limit:i=Ht}){const d=({what:f,seq:u,wall:$,subject:h})=>f==="handoff"&&u>=Number(o)&&u<=Number(n)&&$>=Number(s)&&$<=Number(a)&&(t===void 0||h===t),c=Kt(e.filter(d).map(Ut),r).slice(-Number(i));return{handoffs:c,figures:ce(c),groups:Zt(c)}}function Ut({seq:e,wall:t,subject:o,data:n}){const s=Object.keys(n.phases_ms??{}).length?n.phases_ms:{held:n.last_ms},a=q.filter(r=>Number.isFinite(s[r]));return{seq:e,wall:t,path:o,strategy:n.strategy??null,from:n.from||n.from_name||null,to:n.to||n.to_name||null,fault:n.fault??null,by:n.by??null,at:n.at??null,led_ms:n.led_ms??null,phases_from:n.phases_from??"fault",phases_ms:Object.fromEntries(a.map(r=>[r,s[r]])),observed:a}}function Kt(e,t){const o=t.toLowerCase().split(/\s+/).filter(Boolean);return e.filter(n=>{const s=Ft.map(a=>n[a]).filter(Boolean).join(" ").toLowerCase();return o.every(a=>s.includes(a))})}function ce(e){const t=e.filter(n=>n.phases_from==="fault"),o=q.map(n=>[n,t.map(s=>s.phases_ms[n]).filter(s=>s!==void 0)]);return Object.fromEntries(o.filter(([,n])=>n.length).map(([n,s])=>[n,Gt(s)]))}function Gt(e){const t=[...e].sort((n,s)=>n-s),o=Object.entries(It).map(([n,s])=>[n,t[Math.ceil(s*t.length)-1]]);return{...Object.fromEntries(o),max:t.at(-1),count:t.length}}function Zt(e){const t=new Map;for(const n of e){const s=JSON.stringify([n.fault,n.strategy]);t.set(s,[...t.get(s)??[],n])}return[...t.values()].sort((n,s)=>s.length-n.length).map(n=>({fault:n[0].fault,strategy:n[0].strategy,count:n.length,figures:ce(n)}))}function Vt(e){const t=[...ie,...q.map(n=>`${n}_ms`)],o=e.map(n=>[...ie.map(s=>n[s]),...q.map(s=>n.phases_ms[s])]);return[t,...o].map(n=>`${n.map(Jt).join(",")}\r
`).join("")}function Jt(e){const t=typeof e=="string"&&Dt.test(e)?`'${e}`:String(e??"");return/[",\r\n]/.test(t)?`"${t.replaceAll('"','""')}"`:t}const R=1e3,Qt=1e4,K=200,Xt=200,de=["p50","p95","p99","max"],ue=[{name:"json",kind:"application/json",write:e=>JSON.stringify(e,null,1)},{name:"csv",kind:"text/csv",write:({handoffs:e})=>Vt(e)}],Yt=[{name:"wall",word:"When"},{name:"path",word:"Where"},{name:"who",word:"From \u2192 to"},{name:"fault",word:"Fault"},{name:"ms",word:"Took"}];function en({reel:e,kept:t,chosen:o,choose:n,close:s}){const[a,r]=b(""),[i,d]=b(0),c=qe(o.window),f=Re(e),u={text:We(a.trim(),Xt),...Le(c)},{answer:$,error:h}=Ie(()=>J("GET",z("handoffs",{...u,limit:R})),[u.text,o.window,i]),[p,g]=b({key:"wall",down:!0}),[v,x]=b([]),N=Fe(()=>($?.handoffs??[]).map(xt),[$]),S=St(N,p),L=m=>v.includes(G(m)),W=[...S.filter(L),...S.filter(m=>!L(m))].slice(0,K),Z=De(W.map(E).filter(m=>m!==null)),ke=m=>x(v.includes(m)?v.filter(xe=>xe!==m):[...v,m]),Oe=({seq:m})=>(s(),e.show({at:m}));return l`
    <${Q} title="Handoffs" close=${s}>
      ${h&&l`<p class="wrong" role="alert" data-testid="past-handoffs-failed">The handoffs could not be read: ${h} <button onClick=${()=>d(i+1)}>Try again</button></p>`}
      ${$?l`<${nn} ...${$} />`:!h&&l`<p aria-busy="true">Reading the history …</p>`}
      ${$&&l`<${zt} handoffs=${N} runs=${t.runs} />`}
      <p class="handoffs-top">
        <input type="search" placeholder="Filter: a path, a name, kill" aria-label="Filter handoffs" data-testid="past-handoffs-filter" value=${a}
          onInput=${({target:m})=>r(m.value)} spellcheck="false" />
        <${He} window=${c} choose=${n} />
        <${tn} asked=${{...u,limit:Qt}} replays=${f} />
      </p>
      <div class="handoffs-scroll">
      <table class="past-handoffs" data-testid="past-handoffs">
        <thead><tr>${Yt.map(m=>l`<${sn} key=${m.name} ...${m} order=${p} setOrder=${g} />`)}<th scope="col">phases${Z.isLog&&", log scale"}</th></tr></thead>
        <tbody>${W.map(m=>l`<${on} key=${G(m)} row=${m} scale=${Z} show=${Oe} turn=${ke} isPinned=${L(m)} />`)}</tbody>
      </table>
      </div>
      ${$&&!W.length&&l`<p class="note">${u.text||c?"No handoff that is kept matches the filter.":f?"This recording holds no handoff.":"No handoff has been seen yet: kill a leader, or wait for one to go."}</p>`}
      ${S.length>K&&l`<p class="note">The ${O(K)} first of ${S.length<R?O(S.length):`the newest ${O(R)}`}: filter, or take the CSV.${S.length<R?"":" The filter searches all that are kept."}</p>`}
    <//>
  `}function tn({asked:e,replays:t}){return t?.isWithin?ue.map(({name:o,kind:n,write:s})=>l`<button key=${o} data-testid=${`handoffs-${o}`}
      onClick=${async()=>H(`handoffs.${o}`,s(await J("GET",z("handoffs",e))),n)}>${o.toUpperCase()}</button>`):ue.map(({name:o})=>l`<a key=${o} class="button" data-testid=${`handoffs-${o}`} download=${`handoffs.${o}`}
    href=${`/api/v1/${z("handoffs",{...e,format:o})}`}>${o.toUpperCase()}</a>`)}function nn({figures:e,groups:t=[],handoffs:o}){const[n,s]=b(-1),a=t[n]?.figures??e,r=Object.entries(a),i=({target:d})=>s(Number(d.value));return!r.length&&n<0?l`<p class="soft">${w(o.length,"handoff")}.</p>`:l`
    <p class="soft">What was observed after the fault, of <select aria-label="Of which handoffs" data-testid="past-groups" value=${String(n)} onChange=${i}>
      <option value="-1">all ${O(o.length)}</option>
      ${t.map((d,c)=>l`<option key=${c} value=${String(c)}>${an(d)}: ${O(d.count)}</option>`)}
    </select></p>
    <table class="past-figures" data-testid="past-figures">
      <thead><tr><th scope="col">until</th>${de.map(d=>l`<th scope="col" key=${d}>${d}</th>`)}<th scope="col">of</th></tr></thead>
      <tbody>${r.map(([d,c])=>l`<tr key=${d}><th scope="row">${d}</th>
        ${de.map(f=>l`<td class="number" key=${f}>${k(c[f])}</td>`)}<td class="number">${O(c.count)}</td></tr>`)}</tbody>
    </table>
    ${!r.length&&l`<p class="note">Nobody saw when these began.</p>`}
  `}function sn({name:e,word:t,order:o,setOrder:n}){const s=o.key===e,a=o.down?" \u25BE":" \u25B4";return l`<th scope="col" aria-sort=${s?o.down?"descending":"ascending":"none"}><button class="quiet"
    onClick=${()=>n({key:e,down:s?!o.down:!0})}>${t}${s&&l`<span aria-hidden="true">${a}</span>`}</button></th>`}function on({row:e,scale:t,show:o,turn:n,isPinned:s}){const a=E(e);return l`
    <tr data-testid="past-handoff" data-seq=${e.seq} class=${s?"pinned":""}>
      <td><button class="quiet number" title="Show this moment" onClick=${()=>o(e)}>${C(e.wall,!0)}</button></td>
      <td><code><bdi>${P(e.path)}</bdi></code></td>
      <td><bdi>${X(e.from??"nobody")}</bdi> → <bdi>${X(e.to??"nobody")}</bdi></td>
      <td>${e.fault??"not known"}</td>
      <td class="number">${a===null?"not observed":k(a)}</td>
      <td class="past-bars"><span class="handoffs-bar">${e.spans.map(({phase:r,from:i,to:d})=>l`<i key=${r} class=${`handoffs-span phase-${r}`} title=${`${r}: ${k(d-i)}`}
          style=${{left:fe(t.share(i)),width:fe(t.share(d)-t.share(i))}}></i>`)}</span>
        <label title="Keep it at the top, to compare"><input type="checkbox" checked=${s} aria-label=${`Keep ${C(e.wall)} at the top`} onChange=${()=>n(G(e))} /></label></td>
    </tr>
  `}const an=({fault:e,strategy:t})=>[e??"cause not known",t].filter(Boolean).join(", "),G=({seq:e,path:t})=>`${e} ${t}`,fe=e=>`${(100*e).toFixed(2)}%`;var rn=Object.freeze({__proto__:null,Handoffs:en});const ln="Each box below ZooKeeper's lane is a server; the chips in it are its sessions. A majority of the servers, the quorum, must run; they elect a quorum leader among themselves, which has nothing to do with the leader of an election here: that leader is a candidate.";function cn(e){const{state:t,here:o,chosen:n,choose:s,guide:a,close:r}=e,i=()=>(r(),a.begin());return l`
    <${Q} title=${`Keys, and how to read ${o.title}`} close=${r}>
      <p><button data-testid="help-tour" onClick=${i}>Take the guided tour</button></p>
      <p class="switches"><button class="switch" role="switch" aria-checked=${n.letters} data-testid="letters"
        title="Off: only Esc, Del, the arrows and Ctrl work; for people who use speech, or may touch a key by accident"
        onClick=${()=>s({letters:!n.letters})}><i aria-hidden="true"></i>keys of one character ${n.letters?"on":"off"}</button>
        <button class="switch" role="switch" aria-checked=${n.hints} data-testid="hints" title="A line that says what to do next"
        onClick=${()=>s({hints:!n.hints})}><i aria-hidden="true"></i>hints ${n.hints?"on":"off"}</button></p>
      ${o.keys?.length&&l`<h3>In ${o.title}</h3>
      <dl class="keys" data-testid="shortcuts-here">
        ${o.keys.map(({key:d,name:c,does:f})=>l`<${he} keys=${c??d} what=${f} />`)}
      </dl>`}
      <h3>What a key means, in every view</h3>
      <dl class="keys" data-testid="shortcuts">
        ${Object.entries(Pe).map(([d,c])=>l`<${he} keys=${d} what=${c} />`)}
      </dl>
      ${o.help&&l`<${o.help} ...${e} />`}
      <${dn} />
      ${t&&l`<${un} zookeeper=${t.zookeeper} />`}
      <div class="buttons"><button class="primary" onClick=${r} autofocus>Close</button></div>
    <//>
  `}function he({keys:e,what:t}){return l`<dt><kbd>${e}</kbd></dt><dd>${t}</dd>`}function dn(){return l`
    <h3>The words</h3>
    <dl class="words" data-testid="words">
      ${Object.entries(Be).map(([e,{says:t,more:o}])=>l`<dt>${e}</dt><dd>${t}${o&&l` <a href=${o} target="_blank" rel="noopener">ZooKeeper's document</a>`}</dd>`)}
    </dl>
  `}function un({zookeeper:e}){const t=(e.servers??[]).length>1;return l`
    <p data-testid="help-source"><b>This ZooKeeper: ${Ue(e)}.</b> ${Ke(e)}</p>
    ${t&&l`<p>${ln}</p>`}
  `}var fn=Object.freeze({__proto__:null,Help:cn});const $e=8;function hn(e){const{state:t,actions:o,close:n}=e,{ids:s,ask:a}=Y(e),[r]=b(()=>Ge(e)),[i,d]=b(null),[c,f]=b(!1),u=()=>Promise.all(r.map(p=>o.attempt("leftovers","GET",z("leftovers",p))));D(()=>{u().then(p=>d(pn(p)))},[]),D(()=>{c&&!s.length&&mn(e,r).then(n)},[c,s.length]);const $=()=>{s.length&&o.stopAll(a),f(!0)},h=!s.length&&!i?.count;return l`
    <${T} title=${`Clear ${r.map(({path:p})=>P(p)).join(", ")}?`} count=${i?.count??0} keep="Keep it all"
      does=${$n(s.length)} zookeeper=${t.zookeeper} isReady=${!!i&&!h&&!c} isBusy=${c} act=${$} close=${n}>
      ${s.length>0&&l`<p>${w(s.length,"candidate")} will be asked to close ${s.length===1?"its session":"their sessions"} and end.</p>`}
      ${i?l`<${gn} ...${i} />`:l`<p aria-busy="true">Looking at what is there …</p>`}
      <p class="soft">The journal stays, and so does what was counted from it.</p>
    <//>
  `}const $n=e=>e?`Stop ${e} and clear`:"Clear";function pn(e){const t=e.filter(Boolean);return{count:t.reduce((o,{count:n})=>o+n,0),znodes:t.flatMap(({znodes:o})=>o),kept:t.flatMap(({kept:o})=>o)}}async function mn({actions:e},t){const o=[];for(const r of t)o.push(await e.attempt("clear","DELETE","leftovers",r));const n=o.filter(Boolean),s=n.reduce((r,i)=>r+i.deleted,0),a=n.reduce((r,i)=>r+i.kept.length,0);n.length&&e.toast(`${w(s,"znode")} deleted${a?`, ${a} kept`:""}.`,"good")}function gn({count:e,znodes:t,kept:o}){return l`
    <p data-testid="clear-goes">${e?`${w(e,"znode")} will be deleted:`:"No znode is left to delete."}</p>
    <${pe} all=${t.map(n=>({path:n}))} more=${e-t.length} />
    ${o.length>0&&l`<p data-testid="clear-kept">${w(o.length,"znode")} will stay:</p><${pe} all=${o} />`}
  `}function pe({all:e,more:t=0}){const o=Math.max(0,e.length-$e)+t;return l`<ul>${e.slice(0,$e).map(({path:n,why:s})=>l`<li key=${n}><code><bdi>${P(n)}</bdi></code>${s&&l` <span class="soft">${s}</span>`}</li>`)}${o>0&&l`<li class="soft">and ${o} more</li>`}</ul>`}var wn=Object.freeze({__proto__:null,Clear:hn});const me="will be asked to close their sessions and end. Candidates that were started elsewhere continue.";function bn(e){const{actions:t,choose:o,close:n}=e,{ids:s,others:a,of:r,ask:i}=Y(e),d=()=>(t.stopAll(i),n()),c=l`<button type="button" class="danger" data-testid="ask-everything"
    onClick=${()=>o({dialog:"stop-everything"})}>All ${s.length+a} of all views …</button>`;return l`
    <${T} title="Stop all candidates of this view?" count=${s.length} keep="Keep them" aside=${a>0&&c}
      does=${`Stop ${w(s.length,"candidate")}`} isReady=${s.length>0} act=${d} close=${n}>
      <p>${w(s.length,"candidate")} of <bdi>${r}</bdi> ${me}</p>
      ${a>0&&l`<p>${w(a,"other candidate")} of this dashboard ${a===1?"goes":"go"} on.</p>`}
    <//>
  `}function yn({state:e,actions:t,close:o}){const n=Object.values(e.candidates).filter(({process:a})=>a!=="exited").length,s=()=>(t.stopAll(),o());return l`
    <${T} title="Stop all candidates of all views?" count=${n} keep="Keep them"
      does=${`Stop all ${n} of all views`} act=${s} close=${o}>
      <p>${w(n,"candidate")} ${me}</p>
    <//>
  `}var vn=Object.freeze({__proto__:null,StopAll:bn,StopEverything:yn});const kn="Then ZooKeeper answers no client: sessions are suspended, and every leader steps down.",On={nothing:"it keeps nothing: all znodes and sessions are lost.",znodes:"persistent znodes stay; sessions end, and their ephemeral znodes are deleted.",everything:"it keeps its znodes and sessions."};function xn({state:e,chosen:t,actions:o,close:n}){const{server:s,action:a}=t.ask,{word:r}=Ze.find(f=>f.action===a),i=Ve(e),d=i?`${s} and lose the quorum?`:`${s}, the only server?`,c=()=>{n(),o.actOnServer(a,s,e,!0)};return l`
    <${T} title=${`${ge(r)} ${d}`} does=${`${ge(r)} ${s}`} act=${c} close=${n}>
      <p>${i?`${Sn(i)} ${kn} ${En(i)}`:_n(e,a)}</p>
    <//>
  `}function Sn({answering:e,of:t,needed:o}){return`${e-1} of ${t} servers would be left, and a majority is ${o}.`}function _n(e,t){return`It is the only server; ${t==="pause"?"nothing ends while it is frozen.":On[e.zookeeper.keeps]} Until ${t==="pause"?"it wakes":"it runs again"} ZooKeeper answers no client, and every leader steps down.`}function En({needed:e,of:t}){return`It is back as soon as ${e} of ${t} servers run again.`}function ge(e){return e[0].toUpperCase()+e.slice(1)}var Mn=Object.freeze({__proto__:null,LoseQuorum:xn});const Nn=1,we="handoff_recording",An=["from","from_name","to","to_name","fault","strategy","by"],Cn=["zookeeper","candidates"];async function zn(e){let t;try{t=await new Response(e.stream().pipeThrough(new DecompressionStream("gzip"))).text()}catch{throw new Error("this file is not a recording of Handoff: it is not gzipped, or it is cut off. Choose what Save gave you, a .jsonl.gz.")}return be(t)}function be(e){const[t,...o]=e.split(`
`).filter(Boolean),n=ye(t??"",1);if(!(we in n))throw new Error("this file is not a recording of Handoff: its first line does not say so. Choose what Save gave you, a .jsonl.gz.");if(n[we]!==Nn)throw new Error("this recording was written by a newer Handoff: open it with one of that version.");const[s,a]=[[],[]];for(const d of o.map((c,f)=>ye(c,f+2)))if(d.moment)a.push(d.moment);else if(d.state)s.push({...d,events:[]});else if(s.length)s.at(-1).events.push(d);else throw y("the document before its events is missing");const r=s.flatMap(d=>d.events);if(!r.length)throw y("it has no events");const i=r.findIndex(({seq:d},c)=>d!==r[0].seq+c);if(i>=0)throw y(i?`events are missing after ${r[i-1].seq}`:"its first event has no number");return Tn({header:n,parts:s,moments:a,events:r}),{header:n,parts:s,moments:a,events:r}}function Tn({header:e,parts:t,moments:o,events:n}){if(!Array.isArray(e.lists)||e.lists.some(i=>typeof i!="string"))throw y("it does not name its lists");const s=t.find(({before:i,state:d,events:[c]})=>!M(d)||c&&c.seq!==i);if(s)throw y(`the document before event ${s.before} is not one`);const a=n.find(({at:i,wall:d,patch:c})=>!Number.isFinite(i+d)||!M(c));if(a)throw y(`event ${a.seq} does not say when it happened, or what it changed`);if(o.some(({seq:i,wall:d,what:c})=>!Number.isFinite(i+d)||typeof c!="string"))throw y("a moment does not say when it was");const r=o.find(({what:i,subject:d,data:c})=>!(typeof d=="string"&&(qn[i]?.(c)??!0)));if(r)throw y(`the ${r.what} of event ${r.seq} does not say where it was, or what`)}function jn(e){const t=Number.isFinite(e?.led_ms??0);return M(e)&&t&&An.every(o=>(e[o]??null)===null||typeof e[o]=="string")}const y=e=>new Error(`this recording is damaged: ${e}. Save it again where it was made.`),M=e=>e!==null&&typeof e=="object"&&!Array.isArray(e),qn={handoff:jn,fault:e=>M(e)&&["string","undefined"].includes(typeof(e.path??void 0)),violation:e=>Array.isArray(e)&&e.every(t=>typeof t?.invariant=="string")};function ye(e,t){try{const o=JSON.parse(e);return o!==null&&typeof o=="object"?o:{}}catch{throw y(`line ${t} is not JSON`)}}function Rn({header:e,parts:t,moments:o,events:n}){const[s,a]=[n[0].seq,n.at(-1).seq],r={history:i,moments:({since:u})=>({moments:o.filter(({seq:$})=>$>=Number(u))}),moment:d,handoffs:u=>Bt(o,u),events:f};return function($){const[h,p]=$.split("?");if(!r[h])throw new Error(`A recording does not contain this (${h}): it holds events, moments and handoffs.`);return r[h](Object.fromEntries(new URLSearchParams(p)))};function i(){const u=new Map;for(const{run:$,events:h}of t.filter(p=>p.events.length)){const p=u.get($)??{run:$,first:h[0].seq,began:h[0].wall};u.set($,{...p,last:h.at(-1).seq,ended:h.at(-1).wall})}return{file:null,first:s,last:a,runs:[...u.values()],stopped:null}}function d({at:u,wall:$}){const h=u===void 0?c(Number($)):Number(u);if(!(h>=s&&h<=a))throw new Error(`Event ${h} is not in this recording, which has the events from ${s} to ${a}: choose one of these.`);const p=t.findLast(({before:x})=>x<=h),g=p.events.filter(x=>x.seq<=h),v=g.reduce((x,{patch:N})=>Je(x,N),p.state);return{seq:h,state:v,lists:e.lists,now:g.at(-1).at,wall:g.at(-1).wall,recent:g.filter(ve),run:p.run}}function c(u){const $=t.filter(({events:[p]})=>p?.wall<=u);if(!$.length)throw new Error(`That time is not in this recording, which has the events from ${s} to ${a}: choose one of these.`);const h=$.reduce((p,g)=>g.events[0].wall>=p.events[0].wall?g:p);return h.events[Math.max(1,Ln(h.events,u))-1].seq}function f({since:u,before:$,limit:h}){if($===void 0)return{events:n.slice(Number(u)+1-s).slice(0,Number(h))};const p=n.filter(v=>v.seq<Number($)&&ve(v)),g=p.slice(-Number(h));return{events:g,next:g[0]?.seq??Number($),begins:g.length===p.length,whole:!0}}}function Ln(e,t){const o=e.findIndex(n=>n.wall>t);return o<0?e.length:o}const ve=({told:e})=>e!==!1;function Wn({header:e,events:t,moments:o},n,s){const a=n(`moment?at=${t.at(-1).seq}`);if(!Cn.every(f=>M(a.state[f])))throw y("its documents are not those of Handoff");const[r]=t,i=(o.find(({what:f})=>f==="fault")??r).seq,c={file:null,after:0,since:0,stopped:null,replays:{...e,first:r.seq,last:a.seq,shows:i,file:s,isWithin:!0}};return{...a,state:{...a.state,read_only:!0,history:c}}}var In=Object.freeze({__proto__:null,createAnswers:Rn,lastOf:Wn,open:zn,read:be});export{$t as A,st as D,tt as N,Qe as P,ht as S,mt as Z,kt as a,rn as b,ft as c,vt as d,fn as e,wn as f,pt as h,Mn as l,et as p,In as r,vn as s,yt as u};
