import{a2 as l,am as E,h as D,i as Nt,an as tt,al as v,ao as C,ag as zt,ak as w,ap as Tt,aq as jt,ah as Rt,ar as qt,as as Wt,a9 as F,a8 as y,aj as Lt,aa as P,at as It,au as Dt,av as N,a6 as O,aw as H,ax as Ft,ay as Pt,az as Ht,aA as Bt,aB as Ut,aC as et,aD as z,aE as Kt,aF as Gt,aG as B,aH as Vt,aI as M,aJ as nt,aK as Zt,aL as Jt,aM as Qt,aN as Yt,aO as Xt,aP as st,aQ as T,aR as te,aS as ee,aT as ne,aU as se}from"./page.js";function oe({id:t,isChosen:e,choose:s}){return l`<button class="pick" aria-pressed=${e} title=${e?"Choose nobody":`Choose ${t}`}
    onClick=${()=>s({candidate:e?null:t})}><b>${t}</b></button>`}const ae=7,re=2*Math.PI*27;function le({began:t,ends:e,stopped:s},n){return typeof t!="number"||e<=t?null:Math.min(1,Math.max(0,((s??n)-t)/(e-t)))}function ie({node:{id:t,process:e,live:s},...n}){return l`<${ot} id=${E(t,ae)} anchor=${t} process=${e} gone=${e==="exited"||e===null&&!s} ...${n} />`}function ce({id:t,candidate:{process:e},share:s,done:n}){return l`<${ot} id=${t} process=${e} gone=${e==="exited"} share=${s} done=${n} />`}function ot({id:t,anchor:e,process:s,gone:n,share:o,done:a=null,looks:r="member-disc",box:i="-36 -36 72 72",children:c}){const d=s==="paused";return l`
    <svg class=${`${r} ${d?"frozen":""}`} viewBox=${i} data-anchor=${e}>
      <circle class="glow" r="35" />
      <circle class="body" r="27" />
      ${o===null&&a!==null&&l`<${at} looks="task-ring" share=${a} />`}
      ${o!==null&&l`<${at} looks="ring" share=${o} />`}
      ${n&&l`<path class="cross" d="M-19 -19L19 19M19 -19L-19 19" />`}
      ${c}
      <text y="6">${t}</text>
      ${d&&l`<${rt} transform="translate(20 20)" />`}
    </svg>
  `}function at({looks:t,share:e}){return l`<circle class=${t} r="27" transform="rotate(-90)" stroke-dasharray=${`${(e*re).toFixed(1)} 400`} />`}function rt({transform:t}){return l`<g class="bars" transform=${t}><circle r="9" /><path d="M-2.6 -3.6V3.6M2.6 -3.6V3.6" /></g>`}function de({id:t,label:e,chosen:s,choose:n,disc:o}){const a=t!==null&&s.candidate===t;return l`<button class="person-disc" aria-pressed=${a} aria-label=${e} data-testid=${`process-${t}`}
    onClick=${()=>n({candidate:a?null:t})}><${ce} id=${t} ...${o} /></button>`}function ue({hear:t},e,s=null){return new Promise(n=>{const o=t(r=>r.some(e)&&a(!0)),a=r=>(o(),n(r));s?.then(r=>r===null&&a(!1))})}const fe=5,he=4,U=6,lt={deleted:"The deletion",since:"from the sending of the write to the last read",gone:"deleted",anybody:"by somebody else, ",counted:"change"},$e="the mzxid only grows; the version is 0 again if the znode was created again";function pe({of:t,chosen:e,choose:s,words:n=lt}){const o=D(t).at(-1);if(!o)return null;const a=o.asked_at??o.at,r=o.slept??{},i=Object.entries(o.told??{}),c=i.filter(([f])=>!r[f]),[d,u]=[!0,!1].map(f=>Nt(t).filter(({id:h})=>r[h]&&!!o.told?.[h]===f)),$=Math.max(he,(o.within_ms??0)*1.08);return l`
    <section class="arrivals" aria-label="How fast it spread" data-testid="arrivals" data-told=${i.length} data-of=${o.of}
      data-number=${o.number}>
      <p class="handoff-title"><b>${o.what==="deleted"?n.deleted:`\u201C${E(tt(o.value),24)}\u201D`}${o.of?` reached ${i.length} of ${o.of}`:": nobody was there to be told"}</b>
        ${o.within_ms!=null&&o.asked_at!=null&&l`<span>${n.since}: <b class="number"
          data-testid="within">${v(o.within_ms)}</b></span>`}<${me} ...${t.spread} counted=${n.counted} /></p>
      ${c.length>0&&l`<div class="arrival-line" aria-hidden="true"><i class="sent" title="the write was sent"></i>
        ${c.map(([f,h])=>{const p=Math.max(0,(h-a)*1e3);return l`<button key=${`${o.number}-${f}`} type="button" tabindex="-1" class=${`arrival ${e.candidate===f?"chosen":""} ${f===o.last?"last":""}`}
            style=${{left:`${100*p/$}%`,"--hue":C(o.mzxid??null)??0}} title=${`${f}: ${v(p)}`}
            onClick=${()=>s({candidate:e.candidate===f?null:f})}></button>`})}
        <span class="arrival-scale number">0</span><span class="arrival-scale end number">${v($)}</span>
      </div>`}
      ${u.length>0&&l`<p class="soft" data-testid="late">${it(u)} could not be told.</p>`}
      ${d.length>0&&c.length>0&&l`<p class="soft" data-testid="back">${it(d)} could not be told at once, and had it later.</p>`}
    </section>
  `}function it(t){return[t.slice(0,U).map(({id:s})=>s).join(", "),...t.length>U?[`${t.length-U} more`]:[]].join(" and ")}function me({count:t,last_ms:e,max_ms:s,total_ms:n,counted:o}){return!t||e==null?null:l`<span class="number" data-testid="spread" data-count=${t}>${w(t,o)} so far: mean ${v(n/t)}, longest ${v(s)}</span>`}function ge({of:t,clock:e,title:s=$e,words:n=lt}){zt(1e3);const o=D(t).reverse().slice(0,fe);return o.length?l`
    <section class="changes" aria-label="Changes">
      <p class="handoff-title"><b>Changes</b> ${s}</p>
      <ol>${o.map(a=>l`<${be} key=${a.number} change=${a} now=${e.now()} words=${n} />`)}</ol>
    </section>
  `:null}function be({change:t,now:e,words:s}){const{what:n,value:o,version:a,mzxid:r,recreated:i,at:c,by:d}=t,u=n==="deleted";return l`
    <li class="change" style=${{"--hue":C(r??null)??0}} data-testid="config-change" data-what=${n}
      data-recreated=${String(!!i)}>
      ${!u&&l`<i class="swatch" aria-hidden="true"></i>`}<b>${u?s.gone:E(tt(o),32)}</b>
      ${!u&&l`${a!=null&&l`<span class="number">version ${a}</span>`}<code>${Tt(r)}</code>`}
      ${i&&a!=null&&l`<em class="tone-lost">created again: versions cannot be compared</em>`}
      <span class="soft number">${d?`${jt(t).trim()}, `:s.anybody}${Rt(e-c)} ago</span>
      <span class="told number">${we(t)}</span>
    </li>
  `}function we({told:t={},passed:e={},of:s}){if(!s)return"nobody was there to be told";const n=Object.keys(e).length;return`${Object.keys(t).length} of ${s} had it${n?`, ${n} skipped it for a later one`:""}`}var ye=Object.freeze({__proto__:null,Arrivals:pe,Changes:ge});function ke({one:{id:t,process:e},at:s,unit:n,radius:o,chosen:a,choose:r,parts:i,looks:c,data:d,children:u}){const $=a.candidate===t,f=()=>r({candidate:$?null:t}),h=p=>{p.key!=="Enter"&&p.key!==" "||(p.preventDefault(),f())};return l`
    <g class=${`subscriber ${c} ${$?"chosen":""}`} transform=${`translate(${s.x} ${s.y})`} role="button" tabindex="0"
      aria-pressed=${$} ref=${p=>p&&qt(p,i)} onClick=${f} onKeyDown=${h} ...${d}>
      <title>${Wt(i)}</title>
      <circle class="ring" r=${o} />
      ${u}
      <text class="name" y=${5*n}>${t}</text>
      ${e==="paused"&&l`<${rt} transform=${`translate(${o*.8} ${o*.75}) scale(${n})`} />`}
    </g>
  `}function ve({one:t,at:e,from:s,radius:n,unit:o,token:a,delay:r}){const i=r===null?"":`--from-x: ${s.x-e.x}px; --from-y: ${s.y-e.y}px; --delay: ${r.toFixed(2)}s`;return l`<g key=${`${t.mzxid}-${t.missing}`} class=${r===null?"":"arriving"} style=${i}>
    ${t.mzxid!==null&&l`<circle class=${`body ${t.missing?"kept":""}`} r=${n-4*o} />`}
    <circle class=${`token ${t.missing?"empty":""}`} r=${a*o} /></g>`}const Oe=({mzxid:t})=>t===null?"":`--hue: ${C(t)}`;function Se({znode:t,path:e,place:{x:s,y:n,width:o,height:a},chosen:r,choose:i,data:c,children:d}){const u=C(t?.mzxid??null),$={left:`${s}px`,top:`${n}px`,width:`${o}px`,minHeight:`${a}px`,...u===null?{}:{"--hue":u}};return l`<button class=${`value-znode ${t?"":"missing"} ${r.znode===e?"picked":""}`} style=${$} disabled=${!t}
    title=${e} onClick=${()=>i({znode:e})} ...${c}>${d}</button>`}const _e=20,xe=1.5,Ee=3;function Me(){const t=F(null),[e,s]=y({width:0,unit:1});return Lt(()=>{const n=new ResizeObserver(([{contentRect:o}])=>{const a=parseFloat(getComputedStyle(document.documentElement).fontSize)/16;s({width:Math.floor(o.width),unit:a})});return n.observe(t.current),()=>n.disconnect()},[]),[t,e]}function Ae(t,e,s){const n=t.missing?t.read_at:t.taken_at;if(n===null||s-n>Ee)return null;const o=D(e).findLast(({told:r})=>r?.[t.id]!==void 0),a=o?o.asked_at??o.at:n;return Math.min(xe,Math.max(0,n-a)*_e)}function Ce(){const t=F(null),[e,s]=y(60);return P(()=>{const n=()=>{if(!t.current)return;const a=It(),r=getComputedStyle(t.current),i=t.current.clientWidth-Number.parseFloat(r.paddingLeft)-Number.parseFloat(r.paddingRight);s(i/a)},o=new ResizeObserver(n);return t.current&&o.observe(t.current),()=>o.disconnect()},[t.current]),[t,e]}const Ne=["deleted","next","notified","leading","acknowledged","held"];function ze(t){let e=0;const n=Ne.filter(o=>o in t.phases_ms).map(o=>({phase:o,from:e,to:e=Math.max(e,t.phases_ms[o])}));return{...t,spans:n}}function A({spans:t}){return t.at(-1)?.to??null}function Te(t,{key:e,down:s}){const n={ms:A,who:({from:a,to:r})=>`${a} ${r}`}[e]??(a=>a[e]),o=(a,r)=>a<r?-1:+(a>r);return[...t].sort((a,r)=>{const[i,c]=[n(a)??null,n(r)??null];return i===null||c===null?+(i===null)-+(c===null):s?o(c,i):o(i,c)})}function je(t,e=[],s=1/0,n=o=>{}){return[...Le(t)].map(([a,r])=>Re(a,[...r].sort((i,c)=>i.wall-c.wall),e,s,n(a)))}function Re(t,e,s,n,o){const a=[];let r=null;for(const u of e){const $=Math.max(r?.wall??-1/0,u.wall-(A(u)??0)/1e3);r&&a.push(...ct(r,{name:u.from,wall:$,since:We(u)},s)),a.push(...qe(u,$)),r={name:u.to,wall:u.wall}}const i=r.wall+Math.max(1,(r.wall-e[0].wall)/20),c=Math.max(r.wall,Math.min(i,n)),d=dt(s,r.wall,c).length||o!==r.name?void 0:r.name;return{path:t,began:a[0].from,ended:c,stretches:[...a,...ct(r,{name:d,wall:c},s)]}}function qe({phases_from:t,phases_ms:e,wall:s},n){const o=["mark","lost"].includes(t),a=Math.min(s,n+(o?(e.deleted??0)/1e3:0)),r=[{name:void 0,from:n,to:a},{name:null,from:a,to:s}];return o?r.filter(({from:i,to:c})=>c>i):r.slice(1)}function We(t){return t.wall-((A(t)??0)-(t.phases_ms.deleted??0))/1e3-(t.led_ms??1/0)/1e3}function ct(t,e,s){const n=dt(s,t.wall,e.wall);if(!n.length)return[{name:t.name===e.name?t.name:void 0,from:t.wall,to:e.wall}];const o=Math.max(t.wall,n[0].from),a=Math.min(e.wall,Math.max(n.at(-1).to,e.since??-1/0));return[{name:t.name,from:t.wall,to:o},{name:void 0,from:o,to:a},{name:e.name,from:a,to:e.wall}].filter(({from:i,to:c})=>c>i)}const dt=(t,e,s)=>t.filter(({from:n,to:o})=>n<s&&o>e);function Le(t){const e=new Map;for(const s of t)e.set(s.path,[...e.get(s.path)??[],s]);return e}const[j,K,G]=[900,26,150],ut=["#5aa9e6","#5fce8d","#f5b83d","#d39bff","#4fd0c4","#a9b8ff","#f2a16e"],Ie=8,ft="leaders-hatched",De=34;function Fe({handoffs:t,runs:e,leads:s}){const n=F(null),o=je(t,Dt(e),e.at(-1)?.ended,s),a=o.slice(0,Ie);if(!a.length)return null;const[r,i]=[Math.min(...a.map(({began:u})=>u)),Math.max(...a.map(({ended:u})=>u))],c=u=>G+(u-r)/Math.max(i-r,1)*(j-G-8),d=a.length*K+26;return l`
    <figure class="leaders">
      <svg ref=${n} xmlns="http://www.w3.org/2000/svg" viewBox=${`0 0 ${j} ${d}`} font-family="sans-serif" font-size="12" role="img"
        aria-label="Who led when" data-testid="past-leaders">
        <${Pe} />
        <rect width=${j} height=${d} fill="var(--panel)" rx="6" />
        ${a.map((u,$)=>l`<${He} key=${u.path} ...${u} y=${$*K+4} x=${c} />`)}
        <text x=${G} y=${d-8} fill="var(--soft)">${N(r)}</text>
        <text x=${j-8} y=${d-8} fill="var(--soft)" text-anchor="end">${N(i)}</text>
      </svg>
      <figcaption class="soft">Who led when; red: nobody led; hatched: not known, such as while no dashboard ran. ${o.length>a.length&&`${O(a.length)} of ${O(o.length)} places: filter for others. `}Save as <button class="quiet" data-testid="leaders-svg"
        onClick=${()=>Ke(n.current)}>SVG</button><button class="quiet" data-testid="leaders-png" onClick=${()=>Ge(n.current)}>PNG</button></figcaption>
    </figure>
  `}function Pe(){return l`<defs><pattern id=${ft} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" fill="var(--faint)" /></pattern></defs>`}function He({path:t,stretches:e,y:s,x:n}){return l`
    <text x="10" y=${s+16} fill="var(--ink)">${E(t,20)}</text>
    ${e.map(({name:o,from:a,to:r},i)=>l`<${Be} key=${i} name=${o} left=${n(a)} right=${n(r)} y=${s} />`)}
  `}function Be({name:t,left:e,right:s,y:n}){const o=Math.max(1,s-e),a=t===void 0?"not known":t??"nobody";return l`
    <rect x=${e} y=${n} width=${o} height=${K-6} fill=${Ue(t)}><title>${a}</title></rect>
    ${t&&o>De&&l`<text x=${e+5} y=${n+15} fill="#0b1117">${E(t,Math.floor(o/8))}</text>`}
  `}function Ue(t){return t===void 0?`url(#${ft})`:t===null?"var(--dead)":ut[[...t].reduce((e,s)=>e+s.codePointAt(0),0)%ut.length]}function ht(t){const e=getComputedStyle(t);return new XMLSerializer().serializeToString(t).replace(/var\((--[a-z]+)\)/g,(s,n)=>e.getPropertyValue(n).trim())}function Ke(t){H("leaders.svg",ht(t),"image/svg+xml")}async function Ge(t){const e=new Image;e.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(ht(t))}`,await e.decode();const s=document.createElement("canvas"),{width:n,height:o}=t.viewBox.baseVal;Object.assign(s,{width:2*n,height:2*o}),s.getContext("2d").drawImage(e,0,0,s.width,s.height),s.toBlob(a=>H("leaders.png",a,"image/png"))}const R=["deleted","next","notified","leading","acknowledged","held"],Ve=["fault","mark","lost"],Ze={p50:.5,p95:.95,p99:.99},$t=["seq","wall","path","strategy","from","to","fault","by","phases_from","within_ms","mark"],Je=["path","from","to","fault","mark","strategy"],Qe=/^[=+\-@\t\r]/,Ye=1e3,Xe=2**53;function tn(t,{path:e,since:s=0,until:n=Xe,begin:o=-1/0,end:a=1/0,text:r="",limit:i=Ye}){const c=({what:u,seq:$,wall:f,subject:h})=>u==="handoff"&&$>=Number(s)&&$<=Number(n)&&f>=Number(o)&&f<=Number(a)&&(e===void 0||h===e),d=nn(t.filter(c).map(en),r).slice(-Number(i));return{handoffs:d,figures:pt(d),groups:on(d)}}function en({seq:t,wall:e,subject:s,data:n}){const o=Object.keys(n.phases_ms??{}).length?n.phases_ms:{held:n.last_ms},a=R.filter(r=>Number.isFinite(o[r]));return{seq:t,wall:e,path:s,strategy:n.strategy??null,from:n.from||n.from_name||null,to:n.to||n.to_name||null,fault:n.fault??null,mark:n.mark?.what??null,by:n.by??null,at:n.at??null,led_ms:n.led_ms??null,phases_from:n.phases_from??"fault",within_ms:n.within_ms??null,phases_ms:Object.fromEntries(a.map(r=>[r,o[r]])),observed:a}}function nn(t,e){const s=e.toLowerCase().split(/\s+/).filter(Boolean);return t.filter(n=>{const o=Je.map(a=>n[a]).filter(Boolean).join(" ").toLowerCase();return s.every(a=>o.includes(a))})}function pt(t){const e=t.filter(n=>Ve.includes(n.phases_from)),s=R.map(n=>[n,e.map(o=>o.phases_ms[n]).filter(o=>o!==void 0)]);return Object.fromEntries(s.filter(([,n])=>n.length).map(([n,o])=>[n,sn(o)]))}function sn(t){const e=[...t].sort((n,o)=>n-o),s=Object.entries(Ze).map(([n,o])=>[n,e[Math.ceil(o*e.length)-1]]);return{...Object.fromEntries(s),max:e.at(-1),count:e.length}}function on(t){const e=new Map;for(const n of t){const o=JSON.stringify([n.fault,n.mark,n.strategy]);e.set(o,[...e.get(o)??[],n])}return[...e.values()].sort((n,o)=>o.length-n.length).map(n=>({fault:n[0].fault,mark:n[0].mark,strategy:n[0].strategy,count:n.length,figures:pt(n)}))}function an(t){const e=[...$t,...R.map(n=>`${n}_ms`)],s=t.map(n=>[...$t.map(o=>n[o]),...R.map(o=>n.phases_ms[o])]);return[e,...s].map(n=>`${n.map(rn).join(",")}\r
