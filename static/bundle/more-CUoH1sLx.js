import{a2 as l,aj as _,h as I,i as Mt,ak as Y,ai as k,al as N,ae as Nt,am as b,an as At,ao as zt,af as Tt,ap as jt,aq as Rt,a8 as D,a7 as w,ah as qt,a9 as F,ar as Wt,as as Lt,at as A,a6 as O,au as P,av as It,aw as Dt,ax as Ft,ay as Pt,az as Ht,aA as X,aB as z,aC as Bt,aD as Kt,aE as H,aF as Ut,aG as B,aH as tt,aI as Gt,aJ as Vt,aK as Zt,aL as Jt,aM as et,aN as T,aO as Qt,aP as Yt,aQ as Xt,aR as te}from"./page.js";function ee({id:t,isChosen:e,choose:o}){return l`<button class="pick" aria-pressed=${e} title=${e?"Choose nobody":`Choose ${t}`}
    onClick=${()=>o({candidate:e?null:t})}><b>${t}</b></button>`}const ne=7,se=2*Math.PI*27;function oe({began:t,ends:e,stopped:o},s){return typeof t!="number"||e<=t?null:Math.min(1,Math.max(0,((o??s)-t)/(e-t)))}function ae({node:{id:t,process:e,live:o},...s}){return l`<${nt} id=${_(t,ne)} anchor=${t} process=${e} gone=${e==="exited"||e===null&&!o} ...${s} />`}function re({id:t,candidate:{process:e},share:o,done:s}){return l`<${nt} id=${t} process=${e} gone=${e==="exited"} share=${o} done=${s} />`}function nt({id:t,anchor:e,process:o,gone:s,share:n,done:a=null,looks:r="member-disc",box:i="-36 -36 72 72",children:c}){const d=o==="paused";return l`
    <svg class=${`${r} ${d?"frozen":""}`} viewBox=${i} data-anchor=${e}>
      <circle class="glow" r="35" />
      <circle class="body" r="27" />
      ${n===null&&a!==null&&l`<${st} looks="task-ring" share=${a} />`}
      ${n!==null&&l`<${st} looks="ring" share=${n} />`}
      ${s&&l`<path class="cross" d="M-19 -19L19 19M19 -19L-19 19" />`}
      ${c}
      <text y="6">${t}</text>
      ${d&&l`<${ot} transform="translate(20 20)" />`}
    </svg>
  `}function st({looks:t,share:e}){return l`<circle class=${t} r="27" transform="rotate(-90)" stroke-dasharray=${`${(e*se).toFixed(1)} 400`} />`}function ot({transform:t}){return l`<g class="bars" transform=${t}><circle r="9" /><path d="M-2.6 -3.6V3.6M2.6 -3.6V3.6" /></g>`}function le({id:t,label:e,chosen:o,choose:s,disc:n}){const a=t!==null&&o.candidate===t;return l`<button class="person-disc" aria-pressed=${a} aria-label=${e} data-testid=${`process-${t}`}
    onClick=${()=>s({candidate:a?null:t})}><${re} id=${t} ...${n} /></button>`}function ie({hear:t},e,o=null){return new Promise(s=>{const n=t(r=>r.some(e)&&a(!0)),a=r=>(n(),s(r));o?.then(r=>r===null&&a(!1))})}const ce=5,de=4,K=6,at={deleted:"The deletion",since:"from the sending of the write to the last read",gone:"deleted",anybody:"by somebody else, ",counted:"change"},ue="the mzxid only grows; the version is 0 again if the znode was created again";function fe({of:t,chosen:e,choose:o,words:s=at}){const n=I(t).at(-1);if(!n)return null;const a=n.asked_at??n.at,r=n.slept??{},i=Object.entries(n.told??{}),c=i.filter(([u])=>!r[u]),[d,p]=[!0,!1].map(u=>Mt(t).filter(({id:f})=>r[f]&&!!n.told?.[f]===u)),$=Math.max(de,(n.within_ms??0)*1.08);return l`
    <section class="arrivals" aria-label="How fast it spread" data-testid="arrivals" data-told=${i.length} data-of=${n.of}
      data-number=${n.number}>
      <p class="handoff-title"><b>${n.what==="deleted"?s.deleted:`\u201C${_(Y(n.value),24)}\u201D`}${n.of?` reached ${i.length} of ${n.of}`:": nobody was there to be told"}</b>
        ${n.within_ms!=null&&n.asked_at!=null&&l`<span>${s.since}: <b class="number"
          data-testid="within">${k(n.within_ms)}</b></span>`}<${he} ...${t.spread} counted=${s.counted} /></p>
      ${c.length>0&&l`<div class="arrival-line" aria-hidden="true"><i class="sent" title="the write was sent"></i>
        ${c.map(([u,f])=>{const h=Math.max(0,(f-a)*1e3);return l`<button key=${`${n.number}-${u}`} type="button" tabindex="-1" class=${`arrival ${e.candidate===u?"chosen":""} ${u===n.last?"last":""}`}
            style=${{left:`${100*h/$}%`,"--hue":N(n.mzxid??null)??0}} title=${`${u}: ${k(h)}`}
            onClick=${()=>o({candidate:e.candidate===u?null:u})}></button>`})}
        <span class="arrival-scale number">0</span><span class="arrival-scale end number">${k($)}</span>
      </div>`}
      ${p.length>0&&l`<p class="soft" data-testid="late">${rt(p)} could not be told.</p>`}
      ${d.length>0&&c.length>0&&l`<p class="soft" data-testid="back">${rt(d)} could not be told at once, and had it later.</p>`}
    </section>
  `}function rt(t){return[t.slice(0,K).map(({id:o})=>o).join(", "),...t.length>K?[`${t.length-K} more`]:[]].join(" and ")}function he({count:t,last_ms:e,max_ms:o,total_ms:s,counted:n}){return!t||e==null?null:l`<span class="number" data-testid="spread" data-count=${t}>${b(t,n)} so far: mean ${k(s/t)}, longest ${k(o)}</span>`}function $e({of:t,clock:e,title:o=ue,words:s=at}){Nt(1e3);const n=I(t).reverse().slice(0,ce);return n.length?l`
    <section class="changes" aria-label="Changes">
      <p class="handoff-title"><b>Changes</b> ${o}</p>
      <ol>${n.map(a=>l`<${pe} key=${a.number} change=${a} now=${e.now()} words=${s} />`)}</ol>
    </section>
  `:null}function pe({change:t,now:e,words:o}){const{what:s,value:n,version:a,mzxid:r,recreated:i,at:c,by:d}=t,p=s==="deleted";return l`
    <li class="change" style=${{"--hue":N(r??null)??0}} data-testid="config-change" data-what=${s}
      data-recreated=${String(!!i)}>
      ${!p&&l`<i class="swatch" aria-hidden="true"></i>`}<b>${p?o.gone:_(Y(n),32)}</b>
      ${!p&&l`${a!=null&&l`<span class="number">version ${a}</span>`}<code>${At(r)}</code>`}
      ${i&&a!=null&&l`<em class="tone-lost">created again: versions cannot be compared</em>`}
      <span class="soft number">${d?`${zt(t).trim()}, `:o.anybody}${Tt(e-c)} ago</span>
      <span class="told number">${me(t)}</span>
    </li>
  `}function me({told:t={},passed:e={},of:o}){if(!o)return"nobody was there to be told";const s=Object.keys(e).length;return`${Object.keys(t).length} of ${o} had it${s?`, ${s} skipped it for a later one`:""}`}var ge=Object.freeze({__proto__:null,Arrivals:fe,Changes:$e});function be({one:{id:t,process:e},at:o,unit:s,radius:n,chosen:a,choose:r,parts:i,looks:c,data:d,children:p}){const $=a.candidate===t,u=()=>r({candidate:$?null:t}),f=h=>{h.key!=="Enter"&&h.key!==" "||(h.preventDefault(),u())};return l`
    <g class=${`subscriber ${c} ${$?"chosen":""}`} transform=${`translate(${o.x} ${o.y})`} role="button" tabindex="0"
      aria-pressed=${$} ref=${h=>h&&jt(h,i)} onClick=${u} onKeyDown=${f} ...${d}>
      <title>${Rt(i)}</title>
      <circle class="ring" r=${n} />
      ${p}
      <text class="name" y=${5*s}>${t}</text>
      ${e==="paused"&&l`<${ot} transform=${`translate(${n*.8} ${n*.75}) scale(${s})`} />`}
    </g>
  `}function we({one:t,at:e,from:o,radius:s,unit:n,token:a,delay:r}){const i=r===null?"":`--from-x: ${o.x-e.x}px; --from-y: ${o.y-e.y}px; --delay: ${r.toFixed(2)}s`;return l`<g key=${`${t.mzxid}-${t.missing}`} class=${r===null?"":"arriving"} style=${i}>
    ${t.mzxid!==null&&l`<circle class=${`body ${t.missing?"kept":""}`} r=${s-4*n} />`}
    <circle class=${`token ${t.missing?"empty":""}`} r=${a*n} /></g>`}const ye=({mzxid:t})=>t===null?"":`--hue: ${N(t)}`;function ve({znode:t,path:e,place:{x:o,y:s,width:n,height:a},chosen:r,choose:i,data:c,children:d}){const p=N(t?.mzxid??null),$={left:`${o}px`,top:`${s}px`,width:`${n}px`,minHeight:`${a}px`,...p===null?{}:{"--hue":p}};return l`<button class=${`value-znode ${t?"":"missing"} ${r.znode===e?"picked":""}`} style=${$} disabled=${!t}
    title=${e} onClick=${()=>i({znode:e})} ...${c}>${d}</button>`}const ke=20,Oe=1.5,xe=3;function Se(){const t=D(null),[e,o]=w({width:0,unit:1});return qt(()=>{const s=new ResizeObserver(([{contentRect:n}])=>{const a=parseFloat(getComputedStyle(document.documentElement).fontSize)/16;o({width:Math.floor(n.width),unit:a})});return s.observe(t.current),()=>s.disconnect()},[]),[t,e]}function _e(t,e,o){const s=t.missing?t.read_at:t.taken_at;if(s===null||o-s>xe)return null;const n=I(e).findLast(({told:r})=>r?.[t.id]!==void 0),a=n?n.asked_at??n.at:s;return Math.min(Oe,Math.max(0,s-a)*ke)}function Ee(){const t=D(null),[e,o]=w(60);return F(()=>{const s=()=>{if(!t.current)return;const a=Wt(),r=getComputedStyle(t.current),i=t.current.clientWidth-Number.parseFloat(r.paddingLeft)-Number.parseFloat(r.paddingRight);o(i/a)},n=new ResizeObserver(s);return t.current&&n.observe(t.current),()=>n.disconnect()},[t.current]),[t,e]}const Ce=["deleted","next","notified","leading","acknowledged","held"];function Me(t){let e=0;const s=Ce.filter(n=>n in t.phases_ms).map(n=>({phase:n,from:e,to:e=Math.max(e,t.phases_ms[n])}));return{...t,spans:s}}function E({spans:t}){return t.at(-1)?.to??null}function Ne(t,{key:e,down:o}){const s={ms:E,who:({from:a,to:r})=>`${a} ${r}`}[e]??(a=>a[e]),n=(a,r)=>a<r?-1:+(a>r);return[...t].sort((a,r)=>{const[i,c]=[s(a)??null,s(r)??null];return i===null||c===null?+(i===null)-+(c===null):o?n(c,i):n(i,c)})}function Ae(t,e=[],o=1/0){return[...je(t)].map(([n,a])=>ze(n,[...a].sort((r,i)=>r.wall-i.wall),e,o))}function ze(t,e,o,s){const n=[];let a=null;for(const d of e){const p=Math.max(a?.wall??-1/0,d.wall-(E(d)??0)/1e3);a&&n.push(...lt(a,{name:d.from,wall:p,since:Te(d)},o)),n.push({name:null,from:p,to:d.wall}),a={name:d.to,wall:d.wall}}const r=a.wall+Math.max(1,(a.wall-e[0].wall)/20),i=Math.max(a.wall,Math.min(r,s)),c=it(o,a.wall,i).length?void 0:a.name;return{path:t,began:n[0].from,ended:i,stretches:[...n,...lt(a,{name:c,wall:i},o)]}}function Te(t){return t.wall-((E(t)??0)-(t.phases_ms.deleted??0))/1e3-(t.led_ms??1/0)/1e3}function lt(t,e,o){const s=it(o,t.wall,e.wall);if(!s.length)return[{name:t.name===e.name?t.name:void 0,from:t.wall,to:e.wall}];const n=Math.max(t.wall,s[0].from),a=Math.min(e.wall,Math.max(s.at(-1).to,e.since??-1/0));return[{name:t.name,from:t.wall,to:n},{name:void 0,from:n,to:a},{name:e.name,from:a,to:e.wall}].filter(({from:i,to:c})=>c>i)}const it=(t,e,o)=>t.filter(({from:s,to:n})=>s<o&&n>e);function je(t){const e=new Map;for(const o of t)e.set(o.path,[...e.get(o.path)??[],o]);return e}const[j,U,G]=[900,26,150],ct=["#5aa9e6","#5fce8d","#f5b83d","#d39bff","#4fd0c4","#a9b8ff","#f2a16e"],Re=8,dt="leaders-hatched",qe=34;function We({handoffs:t,runs:e}){const o=D(null),s=Ae(t,Lt(e),e.at(-1)?.ended),n=s.slice(0,Re);if(!n.length)return null;const[a,r]=[Math.min(...n.map(({began:d})=>d)),Math.max(...n.map(({ended:d})=>d))],i=d=>G+(d-a)/Math.max(r-a,1)*(j-G-8),c=n.length*U+26;return l`
    <figure class="leaders">
      <svg ref=${o} xmlns="http://www.w3.org/2000/svg" viewBox=${`0 0 ${j} ${c}`} font-family="sans-serif" font-size="12" role="img"
        aria-label="Who led when" data-testid="past-leaders">
        <${Le} />
        <rect width=${j} height=${c} fill="var(--panel)" rx="6" />
        ${n.map((d,p)=>l`<${Ie} key=${d.path} ...${d} y=${p*U+4} x=${i} />`)}
        <text x=${G} y=${c-8} fill="var(--soft)">${A(a)}</text>
        <text x=${j-8} y=${c-8} fill="var(--soft)" text-anchor="end">${A(r)}</text>
      </svg>
      <figcaption class="soft">Who led when; red: nobody led; hatched: not known, such as while no dashboard ran. ${s.length>n.length&&`${O(n.length)} of ${O(s.length)} places: filter for others. `}Save as <button class="quiet" data-testid="leaders-svg"
        onClick=${()=>Pe(o.current)}>SVG</button><button class="quiet" data-testid="leaders-png" onClick=${()=>He(o.current)}>PNG</button></figcaption>
    </figure>
  `}function Le(){return l`<defs><pattern id=${dt} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" fill="var(--faint)" /></pattern></defs>`}function Ie({path:t,stretches:e,y:o,x:s}){return l`
    <text x="10" y=${o+16} fill="var(--ink)">${_(t,20)}</text>
    ${e.map(({name:n,from:a,to:r},i)=>l`<${De} key=${i} name=${n} left=${s(a)} right=${s(r)} y=${o} />`)}
  `}function De({name:t,left:e,right:o,y:s}){const n=Math.max(1,o-e),a=t===void 0?"not known":t??"nobody";return l`
    <rect x=${e} y=${s} width=${n} height=${U-6} fill=${Fe(t)}><title>${a}</title></rect>
    ${t&&n>qe&&l`<text x=${e+5} y=${s+15} fill="#0b1117">${_(t,Math.floor(n/8))}</text>`}
  `}function Fe(t){return t===void 0?`url(#${dt})`:t===null?"var(--dead)":ct[[...t].reduce((e,o)=>e+o.codePointAt(0),0)%ct.length]}function ut(t){const e=getComputedStyle(t);return new XMLSerializer().serializeToString(t).replace(/var\((--[a-z]+)\)/g,(o,s)=>e.getPropertyValue(s).trim())}function Pe(t){P("leaders.svg",ut(t),"image/svg+xml")}async function He(t){const e=new Image;e.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(ut(t))}`,await e.decode();const o=document.createElement("canvas"),{width:s,height:n}=t.viewBox.baseVal;Object.assign(o,{width:2*s,height:2*n}),o.getContext("2d").drawImage(e,0,0,o.width,o.height),o.toBlob(a=>P("leaders.png",a,"image/png"))}const R=["deleted","next","notified","leading","acknowledged","held"],Be=["fault","lost"],Ke={p50:.5,p95:.95,p99:.99},ft=["seq","wall","path","strategy","from","to","fault","by","phases_from","within_ms"],Ue=["path","from","to","fault","strategy"],Ge=/^[=+\-@\t\r]/,Ve=1e3,Ze=2**53;function Je(t,{path:e,since:o=0,until:s=Ze,begin:n=-1/0,end:a=1/0,text:r="",limit:i=Ve}){const c=({what:p,seq:$,wall:u,subject:f})=>p==="handoff"&&$>=Number(o)&&$<=Number(s)&&u>=Number(n)&&u<=Number(a)&&(e===void 0||f===e),d=Ye(t.filter(c).map(Qe),r).slice(-Number(i));return{handoffs:d,figures:ht(d),groups:tn(d)}}function Qe({seq:t,wall:e,subject:o,data:s}){const n=Object.keys(s.phases_ms??{}).length?s.phases_ms:{held:s.last_ms},a=R.filter(r=>Number.isFinite(n[r]));return{seq:t,wall:e,path:o,strategy:s.strategy??null,from:s.from||s.from_name||null,to:s.to||s.to_name||null,fault:s.fault??null,by:s.by??null,at:s.at??null,led_ms:s.led_ms??null,phases_from:s.phases_from??"fault",within_ms:s.within_ms??null,phases_ms:Object.fromEntries(a.map(r=>[r,n[r]])),observed:a}}function Ye(t,e){const o=e.toLowerCase().split(/\s+/).filter(Boolean);return t.filter(s=>{const n=Ue.map(a=>s[a]).filter(Boolean).join(" ").toLowerCase();return o.every(a=>n.includes(a))})}function ht(t){const e=t.filter(s=>Be.includes(s.phases_from)),o=R.map(s=>[s,e.map(n=>n.phases_ms[s]).filter(n=>n!==void 0)]);return Object.fromEntries(o.filter(([,s])=>s.length).map(([s,n])=>[s,Xe(n)]))}function Xe(t){const e=[...t].sort((s,n)=>s-n),o=Object.entries(Ke).map(([s,n])=>[s,e[Math.ceil(n*e.length)-1]]);return{...Object.fromEntries(o),max:e.at(-1),count:e.length}}function tn(t){const e=new Map;for(const s of t){const n=JSON.stringify([s.fault,s.strategy]);e.set(n,[...e.get(n)??[],s])}return[...e.values()].sort((s,n)=>n.length-s.length).map(s=>({fault:s[0].fault,strategy:s[0].strategy,count:s.length,figures:ht(s)}))}function en(t){const e=[...ft,...R.map(s=>`${s}_ms`)],o=t.map(s=>[...ft.map(n=>s[n]),...R.map(n=>s.phases_ms[n])]);return[e,...o].map(s=>`${s.map(nn).join(",")}\r
