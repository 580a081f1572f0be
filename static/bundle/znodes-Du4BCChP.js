import{h as r,D as St,d as w,A as S,T as k,F as oe,g,c1 as Ce,t as x,v as O,r as y,bp as ae,G as D,C as Se,cz as xe,au as Oe,O as j,w as xt,cA as re,K as Ee,cB as V,z as Ot,cC as Et,x as _t,y as Tt,N as _e,H as Dt,cD as At,br as Te,cE as It,cF as jt,ay as De,cG as N,bq as Nt,bn as Wt,cH as Mt,cI as Lt,at as G,cJ as Rt,E as Y,cK as Ae,X as Pt,cL as Ie,cM as Bt,cN as Kt,u as Ut,bF as je,Q as Ht}from"./page.js";import{u as Ne,l as We,b as Me,w as Gt,c as Jt,e as qt,g as Le,j as R,P as Ft,k as Zt,m as Vt,n as Yt,o as Xt,q as Qt}from"./more-BDEiNFfz.js";const en="/zookeeper",Re="zookeeper";function ie(e){return St(e,en)}function P(e,t){return ie(e)?{word:t??""}:{}}function W(e,t){return!ie(e)||t===Re}function J({path:e,word:t,setWord:n}){return ie(e)?r`
    <label class="guard"><span>This belongs to ZooKeeper itself. Type <code>${Re}</code> to change it anyway:</span>
      <input data-testid="guard" value=${t??""} onInput=${s=>n(s.target.value)}
        spellcheck="false" autocomplete="off" /></label>
  `:null}const tn=4e3;function A({children:e,asks:t,run:n,testid:s,disabled:o=!1}){const[a,i]=w(!1);return S(()=>{if(!a)return;const c=setTimeout(()=>i(!1),tn);return()=>clearTimeout(c)},[a]),r`<button type="button" data-testid=${s} class=${a?"danger":""} disabled=${o}
    onClick=${()=>a||!t?n():i(!0)}>${a?t:e}</button>`}const X=[["c","create","create children"],["d","delete","delete children"],["r","read","read the data and list the children"],["w","write","write the data"],["a","admin","set the ACL"]],le="cdrwa",Pe={anyone:{scheme:"world",id:"anyone",perms:"r"},"my credentials":{scheme:"auth",id:"",perms:le},"a user":{scheme:"digest",user:"",password:"",perms:le},"an address":{scheme:"ip",id:"127.0.0.1",perms:le}};function nn(e){const{znode:t,state:n}=e,[s,o]=w(null);if(!t.acl)return r`<p class="note" role="alert">${t.error}</p>`;if(s)return r`<${on} ...${e} edited=${s} edit=${o} />`;const a=()=>o({...Be(t),entries:t.acl});return r`
    <table class="bench-acl" data-testid="bench-acl"><tbody>
      ${t.acl.map(i=>r`<tr key=${`${i.scheme}:${i.id}`}><th scope="row"><code>${i.scheme}:${i.id}</code></th>
        <td><code>${i.perms}</code></td><td class="soft">${sn(i)}</td></tr>`)}
    </tbody></table>
    ${!n.read_only&&r`<div class="bench-bar"><span class="soft">version ${t.stat.aversion}</span><span
      class="spring"></span><button class="primary" data-testid="acl-edit" onClick=${a}>Edit</button></div>`}
  `}function sn({scheme:e,perms:t}){const n=X.filter(([o])=>t.includes(o)).map(([,o])=>o);return`${{world:"everybody",ip:"this address",digest:"anyone with the password",auth:"the session's own credentials"}[e]??"this identity"} may ${n.length===X.length?"do everything":n.join(", ")||"do nothing"}`}function on(e){const{znode:t,edited:n,edit:s}=e,{entries:o,added:a}=n,i=(u,$={})=>s({...n,locksOut:null,entries:u,added:null,...$}),l=(u,$)=>i(o.map((h,p)=>p===u?{...h,...$}:h)),c=u=>i([...o,Pe[u]],{added:o.length}),d=u=>i(o.filter(($,h)=>h!==u));return r`
    <${an} now=${n.now??t} edited=${n} edit=${s} />
    <table class="bench-acl" data-testid="acl-entries"><tbody>
      ${o.map((u,$)=>r`<${rn} key=${$} entry=${u} isAdded=${$===a} change=${h=>l($,h)} remove=${()=>d($)} />`)}
    </tbody></table>
    <div class="bench-bar"><span class="soft">Add</span>
      ${Object.keys(Pe).map(u=>r`<button key=${u} data-testid=${`acl-add-${u.replaceAll(" ","-")}`} onClick=${()=>c(u)}>${u}</button>`)}
    </div>
    <${J} path=${e.path} word=${n.word} setWord=${u=>s({...n,word:u})} />
    <${ln} ...${e} />
  `}const Be=({stat:e})=>({version:e.aversion,czxid:e.czxid});function an({now:e,edited:t,edit:n}){const{version:s,czxid:o}=Be(e);if(s===t.version&&o===t.czxid)return null;const a=e.acl.map(({scheme:i,id:l,perms:c})=>`${i}:${l}:${c}`).join(", ");return r`<p class="bench-warning" role="alert" data-testid="acl-stale">${o===t.czxid?"Somebody set the ACL meanwhile":"Somebody deleted the znode and created it again"}: its ACL is now <code>${a}</code>,
    version ${s}. Nothing was saved. <button data-testid="acl-replace"
      onClick=${()=>n({...t,version:s,czxid:o})}>Replace it with mine</button></p>`}function rn({entry:e,isAdded:t,change:n,remove:s}){const o=k(null);oe(()=>t&&o.current.querySelector("input")?.focus(),[]);const a=l=>n({perms:X.map(([c])=>c).filter(c=>e.perms.includes(c)!==(c===l)).join("")}),i=(l,c="text")=>r`<input type=${c} value=${e[l]} aria-label=${l} placeholder=${l}
    onInput=${d=>n({[l]:d.target.value})} spellcheck="false" autocomplete="off" />`;return r`
    <tr ref=${o} data-testid="acl-entry">
      <th scope="row"><span class="acl-who"><code>${e.scheme}</code>${"user"in e?r`${i("user")}${i("password","password")}`:e.scheme==="auth"?r`<span class="soft">the workbench's credentials</span>`:i("id")}</span></th>
      <td><span class="group">${X.map(([l,c,d])=>r`<button key=${l} role="checkbox" class="perm"
        aria-checked=${e.perms.includes(l)} title=${`${c}: ${d}`} onClick=${()=>a(l)}>${l}<span class="sr"> ${c}</span></button>`)}</span></td>
      <td><button class="icon" title="Remove this entry" onClick=${s}>✕<span class="sr"> Remove</span></button></td>
    </tr>
  `}function ln({path:e,edited:t,edit:n,page:s,actions:o}){const a=async i=>{const l={path:e,acl:t.entries,version:t.version,czxid:t.czxid,...i,...P(e,t.word)},c=d=>{const{error:u,current:$}=d.answer??{};u?.code==="locks_out"?n({...t,locksOut:d.message}):$?n({...t,now:$}):o.toast(d)};await o.attempt("acl","PUT","znodes/acl",l,c)&&n(null)};return r`
    ${t.locksOut&&r`<p class="bench-warning" role="alert" data-testid="locks-out">${t.locksOut}</p>`}
    <div class="bench-bar"><span class="spring"></span>
      <button onClick=${()=>n(null)}>Cancel</button>
      ${t.locksOut?r`<${A} testid="acl-lock-out" asks="Really lock this session out?" run=${()=>a({lock_out:!0})}>Set it anyway<//>`:r`<button class="primary" data-testid="acl-save" aria-busy=${s.busy.has("acl")}
              disabled=${!t.entries.length||!W(e,t.word)} onClick=${()=>a({})}>Save</button>`}
    </div>
  `}const B=500,cn=1.75;function dn(e){const{path:t,znode:n,choose:s}=e,o=n.stat.numChildren,a=k(null),i=Ne({count:o,getScrollElement:()=>a.current,rowRem:cn}),l=i.getVirtualItems(),c=$n(t,n.stat.pzxid,l[0]?.index??0,l.at(-1)?.index??0);return o?r`
    <div class="scroller children" ref=${a} tabindex="0" data-testid="children" aria-label=${g(o,"name")}>
      <div class="rows" style=${{height:`${i.getTotalSize()}px`}}>
        ${l.map(({index:d,start:u})=>r`<${un} key=${d} place=${d} top=${u} name=${c(d)}
          pick=${$=>s({znode:Ce(t,$)})} />`)}
      </div>
    </div>
  `:r`<p class="note" data-testid="no-children">It has no children.</p>`}function un({place:e,top:t,name:n,pick:s}){return r`
    <button class="row child" style=${{transform:`translateY(${t}px)`}} disabled=${n===void 0}
      data-testid="child" data-name=${n} title=${n} onClick=${()=>s(n)}>
      <span class="own">${y(e+1)}</span><code class="name"><bdi>${n??"\u2026"}</bdi></code></button>
  `}function $n(e,t,n,s){const[o,a]=w(new Map),i=[...new Set([Math.floor(n/B),Math.floor(s/B)])];return S(()=>{let l=!0;const c=d=>({children:u})=>l&&u&&a($=>new Map($).set(d,{pzxid:t,names:u.names}));for(const d of i.filter(u=>o.get(u)?.pzxid!==t))x("GET",O("znodes",{path:e,offset:d*B,limit:B})).then(c(d),()=>{});return()=>l=!1},[e,t,i[0],i.at(-1)]),l=>o.get(Math.floor(l/B))?.names[l%B]}const hn=8*1024*1024,Ke=32768,pn=/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;function ce(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0))}function Ue(e){const t=[];for(let n=0;n<e.length;n+=Ke)t.push(String.fromCharCode(...e.subarray(n,n+Ke)));return btoa(t.join(""))}function E(e){try{const t=new TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0}).decode(e);return pn.test(t)?null:t}catch{return null}}function fn(e){return new TextEncoder().encode(e)}async function He(e){if(e[0]!==31||e[1]!==139)return null;try{return await Ge(qt(new Blob([e]),hn))}catch{return null}}function bn(e){return Ge(new Response(new Blob([e]).stream().pipeThrough(new CompressionStream("gzip"))))}const Ge=async e=>new Uint8Array(await e.arrayBuffer()),q=16,z={JSON:{shows:e=>Me(E(e)),show:e=>We(E(e)),edit:e=>We(E(e)),read:gn},text:{shows:e=>E(e)!==null,show:E,edit:e=>E(e).replaceAll(`\r
`,`
`),read:(e,t)=>fn(wn(t)?e.replaceAll(`
`,`\r
`):e)},hex:{shows:()=>!0,show:vn,edit:kn,read:yn}};function Je(e){return Object.keys(z).filter(t=>z[t].shows(e))}function mn(e,t){if(e==="hex")return null;const n=new Set(E(t).match(/\r\n|\r|\n/g));return n.has("\r")||n.size>1?"Its line endings differ; edit it as hex.":null}function wn(e){return(E(e)??"").includes(`\r
`)}function gn(e,t){const n=Gt(e);if(n)throw new Error(`Not JSON: ${n}`);const s=(E(t)??"").replaceAll(`\r
`,`
`);return z.text.read(Me(s)?Jt(s,e):e,t)}function yn(e){const t=e.replace(/\s+/g,""),n=/[^0-9a-f]/i.exec(t);if(n)throw new Error(`Not hex: \u201C${n[0]}\u201D`);if(t.length%2)throw new Error("Not hex: half a byte is left over");return Uint8Array.from(t.match(/../g)??[],s=>parseInt(s,16))}function kn(e){return qe(e,t=>Fe(t)).join(`
`)}function vn(e){const t=q*3-1;return qe(e,(n,s)=>`${s.toString(16).padStart(4,"0")}  ${Fe(n).padEnd(t)}  ${zn(n)}`).join(`
`)}function qe(e,t){return Array.from({length:Math.ceil(e.length/q)},(n,s)=>t(e.subarray(s*q,(s+1)*q),s*q))}function Fe(e){return Array.from(e,t=>t.toString(16).padStart(2,"0")).join(" ")}function zn(e){return Array.from(e,t=>t>=32&&t<127?String.fromCharCode(t):".").join("")}const M=new Map,de=new Map;function I(e){return M.get(e)}function Q(e,t){M.set(e,t),ae()}function K(e,t){M.has(e)&&Q(e,{...M.get(e),...t})}function L(e){M.delete(e),ae()}function Cn(e,t,n,s){de.set(e,{stat:n,before:t.base.base64,word:t.word});const o=M.get(e);if(o.text===t.text)return L(e);const a=ue(n,s);return Q(e,{...o,base:a,start:t.text,busy:!1,over:void 0,began:void 0})}function ue({version:e,mzxid:t,czxid:n},s){return{version:e,mzxid:t,czxid:n,base64:s}}function Sn(e){return de.get(e)}function xn(e){de.delete(e),ae()}function _({start:e,text:t}){return t!==e}function Ze(){return[...M].filter(([,e])=>_(e)).map(([e])=>e)}addEventListener("beforeunload",e=>Ze().length&&e.preventDefault());function Ve(e){return x("GET",O("znodes",{path:e,limit:1}))}function Ye({data:e,stat:t},n,s,o){const a=z[s].edit(n);return{base:ue(t,e.base64),was:n,form:s,packed:o,start:a,text:a}}async function On(e,t){const n=await Ve(e);Q(e,{...Ye(n,ce(n.data.base64),"text",!1),text:t})}function Xe(e){if(!_(e))return"Nothing has changed.";try{return z[e.form].read(e.text,e.was),null}catch(t){return t.message}}async function En({form:e,text:t,was:n,packed:s}){const o=z[e].read(t,n);return Ue(s?await bn(o):o)}function _n(e,t){const n=I(t);n.busy||Xe(n)||!W(t,n.word)||(n.over?he(e,t,n.over):$e(e,t))}async function $e({choose:e,actions:t},n){const s=I(n);if(!s.busy){K(n,{busy:!0});try{const o=await En(s),{saved:a,...i}=await Qe(n,o,s.base,s.word);a?Cn(n,s,a,o):K(n,{busy:!1,against:i}),a||e({dialog:"stale-znode",ask:{path:n}})}catch(o){K(n,{busy:!1}),t.toast(o)}}}async function Tn({actions:e},t,{stat:n,before:s,word:o}){try{const{saved:a}=await Qe(t,s,n,o);e.toast(a?"The save is undone.":"Somebody has written it since; nothing was undone.",a?"good":"bad"),xn(t)}catch(a){e.toast(a)}}async function Qe(e,t,{version:n,mzxid:s},o){try{const a=await Ve(e);if(a.stat.mzxid!==s)return{stale:a};const i={path:e,data:{base64:t},version:n,mzxid:s,...P(e,o)};return{saved:(await x("PUT","znodes",i)).stat}}catch(a){if(a.status===404)return{gone:!0};if(a.answer?.current)return{stale:a.answer.current};throw a}}function et(e,t){const{base:n,began:s=n}=I(e),o=ue(t.stat,t.data?.base64??"");K(e,{base:o,began:s,start:null,against:void 0,over:t})}function he({choose:e},t,n){K(t,{against:{stale:n}}),e({dialog:"stale-znode",ask:{path:t}})}const tt=1e5;let pe=null;function nt(e){const{path:t,znode:n}=e,s=D(()=>ce(n.data?.base64??""),[n.data?.base64]),a=Le(async()=>({unpacked:await He(s)}),[s])?.unpacked,[i,l]=w(!1),[c,d]=w(null),u=a&&!i?a:s,$=D(()=>Je(u),[u]),h=$.includes(c)?c:$[0],p=()=>Q(t,{...Ye(n,u,h,u!==s),takesFocus:!0});return I(t)?r`<${Wn} ...${e} />`:n.data?r`
    <${An} ...${e} bytes=${s} content=${u} forms=${$} form=${h} want=${d} edit=${p}
      unpacked=${a} isPacked=${i} setPacked=${l} />
    <${In} ...${e} />
    <${Nn} content=${u} form=${h} />
  `:r`<p class="note" role="alert">${n.error}</p>`}function Dn({chosen:e,choose:t}){pe=e.znode??"/",t({znodeTab:"data",tab:"stage"})}function An(e){const{state:t,path:n,bytes:s,content:o,forms:a,form:i,want:l,edit:c,unpacked:d,isPacked:u,setPacked:$,actions:h}=e,p=D(()=>mn(i,o),[i,o]);return S(()=>{if(d===void 0)return;const b=pe===n;pe=null,b&&!p&&!t.read_only&&c()}),r`
    <div class="bench-bar">
      <${Se} look="forms" label="Show data as" value=${i} pick=${l}
        among=${Object.keys(z).map(b=>({value:b,word:b,testid:`form-${b.toLowerCase()}`,disabled:!a.includes(b)}))} />
      ${d&&r`<button class="filter only" aria-pressed=${!u} data-testid="gzip"
        title="The data is gzip: show what is in it, or its own bytes"
        onClick=${()=>$(!u)}>gzip, unpacked</button>`}
      <span class="soft number" data-testid="size">${jn(s,o)}</span>
      <span class="spring"></span>
      <button onClick=${()=>xe(z[i].show(o),h,"Data copied.")} data-testid="copy-data">Copy</button>
      <button onClick=${()=>Oe(j(n),s)} title="Its bytes as a file">Download</button>
      ${!t.read_only&&r`<button class="primary" data-testid="edit" title=${p??"Edit the data (v)"}
        disabled=${!!p} onClick=${c}>Edit</button>`}
    </div>
    ${p&&!t.read_only&&r`<p class="note">${p}</p>`}
  `}function In(e){const{path:t,znode:n}=e,s=Sn(t);return s?.stat.mzxid!==n.stat.mzxid?null:r`<p class="bench-saved" role="status" data-testid="saved">Saved as version ${s.stat.version}.
    ${" "}<button data-testid="undo" onClick=${()=>Tn(e,t,s)}>Undo</button></p>`}function jn(e,t){const n=`${y(e.length)} byte${e.length===1?"":"s"}`;return t===e?n:`${n}, ${y(t.length)} unpacked`}function Nn({content:e,form:t}){const[n,s]=w(!1),o=D(()=>z[t].show(e),[t,e]),a=o.length-tt;return e.length?r`
    <pre class=${`bench-data ${t}`} data-testid="bench-data" tabindex="0">${n?o:o.slice(0,tt)}</pre>
    ${a>0&&!n&&r`<p class="note"><button onClick=${()=>s(!0)}>Show ${y(a)} more characters</button></p>`}
  `:r`<p class="note" data-testid="bench-data">It holds no data.</p>`}function Wn(e){const{path:t}=e,n=I(t),s=k(null),o=D(()=>Xe(n),[n.text,n.start,n.form]),a=c=>K(t,c),i=!o&&!n.busy&&W(t,n.word),l=c=>{const d=(c.ctrlKey||c.metaKey)&&/^(s|Enter)$/i.test(c.key);d&&c.preventDefault(),d&&_n(e,t),c.key==="Escape"&&s.current.blur()};return S(()=>n.takesFocus&&s.current.focus({preventScroll:!0}),[]),r`
    <${Bn} ...${e} draft=${n} />
    ${n.over&&r`<${Ln} ...${e} theirs=${n.over} />`}
    <textarea ref=${s} class="bench-edit" data-testid="bench-edit" aria-label=${`Data of ${t} as ${n.form}`}
      spellcheck="false" autocomplete="off" value=${n.text} onKeyDown=${l}
      onInput=${c=>a({text:c.target.value})}></textarea>
    <${J} path=${t} word=${n.word} setWord=${c=>a({word:c})} />
    <div class="bench-bar">
      <span class=${o&&_(n)?"wrong":"soft"} role="status"
        data-testid="edit-state">${Pn(n,o)}</span>
      <span class="spring"></span>
      <${Rn} draft=${n} change=${a} />
      <${A} testid="discard" asks=${_(n)&&"Really discard what you typed?"}
        run=${()=>L(t)}>Cancel<//>
      <${Mn} draft=${n} ready=${i} run=${()=>$e(e,t)} />
    </div>
  `}function Mn({draft:{over:e,busy:t},ready:n,run:s}){if(!e)return r`<button class="primary" data-testid="save" title="Save (Ctrl+S)" disabled=${!n} aria-busy=${t}
      onClick=${s}>Save</button>`;const{version:o,mzxid:a}=e.stat;return r`<${A} key=${a} testid="save" disabled=${!n} asks=${`Really write over version ${o}?`}
    run=${s}>Write over version ${o}<//>`}function Ln(e){const{path:t,theirs:n}=e;return r`<p class="bench-warning" role="status" data-testid="over">Version ${n.stat.version} is somebody else's, and saving
    overwrites it. <button data-testid="over-show" onClick=${()=>he(e,t,n)}>Show both</button></p>`}function Rn({draft:{form:e,isJson:t=e==="JSON"},change:n}){return t?r`<button class="filter only" aria-pressed=${e==="JSON"} data-testid="check-json" onClick=${()=>n({isJson:t,form:e==="JSON"?"text":"JSON"})}
    title="Save only valid JSON, in its old layout">must be JSON</button>`:null}function Pn(e,t){return t&&_(e)?t:`${e.packed?`${e.form}, packed again with gzip`:e.form}, on top of version ${e.base.version}${_(e)?"; not saved yet":""}`}function Bn(e){const{path:t,znode:n,error:s,draft:o}=e,a=()=>_(o)?he(e,t,n):L(t);return s?r`<p class="bench-warning" role="alert" data-testid="meanwhile">${s} What you typed stays
      here.</p>`:n.stat.mzxid===o.base.mzxid||o.busy?null:r`
    <p class="bench-warning" role="alert" data-testid="meanwhile">Somebody wrote it meanwhile: it is now at version
      ${" "}${n.stat.version}, you began with ${o.base.version}. <button data-testid="show-both"
        onClick=${a}>${_(o)?"Show both":"Show it"}</button></p>
  `}var Kn=Object.freeze({__proto__:null,Content:nt,beginEdit:Dn});const st=[{kind:"persistent",word:"persistent",does:"stays until somebody deletes it"},{kind:"persistent_sequential",word:"persistent, sequential",does:"stays; ZooKeeper appends a growing number to its name"},{kind:"ephemeral",word:"ephemeral",does:"is deleted when the session that created it ends; has no children"},{kind:"ephemeral_sequential",word:"ephemeral, sequential",does:"is deleted when its session ends, and is numbered; most recipes use it"},{kind:"container",word:"container",does:"is deleted by the server some time after its last child is gone"},{kind:"ttl",word:"time to live",does:"is deleted by the server if it has no children and was not written for that long"},{kind:"ttl_sequential",word:"time to live, sequential",does:"is deleted in the same way, and is numbered"}],Un=e=>e.startsWith("ephemeral"),fe=e=>e.endsWith("_sequential"),be=e=>e.startsWith("ttl"),me=e=>be(e)?"ttl":e;function we({path:e,kind:t},n){if(!t.startsWith("persistent"))return me(t);const s=n.findLast(({subject:o,kind:a})=>o===e&&/^workbench\.created$|^znode\.deleted$/.test(a));return s?.data?.kind?me(s.data.kind):t}const Hn={wire:"seen in the protocol",server:"the server lists it",reported:"the candidate says so",inferred:"from the order alone"},Gn=3e3,Jn=5e3,qn=1.75;function Fn(e){const{path:t,hear:n}=e,s=Zn(n),o=R(()=>x("GET",O("znodes",{path:t,limit:1})),[t,s]),a=R(()=>x("GET",O("watches",{under:t,limit:Jn})),[t,s]),i=o.error??a.error;return r`
    ${i&&r`<p class="note" role="alert">${i}</p>`}
    ${!i&&!(o.answer&&a.answer)&&r`<p class="note" aria-busy="true">Reading …</p>`}
    ${o.answer&&r`<${Vn} ...${e} ...${o.answer} />`}
    ${a.answer&&r`<${Xn} ...${e} ...${a.answer} />`}
  `}function Zn(e){const[t,n]=w(0);return S(()=>{const s=()=>n(i=>i+1),o=setInterval(s,Gn),a=e(i=>i.some(({kind:l})=>l==="watches.listed")&&s());return()=>(clearInterval(o),a?.())},[]),t}function Vn({watched_by:e,watches_told:t,clock:n,choose:s}){return r`
    ${e.length>0&&r`<table class="bench-stat" data-testid="watched-by"><tbody>
      ${e.map(o=>r`<tr key=${o.session} data-evidence=${o.evidence}>
        <th scope="row">${o.candidate?r`<button onClick=${()=>s({candidate:o.candidate})}>${o.candidate}</button>`:ot(o)}</th>
        <td>${o.session}</td><td class="soft">${at(o,n)}</td></tr>`)}
    </tbody></table>`}
    <p class="note" data-testid=${e.length?"watches-told":"no-watches"}>${e.length?"":`${Yn(t)} `}${t.note}</p>
  `}function Yn({complete:e,as_of:t}){return e?"No listed session watches it.":t==null?"Nobody is known to watch it.":"None of the lists names it."}function ot({candidate:e,dashboard:t,client:n}){return e??(t?"this dashboard":n??"another")}function at({evidence:e,as_of:t,server:n},s){const o=s.wallOf(t),a=n&&e==="server"?`${n} lists it`:Hn[e]??e;return o===null?a:`${a}, at ${xt(o)}`}function Xn({path:e,watches:t,truncated:n,choose:s,clock:o}){const a=k(null),i=Ne({count:t.length,getScrollElement:()=>a.current,rowRem:qn}),l=`Who watches what${e==="/"?"":", here and below"}`,c=n?`the first ${y(t.length)} watches`:g(t.length,"watch").replace(/hs$/,"hes");return r`
    <h3 class="who-watches-title">${l} <span class="soft number">${c}</span></h3>
    <div class="scroller children who-watches" ref=${a} tabindex="0" data-testid="who-watches" data-count=${t.length}
      role="group" aria-label=${`${l}: ${c}`}>
      <div class="rows" style=${{height:`${i.getTotalSize()}px`}}>
        ${i.getVirtualItems().map(({index:d,start:u})=>r`<${Qn} key=${d} top=${u} one=${t[d]} clock=${o}
          pick=${$=>s({znode:$})} />`)}
      </div>
    </div>
  `}function Qn({one:e,top:t,clock:n,pick:s}){const o=ot(e);return r`
    <button class="row child who-watches-row" style=${{transform:`translateY(${t}px)`}} data-testid="watch" data-path=${e.path}
      title=${`${e.path}: ${o}, session ${e.session}, ${at(e,n)}`} onClick=${()=>s(e.path)}>
      <code class="name"><bdi>${e.path}</bdi></code><span class="who"><bdi>${o}</bdi></span><code class="soft session">${e.session}</code></button>
  `}const es={data:nt,stat:ls,acl:nn,children:dn,watches:Fn,history:cs};function ts(e){const{path:t,znode:n,past:s,chosen:o}=e,a=V.find(({id:i})=>i===o.znodeTab)??V[0];return r`
    <section class="bench" aria-label="Chosen znode" data-testid="bench" data-path=${t}
      data-version=${n?.stat?.version}>
      <${rt} ...${e} />
      <${os} ...${e} tab=${a} />
      ${s&&r`<${Ft} words=${s} />`}
      <div class=${`bench-panel ${s?"is-past":""}`} role="tabpanel" id="bench-panel" aria-label=${a.word} data-testid="bench-panel" data-tab=${a.id}>
        ${n&&(ss(n,a)?r`<${es[a.id]} key=${a.id} ...${e} />`:r`<${ns} />`)}
      </div>
    </section>
  `}const ns=()=>r`<p class="note" data-testid="hidden">The ACL of this znode hides it from this session. If you may read
  it, give your credentials: press “session” below the picture.</p>`,ss=({stat:e},{id:t})=>e!==null||t==="watches"||t==="history";function rt({path:e,znode:t,choose:n,events:s}){const o=re(e);return r`
    <nav class="crumbs" aria-label="Path" data-testid="crumbs">
      ${t&&r`<${Ee} kind=${we(t,s)} />`}
      ${o.map((a,i)=>r`${i>1&&r`<span aria-hidden="true">/</span>`}<button key=${a} title=${a} data-testid=${`crumb-${a}`}
        aria-current=${a===e?"page":void 0}
        onClick=${()=>n({znode:a})}><code><bdi>${j(a)}</bdi></code></button>`)}
    </nav>
  `}function os({path:e,znode:t,tab:n,choose:s}){const o={data:I(e)?"editing":null,children:t?.stat?.numChildren,acl:t?.acl?.length};return r`
    <div class="bench-tabs" role="tablist" aria-label="Of the znode" onKeyDown=${Et(a=>s({znodeTab:V[a].id}))}>
      ${V.map(({id:a,word:i})=>r`<button key=${a} role="tab" aria-selected=${a===n.id}
        aria-controls="bench-panel" tabindex=${a===n.id?0:-1} data-testid=${`bench-tab-${a}`}
        onClick=${()=>s({znodeTab:a})}>${i}${o[a]?r`${" "}<span class="soft number">${typeof o[a]=="number"?y(o[a]):o[a]}</span>`:""}</button>`)}
    </div>
  `}function as({path:e,znode:t,error:n,past:s,events:o}){if(!t)return[n??"Reading \u2026"];if(s)return[{who:e,tone:"dead"},": ",s];if(!t.stat)return[{who:e,tone:"own"}," exists, but its ACL hides it from this session."];const{version:a,dataLength:i,numChildren:l,ephemeralOwner:c}=t.stat,d=t.kind.startsWith("ephemeral"),u=i?`${g(i,"byte")} of data`:"no data",$=l?`${y(l)} ${l===1?"child":"children"}`:"no children",h=`${u}, at version ${a}, and ${$}`,p=d?`; it is deleted when session ${c} ends`:"";return[{who:e,tone:d?"wait":"own"},` is ${rs(Ot(we(t,o)))} with ${h}${p}.`]}function rs(e){return e.startsWith("with")?`a znode ${e},`:`${/^[aeiou]/.test(e)?"an":"a"} ${e} znode`}const is={kind:"how long it lives, and whether ZooKeeper numbered it",cZxid:"the transaction that created it",ctime:"when that was, by the server's clock",mZxid:"the transaction that last wrote its data",mtime:"when that was",pZxid:"the transaction that last changed its list of children",cversion:"how often its children have changed",dataVersion:"how often its data was written since its creation",aclVersion:"how often its ACL was set",ephemeralOwner:"the session with which it ends; 0x0 if it is persistent",dataLength:"bytes of data",numChildren:"children now"};function ls({znode:e,state:t,events:n}){return r`
    <table class="bench-stat" data-testid="bench-stat">
      <tbody>${Zt({...e,kind:we(e,n)},t).map(([s,o])=>r`<tr key=${s}><th scope="row">${s}</th>
        <td>${o}</td><td class="soft">${is[s]}</td></tr>`)}</tbody>
    </table>
  `}function cs({path:e,znode:t,clock:n,chosen:s,choose:o}){const a=t.stat??{},{answer:i,error:l}=R(()=>x("GET",O("znodes/history",{path:e})),[e,a.mzxid,a.pzxid,a.aversion]);if(l)return r`<p class="note" role="alert">${l}</p>`;if(!i)return r`<p class="note" aria-busy="true">Reading …</p>`;const c=_t(s.window),d=i.events.filter(({wall:u})=>Tt(c,u)).reverse();return c&&!d.length?r`<p class="note">Nothing happened to it in this time. <${_e} window=${c} choose=${o} /></p>`:r`
    ${c&&r`<p class="note">only <${_e} window=${c} choose=${o} /></p>`}
    <${Dt} events=${d} clock=${n} />
    <p class="note">${d.length?"The journal begins when the dashboard starts, and keeps as much as it can hold.":"Nothing has happened to it since the dashboard started."}</p>
  `}const ds=200,us=60,U=[],ge=new Map;function $s(e){const{id:t,prompt:n,busy:s,clear:o}=e,a=k(null),[i,l]=w(ge.get(t)??""),[c,d]=w(null),[u,$]=w([]),h=k(null),p=k(0),b=f=>{ge.set(t,f),h.current=null,l(f),d(null)},m=()=>($([]),b("")),T=f=>{const v=Math.max(0,Math.min(U.length,p.current+f));v!==p.current&&(p.current=v,b(v?U.at(-v):""))},ne=f=>{f.preventDefault(),i.trim()&&(ms(i),p.current=0,b(u[0]??""),$(u.slice(1)),Te(e,t,i))},yt=f=>{const{value:v,selectionStart:se,selectionEnd:F}=f.target,C=f.clipboardData.getData("text/plain"),H=ws(C);if(H.length===1&&H[0]===C)return;f.preventDefault();const[Z="",...Ct]=H;b(v.slice(0,se)+Z+v.slice(F)),$(Ct)},kt={Tab:async f=>{const{selectionStart:v,selectionEnd:se}=f.target;if(f.shiftKey||v!==se||!i.trim())return;f.preventDefault();const{start:F,words:C,more:H}=await It(t,i.slice(0,v));if(a.current?.value!==i||!C.length)return;const Z=C.length===1&&!C[0].startsWith("/")?`${C[0]} `:jt(C);b(i.slice(0,F)+Z+i.slice(v)),h.current=F+Z.length,d(C.length>1?{words:C,more:H}:null)},ArrowUp:f=>(f.preventDefault(),T(1)),ArrowDown:f=>(f.preventDefault(),T(-1)),Escape:()=>c?d(null):a.current.blur()},vt={l:o,u:m,c:()=>bs(a.current)||m()},zt=f=>f.ctrlKey&&!f.altKey&&!f.metaKey?fs(vt,f):kt[f.key]?.(f);return oe(()=>{h.current!==null&&a.current.setSelectionRange(h.current,h.current),h.current=null},[i]),S(()=>At(a.current),[]),S(()=>l(ge.get(t)??""),[t]),S(()=>{const f=a.current.closest(".console-screen");f.scrollTop=f.scrollHeight},[c,u]),r`
    <form class="console-line" onSubmit=${ne}>
      <label for="console-line">${n}</label>
      <input id="console-line" ref=${a} data-testid="console-line" value=${i} aria-busy=${s} spellcheck=${!1}
        autocomplete="off" autocapitalize="off" maxlength="60000" enterkeyhint="send"
        onInput=${f=>b(f.target.value)} onKeyDown=${zt} onPaste=${yt} />
    </form>
    ${u.length>0&&r`<p class="console-hint" data-testid="console-waiting" role="note">${g(u.length,"pasted line")}
      to come: Enter runs this line and shows the next, Ctrl+U drops all.</p>`}
    ${c&&r`<p class="console-hint" data-testid="console-hint" role="note"><${hs} ...${c} /></p>`}
  `}function hs({words:e,more:t}){const n=e.slice(0,us);return r`${n.map(s=>r`<span key=${s}><bdi>${ps(s)}</bdi></span>`)}
    ${(t||e.length>n.length)&&r`<span>…</span>`}`}function ps(e){return e.startsWith("/")?e.slice(e.lastIndexOf("/")+1):e}function fs(e,t){const n=e[t.key];!n||n(t)===!0||t.preventDefault()}function bs(e){return e.selectionStart!==e.selectionEnd||!getSelection().isCollapsed}function ms(e){U.at(-1)!==e&&U.push(e),U.splice(0,U.length-ds)}const it=/^\s*\[zk: [^\]]*\]\s?/;function ws(e){const t=e.split(/\r\n|\r|\n/),n=t.filter(o=>it.test(o)),s=(n.length?n:t).map(o=>o.replace(it,""));return t.length>1?s.filter(o=>o.trim()):s}const lt=new Map;function ee({state:e,page:t,reel:n},s=null){const o=t.room?.rights.console&&!n.shown();return!e.read_only||!!(o&&(s===null||t.you.own.includes(s)))}function ct(e){const t=Nt(e),[,n]=w(0),s=o=>(lt.set(t,o),n(a=>a+1));return r`
    <section class="console" aria-label="Console" data-testid="console" data-console=${t}>
      ${t?r`<${ys} ...${e} id=${t} clear=${s} /><${Cs} key=${t} ...${e} id=${t} clear=${s} />`:r`<${gs} ...${e} />`}
    </section>
  `}function gs(e){const{page:t,guide:n}=e;return r`
    <div class="console-nobody">
      <p>A console takes the commands of ZooKeeper's own <code>zkCli.sh</code> and prints what it prints.
        It has its own session: when you close it, its ephemeral znodes are deleted.</p>
      ${ee(e)?r`<p><button class="primary" data-testid="console-open" title="Open a console (o)" aria-busy=${t.busy.has("console-open")}
          onClick=${()=>Lt(e)}>Open a console</button>
          ${" "}<${dt} guide=${n}>: the first znode<//></p>`:r`<p class="soft">${t.you?"You look on here":"This dashboard is read-only"}: no console can be opened.</p>`}
    </div>
  `}function dt({guide:e,children:t}){return!e.isOpen()&&r`<button data-testid="tour-first" onClick=${()=>e.begin("znodes")}>Take the lesson${t}</button>`}function ys(e){const{state:t,id:n,chosen:s,choose:o,clear:a,actions:i,guide:l}=e,c=t.consoles[n];return r`
    <div class="console-bar">
      ${Object.keys(t.consoles).map(d=>r`<button key=${d} class="filter" aria-pressed=${d===n}
        data-testid=${`console-${d}`} onClick=${()=>o({console:d})}>${d}</button>`)}
      <button class="filter" data-testid="console-open" title="Open another console, with another session" disabled=${!ee(e)}
        onClick=${()=>Wt({...e,chosen:s})}>+</button>
      <span class="console-session" data-testid="console-session" data-connection=${c.connection}
        title=${ks(c)}>${vs(c)}</span>
      <span class="spring"></span>
      ${!t.read_only&&r`<${dt} guide=${l} />`}
      <button title="Copy what is shown" onClick=${()=>xe(xs($t(c,n)),i,"Copied")}>Copy</button>
      <button data-testid="console-clear" title="Clear what is shown (Ctrl+L)" onClick=${()=>a(c.said)}>Clear</button>
      ${ee(e,n)&&r`<${A} key=${n} testid="console-close" asks=${zs(c)} run=${()=>Mt(e,n)}>Close<//>`}
    </div>
  `}function ks({session:e,timeout_ms:t,ephemerals:n,credentials:s,watches:o}){const a=s.map(({scheme:i,id:l})=>`${i}:${l}`).join(", ");return[e?`Session ${e}, ends after ${t} ms of silence`:"No session",n.length?`Ephemerals: ${n.join(", ")}`:"",o?ut(o):"",a?`Known as ${a}`:""].filter(Boolean).join(`
`)}function vs({session:e,connection:t,ephemeral_count:n,credentials:s,watches:o}){return!e||t==="closed"?r`<b class="tone-dead">no session</b> · connect opens another`:r`session <code>${e}</code>${t==="connected"?"":r` · <b class="tone-frozen">${t}</b>`}
    ${n>0&&r` · <b class="tone-lead">${g(n,"ephemeral")}</b>`}
    ${o>0&&` \xB7 ${ut(o)}`}
    ${s.length>0&&r` · ${s.map(({scheme:a,id:i})=>`${a}:${i}`).join(", ")}`}`}function ut(e){return e===1?"1 watch":`${y(e)} watches`}function zs({ephemeral_count:e}){return e?`Close, ${g(e,"ephemeral")} go${e===1?"es":""}`:null}function Cs(e){const{state:t,id:n,page:s,clear:o}=e,a=t.consoles[n],i=k(null),l=s.busy.has(`say-${n}`);return oe(()=>{i.current.scrollTop=i.current.scrollHeight},[a.said,l]),r`
    <div class="console-screen" ref=${i} onClick=${()=>getSelection().isCollapsed&&document.getElementById("console-line")?.focus({preventScroll:!0})}>
      <div role="log" aria-label="What was said" data-testid="console-log">
        ${$t(a,n).map(([d,u])=>r`<${Ss} key=${d} ...${u} number=${d} />`)}
      </div>
      ${ee(e,n)&&r`<${$s} ...${e} prompt=${a.prompt} busy=${l} clear=${()=>o(a.said)} />`}
    </div>
  `}function $t({entries:e},t){const n=lt.get(t)??0;return Object.entries(e).map(([s,o])=>[Number(s),{...o,line:o.line??null}]).filter(([s])=>s>n).sort(([s],[o])=>s-o)}function Ss({number:e,prompt:t,line:n,output:s,left_out:o}){return r`
    <div class=${`console-entry ${n===null?"is-told":""}`} data-testid=${`entry-${e}`}>
      ${n!==null&&r`<p class="console-said"><span>${t}</span>${n}</p>`}
      ${s.length>0&&r`<pre><bdi>${s.join(`
`)}</bdi></pre>`}
      ${o>0&&r`<p class="soft">… ${g(o,"line")} more, not kept.</p>`}
    </div>
  `}function xs(e){return e.flatMap(([,{prompt:t,line:n,output:s}])=>[...n===null?[]:[`${t}${n}`],...s]).join(`
`)}function Os(e){const{chosen:t,choose:n,state:s}=e,{console:o,line:a,command:i,path:l,znodes:c,token:d}=t.ask,{answer:u}=R(()=>x("GET",O("znodes/count",{path:l})),[l,d]),$=()=>n({dialog:null,ask:null}),h=()=>($(),Te(e,o,a,d));return r`
    <${De} title=${`${i} ${N(j(l))}?`} count=${c} keep="Leave it" does=${`${i} ${y(c)}`}
      name=${c>1?j(l):null} zookeeper=${s.zookeeper} act=${h} close=${$}>
      <p>${i==="deleteall"?"Deletes":"Sets the ACL of"} <code title=${l}><bdi>${N(l)}</bdi></code>${c>1&&r` and ${g(c-1,"znode")} below it`}. zkCli would not ask.</p>
      ${i==="deleteall"&&u?.others_ephemerals>0&&r`<p class="bench-warning" role="alert">Among them:
        ${" "}<b>${g(u.others_ephemerals,"ephemeral znode")}</b> of other sessions, whose owners will lose a place, a lock or a role.</p>`}
    <//>
  `}var Es=Object.freeze({__proto__:null,ConfirmLine:Os,Console:ct});function ht({state:e,choose:t}){const{session:n,connection:s,ephemeral_count:o=0,credentials:a=[]}=e.workbench??{},l=s&&s!=="closed"?[s==="connected"?n:s]:["none yet"];return o&&l.push(g(o,"ephemeral")),a.length&&l.push(a.map(pt).join(", ")),r`<button class="chip session" data-testid="workbench-session" data-connection=${s} onClick=${()=>t({dialog:"workbench-session"})}
    title="The workbench's own session with ZooKeeper: its ephemerals and credentials"><span
    class=${`dot ${s==="connected"?"good":""}`}></span>session · ${l.join(" \xB7 ")}</button>`}function pt({scheme:e,id:t}){return e==="digest"?t.split(":")[0]:`${e}:${t}`}function _s(e){const{state:t,close:n}=e,s=t.workbench??{},{session:o,connection:a="closed",reason:i,credentials:l=[]}=s,c=a!=="closed";return r`
    <${G} title="The workbench's session" close=${n}>
      <p>The workbench creates, writes and deletes through its own session. Ephemeral znodes that are
        created here end with it.</p>
      <dl class="stat">
        <dt>session</dt><dd data-testid="session-id">${o??"none yet: it begins with the first use"}</dd>
        <dt>state</dt><dd>${a}${i?`: ${i}`:""}</dd>
        <dt>credentials</dt><dd data-testid="credentials">${l.length?l.map(pt).join(", "):"none"}</dd>
      </dl>
      <${Ts} workbench=${s} choose=${e.choose} />
      ${!t.read_only&&r`<${Ds} ...${e} />`}
      <div class="buttons">
        ${c&&o&&!t.read_only&&r`<${As} ...${e} workbench=${s} />`}
        <span class="spring"></span>
        <button class="primary" onClick=${n}>Close</button>
      </div>
    <//>
  `}function Ts({workbench:{ephemerals:e=[],ephemeral_count:t=0},choose:n}){return t?r`
    <div><b>${g(t,"ephemeral znode")} of this session</b><ul class="conflicts" data-testid="own-ephemerals">${e.map(s=>r`<li key=${s}><button
      onClick=${()=>n({dialog:null,znode:s})}><code><bdi>${s}</bdi></code></button></li>`)}</ul></div>
  `:null}function Ds({actions:e,page:t}){const[n,s]=w(""),[o,a]=w("");return r`
    <form onSubmit=${async l=>{l.preventDefault(),await e.attempt("credentials","POST","znodes/credentials",{scheme:"digest",user:n,password:o})&&(s(""),a(""))}} class="credentials">
      <label>User<input value=${n} required data-testid="credentials-user" autocomplete="off" spellcheck="false" pattern="[^:]+"
        title="A name without a colon" onInput=${l=>s(l.target.value)} /></label>
      <label>Password<input type="password" value=${o} data-testid="credentials-password" autocomplete="off"
        onInput=${l=>a(l.target.value)} /></label>
      <button data-testid="credentials-add" aria-busy=${t.busy.has("credentials")}>Add (digest)</button>
    </form>
    <p class="soft">ZooKeeper does not check them: wrong ones give no access. They end with the session.</p>
  `}function As({workbench:e,actions:t}){const{session:n,ephemeral_count:s=0,seen:o}=e,a=()=>t.attempt("end-session","DELETE","znodes/session",{session:n,expect:s,seen:o}),i=s?`Really end it? ${g(s,"znode")} ${s===1?"goes":"go"} with it`:"Really end it?";return r`<${A} key=${`${s} ${o}`} testid="session-end" asks=${i} run=${a}>End the session<//>`}var Is=Object.freeze({__proto__:null,Session:_s,SessionChip:ht});const js=300,Ns={refuse:"stop if anything there differs",skip:"leave what is there as it is",overwrite:"overwrite what differs"};async function ye({actions:e},t){const n=await e.attempt("export","GET",O("znodes/export",{path:t}));if(!n)return;const{znodes:s,left_out:o}=n;Oe(`${t==="/"?"root":j(t)}.json`,JSON.stringify(n,null,1),"application/json");const a=o.length?`; ${g(o.length,"znode")} could not be read and ${o.length===1?"is":"are"} left out`:"";e.toast(`${g(s.length,"znode")} of ${t} exported${a}.`,o.length?"bad":"good")}function Ws(e){const{chosen:t,page:n,actions:s,close:o}=e,[a,i]=w({path:t.znode??"/",document:null,name:"",mode:"refuse",word:""}),[l,c]=w(null),[d,u]=w(null),$=m=>(c(null),u(null),i({...a,...m}));Rs(a,d,s,c);const h=a.document&&l?.counts&&!l.refused&&W(a.path,a.word)&&!n.busy.has("import"),p=({message:m,answer:T})=>(c(null),u({message:m,...T}));return r`
    <${G} title="Import znodes" close=${o}>
      <form onSubmit=${m=>(m.preventDefault(),h&&Us(e,a,l,p))}>
        <${Ls} form=${a} change=${$} actions=${s} />
        <label>Import as<input data-testid="import-path" value=${a.path} required pattern="/.*" spellcheck="false"
          autocomplete="off" onInput=${m=>$({path:m.target.value})} /></label>
        <label>If a znode exists already<select data-testid="import-mode" value=${a.mode} onChange=${m=>$({mode:m.target.value})}>
          ${Object.entries(Ns).map(([m,T])=>r`<option key=${m} value=${m}>${T}</option>`)}</select></label>
        <${J} path=${a.path} word=${a.word} setWord=${m=>$({word:m})} />
        ${d&&r`<${Bs} ...${d} />`}
        ${l&&r`<${Ps} plan=${l} />`}
        <${Ms} ...${e} plan=${l} ready=${h} />
      </form>
    <//>
  `}function Ms({page:e,plan:t,ready:n,close:s}){const o=n?t.counts.creates+t.counts.overwrites:0;return r`
    <div class="buttons">
      <button type="button" onClick=${s}>Cancel</button>
      <button class="primary" data-testid="import-confirm" disabled=${!o} title=${t?.refused}
        aria-busy=${e.busy.has("import")}>Import ${o?` ${g(o,"znode")}`:""}</button>
    </div>
  `}function Ls({form:e,change:t,actions:n}){return r`<label class="file">A file exported here<input type="file" accept=".json,application/json" data-testid="import-file" onChange=${async o=>{const[a]=o.target.files;if(a)try{const i=JSON.parse(await a.text());t({document:i,name:a.name,path:i.path??e.path})}catch(i){n.toast(`${a.name} is not JSON: ${i.message}`)}}} /></label>`}function Rs({path:e,document:t,mode:n,word:s},o,a,i){Vt(c=>{if(!t||!W(e,s))return;const d=h=>c()&&h&&i({counts:h,refused:h.refused?.message}),u=h=>c()&&i({refused:h.message}),$={path:e,document:t,mode:n,dry_run:!0,...P(e,s)};a.attempt("dry-run","POST","znodes/import",$,u).then(d)},[e,t,n,s,o],js)}function Ps({plan:{counts:e,refused:t}}){const n=e&&[[e.creates,t?"do not exist yet":"will be created"],[e.overwrites,"will be overwritten"],[e.skips,"differ and stay as they are"],[e.differ-e.overwrites-e.skips,"exist already, and differ"],[e.same,"are equal already"],[e.ephemerals,"are left out: they belonged to a session"]];return r`
    ${t&&r`<p class="bench-warning" role="alert" data-testid="import-refused">${t}</p>`}
    ${n&&r`<ul class="plan" data-testid="import-plan" data-creates=${e.creates} data-overwrites=${e.overwrites}>
      ${n.filter(([s])=>s).map(([s,o])=>r`<li><b class="number">${y(s)}</b> ${o}</li>`)}</ul>`}
    ${e?.conflicts.length>0&&r`<details open=${!!t}><summary>Which differ</summary><ul class="conflicts" data-testid="import-conflicts">${e.conflicts.map(s=>r`<li><code title=${s}><bdi>${N(s)}</bdi></code></li>`)}</ul></details>`}
  `}function Bs({message:e,changed:t=[],changed_count:n}){return r`
    <div class="bench-warning" role="alert" data-testid="import-told"><p>${e}</p>
      ${t.length>0&&r`<ul class="conflicts">${t.map(({path:s,was:o,now:a})=>r`<li key=${s} data-testid="import-changed"><code title=${s}><bdi>${N(s)}</bdi></code> ${Ks(o,a)}</li>`)}
        ${n>t.length&&r`<li>and ${y(n-t.length)} more</li>`}</ul>`}</div>
  `}function Ks(e,t){const[n,s]=[e,t].map(a=>a?a.hidden?"hidden by its ACL":`at version ${a.version}`:"not there"),o=t?.text&&r`: <q><bdi>${t.text}</bdi></q>`;return r`was ${n}, is now ${s}${o}`}async function Us({actions:e,choose:t},{path:n,document:s,mode:o,word:a},{counts:i},l){const c={path:n,document:s,mode:o,expect:i.overwrites,seen:i.seen,...P(n,a)};await e.attempt("import","POST","znodes/import",c,l)&&t({dialog:null,znode:n,tab:"stage"})}var Hs=Object.freeze({__proto__:null,Import:Ws,exportBelow:ye});function Gs(e){const t=Rt(e);return e.reel.shown()?r`<${qs} ...${e} path=${t} />`:r`<${Js} key=${t} path=${t} ...${e} />`}function Js(e){const{path:t,hear:n,tree:s,clock:o}=e,{znode:a,readAt:i,gone:l,error:c=a?.error}=Xt(t,n,o),d=Qt({znode:a,readAt:i,gone:l,error:c});return S(()=>re(Y(t)).forEach(s.open),[t]),r`
    <${Ae} ...${e} of=${{story:as({...e,znode:a,error:c,past:d})}} controls=${r`<${ft} ...${e} znode=${a} />`}>
      <${Fs} ...${e} />
      <${Xs} ...${e} />
      <${ts} ...${e} znode=${a} error=${c} past=${d} />
      <${so} ...${e}><${ct} ...${e} /><//>
    <//>
  `}function qs(e){const{path:t,tree:n}=e,s=n.index().known.get(t);return S(()=>re(Y(t)).forEach(n.open),[t]),r`
    <${Ae} ...${e} of=${{story:[{who:t,tone:"own"}," as it was then, as far as it is known."]}} controls=${r`<${ft} ...${e} />`}>
      <section class="bench" aria-label="Chosen znode" data-testid="bench" data-path=${t}>
        <${rt} ...${e} znode=${s} />
        <div class="bench-panel"><${Yt} ...${e} /></div>
      </section>
    <//>
  `}function ft(e){const{state:t,path:n,znode:s,page:o,choose:a}=e,i=!t.read_only;return r`
    <div class="controls"><${Pt} label="Znodes" look="loose">
      ${i&&r`<button class="primary" data-testid="create" title="Create a znode (n)" onClick=${()=>Ie(e,"create-znode")}>Create …</button>`}
      ${i&&r`<button class="danger" data-testid="delete" title="Delete it: asks first (Del)" disabled=${!s||n==="/"}
        onClick=${()=>Ie(e,"delete-znode")}>Delete …</button>`}
      <button data-testid="copy-path" title="Copy its path (c)" onClick=${()=>Bt(e)}>Copy path</button>
      <button data-testid="export" title="Export it and all below it as JSON (>)" disabled=${!s}
        aria-busy=${o.busy.has("export")} onClick=${()=>ye(e,n)}>Export</button>
      ${i&&r`<button data-testid="import" title="Import znodes from a file (i)" onClick=${()=>a({dialog:"import-znodes"})}>Import …</button>`}<//>
      ${!i&&r`<${Kt} ...${e} />`}
      <span class="spring"></span>
      <${ht} ...${e} />
    </div>
  `}function Fs({path:e,choose:t}){const n=Ze().filter(s=>s!==e);return n.length?r`<p class="note unsaved" data-testid="unsaved">Not saved yet: ${n.map(s=>r`<button key=${s} class="filter"
    onClick=${()=>t({znode:s,znodeTab:"data"})}><code><bdi>${s}</bdi></code></button>`)}</p>`:null}const Zs={delete:"Deleting",export:"Exporting",import:"Importing"},Vs={done:"done",failed:"failed",cancelled:"stopped"},Ys=12;function Xs({state:e,clock:t,actions:n}){const[s,o]=w(new Set),a=Object.entries(e.workbench?.jobs??{}).filter(([i,l])=>!s.has(i)&&Qs(l,t.now()));return Ut(a.length?250:null),a.length?r`
    <ul class="jobs" aria-label="Jobs" data-testid="jobs">
      ${a.map(([i,l])=>r`<${eo} key=${i} ...${l} id=${i} now=${t.now()} actions=${n} readOnly=${e.read_only}
        dismiss=${()=>o(new Set([...s,i]))} />`)}
    </ul>
  `:null}function Qs({state:e,ended:t},n){return e==="running"||e==="failed"||n-t<Ys}function eo({id:e,kind:t,path:n,done:s,of:o,since:a,ended:i,state:l,error:c,now:d,actions:u,readOnly:$,dismiss:h}){const p=l==="running",b=()=>u.attempt(`cancel-${e}`,"DELETE",`znodes/jobs/${encodeURIComponent(e)}`);return r`
    <li class=${`job is-${l}`} data-testid=${`job-${e}`} data-kind=${t} data-state=${l}>
      <span class="job-what">${Zs[t]??t} <code title=${n}><bdi>${n}</bdi></code></span>
      <progress ...${to({isRunning:p,done:s,of:o})} aria-label=${`${t} of ${n}`}></progress>
      <span class="number">${y(s)}${o?` of ${y(o)}`:""}</span>
      <span class="soft number">${p?je(d-a):`${Vs[l]} after ${je((i??d)-a)}`}</span>
      ${l==="failed"&&r`<span class="wrong">${c?.message}</span>`}
      <span class="spring"></span>
      ${p&&!$&&r`<button data-testid=${`cancel-${e}`} onClick=${b}>Stop</button>`}
      ${!p&&r`<button class="icon" title="Dismiss" onClick=${h}>✕<span class="sr"> Dismiss</span></button>`}
    </li>
  `}function to({isRunning:e,done:t,of:n}){return n?{value:t,max:n}:e?{}:{value:1,max:1}}const te=12,ke=3,no=16;function so({chosen:e,choose:t,children:n}){const s=k(null),o=e.consoleHeight,a=d=>t({consoleHeight:d<te/2?0:Math.max(te,Math.min(48,d))}),i=()=>a(o?0:no),l={ArrowUp:()=>a((o||te-ke)+ke),ArrowDown:()=>a(o<=te?0:o-ke),Enter:i};return r`
    <div class="split-line">
      <div class="split" role="slider" aria-orientation="vertical" aria-label="Height of the console" aria-valuenow=${o} aria-valuemin="0"
        aria-valuemax="48" tabindex="0" data-testid="split" title="Drag it, or press ↑ ↓; a double click folds or opens the console" onKeyDown=${d=>{l[d.key]&&(d.preventDefault(),l[d.key]())}}
        onDblClick=${i} ...${oo(s,a)}></div>
      <button class="filter only" data-testid="fold-console" aria-expanded=${o>0} onClick=${i}>${o?"\u25BE":"\u25B8"} console</button>
    </div>
    <div class="console-room" ref=${s} hidden=${!o} style=${{height:`${o}rem`}}>${n}</div>
  `}function oo(e,t){const n=k(null);return{onPointerDown:s=>{s.preventDefault(),s.currentTarget.setPointerCapture(s.pointerId),n.current=e.current.hidden?s.clientY:e.current.getBoundingClientRect().bottom},onPointerMove:({clientY:s})=>n.current!==null&&t((n.current-s)/Ht()),onLostPointerCapture:()=>n.current=null}}var ao=Object.freeze({__proto__:null,Workbench:Gs});const ro=250,io=200,lo={name:"names",data:"data",both:"both"};function co({query:e,setQuery:t,chosen:n,choose:s}){const o=n.searchBelow&&n.znode?n.znode:"/";return r`
    <div class="search bench-search">
      <input id="search" type="search" placeholder="Search znodes  /" aria-label="Search znodes" data-testid="search"
        value=${e} spellcheck="false" autocomplete="off" onInput=${i=>t(i.target.value)}
        title="A name, or a part of the data; Enter goes to a whole path" onKeyDown=${i=>{const{key:l}=i;l==="Escape"&&e&&(i.preventDefault(),t("")),l==="Enter"&&e.startsWith("/")&&(t(""),s({znode:e.replace(/(.)\/+$/,"$1")}))}} />
      <${Se} look="forms" label="Search in" value=${n.searchIn} pick=${i=>s({searchIn:i})}
        among=${Object.entries(lo).map(([i,l])=>({value:i,word:l,testid:`search-in-${i}`}))} />
      <button class="filter only" aria-pressed=${o!=="/"} disabled=${!n.znode||n.znode==="/"} data-testid="search-below"
        title=${n.znode?`Only below ${n.znode}`:"Choose a znode first"}
        onClick=${()=>s({searchBelow:!n.searchBelow})}>below the chosen one</button>
    </div>
    ${e&&r`<${uo} query=${e} under=${o} chosen=${n} choose=${s} />`}
  `}function uo({query:e,under:t,chosen:n,choose:s}){const o=()=>x("GET",O("znodes/search",{q:e,under:t,in:n.searchIn,limit:io})),{answer:a,error:i}=R(o,[e,t,n.searchIn],ro);if(i)return r`<p class="note" role="alert">${i}</p>`;if(!a)return r`<p class="note" aria-busy="true">Searching …</p>`;const l=a.found??a.matches.map(c=>({path:c}));return r`
    <p class="note" role="status" data-testid="search-says">${$o(a,l,e,t)}</p>
    <ul class="scroller matches" data-testid="matches">
      ${l.map(({path:c,excerpt:d})=>r`<li key=${c}><button class=${`match ${n.znode===c?"selected":""}`}
        title=${c} onClick=${()=>s({znode:c})}><code><bdi>${c}</bdi></code></button>
        ${d&&r`<p class="excerpt">${d}</p>`}</li>`)}
    </ul>
  `}function $o({truncated:e,read:t,denied:n,stopped:s},o,a,i){const l=i==="/"?"":` below ${i}`,c=[o.length?`${e?"The first ":""}${g(o.length,"znode")}${l}`:`No znode${l} has \u201C${a}\u201D`];return t!==void 0&&c.push(`the data of ${g(t,"znode")} read`),n&&c.push(`${y(n)} may not be read`),s&&c.push(s==="time"?"not all: it took too long":"not all: too much data"),`${c.join("; ")}.`}var ho=Object.freeze({__proto__:null,Search:co});const ve={usual:{word:"as for all that Handoff creates: --acl, otherwise open",acl:void 0},open:{word:"everybody may do everything",acl:[{scheme:"world",id:"anyone",perms:"cdrwa"}]},read:{word:"everybody reads, the workbench's credentials do the rest",acl:[{scheme:"world",id:"anyone",perms:"r"},{scheme:"auth",id:"",perms:"cdrwa"}]},own:{word:"only the workbench's credentials",acl:[{scheme:"auth",id:"",perms:"cdrwa"}]}};function po(e){const{chosen:t,choose:n,page:s,actions:o,close:a}=e,[i,l]=w(()=>fo(t)),[c,d]=w(null),u=k(!1),$=p=>(d(null),l({...i,...p}));return r`
    <${G} title="Create a znode" close=${a}>
      <form onSubmit=${async p=>{if(p.preventDefault(),u.current)return;u.current=!0;const b=await o.attempt("create","POST","znodes",bo(i),({message:m})=>d(m));u.current=!!b,b&&(t.ask?.text!==void 0&&L(t.ask.path),n({dialog:null,ask:null,znode:b.path,tab:"stage"}))}} class="create">
        <label>Path<${mo} form=${i} change=${$} /></label>
        <${wo} form=${i} change=${$} />
        ${be(i.kind)&&r`<label>Lives for, in seconds<input type="number" min="0.001" step="any" required data-testid="create-ttl"
          value=${i.ttl} onInput=${p=>$({ttl:p.target.value})} /></label>`}
        <${go} form=${i} change=${$} />
        <label>ACL<select data-testid="create-acl" value=${i.acl} onChange=${p=>$({acl:p.target.value})}>
          ${Object.entries(ve).map(([p,{word:b}])=>r`<option key=${p} value=${p}>${b}</option>`)}</select></label>
        <label class="check"><input type="checkbox" data-testid="create-parents" checked=${i.parents}
          onChange=${p=>$({parents:p.target.checked})} /> Create missing parents (persistent) too</label>
        <${J} path=${i.path} word=${i.word} setWord=${p=>$({word:p})} />
        <p class="soft" data-testid="create-says">${yo(i,e.state)}</p>
        ${c&&r`<p class="bench-warning" role="alert" data-testid="create-problem">${c}</p>`}
        <div class="buttons">
          <button type="button" onClick=${a}>Cancel</button>
          <button class="primary" data-testid="create-confirm" aria-busy=${s.busy.has("create")}
            disabled=${!W(i.path,i.word)}>Create</button>
        </div>
      </form>
    <//>
  `}function fo({ask:e,znode:t}){return{path:e?.path??Ce(t??"/",""),kind:"persistent",ttl:"60",text:e?.text??"",file:null,acl:"usual",parents:!1,word:""}}function bo({path:e,kind:t,ttl:n,text:s,file:o,acl:a,parents:i,word:l}){return{path:e,kind:t,data:o?{base64:o.base64}:{text:s},parents:i,...be(t)?{ttl_ms:Math.round(Number(n)*1e3)}:{},...ve[a].acl?{acl:ve[a].acl}:{},...P(e,l)}}function mo({form:e,change:t}){const n=fe(e.kind)?"/.*":"/.*[^\\/]";return r`<input data-testid="create-path" value=${e.path} required pattern=${n} autofocus spellcheck="false"
    autocomplete="off" title="A path that begins with / and ends with a name"
    onFocus=${({target:s})=>s.setSelectionRange(s.value.length,s.value.length)}
    onInput=${s=>t({path:s.target.value})} />`}function wo({form:e,change:t}){return r`
    <fieldset class="kinds" role="radiogroup"><legend>Kind</legend>
      ${st.map(({kind:n,word:s,does:o})=>r`<label key=${n} class="kind-choice" title=${o}>
        <input type="radio" name="kind" value=${n} checked=${e.kind===n} data-testid=${`create-${n}`}
          onChange=${()=>t({kind:n})} /><${Ee} kind=${me(n)} /><span>${s}</span></label>`)}
    </fieldset>
  `}function go({form:e,change:t}){const n=k(null),s=async()=>{const[o]=n.current.files;o&&t({file:{name:o.name,base64:Ue(new Uint8Array(await o.arrayBuffer()))}})};return r`
    <label>Data${e.file?r`<span class="bench-bar">the bytes of ${e.file.name}<button type="button" onClick=${()=>t({file:null})}>Type it instead</button></span>`:r`<textarea data-testid="create-data" rows="3" value=${e.text} spellcheck="false" onInput=${o=>t({text:o.target.value})}></textarea>`}</label>
    ${!e.file&&r`<label class="file">or the bytes of a file <input type="file" ref=${n} onChange=${s} data-testid="create-file" /></label>`}
  `}function yo({path:e,kind:t},{workbench:n}){if(!fe(t)&&e.endsWith("/"))return`Give it a name in ${e}`;const{does:s}=st.find(i=>i.kind===t),o=fe(t)?`${e}0000000000, with the next number in ${Y(e)}`:e,a=Un(t)?` The session is the workbench's own${n?.session?`, ${n.session}`:", which begins now"}; the znode is deleted when the session ends.`:"";return`Creates ${o}. It ${s}.${a}`}var ko=Object.freeze({__proto__:null,Create:po});function vo(e){const{state:t,chosen:n,page:s,close:o}=e,{path:a}=n.ask,[i,l]=w(0),[c,d]=w(null),[u,$]=w(""),{answer:h,error:p}=R(()=>x("GET",O("znodes/count",{path:a})),[a,i]),b=ne=>($(""),d(ne),l(i+1)),m=h?.znodes>1,T=h&&r`<button type="button" onClick=${()=>ye(e,a)} aria-busy=${s.busy.has("export")}>Export first</button>`;return r`
    <${De} title=${`Delete ${N(j(a))}?`} round=${i} count=${h?.znodes} does=${`Delete ${m?`${y(h.znodes)} znodes`:"it"}`}
      name=${m?j(a):null} why=${`to delete all ${y(h?.znodes??0)}`} zookeeper=${t.zookeeper}
      isReady=${!!h&&W(a,u)} isBusy=${s.busy.has("delete")} aside=${T}
      act=${()=>Oo(e,h,u,b)} close=${o}>
      ${p&&r`<p class="bench-warning" role="alert">${p}</p>`}
      ${!h&&!p&&r`<p aria-busy="true">Counting what would be deleted …</p>`}
      ${h&&r`<${zo} path=${a} found=${h} refusal=${c} />
        <${J} path=${a} word=${u} setWord=${$} />`}
    <//>
  `}function zo({path:e,found:t,refusal:n}){return r`
    ${n&&r`<${Co} refusal=${n} />`}
    <p>${So(e,t)}</p>
    ${t.others_ephemerals>0&&r`<p class="bench-warning" role="alert"><b>${xo(t)}</b>: ${t.others_ephemerals===1?"its":"each"} owner loses its place, its lock or its role.</p>`}
    ${t.denied>0&&r`<p class="soft">${g(t.denied,"znode")} may not be listed; znodes below are not counted.</p>`}
  `}function Co({refusal:{message:e,answer:t}}){const{changed:n=[]}=t;return r`<div class="bench-warning" role="alert" data-testid="delete-changed"><p>${e} The state now:</p>
    ${n.length>0&&r`<ul class="conflicts">${n.map(({path:s,now:o})=>r`<li key=${s}><code title=${s}><bdi>${N(s)}</bdi></code>${o?`, version ${o.version}`:" is gone"}</li>`)}</ul>`}</div>`}function So(e,{znodes:t,ephemerals:n}){const s=r`<code title=${e}><bdi>${N(e)}</bdi></code>`;return t===1?r`${s} goes${n?", an ephemeral znode":""}. You cannot restore it with the same history.`:r`${s} goes with ${g(t-1,"znode")} below it${n?`, ${y(n)} of them ephemeral`:""}.`}function xo({others_ephemerals:e,znodes:t}){return t===1?"It is the ephemeral znode of another session":e===1?"One of them is the ephemeral znode of another session":`${y(e)} of them are ephemeral znodes of other sessions`}async function Oo({chosen:e,choose:t,actions:n},s,o,a){const{path:i}=e.ask,l={path:i,recursive:!0,expect:s.znodes,zxid:s.zxid,seen:s.seen,...P(i,o)},c=u=>u.status===409?a(u):n.toast(u);await n.attempt("delete","DELETE","znodes",l,c)&&t({dialog:null,ask:null,znode:i==="/"?i:Y(i)})}var Eo=Object.freeze({__proto__:null,Delete:vo});function _o(e){const{chosen:t,close:n}=e,{path:s}=t.ask,o=I(s);return o?.against?o.against.gone?r`<${jo} ...${e} path=${s} draft=${o} />`:r`<${To} ...${e} path=${s} draft=${o} now=${o.against.stale} close=${n} />`:null}function To(e){const{path:t,draft:n,now:s,close:o}=e,a=Ao(n,s),i=()=>(L(t),o()),l=()=>(et(t,s),o()),c=()=>(et(t,s),o(),$e(e,t)),{version:d}=s.stat,u=n.began??n.base;return r`
    <${G} title="Somebody wrote it meanwhile" close=${o}>
      <p><code><bdi>${t}</bdi></code> is now at version <b>${d}</b>, you began
        with <b>${u.version}</b>${Do(u,s)}. Nothing was saved, and nothing is lost.</p>
      <${Io} theirs=${a} mine=${n.text} version=${d} />
      <div class="buttons">
        <${A} testid="stale-theirs" asks="Really drop what you typed?" run=${i}>Keep theirs<//>
        <${A} testid="stale-overwrite" asks=${`Really write over version ${d}?`} run=${c}>Write mine over version ${d}<//>
        <button class="primary" data-testid="stale-edit" onClick=${l} autofocus>Go on editing mine</button>
      </div>
    <//>
  `}function Do(e,{stat:t}){return t.czxid===e.czxid?"":"; it was deleted and created again"}function Ao({form:e,packed:t},{data:n}){const s=D(()=>ce(n?.base64??""),[n?.base64]),a=Le(()=>t?He(s):null,[s,t])??s;return D(()=>z[z[e].shows(a)?e:Je(a)[0]].edit(a),[e,a])}function Io({theirs:e,mine:t,version:n}){const s=D(()=>Lo(Mo(e,t)),[e,t]);return r`
    <div class="both" data-testid="both" tabindex="0">
      <b>Theirs, version ${n}</b><b>Yours, not saved</b>
      ${s.map(({left:o,right:a,equal:i})=>i?r`<p class="equal">${g(i,"line")} the same</p>`:r`<${bt} text=${o} is="left" differs=${o!==a} />
        <${bt} text=${a} is="right" differs=${o!==a} />`)}
    </div>
  `}function bt({text:e,is:t,differs:n}){const s=n&&e!==null?t==="left"?"\u2212":"+":" ";return r`<pre class=${`${t} ${n?"differs":""} ${e===null?"none":""}`}
    data-side=${t}><i aria-hidden="true">${s}</i>${e??""}</pre>`}function jo({path:e,draft:t,choose:n,close:s}){const o=()=>n({dialog:"create-znode",ask:{path:e,text:t.text}}),a=()=>(L(e),s());return r`
    <${G} title="It no longer exists" close=${s}>
      <p><code><bdi>${e}</bdi></code> was deleted after you began with version ${t.base.version}. What you
        typed is kept.</p>
      <div class="buttons">
        <${A} testid="gone-drop" asks="Really drop what you typed?" run=${a}>Drop mine<//>
        <button data-testid="gone-again" onClick=${o}>Create it again …</button>
        <button class="primary" onClick=${s} autofocus>Keep what I typed</button>
      </div>
    <//>
  `}const No=200,mt=3,Wo=1e6;function Mo(e,t){const[n,s]=[e.split(`
`),t.split(`
`)],o=wt(n,s,(c,d)=>c[d]),a=wt(n.slice(o),s.slice(o),(c,d)=>c.at(-1-d)),[i,l]=[n,s].map(c=>c.slice(o,c.length-a));return[...n.slice(0,o).map(ze),...i.length*l.length>Wo?gt(i,l):Po(i,l),...n.slice(n.length-a).map(ze)]}function Lo(e){if(e.length<=No)return e;const t=new Set(e.flatMap(({left:s,right:o},a)=>s===o?[]:Ro(a))),n=[];return e.forEach((s,o)=>{t.has(o)?n.push(s):n.at(-1)?.equal?n.at(-1).equal+=1:n.push({equal:1})}),n}const Ro=e=>Array.from({length:2*mt+1},(t,n)=>e-mt+n),ze=e=>({left:e,right:e});function wt(e,t,n){const s=Math.min(e.length,t.length);let o=0;for(;o<s&&n(e,o)===n(t,o);)o+=1;return o}function gt(e,t){return Array.from({length:Math.max(e.length,t.length)},(n,s)=>({left:e[s]??null,right:t[s]??null}))}function Po(e,t){const n=Bo(e,t),s=[];let[o,a]=[0,0],i=[[],[]];const l=()=>(s.push(...gt(...i)),i=[[],[]]);for(;o<e.length||a<t.length;)o<e.length&&a<t.length&&e[o]===t[a]?(l(),s.push(ze(e[o])),o+=1,a+=1):a===t.length||o<e.length&&n[o+1][a]>=n[o][a+1]?i[0].push(e[o++]):i[1].push(t[a++]);return l(),s}function Bo(e,t){const n=Array.from({length:e.length+1},()=>new Uint32Array(t.length+1));for(let s=e.length-1;s>=0;s-=1)for(let o=t.length-1;o>=0;o-=1)n[s][o]=e[s]===t[o]?n[s+1][o+1]+1:Math.max(n[s+1][o],n[s][o+1]);return n}var Ko=Object.freeze({__proto__:null,Stale:_o});export{L as a,On as b,Kn as c,I as d,ho as e,ko as f,Ko as g,_ as i,Es as p,Eo as r,Is as s,Hs as t,ao as w};
//# sourceMappingURL=znodes-Du4BCChP.js.map