`).join("")}function rn(t){const e=typeof t=="string"&&Qe.test(t)?`'${t}`:String(t??"");return/[",\r\n]/.test(e)?`"${e.replaceAll('"','""')}"`:e}const q=1e3,ln=1e4,V=200,cn=200,mt=["p50","p95","p99","max"],gt=[{name:"json",kind:"application/json",write:t=>JSON.stringify(t,null,1)},{name:"csv",kind:"text/csv",write:({handoffs:t})=>an(t)}],dn=[{name:"wall",word:"When"},{name:"path",word:"Where"},{name:"who",word:"From \u2192 to"},{name:"fault",word:"Fault"},{name:"ms",word:"Took"}];function un({state:t,reel:e,kept:s,chosen:n,choose:o,close:a}){const[r,i]=y(""),[c,d]=y(0),u=Ft(n.window),$=Pt(e),f={text:Bt(r.trim(),cn),...Ht(u)},{answer:h,error:p}=Ut(()=>et("GET",z("handoffs",{...f,limit:q})),[f.text,n.window,c]),[g,S]=y({key:"wall",down:!0}),[b,W]=y([]),Y=Kt(()=>(h?.handoffs??[]).map(ze),[h]),_=Te(Y,g),L=m=>b.includes(Z(m)),I=[..._.filter(L),..._.filter(m=>!L(m))].slice(0,V),X=Gt(I.map(A).filter(m=>m!==null)),Mt=m=>W(b.includes(m)?b.filter(Ct=>Ct!==m):[...b,m]),At=({seq:m})=>(a(),e.show({at:m}));return l`
    <${B} title="Handoffs" close=${a}>
      ${p&&l`<p class="wrong" role="alert" data-testid="past-handoffs-failed">The handoffs could not be read: ${p} <button onClick=${()=>d(c+1)}>Try again</button></p>`}
      ${h?l`<${hn} ...${h} />`:!p&&l`<p aria-busy="true">Reading the history …</p>`}
      ${h&&l`<${Fe} handoffs=${Y} runs=${s.runs} leads=${m=>gn(t,m)} />`}
      <p class="handoffs-top">
        <input type="search" placeholder="Filter: a path, a name, kill" aria-label="Filter handoffs" data-testid="past-handoffs-filter" value=${r}
          onInput=${({target:m})=>i(m.value)} spellcheck="false" />
        <${Vt} window=${u} choose=${o} />
        <${fn} asked=${{...f,limit:ln}} replays=${$} />
      </p>
      <div class="handoffs-scroll">
      <table class="past-handoffs" data-testid="past-handoffs">
        <thead><tr>${dn.map(m=>l`<${$n} key=${m.name} ...${m} order=${g} setOrder=${S} />`)}<th scope="col">phases${X.isLog&&", log scale"}</th></tr></thead>
        <tbody>${I.map(m=>l`<${pn} key=${Z(m)} row=${m} scale=${X} show=${At} turn=${Mt} isPinned=${L(m)} />`)}</tbody>
      </table>
      </div>
      ${h&&!I.length&&l`<p class="note">${f.text||u?"No handoff that is kept matches the filter.":$?"This recording holds no handoff.":"No handoff has been seen yet: kill a leader, or wait for one to go."}</p>`}
      ${_.length>V&&l`<p class="note">The ${O(V)} first of ${_.length<q?O(_.length):`the newest ${O(q)}`}: filter, or take the CSV.${_.length<q?"":" The filter searches all that are kept."}</p>`}
      <div class="buttons"><button class="primary" data-testid="past-handoffs-close" onClick=${a}>Close</button></div>
    <//>
  `}function fn({asked:t,replays:e}){return e?.isWithin?gt.map(({name:s,kind:n,write:o})=>l`<button key=${s} data-testid=${`handoffs-${s}`}
      onClick=${async()=>H(`handoffs.${s}`,o(await et("GET",z("handoffs",t))),n)}>${s.toUpperCase()}</button>`):gt.map(({name:s})=>l`<a key=${s} class="button" data-testid=${`handoffs-${s}`} download=${`handoffs.${s}`}
    href=${`/api/v1/${z("handoffs",{...t,format:s})}`}>${s.toUpperCase()}</a>`)}function hn({figures:t,groups:e=[],handoffs:s}){const[n,o]=y(-1),a=e[n]?.figures??t,r=Object.entries(a),i=({target:c})=>o(Number(c.value));return!r.length&&n<0?l`<p class="soft">${w(s.length,"handoff")}.</p>`:l`
    <p class="soft">What was observed after the fault, the mark or the lost connection, of <select aria-label="Of which handoffs" data-testid="past-groups" value=${String(n)} onChange=${i}>
      <option value="-1">all ${O(s.length)}</option>
      ${e.map((c,d)=>l`<option key=${d} value=${String(d)}>${bn(c)}: ${O(c.count)}</option>`)}
    </select></p>
    <table class="past-figures" data-testid="past-figures">
      <thead><tr><th scope="col">until</th>${mt.map(c=>l`<th scope="col" key=${c}>${c}</th>`)}<th scope="col">of</th></tr></thead>
      <tbody>${r.map(([c,d])=>l`<tr key=${c}><th scope="row">${c}</th>
        ${mt.map(u=>l`<td class="number" key=${u}>${v(d[u])}</td>`)}<td class="number">${O(d.count)}</td></tr>`)}</tbody>
    </table>
    ${!r.length&&l`<p class="note">Nobody saw when these began.</p>`}
  `}function $n({name:t,word:e,order:s,setOrder:n}){const o=s.key===t,a=s.down?" \u25BE":" \u25B4";return l`<th scope="col" aria-sort=${o?s.down?"descending":"ascending":"none"}><button class="quiet"
    onClick=${()=>n({key:t,down:o?!s.down:!0})}>${e}${o&&l`<span aria-hidden="true">${a}</span>`}</button></th>`}function pn({row:t,scale:e,show:s,turn:n,isPinned:o}){const a=A(t);return l`
    <tr data-testid="past-handoff" data-seq=${t.seq} class=${o?"pinned":""}>
      <td><button class="quiet number" title="Show this moment" onClick=${()=>s(t)}>${N(t.wall,!0)}</button></td>
      <td><code><bdi>${M(t.path)}</bdi></code></td>
      <td><bdi>${nt(t.from??"nobody")}</bdi> → <bdi>${nt(t.to??"nobody")}</bdi></td>
      <td>${mn(t)}</td>
      <td class="number">${a===null?"not observed":v(a)}</td>
      <td class="past-bars"><span class="handoffs-bar">${t.spans.map(({phase:r,from:i,to:c})=>l`<i key=${r} class=${`handoffs-span phase-${r}`} title=${`${r}: ${v(c-i)}`}
          style=${{left:bt(e.share(i)),width:bt(e.share(c)-e.share(i))}}></i>`)}</span>
        <label title="Keep it at the top, to compare"><input type="checkbox" checked=${o} aria-label=${`Keep ${N(t.wall)} at the top`} onChange=${()=>n(Z(t))} /></label></td>
    </tr>
  `}function mn({fault:t,mark:e,path:s,phases_from:n,within_ms:o}){return e?l`<span title="Somebody marked it at that moment: the times count from there">marked: <bdi>${M(e)}</bdi></span>`:t||(n==="deleted"?l`<${Zt} path=${s} />`:n!=="lost"?"not known":l`<span title=${`No server listed its connection any longer; it was lost within the ${v(o)} before`}>connection lost</span>`)}const gn=(t,e)=>[t.elections,t.locks].map(s=>s?.[e]?.chain[0]?.name).find(Boolean),bn=({fault:t,mark:e,strategy:s})=>[e?`marked: ${M(e)}`:t??"cause not known",s].filter(Boolean).join(", "),Z=({seq:t,path:e})=>`${t} ${e}`,bt=t=>`${(100*t).toFixed(2)}%`;var wn=Object.freeze({__proto__:null,Handoffs:un});const yn="Each box below ZooKeeper's lane is a server; the chips in it are its sessions. A majority of the servers, the quorum, must run; they elect a quorum leader among themselves, which has nothing to do with the leader of an election here: that leader is a candidate.";function kn({state:t,close:e}){const{zookeeper:s}=t,{hosts:n,chroot:o,version:a,lacks:r}=s;return l`
    <${B} title="ZooKeeper" close=${e}>
      <${J} zookeeper=${s} />
      <p>${a?`Version ${a}, at `:"At "}<code><bdi>${n}${o}</bdi></code>.</p>
      ${(r??[]).map(i=>l`<p>${i}.</p>`)}
      <div class="buttons"><button class="primary" onClick=${e} autofocus>Close</button></div>
    <//>
  `}function J({zookeeper:t}){const e=(t.servers??[]).length>1;return l`
    <p data-testid="help-source"><b>This ZooKeeper: ${Jt(t)}.</b> ${Qt(t)}</p>
    ${e&&l`<p>${yn}</p>`}
  `}var vn=Object.freeze({__proto__:null,About:J,Source:kn});function On(t){const{state:e,here:s,chosen:n,choose:o,guide:a,close:r}=t,i=()=>(r(),a.begin());return l`
    <${B} title=${`Keys, and how to read ${s.title}`} close=${r}>
      <p><button data-testid="help-tour" onClick=${i}>Take the guided tour</button></p>
      <p class="switches"><button class="switch" role="switch" aria-checked=${n.letters} data-testid="letters"
        title="Off: only Esc, Del, the arrows and Ctrl work; for people who use speech, or may touch a key by accident"
        onClick=${()=>o({letters:!n.letters})}><i aria-hidden="true"></i>keys of one character ${n.letters?"on":"off"}</button>
        <button class="switch" role="switch" aria-checked=${n.hints} data-testid="hints" title="A line that says what to do next"
        onClick=${()=>o({hints:!n.hints})}><i aria-hidden="true"></i>hints ${n.hints?"on":"off"}</button></p>
      ${s.keys?.length&&l`<h3>In ${s.title}</h3>
      <dl class="keys" data-testid="shortcuts-here">
        ${s.keys.map(({key:c,name:d,does:u})=>l`<${wt} keys=${d??c} what=${u} />`)}
      </dl>`}
      <h3>What a key means, in every view</h3>
      <dl class="keys" data-testid="shortcuts">
        ${Object.entries(Yt).map(([c,d])=>l`<${wt} keys=${c} what=${d} />`)}
      </dl>
      ${s.help&&l`<${s.help} ...${t} />`}
      <${Sn} />
      ${e&&l`<${J} zookeeper=${e.zookeeper} />`}
      <div class="buttons"><button class="primary" onClick=${r} autofocus>Close</button></div>
    <//>
  `}function wt({keys:t,what:e}){return l`<dt><kbd>${t}</kbd></dt><dd>${e}</dd>`}function Sn(){return l`
    <h3>The words</h3>
    <dl class="words" data-testid="words">
      ${Object.entries(Xt).map(([t,{says:e,more:s}])=>l`<dt>${t}</dt><dd>${e}${s&&l` <a href=${s} target="_blank" rel="noopener">ZooKeeper's document</a>`}</dd>`)}
    </dl>
  `}var _n=Object.freeze({__proto__:null,Help:On});const yt=8;function xn(t){const{state:e,actions:s,close:n}=t,{ids:o,ask:a}=st(t),[r]=y(()=>te(t)),[i,c]=y(null),[d,u]=y(!1),$=()=>Promise.all(r.map(p=>s.attempt("leftovers","GET",z("leftovers",p))));P(()=>{$().then(p=>c(Mn(p)))},[]),P(()=>{d&&!o.length&&An(t,r).then(n)},[d,o.length]);const f=()=>{o.length&&s.stopAll(a),u(!0)},h=!o.length&&!i?.count;return l`
    <${T} title=${`Clear ${r.map(({path:p})=>M(p)).join(", ")}?`} count=${i?.count??0} keep="Keep it all"
      does=${En(o.length)} zookeeper=${e.zookeeper} isReady=${!!i&&!h&&!d} isBusy=${d} act=${f} close=${n}>
      ${o.length>0&&l`<p>${w(o.length,"candidate")} will be asked to close ${o.length===1?"its session":"their sessions"} and end.</p>`}
      ${i?l`<${Cn} ...${i} />`:l`<p aria-busy="true">Looking at what is there …</p>`}
      <p class="soft">The journal stays, and so does what was counted from it.</p>
    <//>
  `}const En=t=>t?`Stop ${t} and clear`:"Clear";function Mn(t){const e=t.filter(Boolean);return{count:e.reduce((s,{count:n})=>s+n,0),znodes:e.flatMap(({znodes:s})=>s),kept:e.flatMap(({kept:s})=>s)}}async function An({actions:t},e){const s=[];for(const r of e)s.push(await t.attempt("clear","DELETE","leftovers",r));const n=s.filter(Boolean),o=n.reduce((r,i)=>r+i.deleted,0),a=n.reduce((r,i)=>r+i.kept.length,0);n.length&&t.toast(`${w(o,"znode")} deleted${a?`, ${a} kept`:""}.`,"good")}function Cn({count:t,znodes:e,kept:s}){return l`
    <p data-testid="clear-goes">${t?`${w(t,"znode")} will be deleted:`:"No znode is left to delete."}</p>
    <${kt} all=${e.map(n=>({path:n}))} more=${t-e.length} />
    ${s.length>0&&l`<p data-testid="clear-kept">${w(s.length,"znode")} will stay:</p><${kt} all=${s} />`}
  `}function kt({all:t,more:e=0}){const s=Math.max(0,t.length-yt)+e;return l`<ul>${t.slice(0,yt).map(({path:n,why:o})=>l`<li key=${n}><code><bdi>${M(n)}</bdi></code>${o&&l` <span class="soft">${o}</span>`}</li>`)}${s>0&&l`<li class="soft">and ${s} more</li>`}</ul>`}var Nn=Object.freeze({__proto__:null,Clear:xn});const vt="will be asked to close their sessions and end. Candidates that were started elsewhere continue.";function zn(t){const{actions:e,choose:s,close:n}=t,{ids:o,others:a,of:r,ask:i}=st(t),c=()=>(e.stopAll(i),n()),d=l`<button type="button" class="danger" data-testid="ask-everything"
    onClick=${()=>s({dialog:"stop-everything"})}>All ${o.length+a} of all views …</button>`;return l`
    <${T} title="Stop all candidates of this view?" count=${o.length} keep="Keep them" aside=${a>0&&d}
      does=${`Stop ${w(o.length,"candidate")}`} isReady=${o.length>0} act=${c} close=${n}>
      <p>${w(o.length,"candidate")} of <bdi>${r}</bdi> ${vt}</p>
      ${a>0&&l`<p>${w(a,"other candidate")} of this dashboard ${a===1?"goes":"go"} on.</p>`}
    <//>
  `}function Tn({state:t,actions:e,close:s}){const n=Object.values(t.candidates).filter(({process:a})=>a!=="exited").length,o=()=>(e.stopAll(),s());return l`
    <${T} title="Stop all candidates of all views?" count=${n} keep="Keep them"
      does=${`Stop all ${n} of all views`} act=${o} close=${s}>
      <p>${w(n,"candidate")} ${vt}</p>
    <//>
  `}var jn=Object.freeze({__proto__:null,StopAll:zn,StopEverything:Tn});const Rn="Then ZooKeeper answers no client: sessions are suspended, and every leader steps down.",qn={nothing:"it keeps nothing: all znodes and sessions are lost.",znodes:"persistent znodes stay; sessions end, and their ephemeral znodes are deleted.",everything:"it keeps its znodes and sessions."};function Wn({state:t,chosen:e,actions:s,close:n}){const{server:o,action:a}=e.ask,{word:r}=ee.find(u=>u.action===a),i=ne(t),c=i?`${o} and lose the quorum?`:`${o}, the only server?`,d=()=>{n(),s.actOnServer(a,o,t,!0)};return l`
    <${T} title=${`${Ot(r)} ${c}`} does=${`${Ot(r)} ${o}`} act=${d} close=${n}>
      <p>${i?`${Ln(i)} ${Rn} ${Dn(i)}`:In(t,a)}</p>
    <//>
  `}function Ln({answering:t,of:e,needed:s}){return`${t-1} of ${e} servers would be left, and a majority is ${s}.`}function In(t,e){return`It is the only server; ${e==="pause"?"nothing ends while it is frozen.":qn[t.zookeeper.keeps]} Until ${e==="pause"?"it wakes":"it runs again"} ZooKeeper answers no client, and every leader steps down.`}function Dn({needed:t,of:e}){return`It is back as soon as ${t} of ${e} servers run again.`}function Ot(t){return t[0].toUpperCase()+t.slice(1)}var Fn=Object.freeze({__proto__:null,LoseQuorum:Wn});const Pn=1,St="handoff_recording",Hn=["from","from_name","to","to_name","fault","strategy","by"],Bn=["zookeeper","candidates"];async function Un(t){let e;try{e=await new Response(t.stream().pipeThrough(new DecompressionStream("gzip"))).text()}catch{throw new Error("this file is not a recording of Handoff: it is not gzipped, or it is cut off. Choose what Save gave you, a .jsonl.gz.")}return _t(e)}function _t(t){const[e,...s]=t.split(`
`).filter(Boolean),n=xt(e??"",1);if(!(St in n))throw new Error("this file is not a recording of Handoff: its first line does not say so. Choose what Save gave you, a .jsonl.gz.");if(n[St]!==Pn)throw new Error("this recording was written by a newer Handoff: open it with one of that version.");const[o,a]=[[],[]];for(const c of s.map((d,u)=>xt(d,u+2)))if(c.moment)a.push(c.moment);else if(c.state)o.push({...c,events:[]});else if(o.length)o.at(-1).events.push(c);else throw k("the document before its events is missing");const r=o.flatMap(c=>c.events);if(!r.length)throw k("it has no events");const i=r.findIndex(({seq:c},d)=>c!==r[0].seq+d);if(i>=0)throw k(i?`events are missing after ${r[i-1].seq}`:"its first event has no number");return Kn({header:n,parts:o,moments:a,events:r}),{header:n,parts:o,moments:a,events:r}}function Kn({header:t,parts:e,moments:s,events:n}){if(!Array.isArray(t.lists)||t.lists.some(i=>typeof i!="string"))throw k("it does not name its lists");const o=e.find(({before:i,state:c,events:[d]})=>!x(c)||d&&d.seq!==i);if(o)throw k(`the document before event ${o.before} is not one`);const a=n.find(({at:i,wall:c,patch:d})=>!Number.isFinite(i+c)||!x(d));if(a)throw k(`event ${a.seq} does not say when it happened, or what it changed`);if(s.some(({seq:i,wall:c,what:d})=>!Number.isFinite(i+c)||typeof d!="string"))throw k("a moment does not say when it was");const r=s.find(({what:i,subject:c,data:d})=>!(typeof c=="string"&&(Vn[i]?.(d)??!0)));if(r)throw k(`the ${r.what} of event ${r.seq} does not say where it was, or what`)}function Gn(t){const e=Number.isFinite(t?.led_ms??0);return x(t)&&e&&Q([...Hn.map(s=>t[s]),t.mark?.what])}const k=t=>new Error(`this recording is damaged: ${t}. Save it again where it was made.`),x=t=>t!==null&&typeof t=="object"&&!Array.isArray(t),Q=t=>t.every(e=>["string","undefined"].includes(typeof(e??void 0))),Vn={handoff:Gn,fault:t=>x(t)&&Q([t.path]),mark:t=>x(t)&&Q([t.member,t.what]),violation:t=>Array.isArray(t)&&t.every(e=>typeof e?.invariant=="string")};function xt(t,e){try{const s=JSON.parse(t);return s!==null&&typeof s=="object"?s:{}}catch{throw k(`line ${e} is not JSON`)}}function Zn({header:t,parts:e,moments:s,events:n}){const[o,a]=[n[0].seq,n.at(-1).seq],r={history:i,moments:({since:$})=>({moments:s.filter(({seq:f})=>f>=Number($))}),moment:c,handoffs:$=>tn(s,$),events:u};return function(f){const[h,p]=f.split("?");if(!r[h])throw new Error(`A recording does not contain this (${h}): it holds events, moments and handoffs.`);return r[h](Object.fromEntries(new URLSearchParams(p)))};function i(){const $=new Map;for(const{run:f,events:h}of e.filter(p=>p.events.length)){const p=$.get(f)??{run:f,first:h[0].seq,began:h[0].wall};$.set(f,{...p,last:h.at(-1).seq,ended:h.at(-1).wall})}return{file:null,first:o,last:a,runs:[...$.values()],stopped:null}}function c({at:$,wall:f}){const h=$===void 0?d(Number(f)):Number($);if(!(h>=o&&h<=a))throw new Error(`Event ${h} is not in this recording, which has the events from ${o} to ${a}: choose one of these.`);const p=e.findLast(({before:b})=>b<=h),g=p.events.filter(b=>b.seq<=h),S=g.reduce((b,{patch:W})=>se(b,W),p.state);return{seq:h,state:S,lists:t.lists,now:g.at(-1).at,wall:g.at(-1).wall,recent:g.filter(Et),run:p.run}}function d($){const f=e.filter(({events:[p]})=>p?.wall<=$);if(!f.length)throw new Error(`That time is not in this recording, which has the events from ${o} to ${a}: choose one of these.`);const h=f.reduce((p,g)=>g.events[0].wall>=p.events[0].wall?g:p);return h.events[Math.max(1,Jn(h.events,$))-1].seq}function u({since:$,before:f,limit:h}){if(f===void 0)return{events:n.slice(Number($)+1-o).slice(0,Number(h))};const p=n.filter(S=>S.seq<Number(f)&&Et(S)),g=p.slice(-Number(h));return{events:g,next:g[0]?.seq??Number(f),begins:g.length===p.length,whole:!0}}}function Jn(t,e){const s=t.findIndex(n=>n.wall>e);return s<0?t.length:s}const Et=({told:t})=>t!==!1;function Qn({events:t,moments:e}){const s=e.find(({what:o,data:a})=>o==="fault"&&a?.kind?.startsWith("candidate.")),n=e.find(({what:o})=>["handoff","violation"].includes(o));return(s??n??t.find(({kind:o,data:a})=>o==="candidate.reported"&&a?.znode)??t[0]).seq}function Yn(t,e,s){const{header:n,events:o}=t,a=e(`moment?at=${o.at(-1).seq}`);if(!Bn.every(c=>x(a.state[c])))throw k("its documents are not those of Handoff");const i={file:null,after:0,since:0,stopped:null,replays:{...n,first:o[0].seq,last:a.seq,shows:Qn(t),file:s,isWithin:!0}};return{...a,state:{...a.state,read_only:!0,history:i}}}var Xn=Object.freeze({__proto__:null,createAnswers:Zn,lastOf:Yn,open:Un,read:_t});export{ve as A,de as D,ie as N,oe as P,ke as S,Se as Z,Ce as a,wn as b,ye as c,Ae as d,_n as e,ue as f,Nn as g,Oe as h,jn as i,Fn as l,le as p,Xn as r,vn as s,Me as u};
//# sourceMappingURL=more-qCgoCzIw.js.map