`).join("")}function nn(t){const e=typeof t=="string"&&Ge.test(t)?`'${t}`:String(t??"");return/[",\r\n]/.test(e)?`"${e.replaceAll('"','""')}"`:e}const q=1e3,sn=1e4,V=200,on=200,$t=["p50","p95","p99","max"],pt=[{name:"json",kind:"application/json",write:t=>JSON.stringify(t,null,1)},{name:"csv",kind:"text/csv",write:({handoffs:t})=>en(t)}],an=[{name:"wall",word:"When"},{name:"path",word:"Where"},{name:"who",word:"From \u2192 to"},{name:"fault",word:"Fault"},{name:"ms",word:"Took"}];function rn({reel:t,kept:e,chosen:o,choose:s,close:n}){const[a,r]=w(""),[i,c]=w(0),d=It(o.window),p=Dt(t),$={text:Pt(a.trim(),on),...Ft(d)},{answer:u,error:f}=Ht(()=>X("GET",z("handoffs",{...$,limit:q})),[$.text,o.window,i]),[h,g]=w({key:"wall",down:!0}),[v,x]=w([]),M=Bt(()=>(u?.handoffs??[]).map(Me),[u]),S=Ne(M,h),W=m=>v.includes(Z(m)),L=[...S.filter(W),...S.filter(m=>!W(m))].slice(0,V),Q=Kt(L.map(E).filter(m=>m!==null)),_t=m=>x(v.includes(m)?v.filter(Ct=>Ct!==m):[...v,m]),Et=({seq:m})=>(n(),t.show({at:m}));return l`
    <${H} title="Handoffs" close=${n}>
      ${f&&l`<p class="wrong" role="alert" data-testid="past-handoffs-failed">The handoffs could not be read: ${f} <button onClick=${()=>c(i+1)}>Try again</button></p>`}
      ${u?l`<${cn} ...${u} />`:!f&&l`<p aria-busy="true">Reading the history …</p>`}
      ${u&&l`<${We} handoffs=${M} runs=${e.runs} />`}
      <p class="handoffs-top">
        <input type="search" placeholder="Filter: a path, a name, kill" aria-label="Filter handoffs" data-testid="past-handoffs-filter" value=${a}
          onInput=${({target:m})=>r(m.value)} spellcheck="false" />
        <${Ut} window=${d} choose=${s} />
        <${ln} asked=${{...$,limit:sn}} replays=${p} />
      </p>
      <div class="handoffs-scroll">
      <table class="past-handoffs" data-testid="past-handoffs">
        <thead><tr>${an.map(m=>l`<${dn} key=${m.name} ...${m} order=${h} setOrder=${g} />`)}<th scope="col">phases${Q.isLog&&", log scale"}</th></tr></thead>
        <tbody>${L.map(m=>l`<${un} key=${Z(m)} row=${m} scale=${Q} show=${Et} turn=${_t} isPinned=${W(m)} />`)}</tbody>
      </table>
      </div>
      ${u&&!L.length&&l`<p class="note">${$.text||d?"No handoff that is kept matches the filter.":p?"This recording holds no handoff.":"No handoff has been seen yet: kill a leader, or wait for one to go."}</p>`}
      ${S.length>V&&l`<p class="note">The ${O(V)} first of ${S.length<q?O(S.length):`the newest ${O(q)}`}: filter, or take the CSV.${S.length<q?"":" The filter searches all that are kept."}</p>`}
      <div class="buttons"><button class="primary" data-testid="past-handoffs-close" onClick=${n}>Close</button></div>
    <//>
  `}function ln({asked:t,replays:e}){return e?.isWithin?pt.map(({name:o,kind:s,write:n})=>l`<button key=${o} data-testid=${`handoffs-${o}`}
      onClick=${async()=>P(`handoffs.${o}`,n(await X("GET",z("handoffs",t))),s)}>${o.toUpperCase()}</button>`):pt.map(({name:o})=>l`<a key=${o} class="button" data-testid=${`handoffs-${o}`} download=${`handoffs.${o}`}
    href=${`/api/v1/${z("handoffs",{...t,format:o})}`}>${o.toUpperCase()}</a>`)}function cn({figures:t,groups:e=[],handoffs:o}){const[s,n]=w(-1),a=e[s]?.figures??t,r=Object.entries(a),i=({target:c})=>n(Number(c.value));return!r.length&&s<0?l`<p class="soft">${b(o.length,"handoff")}.</p>`:l`
    <p class="soft">What was observed after the fault, of <select aria-label="Of which handoffs" data-testid="past-groups" value=${String(s)} onChange=${i}>
      <option value="-1">all ${O(o.length)}</option>
      ${e.map((c,d)=>l`<option key=${d} value=${String(d)}>${hn(c)}: ${O(c.count)}</option>`)}
    </select></p>
    <table class="past-figures" data-testid="past-figures">
      <thead><tr><th scope="col">until</th>${$t.map(c=>l`<th scope="col" key=${c}>${c}</th>`)}<th scope="col">of</th></tr></thead>
      <tbody>${r.map(([c,d])=>l`<tr key=${c}><th scope="row">${c}</th>
        ${$t.map(p=>l`<td class="number" key=${p}>${k(d[p])}</td>`)}<td class="number">${O(d.count)}</td></tr>`)}</tbody>
    </table>
    ${!r.length&&l`<p class="note">Nobody saw when these began.</p>`}
  `}function dn({name:t,word:e,order:o,setOrder:s}){const n=o.key===t,a=o.down?" \u25BE":" \u25B4";return l`<th scope="col" aria-sort=${n?o.down?"descending":"ascending":"none"}><button class="quiet"
    onClick=${()=>s({key:t,down:n?!o.down:!0})}>${e}${n&&l`<span aria-hidden="true">${a}</span>`}</button></th>`}function un({row:t,scale:e,show:o,turn:s,isPinned:n}){const a=E(t);return l`
    <tr data-testid="past-handoff" data-seq=${t.seq} class=${n?"pinned":""}>
      <td><button class="quiet number" title="Show this moment" onClick=${()=>o(t)}>${A(t.wall,!0)}</button></td>
      <td><code><bdi>${B(t.path)}</bdi></code></td>
      <td><bdi>${tt(t.from??"nobody")}</bdi> → <bdi>${tt(t.to??"nobody")}</bdi></td>
      <td>${fn(t)}</td>
      <td class="number">${a===null?"not observed":k(a)}</td>
      <td class="past-bars"><span class="handoffs-bar">${t.spans.map(({phase:r,from:i,to:c})=>l`<i key=${r} class=${`handoffs-span phase-${r}`} title=${`${r}: ${k(c-i)}`}
          style=${{left:mt(e.share(i)),width:mt(e.share(c)-e.share(i))}}></i>`)}</span>
        <label title="Keep it at the top, to compare"><input type="checkbox" checked=${n} aria-label=${`Keep ${A(t.wall)} at the top`} onChange=${()=>s(Z(t))} /></label></td>
    </tr>
  `}function fn({fault:t,phases_from:e,within_ms:o}){return t||e!=="lost"?t??"not known":l`<span title=${`No server listed its connection any longer; it was lost within the ${k(o)} before`}>connection lost</span>`}const hn=({fault:t,strategy:e})=>[t??"cause not known",e].filter(Boolean).join(", "),Z=({seq:t,path:e})=>`${t} ${e}`,mt=t=>`${(100*t).toFixed(2)}%`;var $n=Object.freeze({__proto__:null,Handoffs:rn});const pn="Each box below ZooKeeper's lane is a server; the chips in it are its sessions. A majority of the servers, the quorum, must run; they elect a quorum leader among themselves, which has nothing to do with the leader of an election here: that leader is a candidate.";function mn({state:t,close:e}){const{zookeeper:o}=t,{hosts:s,chroot:n,version:a,lacks:r}=o;return l`
    <${H} title="ZooKeeper" close=${e}>
      <${J} zookeeper=${o} />
      <p>${a?`Version ${a}, at `:"At "}<code><bdi>${s}${n}</bdi></code>.</p>
      ${(r??[]).map(i=>l`<p>${i}.</p>`)}
      <div class="buttons"><button class="primary" onClick=${e} autofocus>Close</button></div>
    <//>
  `}function J({zookeeper:t}){const e=(t.servers??[]).length>1;return l`
    <p data-testid="help-source"><b>This ZooKeeper: ${Gt(t)}.</b> ${Vt(t)}</p>
    ${e&&l`<p>${pn}</p>`}
  `}var gn=Object.freeze({__proto__:null,About:J,Source:mn});function bn(t){const{state:e,here:o,chosen:s,choose:n,guide:a,close:r}=t,i=()=>(r(),a.begin());return l`
    <${H} title=${`Keys, and how to read ${o.title}`} close=${r}>
      <p><button data-testid="help-tour" onClick=${i}>Take the guided tour</button></p>
      <p class="switches"><button class="switch" role="switch" aria-checked=${s.letters} data-testid="letters"
        title="Off: only Esc, Del, the arrows and Ctrl work; for people who use speech, or may touch a key by accident"
        onClick=${()=>n({letters:!s.letters})}><i aria-hidden="true"></i>keys of one character ${s.letters?"on":"off"}</button>
        <button class="switch" role="switch" aria-checked=${s.hints} data-testid="hints" title="A line that says what to do next"
        onClick=${()=>n({hints:!s.hints})}><i aria-hidden="true"></i>hints ${s.hints?"on":"off"}</button></p>
      ${o.keys?.length&&l`<h3>In ${o.title}</h3>
      <dl class="keys" data-testid="shortcuts-here">
        ${o.keys.map(({key:c,name:d,does:p})=>l`<${gt} keys=${d??c} what=${p} />`)}
      </dl>`}
      <h3>What a key means, in every view</h3>
      <dl class="keys" data-testid="shortcuts">
        ${Object.entries(Zt).map(([c,d])=>l`<${gt} keys=${c} what=${d} />`)}
      </dl>
      ${o.help&&l`<${o.help} ...${t} />`}
      <${wn} />
      ${e&&l`<${J} zookeeper=${e.zookeeper} />`}
      <div class="buttons"><button class="primary" onClick=${r} autofocus>Close</button></div>
    <//>
  `}function gt({keys:t,what:e}){return l`<dt><kbd>${t}</kbd></dt><dd>${e}</dd>`}function wn(){return l`
    <h3>The words</h3>
    <dl class="words" data-testid="words">
      ${Object.entries(Jt).map(([t,{says:e,more:o}])=>l`<dt>${t}</dt><dd>${e}${o&&l` <a href=${o} target="_blank" rel="noopener">ZooKeeper's document</a>`}</dd>`)}
    </dl>
  `}var yn=Object.freeze({__proto__:null,Help:bn});const bt=8;function vn(t){const{state:e,actions:o,close:s}=t,{ids:n,ask:a}=et(t),[r]=w(()=>Qt(t)),[i,c]=w(null),[d,p]=w(!1),$=()=>Promise.all(r.map(h=>o.attempt("leftovers","GET",z("leftovers",h))));F(()=>{$().then(h=>c(On(h)))},[]),F(()=>{d&&!n.length&&xn(t,r).then(s)},[d,n.length]);const u=()=>{n.length&&o.stopAll(a),p(!0)},f=!n.length&&!i?.count;return l`
    <${T} title=${`Clear ${r.map(({path:h})=>B(h)).join(", ")}?`} count=${i?.count??0} keep="Keep it all"
      does=${kn(n.length)} zookeeper=${e.zookeeper} isReady=${!!i&&!f&&!d} isBusy=${d} act=${u} close=${s}>
      ${n.length>0&&l`<p>${b(n.length,"candidate")} will be asked to close ${n.length===1?"its session":"their sessions"} and end.</p>`}
      ${i?l`<${Sn} ...${i} />`:l`<p aria-busy="true">Looking at what is there …</p>`}
      <p class="soft">The journal stays, and so does what was counted from it.</p>
    <//>
  `}const kn=t=>t?`Stop ${t} and clear`:"Clear";function On(t){const e=t.filter(Boolean);return{count:e.reduce((o,{count:s})=>o+s,0),znodes:e.flatMap(({znodes:o})=>o),kept:e.flatMap(({kept:o})=>o)}}async function xn({actions:t},e){const o=[];for(const r of e)o.push(await t.attempt("clear","DELETE","leftovers",r));const s=o.filter(Boolean),n=s.reduce((r,i)=>r+i.deleted,0),a=s.reduce((r,i)=>r+i.kept.length,0);s.length&&t.toast(`${b(n,"znode")} deleted${a?`, ${a} kept`:""}.`,"good")}function Sn({count:t,znodes:e,kept:o}){return l`
    <p data-testid="clear-goes">${t?`${b(t,"znode")} will be deleted:`:"No znode is left to delete."}</p>
    <${wt} all=${e.map(s=>({path:s}))} more=${t-e.length} />
    ${o.length>0&&l`<p data-testid="clear-kept">${b(o.length,"znode")} will stay:</p><${wt} all=${o} />`}
  `}function wt({all:t,more:e=0}){const o=Math.max(0,t.length-bt)+e;return l`<ul>${t.slice(0,bt).map(({path:s,why:n})=>l`<li key=${s}><code><bdi>${B(s)}</bdi></code>${n&&l` <span class="soft">${n}</span>`}</li>`)}${o>0&&l`<li class="soft">and ${o} more</li>`}</ul>`}var _n=Object.freeze({__proto__:null,Clear:vn});const yt="will be asked to close their sessions and end. Candidates that were started elsewhere continue.";function En(t){const{actions:e,choose:o,close:s}=t,{ids:n,others:a,of:r,ask:i}=et(t),c=()=>(e.stopAll(i),s()),d=l`<button type="button" class="danger" data-testid="ask-everything"
    onClick=${()=>o({dialog:"stop-everything"})}>All ${n.length+a} of all views …</button>`;return l`
    <${T} title="Stop all candidates of this view?" count=${n.length} keep="Keep them" aside=${a>0&&d}
      does=${`Stop ${b(n.length,"candidate")}`} isReady=${n.length>0} act=${c} close=${s}>
      <p>${b(n.length,"candidate")} of <bdi>${r}</bdi> ${yt}</p>
      ${a>0&&l`<p>${b(a,"other candidate")} of this dashboard ${a===1?"goes":"go"} on.</p>`}
    <//>
  `}function Cn({state:t,actions:e,close:o}){const s=Object.values(t.candidates).filter(({process:a})=>a!=="exited").length,n=()=>(e.stopAll(),o());return l`
    <${T} title="Stop all candidates of all views?" count=${s} keep="Keep them"
      does=${`Stop all ${s} of all views`} act=${n} close=${o}>
      <p>${b(s,"candidate")} ${yt}</p>
    <//>
  `}var Mn=Object.freeze({__proto__:null,StopAll:En,StopEverything:Cn});const Nn="Then ZooKeeper answers no client: sessions are suspended, and every leader steps down.",An={nothing:"it keeps nothing: all znodes and sessions are lost.",znodes:"persistent znodes stay; sessions end, and their ephemeral znodes are deleted.",everything:"it keeps its znodes and sessions."};function zn({state:t,chosen:e,actions:o,close:s}){const{server:n,action:a}=e.ask,{word:r}=Yt.find(p=>p.action===a),i=Xt(t),c=i?`${n} and lose the quorum?`:`${n}, the only server?`,d=()=>{s(),o.actOnServer(a,n,t,!0)};return l`
    <${T} title=${`${vt(r)} ${c}`} does=${`${vt(r)} ${n}`} act=${d} close=${s}>
      <p>${i?`${Tn(i)} ${Nn} ${Rn(i)}`:jn(t,a)}</p>
    <//>
  `}function Tn({answering:t,of:e,needed:o}){return`${t-1} of ${e} servers would be left, and a majority is ${o}.`}function jn(t,e){return`It is the only server; ${e==="pause"?"nothing ends while it is frozen.":An[t.zookeeper.keeps]} Until ${e==="pause"?"it wakes":"it runs again"} ZooKeeper answers no client, and every leader steps down.`}function Rn({needed:t,of:e}){return`It is back as soon as ${t} of ${e} servers run again.`}function vt(t){return t[0].toUpperCase()+t.slice(1)}var qn=Object.freeze({__proto__:null,LoseQuorum:zn});const Wn=1,kt="handoff_recording",Ln=["from","from_name","to","to_name","fault","strategy","by"],In=["zookeeper","candidates"];async function Dn(t){let e;try{e=await new Response(t.stream().pipeThrough(new DecompressionStream("gzip"))).text()}catch{throw new Error("this file is not a recording of Handoff: it is not gzipped, or it is cut off. Choose what Save gave you, a .jsonl.gz.")}return Ot(e)}function Ot(t){const[e,...o]=t.split(`
`).filter(Boolean),s=xt(e??"",1);if(!(kt in s))throw new Error("this file is not a recording of Handoff: its first line does not say so. Choose what Save gave you, a .jsonl.gz.");if(s[kt]!==Wn)throw new Error("this recording was written by a newer Handoff: open it with one of that version.");const[n,a]=[[],[]];for(const c of o.map((d,p)=>xt(d,p+2)))if(c.moment)a.push(c.moment);else if(c.state)n.push({...c,events:[]});else if(n.length)n.at(-1).events.push(c);else throw y("the document before its events is missing");const r=n.flatMap(c=>c.events);if(!r.length)throw y("it has no events");const i=r.findIndex(({seq:c},d)=>c!==r[0].seq+d);if(i>=0)throw y(i?`events are missing after ${r[i-1].seq}`:"its first event has no number");return Fn({header:s,parts:n,moments:a,events:r}),{header:s,parts:n,moments:a,events:r}}function Fn({header:t,parts:e,moments:o,events:s}){if(!Array.isArray(t.lists)||t.lists.some(i=>typeof i!="string"))throw y("it does not name its lists");const n=e.find(({before:i,state:c,events:[d]})=>!C(c)||d&&d.seq!==i);if(n)throw y(`the document before event ${n.before} is not one`);const a=s.find(({at:i,wall:c,patch:d})=>!Number.isFinite(i+c)||!C(d));if(a)throw y(`event ${a.seq} does not say when it happened, or what it changed`);if(o.some(({seq:i,wall:c,what:d})=>!Number.isFinite(i+c)||typeof d!="string"))throw y("a moment does not say when it was");const r=o.find(({what:i,subject:c,data:d})=>!(typeof c=="string"&&(Hn[i]?.(d)??!0)));if(r)throw y(`the ${r.what} of event ${r.seq} does not say where it was, or what`)}function Pn(t){const e=Number.isFinite(t?.led_ms??0);return C(t)&&e&&Ln.every(o=>(t[o]??null)===null||typeof t[o]=="string")}const y=t=>new Error(`this recording is damaged: ${t}. Save it again where it was made.`),C=t=>t!==null&&typeof t=="object"&&!Array.isArray(t),Hn={handoff:Pn,fault:t=>C(t)&&["string","undefined"].includes(typeof(t.path??void 0)),violation:t=>Array.isArray(t)&&t.every(e=>typeof e?.invariant=="string")};function xt(t,e){try{const o=JSON.parse(t);return o!==null&&typeof o=="object"?o:{}}catch{throw y(`line ${e} is not JSON`)}}function Bn({header:t,parts:e,moments:o,events:s}){const[n,a]=[s[0].seq,s.at(-1).seq],r={history:i,moments:({since:$})=>({moments:o.filter(({seq:u})=>u>=Number($))}),moment:c,handoffs:$=>Je(o,$),events:p};return function(u){const[f,h]=u.split("?");if(!r[f])throw new Error(`A recording does not contain this (${f}): it holds events, moments and handoffs.`);return r[f](Object.fromEntries(new URLSearchParams(h)))};function i(){const $=new Map;for(const{run:u,events:f}of e.filter(h=>h.events.length)){const h=$.get(u)??{run:u,first:f[0].seq,began:f[0].wall};$.set(u,{...h,last:f.at(-1).seq,ended:f.at(-1).wall})}return{file:null,first:n,last:a,runs:[...$.values()],stopped:null}}function c({at:$,wall:u}){const f=$===void 0?d(Number(u)):Number($);if(!(f>=n&&f<=a))throw new Error(`Event ${f} is not in this recording, which has the events from ${n} to ${a}: choose one of these.`);const h=e.findLast(({before:x})=>x<=f),g=h.events.filter(x=>x.seq<=f),v=g.reduce((x,{patch:M})=>te(x,M),h.state);return{seq:f,state:v,lists:t.lists,now:g.at(-1).at,wall:g.at(-1).wall,recent:g.filter(St),run:h.run}}function d($){const u=e.filter(({events:[h]})=>h?.wall<=$);if(!u.length)throw new Error(`That time is not in this recording, which has the events from ${n} to ${a}: choose one of these.`);const f=u.reduce((h,g)=>g.events[0].wall>=h.events[0].wall?g:h);return f.events[Math.max(1,Kn(f.events,$))-1].seq}function p({since:$,before:u,limit:f}){if(u===void 0)return{events:s.slice(Number($)+1-n).slice(0,Number(f))};const h=s.filter(v=>v.seq<Number(u)&&St(v)),g=h.slice(-Number(f));return{events:g,next:g[0]?.seq??Number(u),begins:g.length===h.length,whole:!0}}}function Kn(t,e){const o=t.findIndex(s=>s.wall>e);return o<0?t.length:o}const St=({told:t})=>t!==!1;function Un({events:t,moments:e}){const o=e.find(({what:n,data:a})=>n==="fault"&&a?.kind?.startsWith("candidate.")),s=e.find(({what:n})=>["handoff","violation"].includes(n));return(o??s??t.find(({kind:n,data:a})=>n==="candidate.reported"&&a?.znode)??t[0]).seq}function Gn(t,e,o){const{header:s,events:n}=t,a=e(`moment?at=${n.at(-1).seq}`);if(!In.every(c=>C(a.state[c])))throw y("its documents are not those of Handoff");const i={file:null,after:0,since:0,stopped:null,replays:{...s,first:n[0].seq,last:a.seq,shows:Un(t),file:o,isWithin:!0}};return{...a,state:{...a.state,read_only:!0,history:i}}}var Vn=Object.freeze({__proto__:null,createAnswers:Bn,lastOf:Gn,open:Dn,read:Ot});export{we as A,le as D,ae as N,ee as P,be as S,ve as Z,Ee as a,$n as b,ge as c,_e as d,yn as e,ie as f,_n as g,ye as h,Mn as i,qn as l,oe as p,Vn as r,gn as s,Se as u};
//# sourceMappingURL=more-CUoH1sLx.js.map
