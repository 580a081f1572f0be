import{a2 as i,am as M,h as D,i as Nt,an as X,al as O,ao as C,ag as Ct,ak as k,ap as Tt,aq as zt,ah as jt,ar as qt,as as Rt,a9 as P,a8 as v,aj as Lt,aa as F,at as Wt,au as It,av as T,a6 as x,aw as B,ax as Dt,ay as Pt,az as Ft,aA as Bt,aB as Ht,aC as tt,aD as z,aE as Ut,aF as Kt,aG as H,aH as Gt,aI as et,aJ as Vt,aK as Zt,aL as Jt,aM as Qt,aN as Yt,aO as nt,aP as j,aQ as Xt,aR as te,aS as ee,aT as ne}from"./page.js";function se({id:t,isChosen:e,choose:s}){return i`<button class="pick" aria-pressed=${e} title=${e?"Choose nobody":`Choose ${t}`}
    onClick=${()=>s({candidate:e?null:t})}><b>${t}</b></button>`}const oe=7,ae=2*Math.PI*27;function re({began:t,ends:e,stopped:s},n){return typeof t!="number"||e<=t?null:Math.min(1,Math.max(0,((s??n)-t)/(e-t)))}function ie({node:{id:t,process:e,live:s},...n}){return i`<${st} id=${M(t,oe)} anchor=${t} process=${e} gone=${e==="exited"||e===null&&!s} ...${n} />`}function le({id:t,candidate:{process:e},share:s,done:n}){return i`<${st} id=${t} process=${e} gone=${e==="exited"} share=${s} done=${n} />`}function st({id:t,anchor:e,process:s,gone:n,share:o,done:a=null,looks:r="member-disc",box:l="-36 -36 72 72",children:c}){const d=s==="paused";return i`
    <svg class=${`${r} ${d?"frozen":""}`} viewBox=${l} data-anchor=${e}>
      <circle class="glow" r="35" />
      <circle class="body" r="27" />
      ${o===null&&a!==null&&i`<${ot} looks="task-ring" share=${a} />`}
      ${o!==null&&i`<${ot} looks="ring" share=${o} />`}
      ${n&&i`<path class="cross" d="M-19 -19L19 19M19 -19L-19 19" />`}
      ${c}
      <text y="6">${t}</text>
      ${d&&i`<${at} transform="translate(20 20)" />`}
    </svg>
  `}function ot({looks:t,share:e}){return i`<circle class=${t} r="27" transform="rotate(-90)" stroke-dasharray=${`${(e*ae).toFixed(1)} 400`} />`}function at({transform:t}){return i`<g class="bars" transform=${t}><circle r="9" /><path d="M-2.6 -3.6V3.6M2.6 -3.6V3.6" /></g>`}function ce({id:t,label:e,chosen:s,choose:n,disc:o}){const a=t!==null&&s.candidate===t;return i`<button class="person-disc" aria-pressed=${a} aria-label=${e} data-testid=${`process-${t}`}
    onClick=${()=>n({candidate:a?null:t})}><${le} id=${t} ...${o} /></button>`}function de({hear:t},e,s=null){return new Promise(n=>{const o=t(r=>r.some(e)&&a(!0)),a=r=>(o(),n(r));s?.then(r=>r===null&&a(!1))})}const ue=5,fe=4,U=6,rt={deleted:"The deletion",since:"from the sending of the write to the last read",gone:"deleted",anybody:"by somebody else, ",counted:"change"},he="the mzxid only grows; the version is 0 again if the znode was created again";function $e({of:t,chosen:e,choose:s,words:n=rt}){const o=D(t).at(-1);if(!o)return null;const a=o.asked_at??o.at,r=o.slept??{},l=Object.entries(o.told??{}),c=l.filter(([p])=>!r[p]),[d,u]=[!0,!1].map(p=>Nt(t).filter(({id:h})=>r[h]&&!!o.told?.[h]===p)),m=Math.max(fe,(o.within_ms??0)*1.08);return i`
    <section class="arrivals" aria-label="How fast it spread" data-testid="arrivals" data-told=${l.length} data-of=${o.of}
      data-number=${o.number}>
      <p class="handoff-title"><b>${o.what==="deleted"?n.deleted:`\u201C${M(X(o.value),24)}\u201D`}${o.of?` reached ${l.length} of ${o.of}`:": nobody was there to be told"}</b>
        ${o.within_ms!=null&&o.asked_at!=null&&i`<span>${n.since}: <b class="number"
          data-testid="within">${O(o.within_ms)}</b></span>`}<${pe} ...${t.spread} counted=${n.counted} /></p>
      ${c.length>0&&i`<div class="arrival-line" aria-hidden="true"><i class="sent" title="the write was sent"></i>
        ${c.map(([p,h])=>{const f=Math.max(0,(h-a)*1e3);return i`<button key=${`${o.number}-${p}`} type="button" tabindex="-1" class=${`arrival ${e.candidate===p?"chosen":""} ${p===o.last?"last":""}`}
            style=${{left:`${100*f/m}%`,"--hue":C(o.mzxid??null)??0}} title=${`${p}: ${O(f)}`}
            onClick=${()=>s({candidate:e.candidate===p?null:p})}></button>`})}
        <span class="arrival-scale number">0</span><span class="arrival-scale end number">${O(m)}</span>
      </div>`}
      ${u.length>0&&i`<p class="soft" data-testid="late">${it(u)} could not be told.</p>`}
      ${d.length>0&&c.length>0&&i`<p class="soft" data-testid="back">${it(d)} could not be told at once, and had it later.</p>`}
    </section>
  `}function it(t){return[t.slice(0,U).map(({id:s})=>s).join(", "),...t.length>U?[`${t.length-U} more`]:[]].join(" and ")}function pe({count:t,last_ms:e,max_ms:s,total_ms:n,counted:o}){return!t||e==null?null:i`<span class="number" data-testid="spread" data-count=${t}>${k(t,o)} so far: mean ${O(n/t)}, longest ${O(s)}</span>`}function me({of:t,clock:e,title:s=he,words:n=rt}){Ct(1e3);const o=D(t).reverse().slice(0,ue);return o.length?i`
    <section class="changes" aria-label="Changes">
      <p class="handoff-title"><b>Changes</b> ${s}</p>
      <ol>${o.map(a=>i`<${ge} key=${a.number} change=${a} now=${e.now()} words=${n} />`)}</ol>
    </section>
  `:null}function ge({change:t,now:e,words:s}){const{what:n,value:o,version:a,mzxid:r,recreated:l,at:c,by:d}=t,u=n==="deleted";return i`
    <li class="change" style=${{"--hue":C(r??null)??0}} data-testid="config-change" data-what=${n}
      data-recreated=${String(!!l)}>
      ${!u&&i`<i class="swatch" aria-hidden="true"></i>`}<b>${u?s.gone:M(X(o),32)}</b>
      ${!u&&i`${a!=null&&i`<span class="number">version ${a}</span>`}<code>${Tt(r)}</code>`}
      ${l&&a!=null&&i`<em class="tone-lost">created again: versions cannot be compared</em>`}
      <span class="soft number">${d?`${zt(t).trim()}, `:s.anybody}${jt(e-c)} ago</span>
      <span class="told number">${we(t)}</span>
    </li>
  `}function we({told:t={},passed:e={},of:s}){if(!s)return"nobody was there to be told";const n=Object.keys(e).length;return`${Object.keys(t).length} of ${s} had it${n?`, ${n} skipped it for a later one`:""}`}var be=Object.freeze({__proto__:null,Arrivals:$e,Changes:me});function ye({one:{id:t,process:e},at:s,unit:n,radius:o,chosen:a,choose:r,parts:l,looks:c,data:d,children:u}){const m=a.candidate===t,p=()=>r({candidate:m?null:t}),h=f=>{f.key!=="Enter"&&f.key!==" "||(f.preventDefault(),p())};return i`
    <g class=${`subscriber ${c} ${m?"chosen":""}`} transform=${`translate(${s.x} ${s.y})`} role="button" tabindex="0"
      aria-pressed=${m} ref=${f=>f&&qt(f,l)} onClick=${p} onKeyDown=${h} ...${d}>
      <title>${Rt(l)}</title>
      <circle class="ring" r=${o} />
      ${u}
      <text class="name" y=${5*n}>${t}</text>
      ${e==="paused"&&i`<${at} transform=${`translate(${o*.8} ${o*.75}) scale(${n})`} />`}
    </g>
  `}function ke({one:t,at:e,from:s,radius:n,unit:o,token:a,delay:r}){const l=r===null?"":`--from-x: ${s.x-e.x}px; --from-y: ${s.y-e.y}px; --delay: ${r.toFixed(2)}s`;return i`<g key=${`${t.mzxid}-${t.missing}`} class=${r===null?"":"arriving"} style=${l}>
    ${t.mzxid!==null&&i`<circle class=${`body ${t.missing?"kept":""}`} r=${n-4*o} />`}
    <circle class=${`token ${t.missing?"empty":""}`} r=${a*o} /></g>`}const ve=({mzxid:t})=>t===null?"":`--hue: ${C(t)}`;function Oe({znode:t,path:e,place:{x:s,y:n,width:o,height:a},chosen:r,choose:l,data:c,children:d}){const u=C(t?.mzxid??null),m={left:`${s}px`,top:`${n}px`,width:`${o}px`,minHeight:`${a}px`,...u===null?{}:{"--hue":u}};return i`<button class=${`value-znode ${t?"":"missing"} ${r.znode===e?"picked":""}`} style=${m} disabled=${!t}
    title=${e} onClick=${()=>l({znode:e})} ...${c}>${d}</button>`}const Se=20,xe=1.5,_e=3;function Ee(){const t=P(null),[e,s]=v({width:0,unit:1});return Lt(()=>{const n=new ResizeObserver(([{contentRect:o}])=>{const a=parseFloat(getComputedStyle(document.documentElement).fontSize)/16;s({width:Math.floor(o.width),unit:a})});return n.observe(t.current),()=>n.disconnect()},[]),[t,e]}function Ae(t,e,s){const n=t.missing?t.read_at:t.taken_at;if(n===null||s-n>_e)return null;const o=D(e).findLast(({told:r})=>r?.[t.id]!==void 0),a=o?o.asked_at??o.at:n;return Math.min(xe,Math.max(0,n-a)*Se)}function Me(){const t=P(null),[e,s]=v(60);return F(()=>{const n=()=>{if(!t.current)return;const a=Wt(),r=getComputedStyle(t.current),l=t.current.clientWidth-Number.parseFloat(r.paddingLeft)-Number.parseFloat(r.paddingRight);s(l/a)},o=new ResizeObserver(n);return t.current&&o.observe(t.current),()=>o.disconnect()},[t.current]),[t,e]}const Ne=["deleted","next","notified","leading","acknowledged","held"];function Ce(t){let e=0;const n=Ne.filter(o=>o in t.phases_ms).map(o=>({phase:o,from:e,to:e=Math.max(e,t.phases_ms[o])}));return{...t,spans:n}}function N({spans:t}){return t.at(-1)?.to??null}function Te(t,{key:e,down:s}){const n={ms:N,who:({from:a,to:r})=>`${a} ${r}`}[e]??(a=>a[e]),o=(a,r)=>a<r?-1:+(a>r);return[...t].sort((a,r)=>{const[l,c]=[n(a)??null,n(r)??null];return l===null||c===null?+(l===null)-+(c===null):s?o(c,l):o(l,c)})}function ze(t,e=[],s=1/0,n=o=>{}){return[...Le(t)].map(([a,r])=>je(a,[...r].sort((l,c)=>l.wall-c.wall),e,s,n(a)))}function je(t,e,s,n,o){const a=[];let r=null;for(const u of e){const m=Math.max(r?.wall??-1/0,u.wall-(N(u)??0)/1e3);r&&a.push(...lt(r,{name:u.from,wall:m,since:Re(u)},s)),a.push(...qe(u,m)),r={name:u.to,wall:u.wall}}const l=r.wall+Math.max(1,(r.wall-e[0].wall)/20),c=Math.max(r.wall,Math.min(l,n)),d=ct(s,r.wall,c).length||o!==r.name?void 0:r.name;return{path:t,began:a[0].from,ended:c,stretches:[...a,...lt(r,{name:d,wall:c},s)]}}function qe({phases_from:t,phases_ms:e,wall:s},n){const o=["mark","lost"].includes(t),a=Math.min(s,n+(o?(e.deleted??0)/1e3:0)),r=[{name:void 0,from:n,to:a},{name:null,from:a,to:s}];return o?r.filter(({from:l,to:c})=>c>l):r.slice(1)}function Re(t){return t.wall-((N(t)??0)-(t.phases_ms.deleted??0))/1e3-(t.led_ms??1/0)/1e3}function lt(t,e,s){const n=ct(s,t.wall,e.wall);if(!n.length)return[{name:t.name===e.name?t.name:void 0,from:t.wall,to:e.wall}];const o=Math.max(t.wall,n[0].from),a=Math.min(e.wall,Math.max(n.at(-1).to,e.since??-1/0));return[{name:t.name,from:t.wall,to:o},{name:void 0,from:o,to:a},{name:e.name,from:a,to:e.wall}].filter(({from:l,to:c})=>c>l)}const ct=(t,e,s)=>t.filter(({from:n,to:o})=>n<s&&o>e);function Le(t){const e=new Map;for(const s of t)e.set(s.path,[...e.get(s.path)??[],s]);return e}const[q,K,G]=[900,26,150],dt=["#5aa9e6","#5fce8d","#f5b83d","#d39bff","#4fd0c4","#a9b8ff","#f2a16e"],We=8,ut="leaders-hatched",Ie=34;function De({handoffs:t,runs:e,leads:s}){const n=P(null),o=ze(t,It(e),e.at(-1)?.ended,s),a=o.slice(0,We);if(!a.length)return null;const[r,l]=[Math.min(...a.map(({began:u})=>u)),Math.max(...a.map(({ended:u})=>u))],c=u=>G+(u-r)/Math.max(l-r,1)*(q-G-8),d=a.length*K+26;return i`
    <figure class="leaders">
      <svg ref=${n} xmlns="http://www.w3.org/2000/svg" viewBox=${`0 0 ${q} ${d}`} font-family="sans-serif" font-size="12" role="img"
        aria-label="Who led when" data-testid="past-leaders">
        <${Pe} />
        <rect width=${q} height=${d} fill="var(--panel)" rx="6" />
        ${a.map((u,m)=>i`<${Fe} key=${u.path} ...${u} y=${m*K+4} x=${c} />`)}
        <text x=${G} y=${d-8} fill="var(--soft)">${T(r)}</text>
        <text x=${q-8} y=${d-8} fill="var(--soft)" text-anchor="end">${T(l)}</text>
      </svg>
      <figcaption class="soft">Who led when; red: nobody led; hatched: not known, such as while no dashboard ran. ${o.length>a.length&&`${x(a.length)} of ${x(o.length)} places: filter for others. `}Save as <button class="quiet" data-testid="leaders-svg"
        onClick=${()=>Ue(n.current)}>SVG</button><button class="quiet" data-testid="leaders-png" onClick=${()=>Ke(n.current)}>PNG</button></figcaption>
    </figure>
  `}function Pe(){return i`<defs><pattern id=${ut} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" fill="var(--faint)" /></pattern></defs>`}function Fe({path:t,stretches:e,y:s,x:n}){return i`
    <text x="10" y=${s+16} fill="var(--ink)">${M(t,20)}</text>
    ${e.map(({name:o,from:a,to:r},l)=>i`<${Be} key=${l} name=${o} left=${n(a)} right=${n(r)} y=${s} />`)}
  `}function Be({name:t,left:e,right:s,y:n}){const o=Math.max(1,s-e),a=t===void 0?"not known":t??"nobody";return i`
    <rect x=${e} y=${n} width=${o} height=${K-6} fill=${He(t)}><title>${a}</title></rect>
    ${t&&o>Ie&&i`<text x=${e+5} y=${n+15} fill="#0b1117">${M(t,Math.floor(o/8))}</text>`}
  `}function He(t){return t===void 0?`url(#${ut})`:t===null?"var(--dead)":dt[[...t].reduce((e,s)=>e+s.codePointAt(0),0)%dt.length]}function ft(t){const e=getComputedStyle(t);return new XMLSerializer().serializeToString(t).replace(/var\((--[a-z]+)\)/g,(s,n)=>e.getPropertyValue(n).trim())}function Ue(t){B("leaders.svg",ft(t),"image/svg+xml")}async function Ke(t){const e=new Image;e.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(ft(t))}`,await e.decode();const s=document.createElement("canvas"),{width:n,height:o}=t.viewBox.baseVal;Object.assign(s,{width:2*n,height:2*o}),s.getContext("2d").drawImage(e,0,0,s.width,s.height),s.toBlob(a=>B("leaders.png",a,"image/png"))}const R=["deleted","next","notified","leading","acknowledged","held"],Ge=["fault","mark","lost"],Ve={p50:.5,p95:.95,p99:.99},ht=["seq","wall","path","strategy","from","to","fault","by","phases_from","within_ms","mark"],Ze=["path","from","to","fault","mark","strategy"],Je=/(^|[;,|"\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029])(\s*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫−])/g,Qe=/[;,|"\s]/,Ye=1e3,Xe=2**53;function tn(t,{path:e,since:s=0,until:n=Xe,begin:o=-1/0,end:a=1/0,text:r="",limit:l=Ye}){const c=({what:u,seq:m,wall:p,subject:h})=>u==="handoff"&&m>=Number(s)&&m<=Number(n)&&p>=Number(o)&&p<=Number(a)&&(e===void 0||h===e),d=nn(t.filter(c).map(en),r).slice(-Number(l));return{handoffs:d,figures:$t(d),groups:on(d)}}function en({seq:t,wall:e,subject:s,data:n}){const o=Object.keys(n.phases_ms??{}).length?n.phases_ms:{held:n.last_ms},a=R.filter(r=>Number.isFinite(o[r]));return{seq:t,wall:e,path:s,strategy:n.strategy??null,from:n.from||n.from_name||null,to:n.to||n.to_name||null,fault:n.fault??null,mark:n.mark?.what??null,by:n.by??null,at:n.at??null,led_ms:n.led_ms??null,phases_from:n.phases_from??"fault",within_ms:n.within_ms??null,phases_ms:Object.fromEntries(a.map(r=>[r,o[r]])),observed:a}}function nn(t,e){const s=e.toLowerCase().split(/\s+/).filter(Boolean);return t.filter(n=>{const o=Ze.map(a=>n[a]).filter(Boolean).join(" ").toLowerCase();return s.every(a=>o.includes(a))})}function $t(t){const e=t.filter(n=>Ge.includes(n.phases_from)),s=R.map(n=>[n,e.map(o=>o.phases_ms[n]).filter(o=>o!==void 0)]);return Object.fromEntries(s.filter(([,n])=>n.length).map(([n,o])=>[n,sn(o)]))}function sn(t){const e=[...t].sort((n,o)=>n-o),s=Object.entries(Ve).map(([n,o])=>[n,e[Math.ceil(o*e.length)-1]]);return{...Object.fromEntries(s),max:e.at(-1),count:e.length}}function on(t){const e=new Map;for(const n of t){const o=JSON.stringify([n.fault,n.mark,n.strategy]);e.set(o,[...e.get(o)??[],n])}return[...e.values()].sort((n,o)=>o.length-n.length).map(n=>({fault:n[0].fault,mark:n[0].mark,strategy:n[0].strategy,count:n.length,figures:$t(n)}))}function an(t){const e=[...ht,...R.map(n=>`${n}_ms`)],s=t.map(n=>[...ht.map(o=>n[o]),...R.map(o=>n.phases_ms[o])]);return[e,...s].map(n=>`${n.map(rn).join(",")}\r
