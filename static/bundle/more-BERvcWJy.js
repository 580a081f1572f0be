import{a2 as l,am as S,h as I,i as Ct,an as X,al as k,ao as A,ag as Nt,ak as w,ap as zt,aq as Tt,ah as jt,ar as Rt,as as qt,a9 as D,a8 as y,aj as Wt,aa as F,at as Lt,au as It,av as C,a6 as O,aw as P,ax as Dt,ay as Ft,az as Pt,aA as Ht,aB as Bt,aC as tt,aD as N,aE as Kt,aF as Ut,aG as H,aH as Gt,aI as B,aJ as et,aK as Vt,aL as Zt,aM as Jt,aN as Qt,aO as nt,aP as z,aQ as Yt,aR as Xt,aS as te,aT as ee}from"./page.js";function ne({id:t,isChosen:e,choose:s}){return l`<button class="pick" aria-pressed=${e} title=${e?"Choose nobody":`Choose ${t}`}
    onClick=${()=>s({candidate:e?null:t})}><b>${t}</b></button>`}const se=7,oe=2*Math.PI*27;function ae({began:t,ends:e,stopped:s},n){return typeof t!="number"||e<=t?null:Math.min(1,Math.max(0,((s??n)-t)/(e-t)))}function re({node:{id:t,process:e,live:s},...n}){return l`<${st} id=${S(t,se)} anchor=${t} process=${e} gone=${e==="exited"||e===null&&!s} ...${n} />`}function le({id:t,candidate:{process:e},share:s,done:n}){return l`<${st} id=${t} process=${e} gone=${e==="exited"} share=${s} done=${n} />`}function st({id:t,anchor:e,process:s,gone:n,share:o,done:a=null,looks:r="member-disc",box:i="-36 -36 72 72",children:c}){const d=s==="paused";return l`
    <svg class=${`${r} ${d?"frozen":""}`} viewBox=${i} data-anchor=${e}>
      <circle class="glow" r="35" />
      <circle class="body" r="27" />
      ${o===null&&a!==null&&l`<${ot} looks="task-ring" share=${a} />`}
      ${o!==null&&l`<${ot} looks="ring" share=${o} />`}
      ${n&&l`<path class="cross" d="M-19 -19L19 19M19 -19L-19 19" />`}
      ${c}
      <text y="6">${t}</text>
      ${d&&l`<${at} transform="translate(20 20)" />`}
    </svg>
  `}function ot({looks:t,share:e}){return l`<circle class=${t} r="27" transform="rotate(-90)" stroke-dasharray=${`${(e*oe).toFixed(1)} 400`} />`}function at({transform:t}){return l`<g class="bars" transform=${t}><circle r="9" /><path d="M-2.6 -3.6V3.6M2.6 -3.6V3.6" /></g>`}function ie({id:t,label:e,chosen:s,choose:n,disc:o}){const a=t!==null&&s.candidate===t;return l`<button class="person-disc" aria-pressed=${a} aria-label=${e} data-testid=${`process-${t}`}
    onClick=${()=>n({candidate:a?null:t})}><${le} id=${t} ...${o} /></button>`}function ce({hear:t},e,s=null){return new Promise(n=>{const o=t(r=>r.some(e)&&a(!0)),a=r=>(o(),n(r));s?.then(r=>r===null&&a(!1))})}const de=5,ue=4,K=6,rt={deleted:"The deletion",since:"from the sending of the write to the last read",gone:"deleted",anybody:"by somebody else, ",counted:"change"},fe="the mzxid only grows; the version is 0 again if the znode was created again";function he({of:t,chosen:e,choose:s,words:n=rt}){const o=I(t).at(-1);if(!o)return null;const a=o.asked_at??o.at,r=o.slept??{},i=Object.entries(o.told??{}),c=i.filter(([f])=>!r[f]),[d,u]=[!0,!1].map(f=>Ct(t).filter(({id:h})=>r[h]&&!!o.told?.[h]===f)),$=Math.max(ue,(o.within_ms??0)*1.08);return l`
    <section class="arrivals" aria-label="How fast it spread" data-testid="arrivals" data-told=${i.length} data-of=${o.of}
      data-number=${o.number}>
      <p class="handoff-title"><b>${o.what==="deleted"?n.deleted:`\u201C${S(X(o.value),24)}\u201D`}${o.of?` reached ${i.length} of ${o.of}`:": nobody was there to be told"}</b>
        ${o.within_ms!=null&&o.asked_at!=null&&l`<span>${n.since}: <b class="number"
          data-testid="within">${k(o.within_ms)}</b></span>`}<${$e} ...${t.spread} counted=${n.counted} /></p>
      ${c.length>0&&l`<div class="arrival-line" aria-hidden="true"><i class="sent" title="the write was sent"></i>
        ${c.map(([f,h])=>{const p=Math.max(0,(h-a)*1e3);return l`<button key=${`${o.number}-${f}`} type="button" tabindex="-1" class=${`arrival ${e.candidate===f?"chosen":""} ${f===o.last?"last":""}`}
            style=${{left:`${100*p/$}%`,"--hue":A(o.mzxid??null)??0}} title=${`${f}: ${k(p)}`}
            onClick=${()=>s({candidate:e.candidate===f?null:f})}></button>`})}
        <span class="arrival-scale number">0</span><span class="arrival-scale end number">${k($)}</span>
      </div>`}
      ${u.length>0&&l`<p class="soft" data-testid="late">${lt(u)} could not be told.</p>`}
      ${d.length>0&&c.length>0&&l`<p class="soft" data-testid="back">${lt(d)} could not be told at once, and had it later.</p>`}
    </section>
  `}function lt(t){return[t.slice(0,K).map(({id:s})=>s).join(", "),...t.length>K?[`${t.length-K} more`]:[]].join(" and ")}function $e({count:t,last_ms:e,max_ms:s,total_ms:n,counted:o}){return!t||e==null?null:l`<span class="number" data-testid="spread" data-count=${t}>${w(t,o)} so far: mean ${k(n/t)}, longest ${k(s)}</span>`}function pe({of:t,clock:e,title:s=fe,words:n=rt}){Nt(1e3);const o=I(t).reverse().slice(0,de);return o.length?l`
    <section class="changes" aria-label="Changes">
      <p class="handoff-title"><b>Changes</b> ${s}</p>
      <ol>${o.map(a=>l`<${me} key=${a.number} change=${a} now=${e.now()} words=${n} />`)}</ol>
    </section>
  `:null}function me({change:t,now:e,words:s}){const{what:n,value:o,version:a,mzxid:r,recreated:i,at:c,by:d}=t,u=n==="deleted";return l`
    <li class="change" style=${{"--hue":A(r??null)??0}} data-testid="config-change" data-what=${n}
      data-recreated=${String(!!i)}>
      ${!u&&l`<i class="swatch" aria-hidden="true"></i>`}<b>${u?s.gone:S(X(o),32)}</b>
      ${!u&&l`${a!=null&&l`<span class="number">version ${a}</span>`}<code>${zt(r)}</code>`}
      ${i&&a!=null&&l`<em class="tone-lost">created again: versions cannot be compared</em>`}
      <span class="soft number">${d?`${Tt(t).trim()}, `:s.anybody}${jt(e-c)} ago</span>
      <span class="told number">${ge(t)}</span>
    </li>
  `}function ge({told:t={},passed:e={},of:s}){if(!s)return"nobody was there to be told";const n=Object.keys(e).length;return`${Object.keys(t).length} of ${s} had it${n?`, ${n} skipped it for a later one`:""}`}var be=Object.freeze({__proto__:null,Arrivals:he,Changes:pe});function we({one:{id:t,process:e},at:s,unit:n,radius:o,chosen:a,choose:r,parts:i,looks:c,data:d,children:u}){const $=a.candidate===t,f=()=>r({candidate:$?null:t}),h=p=>{p.key!=="Enter"&&p.key!==" "||(p.preventDefault(),f())};return l`
    <g class=${`subscriber ${c} ${$?"chosen":""}`} transform=${`translate(${s.x} ${s.y})`} role="button" tabindex="0"
      aria-pressed=${$} ref=${p=>p&&Rt(p,i)} onClick=${f} onKeyDown=${h} ...${d}>
      <title>${qt(i)}</title>
      <circle class="ring" r=${o} />
      ${u}
      <text class="name" y=${5*n}>${t}</text>
      ${e==="paused"&&l`<${at} transform=${`translate(${o*.8} ${o*.75}) scale(${n})`} />`}
    </g>
  `}function ye({one:t,at:e,from:s,radius:n,unit:o,token:a,delay:r}){const i=r===null?"":`--from-x: ${s.x-e.x}px; --from-y: ${s.y-e.y}px; --delay: ${r.toFixed(2)}s`;return l`<g key=${`${t.mzxid}-${t.missing}`} class=${r===null?"":"arriving"} style=${i}>
    ${t.mzxid!==null&&l`<circle class=${`body ${t.missing?"kept":""}`} r=${n-4*o} />`}
    <circle class=${`token ${t.missing?"empty":""}`} r=${a*o} /></g>`}const ve=({mzxid:t})=>t===null?"":`--hue: ${A(t)}`;function ke({znode:t,path:e,place:{x:s,y:n,width:o,height:a},chosen:r,choose:i,data:c,children:d}){const u=A(t?.mzxid??null),$={left:`${s}px`,top:`${n}px`,width:`${o}px`,minHeight:`${a}px`,...u===null?{}:{"--hue":u}};return l`<button class=${`value-znode ${t?"":"missing"} ${r.znode===e?"picked":""}`} style=${$} disabled=${!t}
    title=${e} onClick=${()=>i({znode:e})} ...${c}>${d}</button>`}const Oe=20,_e=1.5,xe=3;function Se(){const t=D(null),[e,s]=y({width:0,unit:1});return Wt(()=>{const n=new ResizeObserver(([{contentRect:o}])=>{const a=parseFloat(getComputedStyle(document.documentElement).fontSize)/16;s({width:Math.floor(o.width),unit:a})});return n.observe(t.current),()=>n.disconnect()},[]),[t,e]}function Ee(t,e,s){const n=t.missing?t.read_at:t.taken_at;if(n===null||s-n>xe)return null;const o=I(e).findLast(({told:r})=>r?.[t.id]!==void 0),a=o?o.asked_at??o.at:n;return Math.min(_e,Math.max(0,n-a)*Oe)}function Me(){const t=D(null),[e,s]=y(60);return F(()=>{const n=()=>{if(!t.current)return;const a=Lt(),r=getComputedStyle(t.current),i=t.current.clientWidth-Number.parseFloat(r.paddingLeft)-Number.parseFloat(r.paddingRight);s(i/a)},o=new ResizeObserver(n);return t.current&&o.observe(t.current),()=>o.disconnect()},[t.current]),[t,e]}const Ae=["deleted","next","notified","leading","acknowledged","held"];function Ce(t){let e=0;const n=Ae.filter(o=>o in t.phases_ms).map(o=>({phase:o,from:e,to:e=Math.max(e,t.phases_ms[o])}));return{...t,spans:n}}function E({spans:t}){return t.at(-1)?.to??null}function Ne(t,{key:e,down:s}){const n={ms:E,who:({from:a,to:r})=>`${a} ${r}`}[e]??(a=>a[e]),o=(a,r)=>a<r?-1:+(a>r);return[...t].sort((a,r)=>{const[i,c]=[n(a)??null,n(r)??null];return i===null||c===null?+(i===null)-+(c===null):s?o(c,i):o(i,c)})}function ze(t,e=[],s=1/0,n=o=>{}){return[...qe(t)].map(([a,r])=>Te(a,[...r].sort((i,c)=>i.wall-c.wall),e,s,n(a)))}function Te(t,e,s,n,o){const a=[];let r=null;for(const u of e){const $=Math.max(r?.wall??-1/0,u.wall-(E(u)??0)/1e3);r&&a.push(...it(r,{name:u.from,wall:$,since:Re(u)},s)),a.push(...je(u,$)),r={name:u.to,wall:u.wall}}const i=r.wall+Math.max(1,(r.wall-e[0].wall)/20),c=Math.max(r.wall,Math.min(i,n)),d=ct(s,r.wall,c).length||o!==r.name?void 0:r.name;return{path:t,began:a[0].from,ended:c,stretches:[...a,...it(r,{name:d,wall:c},s)]}}function je({phases_from:t,phases_ms:e,wall:s},n){const o=Math.min(s,n+(t==="lost"?(e.deleted??0)/1e3:0)),a=[{name:void 0,from:n,to:o},{name:null,from:o,to:s}];return t==="lost"?a.filter(({from:r,to:i})=>i>r):a.slice(1)}function Re(t){return t.wall-((E(t)??0)-(t.phases_ms.deleted??0))/1e3-(t.led_ms??1/0)/1e3}function it(t,e,s){const n=ct(s,t.wall,e.wall);if(!n.length)return[{name:t.name===e.name?t.name:void 0,from:t.wall,to:e.wall}];const o=Math.max(t.wall,n[0].from),a=Math.min(e.wall,Math.max(n.at(-1).to,e.since??-1/0));return[{name:t.name,from:t.wall,to:o},{name:void 0,from:o,to:a},{name:e.name,from:a,to:e.wall}].filter(({from:i,to:c})=>c>i)}const ct=(t,e,s)=>t.filter(({from:n,to:o})=>n<s&&o>e);function qe(t){const e=new Map;for(const s of t)e.set(s.path,[...e.get(s.path)??[],s]);return e}const[T,U,G]=[900,26,150],dt=["#5aa9e6","#5fce8d","#f5b83d","#d39bff","#4fd0c4","#a9b8ff","#f2a16e"],We=8,ut="leaders-hatched",Le=34;function Ie({handoffs:t,runs:e,leads:s}){const n=D(null),o=ze(t,It(e),e.at(-1)?.ended,s),a=o.slice(0,We);if(!a.length)return null;const[r,i]=[Math.min(...a.map(({began:u})=>u)),Math.max(...a.map(({ended:u})=>u))],c=u=>G+(u-r)/Math.max(i-r,1)*(T-G-8),d=a.length*U+26;return l`
    <figure class="leaders">
      <svg ref=${n} xmlns="http://www.w3.org/2000/svg" viewBox=${`0 0 ${T} ${d}`} font-family="sans-serif" font-size="12" role="img"
        aria-label="Who led when" data-testid="past-leaders">
        <${De} />
        <rect width=${T} height=${d} fill="var(--panel)" rx="6" />
        ${a.map((u,$)=>l`<${Fe} key=${u.path} ...${u} y=${$*U+4} x=${c} />`)}
        <text x=${G} y=${d-8} fill="var(--soft)">${C(r)}</text>
        <text x=${T-8} y=${d-8} fill="var(--soft)" text-anchor="end">${C(i)}</text>
      </svg>
      <figcaption class="soft">Who led when; red: nobody led; hatched: not known, such as while no dashboard ran. ${o.length>a.length&&`${O(a.length)} of ${O(o.length)} places: filter for others. `}Save as <button class="quiet" data-testid="leaders-svg"
        onClick=${()=>Be(n.current)}>SVG</button><button class="quiet" data-testid="leaders-png" onClick=${()=>Ke(n.current)}>PNG</button></figcaption>
    </figure>
  `}function De(){return l`<defs><pattern id=${ut} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" fill="var(--faint)" /></pattern></defs>`}function Fe({path:t,stretches:e,y:s,x:n}){return l`
    <text x="10" y=${s+16} fill="var(--ink)">${S(t,20)}</text>
    ${e.map(({name:o,from:a,to:r},i)=>l`<${Pe} key=${i} name=${o} left=${n(a)} right=${n(r)} y=${s} />`)}
  `}function Pe({name:t,left:e,right:s,y:n}){const o=Math.max(1,s-e),a=t===void 0?"not known":t??"nobody";return l`
    <rect x=${e} y=${n} width=${o} height=${U-6} fill=${He(t)}><title>${a}</title></rect>
    ${t&&o>Le&&l`<text x=${e+5} y=${n+15} fill="#0b1117">${S(t,Math.floor(o/8))}</text>`}
  `}function He(t){return t===void 0?`url(#${ut})`:t===null?"var(--dead)":dt[[...t].reduce((e,s)=>e+s.codePointAt(0),0)%dt.length]}function ft(t){const e=getComputedStyle(t);return new XMLSerializer().serializeToString(t).replace(/var\((--[a-z]+)\)/g,(s,n)=>e.getPropertyValue(n).trim())}function Be(t){P("leaders.svg",ft(t),"image/svg+xml")}async function Ke(t){const e=new Image;e.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(ft(t))}`,await e.decode();const s=document.createElement("canvas"),{width:n,height:o}=t.viewBox.baseVal;Object.assign(s,{width:2*n,height:2*o}),s.getContext("2d").drawImage(e,0,0,s.width,s.height),s.toBlob(a=>P("leaders.png",a,"image/png"))}const j=["deleted","next","notified","leading","acknowledged","held"],Ue=["fault","lost"],Ge={p50:.5,p95:.95,p99:.99},ht=["seq","wall","path","strategy","from","to","fault","by","phases_from","within_ms"],Ve=["path","from","to","fault","strategy"],Ze=/^[=+\-@\t\r]/,Je=1e3,Qe=2**53;function Ye(t,{path:e,since:s=0,until:n=Qe,begin:o=-1/0,end:a=1/0,text:r="",limit:i=Je}){const c=({what:u,seq:$,wall:f,subject:h})=>u==="handoff"&&$>=Number(s)&&$<=Number(n)&&f>=Number(o)&&f<=Number(a)&&(e===void 0||h===e),d=tn(t.filter(c).map(Xe),r).slice(-Number(i));return{handoffs:d,figures:$t(d),groups:nn(d)}}function Xe({seq:t,wall:e,subject:s,data:n}){const o=Object.keys(n.phases_ms??{}).length?n.phases_ms:{held:n.last_ms},a=j.filter(r=>Number.isFinite(o[r]));return{seq:t,wall:e,path:s,strategy:n.strategy??null,from:n.from||n.from_name||null,to:n.to||n.to_name||null,fault:n.fault??null,by:n.by??null,at:n.at??null,led_ms:n.led_ms??null,phases_from:n.phases_from??"fault",within_ms:n.within_ms??null,phases_ms:Object.fromEntries(a.map(r=>[r,o[r]])),observed:a}}function tn(t,e){const s=e.toLowerCase().split(/\s+/).filter(Boolean);return t.filter(n=>{const o=Ve.map(a=>n[a]).filter(Boolean).join(" ").toLowerCase();return s.every(a=>o.includes(a))})}function $t(t){const e=t.filter(n=>Ue.includes(n.phases_from)),s=j.map(n=>[n,e.map(o=>o.phases_ms[n]).filter(o=>o!==void 0)]);return Object.fromEntries(s.filter(([,n])=>n.length).map(([n,o])=>[n,en(o)]))}function en(t){const e=[...t].sort((n,o)=>n-o),s=Object.entries(Ge).map(([n,o])=>[n,e[Math.ceil(o*e.length)-1]]);return{...Object.fromEntries(s),max:e.at(-1),count:e.length}}function nn(t){const e=new Map;for(const n of t){const o=JSON.stringify([n.fault,n.strategy]);e.set(o,[...e.get(o)??[],n])}return[...e.values()].sort((n,o)=>o.length-n.length).map(n=>({fault:n[0].fault,strategy:n[0].strategy,count:n.length,figures:$t(n)}))}function sn(t){const e=[...ht,...j.map(n=>`${n}_ms`)],s=t.map(n=>[...ht.map(o=>n[o]),...j.map(o=>n.phases_ms[o])]);return[e,...s].map(n=>`${n.map(on).join(",")}\r
