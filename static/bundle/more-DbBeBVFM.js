import{a0 as l,ah as _,h as I,i as Mt,ai as Y,ag as k,aj as N,ac as Nt,ak as b,al as At,am as zt,ad as Tt,an as jt,ao as qt,a6 as F,a5 as w,af as Rt,a7 as D,ap as Lt,aq as Wt,ar as A,a4 as O,as as H,at as It,au as Ft,av as Dt,aw as Ht,ax as Pt,ay as X,az as z,aA as Bt,aB as Kt,aC as P,aD as Ut,aE as B,aF as tt,aG as Gt,aH as Vt,aI as Zt,aJ as Jt,aK as et,aL as T,aM as Qt,aN as Yt,aO as Xt,aP as te}from"./page.js";function ee({id:t,isChosen:e,choose:o}){return l`<button class="pick" aria-pressed=${e} title=${e?"Choose nobody":`Choose ${t}`}
    onClick=${()=>o({candidate:e?null:t})}><b>${t}</b></button>`}const ne=7,se=2*Math.PI*27;function oe({began:t,ends:e,stopped:o},n){return typeof t!="number"||e<=t?null:Math.min(1,Math.max(0,((o??n)-t)/(e-t)))}function ae({node:{id:t,process:e,live:o},...n}){return l`<${nt} id=${_(t,ne)} anchor=${t} process=${e} gone=${e==="exited"||e===null&&!o} ...${n} />`}function re({id:t,candidate:{process:e},share:o,done:n}){return l`<${nt} id=${t} process=${e} gone=${e==="exited"} share=${o} done=${n} />`}function nt({id:t,anchor:e,process:o,gone:n,share:s,done:a=null,looks:r="member-disc",box:i="-36 -36 72 72",children:c}){const d=o==="paused";return l`
    <svg class=${`${r} ${d?"frozen":""}`} viewBox=${i} data-anchor=${e}>
      <circle class="glow" r="35" />
      <circle class="body" r="27" />
      ${s===null&&a!==null&&l`<${st} looks="task-ring" share=${a} />`}
      ${s!==null&&l`<${st} looks="ring" share=${s} />`}
      ${n&&l`<path class="cross" d="M-19 -19L19 19M19 -19L-19 19" />`}
      ${c}
      <text y="6">${t}</text>
      ${d&&l`<${ot} transform="translate(20 20)" />`}
    </svg>
  `}function st({looks:t,share:e}){return l`<circle class=${t} r="27" transform="rotate(-90)" stroke-dasharray=${`${(e*se).toFixed(1)} 400`} />`}function ot({transform:t}){return l`<g class="bars" transform=${t}><circle r="9" /><path d="M-2.6 -3.6V3.6M2.6 -3.6V3.6" /></g>`}function le({id:t,label:e,chosen:o,choose:n,disc:s}){const a=t!==null&&o.candidate===t;return l`<button class="person-disc" aria-pressed=${a} aria-label=${e} data-testid=${`process-${t}`}
    onClick=${()=>n({candidate:a?null:t})}><${re} id=${t} ...${s} /></button>`}const ie=5,ce=4,K=6,at={deleted:"The deletion",since:"from the sending of the write to the last read",gone:"deleted",anybody:"by somebody else, ",counted:"change"},de="the mzxid only grows; the version is 0 again if the znode was created again";function ue({of:t,chosen:e,choose:o,words:n=at}){const s=I(t).at(-1);if(!s)return null;const a=s.asked_at??s.at,r=s.slept??{},i=Object.entries(s.told??{}),c=i.filter(([u])=>!r[u]),[d,f]=[!0,!1].map(u=>Mt(t).filter(({id:h})=>r[h]&&!!s.told?.[h]===u)),p=Math.max(ce,(s.within_ms??0)*1.08);return l`
    <section class="arrivals" aria-label="How fast it spread" data-testid="arrivals" data-told=${i.length} data-of=${s.of}
      data-number=${s.number}>
      <p class="handoff-title"><b>${s.what==="deleted"?n.deleted:`\u201C${_(Y(s.value),24)}\u201D`}${s.of?` reached ${i.length} of ${s.of}`:": nobody was there to be told"}</b>
        ${s.within_ms!=null&&s.asked_at!=null&&l`<span>${n.since}: <b class="number"
          data-testid="within">${k(s.within_ms)}</b></span>`}<${fe} ...${t.spread} counted=${n.counted} /></p>
      ${c.length>0&&l`<div class="arrival-line" aria-hidden="true"><i class="sent" title="the write was sent"></i>
        ${c.map(([u,h])=>{const $=Math.max(0,(h-a)*1e3);return l`<button key=${`${s.number}-${u}`} type="button" tabindex="-1" class=${`arrival ${e.candidate===u?"chosen":""} ${u===s.last?"last":""}`}
            style=${{left:`${100*$/p}%`,"--hue":N(s.mzxid??null)??0}} title=${`${u}: ${k($)}`}
            onClick=${()=>o({candidate:e.candidate===u?null:u})}></button>`})}
        <span class="arrival-scale number">0</span><span class="arrival-scale end number">${k(p)}</span>
      </div>`}
      ${f.length>0&&l`<p class="soft" data-testid="late">${rt(f)} could not be told.</p>`}
      ${d.length>0&&c.length>0&&l`<p class="soft" data-testid="back">${rt(d)} could not be told at once, and had it later.</p>`}
    </section>
  `}function rt(t){return[t.slice(0,K).map(({id:o})=>o).join(", "),...t.length>K?[`${t.length-K} more`]:[]].join(" and ")}function fe({count:t,last_ms:e,max_ms:o,total_ms:n,counted:s}){return!t||e==null?null:l`<span class="number" data-testid="spread" data-count=${t}>${b(t,s)} so far: mean ${k(n/t)}, longest ${k(o)}</span>`}function he({of:t,clock:e,title:o=de,words:n=at}){Nt(1e3);const s=I(t).reverse().slice(0,ie);return s.length?l`
    <section class="changes" aria-label="Changes">
      <p class="handoff-title"><b>Changes</b> ${o}</p>
      <ol>${s.map(a=>l`<${$e} key=${a.number} change=${a} now=${e.now()} words=${n} />`)}</ol>
    </section>
  `:null}function $e({change:t,now:e,words:o}){const{what:n,value:s,version:a,mzxid:r,recreated:i,at:c,by:d}=t,f=n==="deleted";return l`
    <li class="change" style=${{"--hue":N(r??null)??0}} data-testid="config-change" data-what=${n}
      data-recreated=${String(!!i)}>
      ${!f&&l`<i class="swatch" aria-hidden="true"></i>`}<b>${f?o.gone:_(Y(s),32)}</b>
      ${!f&&l`${a!=null&&l`<span class="number">version ${a}</span>`}<code>${At(r)}</code>`}
      ${i&&a!=null&&l`<em class="tone-lost">created again: versions cannot be compared</em>`}
      <span class="soft number">${d?`${zt(t).trim()}, `:o.anybody}${Tt(e-c)} ago</span>
      <span class="told number">${pe(t)}</span>
    </li>
  `}function pe({told:t={},passed:e={},of:o}){if(!o)return"nobody was there to be told";const n=Object.keys(e).length;return`${Object.keys(t).length} of ${o} had it${n?`, ${n} skipped it for a later one`:""}`}var me=Object.freeze({__proto__:null,Arrivals:ue,Changes:he});function ge({one:{id:t,process:e},at:o,unit:n,radius:s,chosen:a,choose:r,parts:i,looks:c,data:d,children:f}){const p=a.candidate===t,u=()=>r({candidate:p?null:t}),h=$=>{$.key!=="Enter"&&$.key!==" "||($.preventDefault(),u())};return l`
    <g class=${`subscriber ${c} ${p?"chosen":""}`} transform=${`translate(${o.x} ${o.y})`} role="button" tabindex="0"
      aria-pressed=${p} ref=${$=>$&&jt($,i)} onClick=${u} onKeyDown=${h} ...${d}>
      <title>${qt(i)}</title>
      <circle class="ring" r=${s} />
      ${f}
      <text class="name" y=${5*n}>${t}</text>
      ${e==="paused"&&l`<${ot} transform=${`translate(${s*.8} ${s*.75}) scale(${n})`} />`}
    </g>
  `}function be({one:t,at:e,from:o,radius:n,unit:s,token:a,delay:r}){const i=r===null?"":`--from-x: ${o.x-e.x}px; --from-y: ${o.y-e.y}px; --delay: ${r.toFixed(2)}s`;return l`<g key=${`${t.mzxid}-${t.missing}`} class=${r===null?"":"arriving"} style=${i}>
    ${t.mzxid!==null&&l`<circle class=${`body ${t.missing?"kept":""}`} r=${n-4*s} />`}
    <circle class=${`token ${t.missing?"empty":""}`} r=${a*s} /></g>`}const we=({mzxid:t})=>t===null?"":`--hue: ${N(t)}`;function ye({znode:t,path:e,place:{x:o,y:n,width:s,height:a},chosen:r,choose:i,data:c,children:d}){const f=N(t?.mzxid??null),p={left:`${o}px`,top:`${n}px`,width:`${s}px`,minHeight:`${a}px`,...f===null?{}:{"--hue":f}};return l`<button class=${`value-znode ${t?"":"missing"} ${r.znode===e?"picked":""}`} style=${p} disabled=${!t}
    title=${e} onClick=${()=>i({znode:e})} ...${c}>${d}</button>`}const ve=20,ke=1.5,Oe=3;function Se(){const t=F(null),[e,o]=w({width:0,unit:1});return Rt(()=>{const n=new ResizeObserver(([{contentRect:s}])=>{const a=parseFloat(getComputedStyle(document.documentElement).fontSize)/16;o({width:Math.floor(s.width),unit:a})});return n.observe(t.current),()=>n.disconnect()},[]),[t,e]}function xe(t,e,o){const n=t.missing?t.read_at:t.taken_at;if(n===null||o-n>Oe)return null;const s=I(e).findLast(({told:r})=>r?.[t.id]!==void 0),a=s?s.asked_at??s.at:n;return Math.min(ke,Math.max(0,n-a)*ve)}function _e(){const t=F(null),[e,o]=w(60);return D(()=>{const n=()=>{if(!t.current)return;const a=Lt(),r=getComputedStyle(t.current),i=t.current.clientWidth-Number.parseFloat(r.paddingLeft)-Number.parseFloat(r.paddingRight);o(i/a)},s=new ResizeObserver(n);return t.current&&s.observe(t.current),()=>s.disconnect()},[t.current]),[t,e]}const Ee=["deleted","notified","leading","acknowledged","held"];function Ce(t){let e=0;const n=Ee.filter(s=>s in t.phases_ms).map(s=>({phase:s,from:e,to:e=Math.max(e,t.phases_ms[s])}));return{...t,spans:n}}function E({spans:t}){return t.at(-1)?.to??null}function Me(t,{key:e,down:o}){const n={ms:E,who:({from:a,to:r})=>`${a} ${r}`}[e]??(a=>a[e]),s=(a,r)=>a<r?-1:+(a>r);return[...t].sort((a,r)=>{const[i,c]=[n(a)??null,n(r)??null];return i===null||c===null?+(i===null)-+(c===null):o?s(c,i):s(i,c)})}function Ne(t,e=[],o=1/0){return[...Te(t)].map(([s,a])=>Ae(s,[...a].sort((r,i)=>r.wall-i.wall),e,o))}function Ae(t,e,o,n){const s=[];let a=null;for(const d of e){const f=Math.max(a?.wall??-1/0,d.wall-(E(d)??0)/1e3);a&&s.push(...lt(a,{name:d.from,wall:f,since:ze(d)},o)),s.push({name:null,from:f,to:d.wall}),a={name:d.to,wall:d.wall}}const r=a.wall+Math.max(1,(a.wall-e[0].wall)/20),i=Math.max(a.wall,Math.min(r,n)),c=it(o,a.wall,i).length?void 0:a.name;return{path:t,began:s[0].from,ended:i,stretches:[...s,...lt(a,{name:c,wall:i},o)]}}function ze(t){return t.wall-((E(t)??0)-(t.phases_ms.deleted??0))/1e3-(t.led_ms??1/0)/1e3}function lt(t,e,o){const n=it(o,t.wall,e.wall);if(!n.length)return[{name:t.name===e.name?t.name:void 0,from:t.wall,to:e.wall}];const s=Math.max(t.wall,n[0].from),a=Math.min(e.wall,Math.max(n.at(-1).to,e.since??-1/0));return[{name:t.name,from:t.wall,to:s},{name:void 0,from:s,to:a},{name:e.name,from:a,to:e.wall}].filter(({from:i,to:c})=>c>i)}const it=(t,e,o)=>t.filter(({from:n,to:s})=>n<o&&s>e);function Te(t){const e=new Map;for(const o of t)e.set(o.path,[...e.get(o.path)??[],o]);return e}const[j,U,G]=[900,26,150],ct=["#5aa9e6","#5fce8d","#f5b83d","#d39bff","#4fd0c4","#a9b8ff","#f2a16e"],je=8,dt="leaders-hatched",qe=34;function Re({handoffs:t,runs:e}){const o=F(null),n=Ne(t,Wt(e),e.at(-1)?.ended),s=n.slice(0,je);if(!s.length)return null;const[a,r]=[Math.min(...s.map(({began:d})=>d)),Math.max(...s.map(({ended:d})=>d))],i=d=>G+(d-a)/Math.max(r-a,1)*(j-G-8),c=s.length*U+26;return l`
    <figure class="leaders">
      <svg ref=${o} xmlns="http://www.w3.org/2000/svg" viewBox=${`0 0 ${j} ${c}`} font-family="sans-serif" font-size="12" role="img"
        aria-label="Who led when" data-testid="past-leaders">
        <${Le} />
        <rect width=${j} height=${c} fill="var(--panel)" rx="6" />
        ${s.map((d,f)=>l`<${We} key=${d.path} ...${d} y=${f*U+4} x=${i} />`)}
        <text x=${G} y=${c-8} fill="var(--soft)">${A(a)}</text>
        <text x=${j-8} y=${c-8} fill="var(--soft)" text-anchor="end">${A(r)}</text>
      </svg>
      <figcaption class="soft">Who led when; red: nobody led; hatched: not known, such as while no dashboard ran. ${n.length>s.length&&`${O(s.length)} of ${O(n.length)} places: filter for others. `}Save as <button class="quiet" data-testid="leaders-svg"
        onClick=${()=>De(o.current)}>SVG</button><button class="quiet" data-testid="leaders-png" onClick=${()=>He(o.current)}>PNG</button></figcaption>
    </figure>
  `}function Le(){return l`<defs><pattern id=${dt} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" fill="var(--faint)" /></pattern></defs>`}function We({path:t,stretches:e,y:o,x:n}){return l`
    <text x="10" y=${o+16} fill="var(--ink)">${_(t,20)}</text>
    ${e.map(({name:s,from:a,to:r},i)=>l`<${Ie} key=${i} name=${s} left=${n(a)} right=${n(r)} y=${o} />`)}
  `}function Ie({name:t,left:e,right:o,y:n}){const s=Math.max(1,o-e),a=t===void 0?"not known":t??"nobody";return l`
    <rect x=${e} y=${n} width=${s} height=${U-6} fill=${Fe(t)}><title>${a}</title></rect>
    ${t&&s>qe&&l`<text x=${e+5} y=${n+15} fill="#0b1117">${_(t,Math.floor(s/8))}</text>`}
  `}function Fe(t){return t===void 0?`url(#${dt})`:t===null?"var(--dead)":ct[[...t].reduce((e,o)=>e+o.codePointAt(0),0)%ct.length]}function ut(t){const e=getComputedStyle(t);return new XMLSerializer().serializeToString(t).replace(/var\((--[a-z]+)\)/g,(o,n)=>e.getPropertyValue(n).trim())}function De(t){H("leaders.svg",ut(t),"image/svg+xml")}async function He(t){const e=new Image;e.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(ut(t))}`,await e.decode();const o=document.createElement("canvas"),{width:n,height:s}=t.viewBox.baseVal;Object.assign(o,{width:2*n,height:2*s}),o.getContext("2d").drawImage(e,0,0,o.width,o.height),o.toBlob(a=>H("leaders.png",a,"image/png"))}const q=["deleted","notified","leading","acknowledged","held"],Pe={p50:.5,p95:.95,p99:.99},ft=["seq","wall","path","strategy","from","to","fault","by","phases_from"],Be=["path","from","to","fault","strategy"],Ke=/^[=+\-@\t\r]/,Ue=1e3,Ge=2**53;function Ve(t,{path:e,since:o=0,until:n=Ge,begin:s=-1/0,end:a=1/0,text:r="",limit:i=Ue}){const c=({what:f,seq:p,wall:u,subject:h})=>f==="handoff"&&p>=Number(o)&&p<=Number(n)&&u>=Number(s)&&u<=Number(a)&&(e===void 0||h===e),d=Je(t.filter(c).map(Ze),r).slice(-Number(i));return{handoffs:d,figures:ht(d),groups:Ye(d)}}function Ze({seq:t,wall:e,subject:o,data:n}){const s=Object.keys(n.phases_ms??{}).length?n.phases_ms:{held:n.last_ms},a=q.filter(r=>Number.isFinite(s[r]));return{seq:t,wall:e,path:o,strategy:n.strategy??null,from:n.from||n.from_name||null,to:n.to||n.to_name||null,fault:n.fault??null,by:n.by??null,at:n.at??null,led_ms:n.led_ms??null,phases_from:n.phases_from??"fault",phases_ms:Object.fromEntries(a.map(r=>[r,s[r]])),observed:a}}function Je(t,e){const o=e.toLowerCase().split(/\s+/).filter(Boolean);return t.filter(n=>{const s=Be.map(a=>n[a]).filter(Boolean).join(" ").toLowerCase();return o.every(a=>s.includes(a))})}function ht(t){const e=t.filter(n=>n.phases_from==="fault"),o=q.map(n=>[n,e.map(s=>s.phases_ms[n]).filter(s=>s!==void 0)]);return Object.fromEntries(o.filter(([,n])=>n.length).map(([n,s])=>[n,Qe(s)]))}function Qe(t){const e=[...t].sort((n,s)=>n-s),o=Object.entries(Pe).map(([n,s])=>[n,e[Math.ceil(s*e.length)-1]]);return{...Object.fromEntries(o),max:e.at(-1),count:e.length}}function Ye(t){const e=new Map;for(const n of t){const s=JSON.stringify([n.fault,n.strategy]);e.set(s,[...e.get(s)??[],n])}return[...e.values()].sort((n,s)=>s.length-n.length).map(n=>({fault:n[0].fault,strategy:n[0].strategy,count:n.length,figures:ht(n)}))}function Xe(t){const e=[...ft,...q.map(n=>`${n}_ms`)],o=t.map(n=>[...ft.map(s=>n[s]),...q.map(s=>n.phases_ms[s])]);return[e,...o].map(n=>`${n.map(tn).join(",")}\r