`).join("")}function rn(t){if(typeof t!="string")return String(t??"");const e=t.replace(Je,"$1$2'");return Qe.test(e)?`"${e.replaceAll('"','""')}"`:e}const L=1e3,ln=1e4,V=200,cn=200,pt=["p50","p95","p99","max"],mt=[{name:"json",kind:"application/json",write:t=>JSON.stringify(t,null,1)},{name:"csv",kind:"text/csv",write:({handoffs:t})=>an(t)}],dn=[{name:"wall",word:"When"},{name:"path",word:"Where"},{name:"who",word:"From \u2192 to"},{name:"fault",word:"Fault"},{name:"ms",word:"Took"}];function un({state:t,reel:e,kept:s,chosen:n,choose:o,close:a}){const[r,l]=v(""),[c,d]=v(0),u=Dt(n.window),m=Pt(e),p={text:Bt(r.trim(),cn),...Ft(u)},{answer:h,error:f}=Ht(()=>tt("GET",z("handoffs",{...p,limit:L})),[p.text,n.window,c]),[$,g]=v({key:"wall",down:!0}),[b,_]=v([]),S=Ut(()=>(h?.handoffs??[]).map(Ce),[h]),E=Te(S,$),W=w=>b.includes(Z(w)),I=[...E.filter(W),...E.filter(w=>!W(w))].slice(0,V),Y=Kt(I.map(N).filter(w=>w!==null)),Et=w=>_(b.includes(w)?b.filter(Mt=>Mt!==w):[...b,w]),At=({seq:w})=>(a(),e.show({at:w}));return i`
    <${H} title="Handoffs" close=${a}>
      ${f&&i`<p class="wrong" role="alert" data-testid="past-handoffs-failed">The handoffs could not be read: ${f} <button onClick=${()=>d(c+1)}>Try again</button></p>`}
      ${h?i`<${hn} ...${h} />`:!f&&i`<p aria-busy="true">Reading the history …</p>`}
      ${h&&i`<${De} handoffs=${S} runs=${s.runs} leads=${w=>gn(t,w)} />`}
      <p class="handoffs-top">
        <input type="search" placeholder="Filter: a path, a name, kill" aria-label="Filter handoffs" data-testid="past-handoffs-filter" value=${r}
          onInput=${({target:w})=>l(w.value)} spellcheck="false" />
        <${Gt} window=${u} choose=${o} />
        <${fn} asked=${{...p,limit:ln}} replays=${m} />
      </p>
      <div class="handoffs-scroll">
      <table class="past-handoffs" data-testid="past-handoffs">
        <thead><tr>${dn.map(w=>i`<${$n} key=${w.name} ...${w} order=${$} setOrder=${g} />`)}<th scope="col">phases${Y.isLog&&", log scale"}</th></tr></thead>
        <tbody>${I.map(w=>i`<${pn} key=${Z(w)} row=${w} scale=${Y} show=${At} turn=${Et} isPinned=${W(w)} />`)}</tbody>
      </table>
      </div>
      ${h&&!I.length&&i`<p class="note">${p.text||u?"No handoff that is kept matches the filter.":m?"This recording holds no handoff.":"No handoff has been seen yet: kill a leader, or wait for one to go."}</p>`}
      ${E.length>V&&i`<p class="note">The ${x(V)} first of ${E.length<L?x(E.length):`the newest ${x(L)}`}: filter, or take the CSV.${E.length<L?"":" The filter searches all that are kept."}</p>`}
      <div class="buttons"><button class="primary" data-testid="past-handoffs-close" onClick=${a}>Close</button></div>
    <//>
  `}function fn({asked:t,replays:e}){return e?.isWithin?mt.map(({name:s,kind:n,write:o})=>i`<button key=${s} data-testid=${`handoffs-${s}`}
      onClick=${async()=>B(`handoffs.${s}`,o(await tt("GET",z("handoffs",t))),n)}>${s.toUpperCase()}</button>`):mt.map(({name:s})=>i`<a key=${s} class="button" data-testid=${`handoffs-${s}`} download=${`handoffs.${s}`}
    href=${`/api/v1/${z("handoffs",{...t,format:s})}`}>${s.toUpperCase()}</a>`)}function hn({figures:t,groups:e=[],handoffs:s}){const[n,o]=v(-1),a=e[n]?.figures??t,r=Object.entries(a),l=({target:c})=>o(Number(c.value));return!r.length&&n<0?i`<p class="soft">${k(s.length,"handoff")}.</p>`:i`
    <p class="soft">What was observed after the fault, the mark or the lost connection, of <select aria-label="Of which handoffs" data-testid="past-groups" value=${String(n)} onChange=${l}>
      <option value="-1">all ${x(s.length)}</option>
      ${e.map((c,d)=>i`<option key=${d} value=${String(d)}>${wn(c)}: ${x(c.count)}</option>`)}
    </select></p>
    <table class="past-figures" data-testid="past-figures">
      <thead><tr><th scope="col">until</th>${pt.map(c=>i`<th scope="col" key=${c}>${c}</th>`)}<th scope="col">of</th></tr></thead>
      <tbody>${r.map(([c,d])=>i`<tr key=${c}><th scope="row">${c}</th>
        ${pt.map(u=>i`<td class="number" key=${u}>${O(d[u])}</td>`)}<td class="number">${x(d.count)}</td></tr>`)}</tbody>
    </table>
    ${!r.length&&i`<p class="note">Nobody saw when these began.</p>`}
  `}function $n({name:t,word:e,order:s,setOrder:n}){const o=s.key===t,a=s.down?" \u25BE":" \u25B4";return i`<th scope="col" aria-sort=${o?s.down?"descending":"ascending":"none"}><button class="quiet"
    onClick=${()=>n({key:t,down:o?!s.down:!0})}>${e}${o&&i`<span aria-hidden="true">${a}</span>`}</button></th>`}function pn({row:t,scale:e,show:s,turn:n,isPinned:o}){const a=N(t);return i`
    <tr data-testid="past-handoff" data-seq=${t.seq} class=${o?"pinned":""}>
      <td><button class="quiet number" title="Show this moment" onClick=${()=>s(t)}>${T(t.wall,!0)}</button></td>
      <td><code><bdi>${t.path}</bdi></code></td>
      <td><bdi>${et(t.from??"nobody")}</bdi> → <bdi>${et(t.to??"nobody")}</bdi></td>
      <td>${mn(t)}</td>
      <td class="number">${a===null?"not observed":O(a)}</td>
      <td class="past-bars"><span class="handoffs-bar">${t.spans.map(({phase:r,from:l,to:c})=>i`<i key=${r} class=${`handoffs-span phase-${r}`} title=${`${r}: ${O(c-l)}`}
          style=${{left:gt(e.share(l)),width:gt(e.share(c)-e.share(l))}}></i>`)}</span>
        <label title="Keep it at the top, to compare"><input type="checkbox" checked=${o} aria-label=${`Keep ${T(t.wall)} at the top`} onChange=${()=>n(Z(t))} /></label></td>
    </tr>
  `}function mn({fault:t,mark:e,path:s,phases_from:n,within_ms:o}){return e?i`<span title="Somebody marked it at that moment: the times count from there">marked: <bdi>${e}</bdi></span>`:t||(n==="deleted"?i`<${Vt} path=${s} />`:n!=="lost"?"not known":i`<span title=${`No server listed its connection any longer; it was lost within the ${O(o)} before`}>connection lost</span>`)}const gn=(t,e)=>[t.elections,t.locks].map(s=>s?.[e]?.chain[0]?.name).find(Boolean),wn=({fault:t,mark:e,strategy:s})=>[e?`marked: ${e}`:t??"cause not known",s].filter(Boolean).join(", "),Z=({seq:t,path:e})=>`${t} ${e}`,gt=t=>`${(100*t).toFixed(2)}%`;var bn=Object.freeze({__proto__:null,Handoffs:un});const yn="Each box below ZooKeeper's lane is a server; the chips in it are its sessions. A majority of the servers, the quorum, must run; they elect a quorum leader among themselves, which has nothing to do with the leader of an election here: that leader is a candidate.";function kn({state:t,close:e}){const{zookeeper:s}=t,{hosts:n,chroot:o,version:a,lacks:r}=s;return i`
    <${H} title="ZooKeeper" close=${e}>
      <${J} zookeeper=${s} />
      <p>${a?`Version ${a}, at `:"At "}<code><bdi>${n}${o}</bdi></code>.</p>
      ${(r??[]).map(l=>i`<p>${l}.</p>`)}
      <div class="buttons"><button class="primary" onClick=${e} autofocus>Close</button></div>
    <//>
  `}function J({zookeeper:t}){const e=(t.servers??[]).length>1;return i`
    <p data-testid="help-source"><b>This ZooKeeper: ${Zt(t)}.</b> ${Jt(t)}</p>
    ${e&&i`<p>${yn}</p>`}
  `}var vn=Object.freeze({__proto__:null,About:J,Source:kn});function On(t){const{state:e,here:s,chosen:n,choose:o,guide:a,close:r}=t,l=()=>(r(),a.begin());return i`
    <${H} title=${`Keys, and how to read ${s.title}`} close=${r}>
      <p><button data-testid="help-tour" onClick=${l}>Take the guided tour</button></p>
      <p class="switches"><button class="switch" role="switch" aria-checked=${n.letters} data-testid="letters"
        title="Off: only Esc, Del, the arrows and Ctrl work; for people who use speech, or may touch a key by accident"
        onClick=${()=>o({letters:!n.letters})}><i aria-hidden="true"></i>keys of one character ${n.letters?"on":"off"}</button>
        <button class="switch" role="switch" aria-checked=${n.hints} data-testid="hints" title="A line that says what to do next"
        onClick=${()=>o({hints:!n.hints})}><i aria-hidden="true"></i>hints ${n.hints?"on":"off"}</button></p>
      ${s.keys?.length&&i`<h3>In ${s.title}</h3>
      <dl class="keys" data-testid="shortcuts-here">
        ${s.keys.map(({key:c,name:d,does:u})=>i`<${wt} keys=${d??c} what=${u} />`)}
      </dl>`}
      <h3>What a key means, in every view</h3>
      <dl class="keys" data-testid="shortcuts">
        ${Object.entries(Qt).map(([c,d])=>i`<${wt} keys=${c} what=${d} />`)}
      </dl>
      ${s.help&&i`<${s.help} ...${t} />`}
      <${Sn} />
      ${e&&i`<${J} zookeeper=${e.zookeeper} />`}
      <div class="buttons"><button class="primary" onClick=${r} autofocus>Close</button></div>
    <//>
  `}function wt({keys:t,what:e}){return i`<dt><kbd>${t}</kbd></dt><dd>${e}</dd>`}function Sn(){return i`
    <h3>The words</h3>
    <dl class="words" data-testid="words">
      ${Object.entries(Yt).map(([t,{says:e,more:s}])=>i`<dt>${t}</dt><dd>${e}${s&&i` <a href=${s} target="_blank" rel="noopener">ZooKeeper's document</a>`}</dd>`)}
    </dl>
  `}var xn=Object.freeze({__proto__:null,Help:On});const bt=8;function _n(t){const{state:e,actions:s,close:n}=t,{ids:o,ask:a}=nt(t),[r]=v(()=>Xt(t)),[l,c]=v(null),[d,u]=v(!1),m=()=>Promise.all(r.map(f=>s.attempt("leftovers","GET",z("leftovers",f))));F(()=>{m().then(f=>c(An(f)))},[]),F(()=>{d&&!o.length&&Mn(t,r).then(n)},[d,o.length]);const p=()=>{o.length&&s.stopAll(a),u(!0)},h=!o.length&&!l?.count;return i`
    <${j} title=${`Clear ${r.map(({path:f})=>f).join(", ")}?`} count=${l?.count??0} keep="Keep it all"
      does=${En(o.length)} zookeeper=${e.zookeeper} isReady=${!!l&&!h&&!d} isBusy=${d} act=${p} close=${n}>
      ${o.length>0&&i`<p>${k(o.length,"candidate")} will be asked to close ${o.length===1?"its session":"their sessions"} and end.</p>`}
      ${l?i`<${Nn} ...${l} />`:i`<p aria-busy="true">Looking at what is there …</p>`}
      <p class="soft">The journal stays, and so does what was counted from it.</p>
    <//>
  `}const En=t=>t?`Stop ${t} and clear`:"Clear";function An(t){const e=t.filter(Boolean);return{count:e.reduce((s,{count:n})=>s+n,0),znodes:e.flatMap(({znodes:s})=>s),kept:e.flatMap(({kept:s})=>s)}}async function Mn({actions:t},e){const s=[];for(const r of e)s.push(await t.attempt("clear","DELETE","leftovers",r));const n=s.filter(Boolean),o=n.reduce((r,l)=>r+l.deleted,0),a=n.reduce((r,l)=>r+l.kept.length,0);n.length&&t.toast(`${k(o,"znode")} deleted${a?`, ${a} kept`:""}.`,"good")}function Nn({count:t,znodes:e,kept:s}){return i`
    <p data-testid="clear-goes">${t?`${k(t,"znode")} will be deleted:`:"No znode is left to delete."}</p>
    <${yt} all=${e.map(n=>({path:n}))} more=${t-e.length} />
    ${s.length>0&&i`<p data-testid="clear-kept">${k(s.length,"znode")} will stay:</p><${yt} all=${s} />`}
  `}function yt({all:t,more:e=0}){const s=Math.max(0,t.length-bt)+e;return i`<ul>${t.slice(0,bt).map(({path:n,why:o})=>i`<li key=${n}><code><bdi>${n}</bdi></code>${o&&i` <span class="soft">${o}</span>`}</li>`)}${s>0&&i`<li class="soft">and ${s} more</li>`}</ul>`}var Cn=Object.freeze({__proto__:null,Clear:_n});const kt="will be asked to close their sessions and end. Candidates that were started elsewhere continue.";function Tn(t){const{actions:e,choose:s,close:n}=t,{ids:o,others:a,of:r,ask:l}=nt(t),c=()=>(e.stopAll(l),n()),d=i`<button type="button" class="danger" data-testid="ask-everything"
    onClick=${()=>s({dialog:"stop-everything"})}>All ${o.length+a} of all views …</button>`;return i`
    <${j} title="Stop all candidates of this view?" count=${o.length} keep="Keep them" aside=${a>0&&d}
      does=${`Stop ${k(o.length,"candidate")}`} isReady=${o.length>0} act=${c} close=${n}>
      <p>${k(o.length,"candidate")} of <bdi>${r}</bdi> ${kt}</p>
      ${a>0&&i`<p>${k(a,"other candidate")} of this dashboard ${a===1?"goes":"go"} on.</p>`}
    <//>
  `}function zn({state:t,actions:e,close:s}){const n=Object.values(t.candidates).filter(({process:a})=>a!=="exited").length,o=()=>(e.stopAll(),s());return i`
    <${j} title="Stop all candidates of all views?" count=${n} keep="Keep them"
      does=${`Stop all ${n} of all views`} act=${o} close=${s}>
      <p>${k(n,"candidate")} ${kt}</p>
    <//>
  `}var jn=Object.freeze({__proto__:null,StopAll:Tn,StopEverything:zn});const qn="Then ZooKeeper answers no client: sessions are suspended, and every leader steps down.",Rn={nothing:"it keeps nothing: all znodes and sessions are lost.",znodes:"persistent znodes stay; sessions end, and their ephemeral znodes are deleted.",everything:"it keeps its znodes and sessions."};function Ln({state:t,chosen:e,actions:s,close:n}){const{server:o,action:a}=e.ask,{word:r}=te.find(u=>u.action===a),l=ee(t),c=l?`${o} and lose the quorum?`:`${o}, the only server?`,d=()=>{n(),s.actOnServer(a,o,t,!0)};return i`
    <${j} title=${`${vt(r)} ${c}`} does=${`${vt(r)} ${o}`} act=${d} close=${n}>
      <p>${l?`${Wn(l)} ${qn} ${Dn(l)}`:In(t,a)}</p>
    <//>
  `}function Wn({answering:t,of:e,needed:s}){return`${t-1} of ${e} servers would be left, and a majority is ${s}.`}function In(t,e){return`It is the only server; ${e==="pause"?"nothing ends while it is frozen.":Rn[t.zookeeper.keeps]} Until ${e==="pause"?"it wakes":"it runs again"} ZooKeeper answers no client, and every leader steps down.`}function Dn({needed:t,of:e}){return`It is back as soon as ${t} of ${e} servers run again.`}function vt(t){return t[0].toUpperCase()+t.slice(1)}var Pn=Object.freeze({__proto__:null,LoseQuorum:Ln});const Fn=1,Ot="handoff_recording",Bn=["from","from_name","to","to_name","fault","strategy","by"],[Hn,Un]=[64*2**20,200],Kn=["zookeeper","candidates"];async function Gn(t){let e;try{e=await new Response(t.stream().pipeThrough(new DecompressionStream("gzip")).pipeThrough(Vn(Hn+Un*t.size))).text()}catch(s){throw s instanceof RangeError?y(s.message):new Error("this file is not a recording of Handoff: it is not gzipped, or it is cut off. Choose what Save gave you, a .jsonl.gz.")}return St(e)}function Vn(t){let e=0;return new TransformStream({transform(s,n){if(e+=s.length,e>t)throw new RangeError(`it unpacks to more than ${Math.floor(t/2**20)} MB`);n.enqueue(s)}})}function St(t){const[e,...s]=t.split(`
`).filter(Boolean),n=xt(e??"",1);if(!(Ot in n))throw new Error("this file is not a recording of Handoff: its first line does not say so. Choose what Save gave you, a .jsonl.gz.");if(n[Ot]!==Fn)throw new Error("this recording was written by a newer Handoff: open it with one of that version.");const[o,a]=[[],[]];for(const l of s.map((c,d)=>xt(c,d+2)))if(l.moment)a.push(l.moment);else if(l.state)o.push({...l,events:[]});else if(o.length)o.at(-1).events.push(l);else throw y("the document before its events is missing");const r=o.flatMap(l=>l.events);if(!r.length)throw y("it has no events");return Zn(o),Jn({header:n,parts:o,moments:a,events:r}),{header:n,parts:o,moments:a,events:r}}function Zn(t){let e=null;for(const{events:s,missing:n}of t)for(const[o,{seq:a}]of s.entries()){const r=e===null?a:e+1+(o===0&&n>0?n:0);if(!Number.isFinite(a)||a!==r)throw y(e===null?"its first event has no number":`events are missing after ${e}`);e=a}}function Jn({header:t,parts:e,moments:s,events:n}){if(!Array.isArray(t.lists)||t.lists.some(l=>typeof l!="string"))throw y("it does not name its lists");const o=e.find(({before:l,state:c,events:[d]})=>!A(c)||d&&d.seq!==l);if(o)throw y(`the document before event ${o.before} is not one`);const a=n.find(({at:l,wall:c,patch:d})=>!Number.isFinite(l+c)||!A(d));if(a)throw y(`event ${a.seq} does not say when it happened, or what it changed`);if(s.some(({seq:l,wall:c,what:d})=>!Number.isFinite(l+c)||typeof d!="string"))throw y("a moment does not say when it was");const r=s.find(({what:l,subject:c,data:d})=>!(typeof c=="string"&&(Yn[l]?.(d)??!0)));if(r)throw y(`the ${r.what} of event ${r.seq} does not say where it was, or what`)}function Qn(t){const e=Number.isFinite(t?.led_ms??0);return A(t)&&e&&Q([...Bn.map(s=>t[s]),t.mark?.what])}const y=t=>new Error(`this recording is damaged: ${t}. Save it again where it was made.`),A=t=>t!==null&&typeof t=="object"&&!Array.isArray(t),Q=t=>t.every(e=>["string","undefined"].includes(typeof(e??void 0))),Yn={handoff:Qn,fault:t=>A(t)&&Q([t.path]),mark:t=>A(t)&&Q([t.member,t.what]),violation:t=>Array.isArray(t)&&t.every(e=>typeof e?.invariant=="string")};function xt(t,e){try{const s=JSON.parse(t);return s!==null&&typeof s=="object"?s:{}}catch{throw y(`line ${e} is not JSON`)}}function Xn({header:t,parts:e,moments:s,events:n}){const[o,a]=[n[0].seq,n.at(-1).seq],r={history:l,moments:({since:h})=>({moments:s.filter(({seq:f})=>f>=Number(h))}),moment:c,handoffs:h=>tn(s,h),events:p};return function(f){const[$,g]=f.split("?");if(!r[$])throw new Error(`A recording does not contain this (${$}): it holds events, moments and handoffs.`);return r[$](Object.fromEntries(new URLSearchParams(g)))};function l(){const h=new Map;for(const{run:f,events:$}of e.filter(g=>g.events.length)){const g=h.get(f)??{run:f,first:$[0].seq,began:$[0].wall};h.set(f,{...g,last:$.at(-1).seq,ended:$.at(-1).wall})}return{file:null,first:o,last:a,runs:[...h.values()],stopped:null}}function c({at:h,wall:f}){const $=h===void 0?d(Number(f)):Number(h);if(!($>=o&&$<=a))throw new Error(`Event ${$} is not in this recording, which has the events from ${o} to ${a}: choose one of these.`);const g=e.findLast(({before:S})=>S<=$),b=g.events.filter(S=>S.seq<=$);if(b.at(-1).seq!==$)throw u(`Event ${$}`,b.at(-1).seq);const _=ne(g.state,b.map(({patch:S})=>S));return{seq:$,state:_,lists:t.lists,now:b.at(-1).at,wall:b.at(-1).wall,recent:b.filter(_t),run:g.run}}function d(h){const f=e.filter(({events:[g]})=>g?.wall<=h);if(!f.length)throw new Error(`That time is not in this recording, which has the events from ${o} to ${a}: choose one of these.`);const $=f.reduce((g,b)=>b.events[0].wall>=g.events[0].wall?b:g);return $.events[Math.max(1,ts($.events,h))-1].seq}function u(h,f){return new Error(`${h} is not in this recording, which has nothing between the events ${f} and ${n.find(({seq:$})=>$>f).seq}.`)}function m(h){const f=n.findIndex(({seq:g})=>g>h);if(f<0)return[];if(n[f].seq!==h+1)throw u(`What follows event ${h}`,h);const $=n.findIndex(({seq:g},b)=>g-h>b+1-f);return n.slice(f,$<0?void 0:$)}function p({since:h,before:f,limit:$}){if(f===void 0)return{events:m(Number(h)).slice(0,Number($))};const g=n.filter(_=>_.seq<Number(f)&&_t(_)),b=g.slice(-Number($));return{events:b,next:b[0]?.seq??Number(f),begins:b.length===g.length,whole:!0}}}function ts(t,e){const s=t.findIndex(n=>n.wall>e);return s<0?t.length:s}const _t=({told:t})=>t!==!1;function es({events:t,moments:e}){const s=e.find(({what:o,data:a})=>o==="fault"&&a?.kind?.startsWith("candidate.")),n=e.find(({what:o})=>["handoff","violation"].includes(o));return(s??n??t.find(({kind:o,data:a})=>o==="candidate.reported"&&a?.znode)??t[0]).seq}function ns(t,e,s){const{header:n,events:o}=t,a=e(`moment?at=${o.at(-1).seq}`);if(!Kn.every(c=>A(a.state[c])))throw y("its documents are not those of Handoff");const l={file:null,after:0,since:0,stopped:null,replays:{...n,first:o[0].seq,last:a.seq,shows:es(t),file:s,isWithin:!0}};return{...a,state:{...a.state,read_only:!0,history:l}}}var ss=Object.freeze({__proto__:null,createAnswers:Xn,lastOf:ns,open:Gn,read:St});export{ke as A,ce as D,ie as N,se as P,ye as S,Oe as Z,Me as a,bn as b,be as c,Ae as d,xn as e,de as f,Cn as g,ve as h,jn as i,Pn as l,re as p,ss as r,vn as s,Ee as u};
//# sourceMappingURL=more-BR-OAo5m.js.map
