import{at as k,ar as _,h as n,cO as T,cP as j,cQ as K,ae as P,d as u,A as b,t as I,cR as y,ay as f,g as h,ag as L,am as R,v as N,cS as W}from"./page.js";function D(e){const{state:s,here:t,chosen:o,choose:a,guide:r,reel:i,close:l}=e,d=()=>(l(),r.begin());return n`
    <${k} title=${`Keys, and how to read ${t.title}`} close=${l}>
      <p><button data-testid="help-tour" onClick=${d}>Take the guided tour</button>
        ${!_(i)&&n` <button data-testid="help-phones" onClick=${()=>a({dialog:"phones"})}>Can phones reach this?</button>`}</p>
      <p class="switches"><button class="switch" role="switch" aria-checked=${o.letters} data-testid="letters"
        title="Off: only Esc, Del, the arrows and Ctrl work; for people who use speech, or may touch a key by accident"
        onClick=${()=>a({letters:!o.letters})}><i aria-hidden="true"></i>keys of one character ${o.letters?"on":"off"}</button>
        <button class="switch" role="switch" aria-checked=${o.hints} data-testid="hints" title="A line that says what to do next"
        onClick=${()=>a({hints:!o.hints})}><i aria-hidden="true"></i>hints ${o.hints?"on":"off"}</button></p>
      ${t.keys?.length&&n`<h3>In ${t.title}</h3>
      <dl class="keys" data-testid="shortcuts-here">
        ${t.keys.map(({key:c,name:p,does:g})=>n`<${m} keys=${p??c} what=${g} />`)}
      </dl>`}
      <h3>What a key means, in every view</h3>
      <dl class="keys" data-testid="shortcuts">
        <${m} keys="☰" what="say what a title says of what has the focus, and each time again of the next thing on the page; by touch, hold a finger on it" />
        ${Object.entries(T).map(([c,p])=>n`<${m} keys=${c} what=${p} />`)}
      </dl>
      ${t.help&&n`<${t.help} ...${e} />`}
      <${M} />
      ${s&&n`<${w} zookeeper=${s.zookeeper} />`}
      <div class="buttons"><button class="primary" onClick=${l} autofocus>Close</button></div>
    <//>
  `}function m({keys:e,what:s}){return n`<dt><kbd>${e}</kbd></dt><dd>${s}</dd>`}function M(){return n`
    <h3>The words</h3>
    <dl class="words" data-testid="words">
      ${Object.entries(j).map(([e,{says:s,more:t}])=>n`<dt>${e}</dt><dd>${s}${t&&n` <a href=${t} target="_blank" rel="noopener">ZooKeeper's document</a>`}</dd>`)}
    </dl>
  `}const q="Each box in the tab Servers is a server; the chips in it are its sessions. A majority of the servers, the quorum, must run; they elect a quorum leader among themselves, which has nothing to do with the leader of an election here: that leader is a candidate.";function B({state:e,close:s}){const{zookeeper:t}=e,{hosts:o,chroot:a,version:r,lacks:i}=t;return n`
    <${k} title="ZooKeeper" close=${s}>
      <${w} zookeeper=${t} />
      <p>${r?`Version ${r}, at `:"At "}<code><bdi>${o}${a}</bdi></code>.</p>
      ${(i??[]).map(l=>n`<p>${l}.</p>`)}
      <div class="buttons"><button class="primary" onClick=${s} autofocus>Close</button></div>
    <//>
  `}function w({zookeeper:e}){const s=(e.servers??[]).length>1;return n`
    <p data-testid="help-source"><b>This ZooKeeper: ${K(e)}.</b> ${P(e)}</p>
    ${s&&n`<p>${q}</p>`}
  `}var G=Object.freeze({__proto__:null,Help:D,Source:B});const U=2e3,v=/^(localhost|127\.[\d.]+|\[::1\])$/;function Z({close:e}){const[{found:s,failed:t},o]=u({found:null,failed:null});return b(()=>{const a=()=>I("GET","phones").then(i=>o({found:i,failed:null}),({message:i})=>o({found:null,failed:i}));a();const r=setInterval(a,U);return()=>clearInterval(r)},[]),n`
    <${k} title="Can phones reach this?" close=${e}>
      ${s?n`<${Q} ...${s} />`:n`<p role="status">${t??"Looking \u2026"}</p>`}
      <div class="buttons"><button class="primary" onClick=${e} autofocus>Close</button></div>
    <//>
  `}function x({addresses:e,port:s}){const{protocol:t,hostname:o,host:a,pathname:r}=location,i=e.map(l=>`${l.includes(":")?`[${l}]`:l}:${s}`);return(v.test(o)?i:[a]).map(l=>`${t}//${l}${r}`)}function Q({addresses:e,served:s,port:t,proxied:o,arrived:a,command:r}){const i=v.test(location.hostname),l=i&&o?[]:x({addresses:e,port:t});return n`
    <p role="status" data-testid="phones">${F({isHere:i,served:s,proxied:o,arrived:a,places:l})}</p>
    ${i&&!s&&!o&&n`<p>End it, and start it with this option beside its others:</p>
      <p><code data-testid="phones-command">${r}</code></p>`}
    ${l.length>0&&n`
      <p>${i&&!s?"Then open":"Open"} ${l.length>1?"one of these addresses":"this address"} on a phone. It is named here as soon as it asks for the page, even if it has no token yet.</p>
      <ul>${l.map(d=>n`<li key=${d}><code data-testid="phones-place">${d}</code></li>`)}</ul>
      <h3>If it does not open there</h3>
      ${!o&&n`<p>The phone must be in the network of this machine, and a firewall here must let port ${t} through.</p>`}
      <p>The Wi-Fi of schools and guests often keeps its clients apart: then no phone reaches this machine. Make a hotspot, on a phone or here, and have all join it; or lead a tunnel here (<code>ssh -R</code>) from a server that they reach.</p>`}
  `}function F({isHere:e,served:s,proxied:t,arrived:o,places:a}){return o.length?n`<b>A phone has come: ${o.join(", ")}.</b>`:e&&t?n`<b>Phones cannot open the address of this page: it is of this machine alone.</b> Open the page by the proxy's other address.`:e&&!s?n`<b>Phones cannot reach this dashboard: it is served to this machine alone.</b>`:a.length?"No phone has come yet.":n`<b>This machine is in no network.</b> Join one, or make a hotspot.`}var V=Object.freeze({__proto__:null,Phones:Z});const O=8;function H(e){const{state:s,actions:t,close:o}=e,{ids:a,ask:r}=y(e),[i]=u(()=>W(e)),[l,d]=u(null),[c,p]=u(!1),g=()=>Promise.all(i.map($=>t.attempt("leftovers","GET",N("leftovers",$))));b(()=>{g().then($=>d(J($)))},[]),b(()=>{c&&!a.length&&X(e,i).then(o)},[c,a.length]);const A=()=>{a.length&&t.stopAll(r),p(!0)},z=!a.length&&!l?.count;return n`
    <${f} title=${`Clear ${i.map(({path:$})=>$).join(", ")}?`} count=${l?.count??0} keep="Keep it all"
      does=${Y(a.length)} zookeeper=${s.zookeeper} isReady=${!!l&&!z&&!c} isBusy=${c} act=${A} close=${o}>
      ${a.length>0&&n`<p>${h(a.length,"candidate")} will be asked to close ${a.length===1?"its session":"their sessions"} and end.</p>`}
      ${l?n`<${ee} ...${l} />`:n`<p aria-busy="true">Looking at what is there …</p>`}
      <p class="soft">The journal stays, and so does what was counted from it.</p>
    <//>
  `}const Y=e=>e?`Stop ${e} and clear`:"Clear";function J(e){const s=e.filter(Boolean);return{count:s.reduce((t,{count:o})=>t+o,0),znodes:s.flatMap(({znodes:t})=>t),kept:s.flatMap(({kept:t})=>t)}}async function X({actions:e},s){const t=[];for(const i of s)t.push(await e.attempt("clear","DELETE","leftovers",i));const o=t.filter(Boolean),a=o.reduce((i,l)=>i+l.deleted,0),r=o.reduce((i,l)=>i+l.kept.length,0);o.length&&e.toast(`${h(a,"znode")} deleted${r?`, ${r} kept`:""}.`,"good")}function ee({count:e,znodes:s,kept:t}){return n`
    <p data-testid="clear-goes">${e?`${h(e,"znode")} will be deleted:`:"No znode is left to delete."}</p>
    <${S} all=${s.map(o=>({path:o}))} more=${e-s.length} />
    ${t.length>0&&n`<p data-testid="clear-kept">${h(t.length,"znode")} will stay:</p><${S} all=${t} />`}
  `}function S({all:e,more:s=0}){const t=Math.max(0,e.length-O)+s;return n`<ul>${e.slice(0,O).map(({path:o,why:a})=>n`<li key=${o}><code><bdi>${o}</bdi></code>${a&&n` <span class="soft">${a}</span>`}</li>`)}${t>0&&n`<li class="soft">and ${t} more</li>`}</ul>`}const C="will be asked to close their sessions and end. Candidates that were started elsewhere continue.";function te(e){const{actions:s,choose:t,close:o}=e,{ids:a,others:r,of:i,ask:l}=y(e),d=()=>(s.stopAll(l),o()),c=n`<button type="button" class="danger" data-testid="ask-everything"
    onClick=${()=>t({dialog:"stop-everything"})}>All ${a.length+r} of all views …</button>`;return n`
    <${f} title="Stop all candidates of this view?" count=${a.length} keep="Keep them" aside=${r>0&&c}
      does=${`Stop ${h(a.length,"candidate")}`} isReady=${a.length>0} act=${d} close=${o}>
      <p>${h(a.length,"candidate")} of <bdi>${i}</bdi> ${C}</p>
      ${r>0&&n`<p>${h(r,"other candidate")} of this dashboard ${r===1?"goes":"go"} on.</p>`}
    <//>
  `}function se({state:e,actions:s,close:t}){const o=Object.values(e.candidates).filter(({process:r})=>r!=="exited").length,a=()=>(s.stopAll(),t());return n`
    <${f} title="Stop all candidates of all views?" count=${o} keep="Keep them"
      does=${`Stop all ${o} of all views`} act=${a} close=${t}>
      <p>${h(o,"candidate")} ${C}</p>
    <//>
  `}const oe="Then ZooKeeper answers no client: sessions are suspended, and every leader steps down.",ne={nothing:"it keeps nothing: all znodes and sessions are lost.",znodes:"persistent znodes stay; sessions end, and their ephemeral znodes are deleted.",everything:"it keeps its znodes and sessions."};function ae({state:e,chosen:s,actions:t,close:o}){const{server:a,action:r}=s.ask,{word:i}=L.find(p=>p.action===r),l=R(e),d=l?`${a} and lose the quorum?`:`${a}, the only server?`,c=()=>{o(),t.actOnServer(r,a,e,!0)};return n`
    <${f} title=${`${E(i)} ${d}`} does=${`${E(i)} ${a}`} act=${c} close=${o}>
      <p>${l?`${le(l)} ${oe} ${re(l)}`:ie(e,r)}</p>
    <//>
  `}function le({answering:e,of:s,needed:t}){return`${e-1} of ${s} servers would be left, and a majority is ${t}.`}function ie(e,s){return`It is the only server; ${s==="pause"?"nothing ends while it is frozen.":ne[e.zookeeper.keeps]} Until ${s==="pause"?"it wakes":"it runs again"} ZooKeeper answers no client, and every leader steps down.`}function re({needed:e,of:s}){return`It is back as soon as ${e} of ${s} servers run again.`}function E(e){return e[0].toUpperCase()+e.slice(1)}var ce=Object.freeze({__proto__:null,Clear:H,LoseQuorum:ae,StopAll:te,StopEverything:se});export{ce as a,G as h,V as p};
//# sourceMappingURL=dialogs-BSLbu8pR.js.map