`).join("")}function on(t){const e=typeof t=="string"&&Ze.test(t)?`'${t}`:String(t??"");return/[",\r\n]/.test(e)?`"${e.replaceAll('"','""')}"`:e}const R=1e3,an=1e4,V=200,rn=200,pt=["p50","p95","p99","max"],mt=[{name:"json",kind:"application/json",write:t=>JSON.stringify(t,null,1)},{name:"csv",kind:"text/csv",write:({handoffs:t})=>sn(t)}],ln=[{name:"wall",word:"When"},{name:"path",word:"Where"},{name:"who",word:"From \u2192 to"},{name:"fault",word:"Fault"},{name:"ms",word:"Took"}];function cn({state:t,reel:e,kept:s,chosen:n,choose:o,close:a}){const[r,i]=y(""),[c,d]=y(0),u=Dt(n.window),$=Ft(e),f={text:Ht(r.trim(),rn),...Pt(u)},{answer:h,error:p}=Bt(()=>tt("GET",N("handoffs",{...f,limit:R})),[f.text,n.window,c]),[g,_]=y({key:"wall",down:!0}),[b,q]=y([]),Q=Kt(()=>(h?.handoffs??[]).map(Ce),[h]),x=Ne(Q,g),W=m=>b.includes(Z(m)),L=[...x.filter(W),...x.filter(m=>!W(m))].slice(0,V),Y=Ut(L.map(E).filter(m=>m!==null)),Et=m=>q(b.includes(m)?b.filter(At=>At!==m):[...b,m]),Mt=({seq:m})=>(a(),e.show({at:m}));return l`
    <${H} title="Handoffs" close=${a}>
      ${p&&l`<p class="wrong" role="alert" data-testid="past-handoffs-failed">The handoffs could not be read: ${p} <button onClick=${()=>d(c+1)}>Try again</button></p>`}
      ${h?l`<${un} ...${h} />`:!p&&l`<p aria-busy="true">Reading the history …</p>`}
      ${h&&l`<${Ie} handoffs=${Q} runs=${s.runs} leads=${m=>pn(t,m)} />`}
      <p class="handoffs-top">
        <input type="search" placeholder="Filter: a path, a name, kill" aria-label="Filter handoffs" data-testid="past-handoffs-filter" value=${r}
          onInput=${({target:m})=>i(m.value)} spellcheck="false" />
        <${Gt} window=${u} choose=${o} />
        <${dn} asked=${{...f,limit:an}} replays=${$} />
      </p>
      <div class="handoffs-scroll">
      <table class="past-handoffs" data-testid="past-handoffs">
        <thead><tr>${ln.map(m=>l`<${fn} key=${m.name} ...${m} order=${g} setOrder=${_} />`)}<th scope="col">phases${Y.isLog&&", log scale"}</th></tr></thead>
        <tbody>${L.map(m=>l`<${hn} key=${Z(m)} row=${m} scale=${Y} show=${Mt} turn=${Et} isPinned=${W(m)} />`)}</tbody>
      </table>
      </div>
      ${h&&!L.length&&l`<p class="note">${f.text||u?"No handoff that is kept matches the filter.":$?"This recording holds no handoff.":"No handoff has been seen yet: kill a leader, or wait for one to go."}</p>`}
      ${x.length>V&&l`<p class="note">The ${O(V)} first of ${x.length<R?O(x.length):`the newest ${O(R)}`}: filter, or take the CSV.${x.length<R?"":" The filter searches all that are kept."}</p>`}
      <div class="buttons"><button class="primary" data-testid="past-handoffs-close" onClick=${a}>Close</button></div>
    <//>
  `}function dn({asked:t,replays:e}){return e?.isWithin?mt.map(({name:s,kind:n,write:o})=>l`<button key=${s} data-testid=${`handoffs-${s}`}
      onClick=${async()=>P(`handoffs.${s}`,o(await tt("GET",N("handoffs",t))),n)}>${s.toUpperCase()}</button>`):mt.map(({name:s})=>l`<a key=${s} class="button" data-testid=${`handoffs-${s}`} download=${`handoffs.${s}`}
    href=${`/api/v1/${N("handoffs",{...t,format:s})}`}>${s.toUpperCase()}</a>`)}function un({figures:t,groups:e=[],handoffs:s}){const[n,o]=y(-1),a=e[n]?.figures??t,r=Object.entries(a),i=({target:c})=>o(Number(c.value));return!r.length&&n<0?l`<p class="soft">${w(s.length,"handoff")}.</p>`:l`
    <p class="soft">What was observed after the fault, or after the lost connection, of <select aria-label="Of which handoffs" data-testid="past-groups" value=${String(n)} onChange=${i}>
      <option value="-1">all ${O(s.length)}</option>
      ${e.map((c,d)=>l`<option key=${d} value=${String(d)}>${mn(c)}: ${O(c.count)}</option>`)}
    </select></p>
    <table class="past-figures" data-testid="past-figures">
      <thead><tr><th scope="col">until</th>${pt.map(c=>l`<th scope="col" key=${c}>${c}</th>`)}<th scope="col">of</th></tr></thead>
      <tbody>${r.map(([c,d])=>l`<tr key=${c}><th scope="row">${c}</th>
        ${pt.map(u=>l`<td class="number" key=${u}>${k(d[u])}</td>`)}<td class="number">${O(d.count)}</td></tr>`)}</tbody>
    </table>
    ${!r.length&&l`<p class="note">Nobody saw when these began.</p>`}
  `}function fn({name:t,word:e,order:s,setOrder:n}){const o=s.key===t,a=s.down?" \u25BE":" \u25B4";return l`<th scope="col" aria-sort=${o?s.down?"descending":"ascending":"none"}><button class="quiet"
    onClick=${()=>n({key:t,down:o?!s.down:!0})}>${e}${o&&l`<span aria-hidden="true">${a}</span>`}</button></th>`}function hn({row:t,scale:e,show:s,turn:n,isPinned:o}){const a=E(t);return l`
    <tr data-testid="past-handoff" data-seq=${t.seq} class=${o?"pinned":""}>
      <td><button class="quiet number" title="Show this moment" onClick=${()=>s(t)}>${C(t.wall,!0)}</button></td>
      <td><code><bdi>${B(t.path)}</bdi></code></td>
      <td><bdi>${et(t.from??"nobody")}</bdi> → <bdi>${et(t.to??"nobody")}</bdi></td>
      <td>${$n(t)}</td>
      <td class="number">${a===null?"not observed":k(a)}</td>
      <td class="past-bars"><span class="handoffs-bar">${t.spans.map(({phase:r,from:i,to:c})=>l`<i key=${r} class=${`handoffs-span phase-${r}`} title=${`${r}: ${k(c-i)}`}
          style=${{left:gt(e.share(i)),width:gt(e.share(c)-e.share(i))}}></i>`)}</span>
        <label title="Keep it at the top, to compare"><input type="checkbox" checked=${o} aria-label=${`Keep ${C(t.wall)} at the top`} onChange=${()=>n(Z(t))} /></label></td>
    </tr>
  `}function $n({fault:t,phases_from:e,within_ms:s}){return t||e!=="lost"?t??"not known":l`<span title=${`No server listed its connection any longer; it was lost within the ${k(s)} before`}>connection lost</span>`}const pn=(t,e)=>[t.elections,t.locks].map(s=>s?.[e]?.chain[0]?.name).find(Boolean),mn=({fault:t,strategy:e})=>[t??"cause not known",e].filter(Boolean).join(", "),Z=({seq:t,path:e})=>`${t} ${e}`,gt=t=>`${(100*t).toFixed(2)}%`;var gn=Object.freeze({__proto__:null,Handoffs:cn});const bn="Each box below ZooKeeper's lane is a server; the chips in it are its sessions. A majority of the servers, the quorum, must run; they elect a quorum leader among themselves, which has nothing to do with the leader of an election here: that leader is a candidate.";function wn({state:t,close:e}){const{zookeeper:s}=t,{hosts:n,chroot:o,version:a,lacks:r}=s;return l`
    <${H} title="ZooKeeper" close=${e}>
      <${J} zookeeper=${s} />
      <p>${a?`Version ${a}, at `:"At "}<code><bdi>${n}${o}</bdi></code>.</p>
      ${(r??[]).map(i=>l`<p>${i}.</p>`)}
      <div class="buttons"><button class="primary" onClick=${e} autofocus>Close</button></div>
    <//>
  `}function J({zookeeper:t}){const e=(t.servers??[]).length>1;return l`
    <p data-testid="help-source"><b>This ZooKeeper: ${Vt(t)}.</b> ${Zt(t)}</p>
    ${e&&l`<p>${bn}</p>`}
  `}var yn=Object.freeze({__proto__:null,About:J,Source:wn});function vn(t){const{state:e,here:s,chosen:n,choose:o,guide:a,close:r}=t,i=()=>(r(),a.begin());return l`
    <${H} title=${`Keys, and how to read ${s.title}`} close=${r}>
      <p><button data-testid="help-tour" onClick=${i}>Take the guided tour</button></p>
      <p class="switches"><button class="switch" role="switch" aria-checked=${n.letters} data-testid="letters"
        title="Off: only Esc, Del, the arrows and Ctrl work; for people who use speech, or may touch a key by accident"
        onClick=${()=>o({letters:!n.letters})}><i aria-hidden="true"></i>keys of one character ${n.letters?"on":"off"}</button>
        <button class="switch" role="switch" aria-checked=${n.hints} data-testid="hints" title="A line that says what to do next"
        onClick=${()=>o({hints:!n.hints})}><i aria-hidden="true"></i>hints ${n.hints?"on":"off"}</button></p>
      ${s.keys?.length&&l`<h3>In ${s.title}</h3>
      <dl class="keys" data-testid="shortcuts-here">
        ${s.keys.map(({key:c,name:d,does:u})=>l`<${bt} keys=${d??c} what=${u} />`)}
      </dl>`}
      <h3>What a key means, in every view</h3>
      <dl class="keys" data-testid="shortcuts">
        ${Object.entries(Jt).map(([c,d])=>l`<${bt} keys=${c} what=${d} />`)}
      </dl>
      ${s.help&&l`<${s.help} ...${t} />`}
      <${kn} />
      ${e&&l`<${J} zookeeper=${e.zookeeper} />`}
      <div class="buttons"><button class="primary" onClick=${r} autofocus>Close</button></div>
    <//>
  `}function bt({keys:t,what:e}){return l`<dt><kbd>${t}</kbd></dt><dd>${e}</dd>`}function kn(){return l`
    <h3>The words</h3>
    <dl class="words" data-testid="words">
      ${Object.entries(Qt).map(([t,{says:e,more:s}])=>l`<dt>${t}</dt><dd>${e}${s&&l` <a href=${s} target="_blank" rel="noopener">ZooKeeper's document</a>`}</dd>`)}
    </dl>
  `}var On=Object.freeze({__proto__:null,Help:vn});const wt=8;function _n(t){const{state:e,actions:s,close:n}=t,{ids:o,ask:a}=nt(t),[r]=y(()=>Yt(t)),[i,c]=y(null),[d,u]=y(!1),$=()=>Promise.all(r.map(p=>s.attempt("leftovers","GET",N("leftovers",p))));F(()=>{$().then(p=>c(Sn(p)))},[]),F(()=>{d&&!o.length&&En(t,r).then(n)},[d,o.length]);const f=()=>{o.length&&s.stopAll(a),u(!0)},h=!o.length&&!i?.count;return l`
    <${z} title=${`Clear ${r.map(({path:p})=>B(p)).join(", ")}?`} count=${i?.count??0} keep="Keep it all"
      does=${xn(o.length)} zookeeper=${e.zookeeper} isReady=${!!i&&!h&&!d} isBusy=${d} act=${f} close=${n}>
      ${o.length>0&&l`<p>${w(o.length,"candidate")} will be asked to close ${o.length===1?"its session":"their sessions"} and end.</p>`}
      ${i?l`<${Mn} ...${i} />`:l`<p aria-busy="true">Looking at what is there …</p>`}
      <p class="soft">The journal stays, and so does what was counted from it.</p>
    <//>
  `}const xn=t=>t?`Stop ${t} and clear`:"Clear";function Sn(t){const e=t.filter(Boolean);return{count:e.reduce((s,{count:n})=>s+n,0),znodes:e.flatMap(({znodes:s})=>s),kept:e.flatMap(({kept:s})=>s)}}async function En({actions:t},e){const s=[];for(const r of e)s.push(await t.attempt("clear","DELETE","leftovers",r));const n=s.filter(Boolean),o=n.reduce((r,i)=>r+i.deleted,0),a=n.reduce((r,i)=>r+i.kept.length,0);n.length&&t.toast(`${w(o,"znode")} deleted${a?`, ${a} kept`:""}.`,"good")}function Mn({count:t,znodes:e,kept:s}){return l`
    <p data-testid="clear-goes">${t?`${w(t,"znode")} will be deleted:`:"No znode is left to delete."}</p>
    <${yt} all=${e.map(n=>({path:n}))} more=${t-e.length} />
    ${s.length>0&&l`<p data-testid="clear-kept">${w(s.length,"znode")} will stay:</p><${yt} all=${s} />`}
  `}function yt({all:t,more:e=0}){const s=Math.max(0,t.length-wt)+e;return l`<ul>${t.slice(0,wt).map(({path:n,why:o})=>l`<li key=${n}><code><bdi>${B(n)}</bdi></code>${o&&l` <span class="soft">${o}</span>`}</li>`)}${s>0&&l`<li class="soft">and ${s} more</li>`}</ul>`}var An=Object.freeze({__proto__:null,Clear:_n});const vt="will be asked to close their sessions and end. Candidates that were started elsewhere continue.";function Cn(t){const{actions:e,choose:s,close:n}=t,{ids:o,others:a,of:r,ask:i}=nt(t),c=()=>(e.stopAll(i),n()),d=l`<button type="button" class="danger" data-testid="ask-everything"
    onClick=${()=>s({dialog:"stop-everything"})}>All ${o.length+a} of all views …</button>`;return l`
    <${z} title="Stop all candidates of this view?" count=${o.length} keep="Keep them" aside=${a>0&&d}
      does=${`Stop ${w(o.length,"candidate")}`} isReady=${o.length>0} act=${c} close=${n}>
      <p>${w(o.length,"candidate")} of <bdi>${r}</bdi> ${vt}</p>
      ${a>0&&l`<p>${w(a,"other candidate")} of this dashboard ${a===1?"goes":"go"} on.</p>`}
    <//>
  `}function Nn({state:t,actions:e,close:s}){const n=Object.values(t.candidates).filter(({process:a})=>a!=="exited").length,o=()=>(e.stopAll(),s());return l`
    <${z} title="Stop all candidates of all views?" count=${n} keep="Keep them"
      does=${`Stop all ${n} of all views`} act=${o} close=${s}>
      <p>${w(n,"candidate")} ${vt}</p>
    <//>
  `}var zn=Object.freeze({__proto__:null,StopAll:Cn,StopEverything:Nn});const Tn="Then ZooKeeper answers no client: sessions are suspended, and every leader steps down.",jn={nothing:"it keeps nothing: all znodes and sessions are lost.",znodes:"persistent znodes stay; sessions end, and their ephemeral znodes are deleted.",everything:"it keeps its znodes and sessions."};function Rn({state:t,chosen:e,actions:s,close:n}){const{server:o,action:a}=e.ask,{word:r}=Xt.find(u=>u.action===a),i=te(t),c=i?`${o} and lose the quorum?`:`${o}, the only server?`,d=()=>{n(),s.actOnServer(a,o,t,!0)};return l`
    <${z} title=${`${kt(r)} ${c}`} does=${`${kt(r)} ${o}`} act=${d} close=${n}>
      <p>${i?`${qn(i)} ${Tn} ${Ln(i)}`:Wn(t,a)}</p>
    <//>
  `}function qn({answering:t,of:e,needed:s}){return`${t-1} of ${e} servers would be left, and a majority is ${s}.`}function Wn(t,e){return`It is the only server; ${e==="pause"?"nothing ends while it is frozen.":jn[t.zookeeper.keeps]} Until ${e==="pause"?"it wakes":"it runs again"} ZooKeeper answers no client, and every leader steps down.`}function Ln({needed:t,of:e}){return`It is back as soon as ${t} of ${e} servers run again.`}function kt(t){return t[0].toUpperCase()+t.slice(1)}var In=Object.freeze({__proto__:null,LoseQuorum:Rn});const Dn=1,Ot="handoff_recording",Fn=["from","from_name","to","to_name","fault","strategy","by"],Pn=["zookeeper","candidates"];async function Hn(t){let e;try{e=await new Response(t.stream().pipeThrough(new DecompressionStream("gzip"))).text()}catch{throw new Error("this file is not a recording of Handoff: it is not gzipped, or it is cut off. Choose what Save gave you, a .jsonl.gz.")}return _t(e)}function _t(t){const[e,...s]=t.split(`
`).filter(Boolean),n=xt(e??"",1);if(!(Ot in n))throw new Error("this file is not a recording of Handoff: its first line does not say so. Choose what Save gave you, a .jsonl.gz.");if(n[Ot]!==Dn)throw new Error("this recording was written by a newer Handoff: open it with one of that version.");const[o,a]=[[],[]];for(const c of s.map((d,u)=>xt(d,u+2)))if(c.moment)a.push(c.moment);else if(c.state)o.push({...c,events:[]});else if(o.length)o.at(-1).events.push(c);else throw v("the document before its events is missing");const r=o.flatMap(c=>c.events);if(!r.length)throw v("it has no events");const i=r.findIndex(({seq:c},d)=>c!==r[0].seq+d);if(i>=0)throw v(i?`events are missing after ${r[i-1].seq}`:"its first event has no number");return Bn({header:n,parts:o,moments:a,events:r}),{header:n,parts:o,moments:a,events:r}}function Bn({header:t,parts:e,moments:s,events:n}){if(!Array.isArray(t.lists)||t.lists.some(i=>typeof i!="string"))throw v("it does not name its lists");const o=e.find(({before:i,state:c,events:[d]})=>!M(c)||d&&d.seq!==i);if(o)throw v(`the document before event ${o.before} is not one`);const a=n.find(({at:i,wall:c,patch:d})=>!Number.isFinite(i+c)||!M(d));if(a)throw v(`event ${a.seq} does not say when it happened, or what it changed`);if(s.some(({seq:i,wall:c,what:d})=>!Number.isFinite(i+c)||typeof d!="string"))throw v("a moment does not say when it was");const r=s.find(({what:i,subject:c,data:d})=>!(typeof c=="string"&&(Un[i]?.(d)??!0)));if(r)throw v(`the ${r.what} of event ${r.seq} does not say where it was, or what`)}function Kn(t){const e=Number.isFinite(t?.led_ms??0);return M(t)&&e&&Fn.every(s=>(t[s]??null)===null||typeof t[s]=="string")}const v=t=>new Error(`this recording is damaged: ${t}. Save it again where it was made.`),M=t=>t!==null&&typeof t=="object"&&!Array.isArray(t),Un={handoff:Kn,fault:t=>M(t)&&["string","undefined"].includes(typeof(t.path??void 0)),violation:t=>Array.isArray(t)&&t.every(e=>typeof e?.invariant=="string")};function xt(t,e){try{const s=JSON.parse(t);return s!==null&&typeof s=="object"?s:{}}catch{throw v(`line ${e} is not JSON`)}}function Gn({header:t,parts:e,moments:s,events:n}){const[o,a]=[n[0].seq,n.at(-1).seq],r={history:i,moments:({since:$})=>({moments:s.filter(({seq:f})=>f>=Number($))}),moment:c,handoffs:$=>Ye(s,$),events:u};return function(f){const[h,p]=f.split("?");if(!r[h])throw new Error(`A recording does not contain this (${h}): it holds events, moments and handoffs.`);return r[h](Object.fromEntries(new URLSearchParams(p)))};function i(){const $=new Map;for(const{run:f,events:h}of e.filter(p=>p.events.length)){const p=$.get(f)??{run:f,first:h[0].seq,began:h[0].wall};$.set(f,{...p,last:h.at(-1).seq,ended:h.at(-1).wall})}return{file:null,first:o,last:a,runs:[...$.values()],stopped:null}}function c({at:$,wall:f}){const h=$===void 0?d(Number(f)):Number($);if(!(h>=o&&h<=a))throw new Error(`Event ${h} is not in this recording, which has the events from ${o} to ${a}: choose one of these.`);const p=e.findLast(({before:b})=>b<=h),g=p.events.filter(b=>b.seq<=h),_=g.reduce((b,{patch:q})=>ee(b,q),p.state);return{seq:h,state:_,lists:t.lists,now:g.at(-1).at,wall:g.at(-1).wall,recent:g.filter(St),run:p.run}}function d($){const f=e.filter(({events:[p]})=>p?.wall<=$);if(!f.length)throw new Error(`That time is not in this recording, which has the events from ${o} to ${a}: choose one of these.`);const h=f.reduce((p,g)=>g.events[0].wall>=p.events[0].wall?g:p);return h.events[Math.max(1,Vn(h.events,$))-1].seq}function u({since:$,before:f,limit:h}){if(f===void 0)return{events:n.slice(Number($)+1-o).slice(0,Number(h))};const p=n.filter(_=>_.seq<Number(f)&&St(_)),g=p.slice(-Number(h));return{events:g,next:g[0]?.seq??Number(f),begins:g.length===p.length,whole:!0}}}function Vn(t,e){const s=t.findIndex(n=>n.wall>e);return s<0?t.length:s}const St=({told:t})=>t!==!1;function Zn({events:t,moments:e}){const s=e.find(({what:o,data:a})=>o==="fault"&&a?.kind?.startsWith("candidate.")),n=e.find(({what:o})=>["handoff","violation"].includes(o));return(s??n??t.find(({kind:o,data:a})=>o==="candidate.reported"&&a?.znode)??t[0]).seq}function Jn(t,e,s){const{header:n,events:o}=t,a=e(`moment?at=${o.at(-1).seq}`);if(!Pn.every(c=>M(a.state[c])))throw v("its documents are not those of Handoff");const i={file:null,after:0,since:0,stopped:null,replays:{...n,first:o[0].seq,last:a.seq,shows:Zn(t),file:s,isWithin:!0}};return{...a,state:{...a.state,read_only:!0,history:i}}}var Qn=Object.freeze({__proto__:null,createAnswers:Gn,lastOf:Jn,open:Hn,read:_t});export{ye as A,ie as D,re as N,ne as P,we as S,ke as Z,Me as a,gn as b,be as c,Ee as d,On as e,ce as f,An as g,ve as h,zn as i,In as l,ae as p,Qn as r,yn as s,Se as u};
//# sourceMappingURL=more-BERvcWJy.js.map