`).join("")}function tn(t){const e=typeof t=="string"&&Ke.test(t)?`'${t}`:String(t??"");return/[",\r\n]/.test(e)?`"${e.replaceAll('"','""')}"`:e}const R=1e3,en=1e4,V=200,nn=200,$t=["p50","p95","p99","max"],pt=[{name:"json",kind:"application/json",write:t=>JSON.stringify(t,null,1)},{name:"csv",kind:"text/csv",write:({handoffs:t})=>Xe(t)}],sn=[{name:"wall",word:"When"},{name:"path",word:"Where"},{name:"who",word:"From \u2192 to"},{name:"fault",word:"Fault"},{name:"ms",word:"Took"}];function on({reel:t,kept:e,chosen:o,choose:n,close:s}){const[a,r]=w(""),[i,c]=w(0),d=It(o.window),f=Ft(t),p={text:Ht(a.trim(),nn),...Dt(d)},{answer:u,error:h}=Pt(()=>X("GET",z("handoffs",{...p,limit:R})),[p.text,o.window,i]),[$,g]=w({key:"wall",down:!0}),[v,S]=w([]),M=Bt(()=>(u?.handoffs??[]).map(Ce),[u]),x=Me(M,$),L=m=>v.includes(Z(m)),W=[...x.filter(L),...x.filter(m=>!L(m))].slice(0,V),Q=Kt(W.map(E).filter(m=>m!==null)),_t=m=>S(v.includes(m)?v.filter(Ct=>Ct!==m):[...v,m]),Et=({seq:m})=>(s(),t.show({at:m}));return l`
    <${P} title="Handoffs" close=${s}>
      ${h&&l`<p class="wrong" role="alert" data-testid="past-handoffs-failed">The handoffs could not be read: ${h} <button onClick=${()=>c(i+1)}>Try again</button></p>`}
      ${u?l`<${rn} ...${u} />`:!h&&l`<p aria-busy="true">Reading the history …</p>`}
      ${u&&l`<${Re} handoffs=${M} runs=${e.runs} />`}
      <p class="handoffs-top">
        <input type="search" placeholder="Filter: a path, a name, kill" aria-label="Filter handoffs" data-testid="past-handoffs-filter" value=${a}
          onInput=${({target:m})=>r(m.value)} spellcheck="false" />
        <${Ut} window=${d} choose=${n} />
        <${an} asked=${{...p,limit:en}} replays=${f} />
      </p>
      <div class="handoffs-scroll">
      <table class="past-handoffs" data-testid="past-handoffs">
        <thead><tr>${sn.map(m=>l`<${ln} key=${m.name} ...${m} order=${$} setOrder=${g} />`)}<th scope="col">phases${Q.isLog&&", log scale"}</th></tr></thead>
        <tbody>${W.map(m=>l`<${cn} key=${Z(m)} row=${m} scale=${Q} show=${Et} turn=${_t} isPinned=${L(m)} />`)}</tbody>
      </table>
      </div>
      ${u&&!W.length&&l`<p class="note">${p.text||d?"No handoff that is kept matches the filter.":f?"This recording holds no handoff.":"No handoff has been seen yet: kill a leader, or wait for one to go."}</p>`}
      ${x.length>V&&l`<p class="note">The ${O(V)} first of ${x.length<R?O(x.length):`the newest ${O(R)}`}: filter, or take the CSV.${x.length<R?"":" The filter searches all that are kept."}</p>`}
      <div class="buttons"><button class="primary" data-testid="past-handoffs-close" onClick=${s}>Close</button></div>
    <//>
  `}function an({asked:t,replays:e}){return e?.isWithin?pt.map(({name:o,kind:n,write:s})=>l`<button key=${o} data-testid=${`handoffs-${o}`}
      onClick=${async()=>H(`handoffs.${o}`,s(await X("GET",z("handoffs",t))),n)}>${o.toUpperCase()}</button>`):pt.map(({name:o})=>l`<a key=${o} class="button" data-testid=${`handoffs-${o}`} download=${`handoffs.${o}`}
    href=${`/api/v1/${z("handoffs",{...t,format:o})}`}>${o.toUpperCase()}</a>`)}function rn({figures:t,groups:e=[],handoffs:o}){const[n,s]=w(-1),a=e[n]?.figures??t,r=Object.entries(a),i=({target:c})=>s(Number(c.value));return!r.length&&n<0?l`<p class="soft">${b(o.length,"handoff")}.</p>`:l`
    <p class="soft">What was observed after the fault, of <select aria-label="Of which handoffs" data-testid="past-groups" value=${String(n)} onChange=${i}>
      <option value="-1">all ${O(o.length)}</option>
      ${e.map((c,d)=>l`<option key=${d} value=${String(d)}>${dn(c)}: ${O(c.count)}</option>`)}
    </select></p>
    <table class="past-figures" data-testid="past-figures">
      <thead><tr><th scope="col">until</th>${$t.map(c=>l`<th scope="col" key=${c}>${c}</th>`)}<th scope="col">of</th></tr></thead>
      <tbody>${r.map(([c,d])=>l`<tr key=${c}><th scope="row">${c}</th>
        ${$t.map(f=>l`<td class="number" key=${f}>${k(d[f])}</td>`)}<td class="number">${O(d.count)}</td></tr>`)}</tbody>
    </table>
    ${!r.length&&l`<p class="note">Nobody saw when these began.</p>`}
  `}function ln({name:t,word:e,order:o,setOrder:n}){const s=o.key===t,a=o.down?" \u25BE":" \u25B4";return l`<th scope="col" aria-sort=${s?o.down?"descending":"ascending":"none"}><button class="quiet"
    onClick=${()=>n({key:t,down:s?!o.down:!0})}>${e}${s&&l`<span aria-hidden="true">${a}</span>`}</button></th>`}function cn({row:t,scale:e,show:o,turn:n,isPinned:s}){const a=E(t);return l`
    <tr data-testid="past-handoff" data-seq=${t.seq} class=${s?"pinned":""}>
      <td><button class="quiet number" title="Show this moment" onClick=${()=>o(t)}>${A(t.wall,!0)}</button></td>
      <td><code><bdi>${B(t.path)}</bdi></code></td>
      <td><bdi>${tt(t.from??"nobody")}</bdi> → <bdi>${tt(t.to??"nobody")}</bdi></td>
      <td>${t.fault??"not known"}</td>
      <td class="number">${a===null?"not observed":k(a)}</td>
      <td class="past-bars"><span class="handoffs-bar">${t.spans.map(({phase:r,from:i,to:c})=>l`<i key=${r} class=${`handoffs-span phase-${r}`} title=${`${r}: ${k(c-i)}`}
          style=${{left:mt(e.share(i)),width:mt(e.share(c)-e.share(i))}}></i>`)}</span>
        <label title="Keep it at the top, to compare"><input type="checkbox" checked=${s} aria-label=${`Keep ${A(t.wall)} at the top`} onChange=${()=>n(Z(t))} /></label></td>
    </tr>
  `}const dn=({fault:t,strategy:e})=>[t??"cause not known",e].filter(Boolean).join(", "),Z=({seq:t,path:e})=>`${t} ${e}`,mt=t=>`${(100*t).toFixed(2)}%`;var un=Object.freeze({__proto__:null,Handoffs:on});const fn="Each box below ZooKeeper's lane is a server; the chips in it are its sessions. A majority of the servers, the quorum, must run; they elect a quorum leader among themselves, which has nothing to do with the leader of an election here: that leader is a candidate.";function hn({state:t,close:e}){const{zookeeper:o}=t,{hosts:n,chroot:s,version:a,lacks:r}=o;return l`
    <${P} title="ZooKeeper" close=${e}>
      <${J} zookeeper=${o} />
      <p>${a?`Version ${a}, at `:"At "}<code><bdi>${n}${s}</bdi></code>.</p>
      ${(r??[]).map(i=>l`<p>${i}.</p>`)}
      <div class="buttons"><button class="primary" onClick=${e} autofocus>Close</button></div>
    <//>
  `}function J({zookeeper:t}){const e=(t.servers??[]).length>1;return l`
    <p data-testid="help-source"><b>This ZooKeeper: ${Gt(t)}.</b> ${Vt(t)}</p>
    ${e&&l`<p>${fn}</p>`}
  `}var $n=Object.freeze({__proto__:null,About:J,Source:hn});function pn(t){const{state:e,here:o,chosen:n,choose:s,guide:a,close:r}=t,i=()=>(r(),a.begin());return l`
    <${P} title=${`Keys, and how to read ${o.title}`} close=${r}>
      <p><button data-testid="help-tour" onClick=${i}>Take the guided tour</button></p>
      <p class="switches"><button class="switch" role="switch" aria-checked=${n.letters} data-testid="letters"
        title="Off: only Esc, Del, the arrows and Ctrl work; for people who use speech, or may touch a key by accident"
        onClick=${()=>s({letters:!n.letters})}><i aria-hidden="true"></i>keys of one character ${n.letters?"on":"off"}</button>
        <button class="switch" role="switch" aria-checked=${n.hints} data-testid="hints" title="A line that says what to do next"
        onClick=${()=>s({hints:!n.hints})}><i aria-hidden="true"></i>hints ${n.hints?"on":"off"}</button></p>
      ${o.keys?.length&&l`<h3>In ${o.title}</h3>
      <dl class="keys" data-testid="shortcuts-here">
        ${o.keys.map(({key:c,name:d,does:f})=>l`<${gt} keys=${d??c} what=${f} />`)}
      </dl>`}
      <h3>What a key means, in every view</h3>
      <dl class="keys" data-testid="shortcuts">
        ${Object.entries(Zt).map(([c,d])=>l`<${gt} keys=${c} what=${d} />`)}
      </dl>
      ${o.help&&l`<${o.help} ...${t} />`}
      <${mn} />
      ${e&&l`<${J} zookeeper=${e.zookeeper} />`}
      <div class="buttons"><button class="primary" onClick=${r} autofocus>Close</button></div>
    <//>
  `}function gt({keys:t,what:e}){return l`<dt><kbd>${t}</kbd></dt><dd>${e}</dd>`}function mn(){return l`
    <h3>The words</h3>
    <dl class="words" data-testid="words">
      ${Object.entries(Jt).map(([t,{says:e,more:o}])=>l`<dt>${t}</dt><dd>${e}${o&&l` <a href=${o} target="_blank" rel="noopener">ZooKeeper's document</a>`}</dd>`)}
    </dl>
  `}var gn=Object.freeze({__proto__:null,Help:pn});const bt=8;function bn(t){const{state:e,actions:o,close:n}=t,{ids:s,ask:a}=et(t),[r]=w(()=>Qt(t)),[i,c]=w(null),[d,f]=w(!1),p=()=>Promise.all(r.map($=>o.attempt("leftovers","GET",z("leftovers",$))));D(()=>{p().then($=>c(yn($)))},[]),D(()=>{d&&!s.length&&vn(t,r).then(n)},[d,s.length]);const u=()=>{s.length&&o.stopAll(a),f(!0)},h=!s.length&&!i?.count;return l`
    <${T} title=${`Clear ${r.map(({path:$})=>B($)).join(", ")}?`} count=${i?.count??0} keep="Keep it all"
      does=${wn(s.length)} zookeeper=${e.zookeeper} isReady=${!!i&&!h&&!d} isBusy=${d} act=${u} close=${n}>
      ${s.length>0&&l`<p>${b(s.length,"candidate")} will be asked to close ${s.length===1?"its session":"their sessions"} and end.</p>`}
      ${i?l`<${kn} ...${i} />`:l`<p aria-busy="true">Looking at what is there …</p>`}
      <p class="soft">The journal stays, and so does what was counted from it.</p>
    <//>
  `}const wn=t=>t?`Stop ${t} and clear`:"Clear";function yn(t){const e=t.filter(Boolean);return{count:e.reduce((o,{count:n})=>o+n,0),znodes:e.flatMap(({znodes:o})=>o),kept:e.flatMap(({kept:o})=>o)}}async function vn({actions:t},e){const o=[];for(const r of e)o.push(await t.attempt("clear","DELETE","leftovers",r));const n=o.filter(Boolean),s=n.reduce((r,i)=>r+i.deleted,0),a=n.reduce((r,i)=>r+i.kept.length,0);n.length&&t.toast(`${b(s,"znode")} deleted${a?`, ${a} kept`:""}.`,"good")}function kn({count:t,znodes:e,kept:o}){return l`
    <p data-testid="clear-goes">${t?`${b(t,"znode")} will be deleted:`:"No znode is left to delete."}</p>
    <${wt} all=${e.map(n=>({path:n}))} more=${t-e.length} />
    ${o.length>0&&l`<p data-testid="clear-kept">${b(o.length,"znode")} will stay:</p><${wt} all=${o} />`}
  `}function wt({all:t,more:e=0}){const o=Math.max(0,t.length-bt)+e;return l`<ul>${t.slice(0,bt).map(({path:n,why:s})=>l`<li key=${n}><code><bdi>${B(n)}</bdi></code>${s&&l` <span class="soft">${s}</span>`}</li>`)}${o>0&&l`<li class="soft">and ${o} more</li>`}</ul>`}var On=Object.freeze({__proto__:null,Clear:bn});const yt="will be asked to close their sessions and end. Candidates that were started elsewhere continue.";function Sn(t){const{actions:e,choose:o,close:n}=t,{ids:s,others:a,of:r,ask:i}=et(t),c=()=>(e.stopAll(i),n()),d=l`<button type="button" class="danger" data-testid="ask-everything"
    onClick=${()=>o({dialog:"stop-everything"})}>All ${s.length+a} of all views …</button>`;return l`
    <${T} title="Stop all candidates of this view?" count=${s.length} keep="Keep them" aside=${a>0&&d}
      does=${`Stop ${b(s.length,"candidate")}`} isReady=${s.length>0} act=${c} close=${n}>
      <p>${b(s.length,"candidate")} of <bdi>${r}</bdi> ${yt}</p>
      ${a>0&&l`<p>${b(a,"other candidate")} of this dashboard ${a===1?"goes":"go"} on.</p>`}
    <//>
  `}function xn({state:t,actions:e,close:o}){const n=Object.values(t.candidates).filter(({process:a})=>a!=="exited").length,s=()=>(e.stopAll(),o());return l`
    <${T} title="Stop all candidates of all views?" count=${n} keep="Keep them"
      does=${`Stop all ${n} of all views`} act=${s} close=${o}>
      <p>${b(n,"candidate")} ${yt}</p>
    <//>
  `}var _n=Object.freeze({__proto__:null,StopAll:Sn,StopEverything:xn});const En="Then ZooKeeper answers no client: sessions are suspended, and every leader steps down.",Cn={nothing:"it keeps nothing: all znodes and sessions are lost.",znodes:"persistent znodes stay; sessions end, and their ephemeral znodes are deleted.",everything:"it keeps its znodes and sessions."};function Mn({state:t,chosen:e,actions:o,close:n}){const{server:s,action:a}=e.ask,{word:r}=Yt.find(f=>f.action===a),i=Xt(t),c=i?`${s} and lose the quorum?`:`${s}, the only server?`,d=()=>{n(),o.actOnServer(a,s,t,!0)};return l`
    <${T} title=${`${vt(r)} ${c}`} does=${`${vt(r)} ${s}`} act=${d} close=${n}>
      <p>${i?`${Nn(i)} ${En} ${zn(i)}`:An(t,a)}</p>
    <//>
  `}function Nn({answering:t,of:e,needed:o}){return`${t-1} of ${e} servers would be left, and a majority is ${o}.`}function An(t,e){return`It is the only server; ${e==="pause"?"nothing ends while it is frozen.":Cn[t.zookeeper.keeps]} Until ${e==="pause"?"it wakes":"it runs again"} ZooKeeper answers no client, and every leader steps down.`}function zn({needed:t,of:e}){return`It is back as soon as ${t} of ${e} servers run again.`}function vt(t){return t[0].toUpperCase()+t.slice(1)}var Tn=Object.freeze({__proto__:null,LoseQuorum:Mn});const jn=1,kt="handoff_recording",qn=["from","from_name","to","to_name","fault","strategy","by"],Rn=["zookeeper","candidates"];async function Ln(t){let e;try{e=await new Response(t.stream().pipeThrough(new DecompressionStream("gzip"))).text()}catch{throw new Error("this file is not a recording of Handoff: it is not gzipped, or it is cut off. Choose what Save gave you, a .jsonl.gz.")}return Ot(e)}function Ot(t){const[e,...o]=t.split(`
`).filter(Boolean),n=St(e??"",1);if(!(kt in n))throw new Error("this file is not a recording of Handoff: its first line does not say so. Choose what Save gave you, a .jsonl.gz.");if(n[kt]!==jn)throw new Error("this recording was written by a newer Handoff: open it with one of that version.");const[s,a]=[[],[]];for(const c of o.map((d,f)=>St(d,f+2)))if(c.moment)a.push(c.moment);else if(c.state)s.push({...c,events:[]});else if(s.length)s.at(-1).events.push(c);else throw y("the document before its events is missing");const r=s.flatMap(c=>c.events);if(!r.length)throw y("it has no events");const i=r.findIndex(({seq:c},d)=>c!==r[0].seq+d);if(i>=0)throw y(i?`events are missing after ${r[i-1].seq}`:"its first event has no number");return Wn({header:n,parts:s,moments:a,events:r}),{header:n,parts:s,moments:a,events:r}}function Wn({header:t,parts:e,moments:o,events:n}){if(!Array.isArray(t.lists)||t.lists.some(i=>typeof i!="string"))throw y("it does not name its lists");const s=e.find(({before:i,state:c,events:[d]})=>!C(c)||d&&d.seq!==i);if(s)throw y(`the document before event ${s.before} is not one`);const a=n.find(({at:i,wall:c,patch:d})=>!Number.isFinite(i+c)||!C(d));if(a)throw y(`event ${a.seq} does not say when it happened, or what it changed`);if(o.some(({seq:i,wall:c,what:d})=>!Number.isFinite(i+c)||typeof d!="string"))throw y("a moment does not say when it was");const r=o.find(({what:i,subject:c,data:d})=>!(typeof c=="string"&&(Fn[i]?.(d)??!0)));if(r)throw y(`the ${r.what} of event ${r.seq} does not say where it was, or what`)}function In(t){const e=Number.isFinite(t?.led_ms??0);return C(t)&&e&&qn.every(o=>(t[o]??null)===null||typeof t[o]=="string")}const y=t=>new Error(`this recording is damaged: ${t}. Save it again where it was made.`),C=t=>t!==null&&typeof t=="object"&&!Array.isArray(t),Fn={handoff:In,fault:t=>C(t)&&["string","undefined"].includes(typeof(t.path??void 0)),violation:t=>Array.isArray(t)&&t.every(e=>typeof e?.invariant=="string")};function St(t,e){try{const o=JSON.parse(t);return o!==null&&typeof o=="object"?o:{}}catch{throw y(`line ${e} is not JSON`)}}function Dn({header:t,parts:e,moments:o,events:n}){const[s,a]=[n[0].seq,n.at(-1).seq],r={history:i,moments:({since:p})=>({moments:o.filter(({seq:u})=>u>=Number(p))}),moment:c,handoffs:p=>Ve(o,p),events:f};return function(u){const[h,$]=u.split("?");if(!r[h])throw new Error(`A recording does not contain this (${h}): it holds events, moments and handoffs.`);return r[h](Object.fromEntries(new URLSearchParams($)))};function i(){const p=new Map;for(const{run:u,events:h}of e.filter($=>$.events.length)){const $=p.get(u)??{run:u,first:h[0].seq,began:h[0].wall};p.set(u,{...$,last:h.at(-1).seq,ended:h.at(-1).wall})}return{file:null,first:s,last:a,runs:[...p.values()],stopped:null}}function c({at:p,wall:u}){const h=p===void 0?d(Number(u)):Number(p);if(!(h>=s&&h<=a))throw new Error(`Event ${h} is not in this recording, which has the events from ${s} to ${a}: choose one of these.`);const $=e.findLast(({before:S})=>S<=h),g=$.events.filter(S=>S.seq<=h),v=g.reduce((S,{patch:M})=>te(S,M),$.state);return{seq:h,state:v,lists:t.lists,now:g.at(-1).at,wall:g.at(-1).wall,recent:g.filter(xt),run:$.run}}function d(p){const u=e.filter(({events:[$]})=>$?.wall<=p);if(!u.length)throw new Error(`That time is not in this recording, which has the events from ${s} to ${a}: choose one of these.`);const h=u.reduce(($,g)=>g.events[0].wall>=$.events[0].wall?g:$);return h.events[Math.max(1,Hn(h.events,p))-1].seq}function f({since:p,before:u,limit:h}){if(u===void 0)return{events:n.slice(Number(p)+1-s).slice(0,Number(h))};const $=n.filter(v=>v.seq<Number(u)&&xt(v)),g=$.slice(-Number(h));return{events:g,next:g[0]?.seq??Number(u),begins:g.length===$.length,whole:!0}}}function Hn(t,e){const o=t.findIndex(n=>n.wall>e);return o<0?t.length:o}const xt=({told:t})=>t!==!1;function Pn({header:t,events:e,moments:o},n,s){const a=n(`moment?at=${e.at(-1).seq}`);if(!Rn.every(f=>C(a.state[f])))throw y("its documents are not those of Handoff");const[r]=e,i=(o.find(({what:f})=>f==="fault")??r).seq,d={file:null,after:0,since:0,stopped:null,replays:{...t,first:r.seq,last:a.seq,shows:i,file:s,isWithin:!0}};return{...a,state:{...a.state,read_only:!0,history:d}}}var Bn=Object.freeze({__proto__:null,createAnswers:Dn,lastOf:Pn,open:Ln,read:Ot});export{be as A,le as D,ae as N,ee as P,ge as S,ye as Z,_e as a,un as b,me as c,xe as d,gn as e,On as f,_n as g,we as h,Tn as l,oe as p,Bn as r,$n as s,Se as u};
