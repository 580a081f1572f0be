import{at as g,ar as P,h as n,cO as j,cP as K,cQ as R,ae as D,d as $,A as b,t as I,cR as y,ay as f,g as d,ag as L,am as N,v as W,cS as q}from"./page.js";const w={epoch:"library.html#what-no-library-can-give-you-write-the-epoch",fencing:"library.html#what-no-library-can-give-you-write-the-epoch",handoff:"time.html#handoffs",mark:"time.html#failovers-of-your-own-service","hand-over":"drills.html#a-lock-and-a-bookshelf","watches of those who wait":"correctness.html#herd",seen:"correctness.html#predecessor",reported:"contract.html#the-state-document",inferred:"contract.html#the-state-document",quorum:"drills.html#servers"},v=()=>!document.getElementById("recording");function B(e){const{state:o,here:t,chosen:s,choose:a,guide:i,reel:r,close:l}=e,h=()=>(l(),i.begin());return n`
    <${g} title=${`Keys, and how to read ${t.title}`} close=${l}>
      <p><button data-testid="help-tour" onClick=${h}>Take the guided tour</button>
        ${!P(r)&&n` <button data-testid="help-phones" onClick=${()=>a({dialog:"phones"})}>Can phones reach this?</button>`}
        ${v()&&n` <a href="docs/" target="_blank" rel="noopener" data-testid="help-docs">Documentation</a>`}</p>
      <p class="switches"><button class="switch" role="switch" aria-checked=${s.letters} data-testid="letters"
        title="Off: only Esc, Del, the arrows and Ctrl work; for people who use speech, or may touch a key by accident"
        onClick=${()=>a({letters:!s.letters})}><i aria-hidden="true"></i>keys of one character ${s.letters?"on":"off"}</button>
        <button class="switch" role="switch" aria-checked=${s.hints} data-testid="hints" title="A line that says what to do next"
        onClick=${()=>a({hints:!s.hints})}><i aria-hidden="true"></i>hints ${s.hints?"on":"off"}</button></p>
      ${t.keys?.length&&n`<h3>In ${t.title}</h3>
      <dl class="keys" data-testid="shortcuts-here">
        ${t.keys.map(({key:c,name:p,does:m})=>n`<${k} keys=${p??c} what=${m} />`)}
      </dl>`}
      <h3>What a key means, in every view</h3>
      <dl class="keys" data-testid="shortcuts">
        <${k} keys="☰" what="say what a title says of what has the focus, and each time again of the next thing on the page; by touch, hold a finger on it" />
        ${Object.entries(j).map(([c,p])=>n`<${k} keys=${c} what=${p} />`)}
      </dl>
      ${t.help&&n`<${t.help} ...${e} />`}
      <${M} />
      ${o&&n`<${O} zookeeper=${o.zookeeper} />`}
      <div class="buttons"><button class="primary" onClick=${l} autofocus>Close</button></div>
    <//>
  `}function k({keys:e,what:o}){return n`<dt><kbd>${e}</kbd></dt><dd>${o}</dd>`}function M(){return n`
    <h3>The words</h3>
    <dl class="words" data-testid="words">
      ${Object.entries(K).map(([e,{says:o,more:t}])=>n`<dt>${e}</dt><dd>${o}${w[e]&&v()&&n` <a href=${`docs/${w[e]}`} target="_blank" rel="noopener">Documentation</a>`}${t&&n` <a href=${t} target="_blank" rel="noopener">ZooKeeper's document</a>`}</dd>`)}
    </dl>
  `}const G="Each box in the tab Servers is a server; the chips in it are its sessions. A majority of the servers, the quorum, must run; they elect a quorum leader among themselves, which has nothing to do with the leader of an election here: that leader is a candidate.";function U({state:e,close:o}){const{zookeeper:t}=e,{hosts:s,chroot:a,version:i,lacks:r}=t;return n`
    <${g} title="ZooKeeper" close=${o}>
      <${O} zookeeper=${t} />
      <p>${i?`Version ${i}, at `:"At "}<code><bdi>${s}${a}</bdi></code>.</p>
      ${(r??[]).map(l=>n`<p>${l}.</p>`)}
      <div class="buttons"><button class="primary" onClick=${o} autofocus>Close</button></div>
    <//>
  `}function O({zookeeper:e}){const o=(e.servers??[]).length>1;return n`
    <p data-testid="help-source"><b>This ZooKeeper: ${R(e)}.</b> ${D(e)}</p>
    ${o&&n`<p>${G}</p>`}
  `}var Z=Object.freeze({__proto__:null,Help:B,Source:U});const x=2e3,S=/^(localhost|127\.[\d.]+|\[::1\])$/;function Q({close:e}){const[{found:o,failed:t},s]=$({found:null,failed:null});return b(()=>{const a=()=>I("GET","phones").then(r=>s({found:r,failed:null}),({message:r})=>s({found:null,failed:r}));a();const i=setInterval(a,x);return()=>clearInterval(i)},[]),n`
    <${g} title="Can phones reach this?" close=${e}>
      ${o?n`<${H} ...${o} />`:n`<p role="status">${t??"Looking \u2026"}</p>`}
      <div class="buttons"><button class="primary" onClick=${e} autofocus>Close</button></div>
    <//>
  `}function F({addresses:e,port:o}){const{protocol:t,hostname:s,host:a,pathname:i}=location,r=e.map(l=>`${l.includes(":")?`[${l}]`:l}:${o}`);return(S.test(s)?r:[a]).map(l=>`${t}//${l}${i}`)}function H({addresses:e,served:o,port:t,proxied:s,arrived:a,command:i}){const r=S.test(location.hostname),l=r&&s?[]:F({addresses:e,port:t});return n`
    <p role="status" data-testid="phones">${V({isHere:r,served:o,proxied:s,arrived:a,places:l})}</p>
    ${r&&!o&&!s&&n`<p>End it, and start it with this option beside its others:</p>
      <p><code data-testid="phones-command">${i}</code></p>`}
    ${l.length>0&&n`
      <p>${r&&!o?"Then open":"Open"} ${l.length>1?"one of these addresses":"this address"} on a phone. It is named here as soon as it asks for the page, even if it has no token yet.</p>
      <ul>${l.map(h=>n`<li key=${h}><code data-testid="phones-place">${h}</code></li>`)}</ul>
      <h3>If it does not open there</h3>
      ${!s&&n`<p>The phone must be in the network of this machine, and a firewall here must let port ${t} through.</p>`}
      <p>The Wi-Fi of schools and guests often keeps its clients apart: then no phone reaches this machine. Make a hotspot, on a phone or here, and have all join it; or lead a tunnel here (<code>ssh -R</code>) from a server that they reach.</p>`}
  `}function V({isHere:e,served:o,proxied:t,arrived:s,places:a}){return s.length?n`<b>A phone has come: ${s.join(", ")}.</b>`:e&&t?n`<b>Phones cannot open the address of this page: it is of this machine alone.</b> Open the page by the proxy's other address.`:e&&!o?n`<b>Phones cannot reach this dashboard: it is served to this machine alone.</b>`:a.length?"No phone has come yet.":n`<b>This machine is in no network.</b> Join one, or make a hotspot.`}var Y=Object.freeze({__proto__:null,Phones:Q});const A=8;function J(e){const{state:o,actions:t,close:s}=e,{ids:a,ask:i}=y(e),[r]=$(()=>q(e)),[l,h]=$(null),[c,p]=$(!1),m=()=>Promise.all(r.map(u=>t.attempt("leftovers","GET",W("leftovers",u))));b(()=>{m().then(u=>h(ee(u)))},[]),b(()=>{c&&!a.length&&te(e,r).then(s)},[c,a.length]);const _=()=>{a.length&&t.stopAll(i),p(!0)},T=!a.length&&!l?.count;return n`
    <${f} title=${`Clear ${r.map(({path:u})=>u).join(", ")}?`} count=${l?.count??0} keep="Keep it all"
      does=${X(a.length)} zookeeper=${o.zookeeper} isReady=${!!l&&!T&&!c} isBusy=${c} act=${_} close=${s}>
      ${a.length>0&&n`<p>${d(a.length,"candidate")} will be asked to close ${a.length===1?"its session":"their sessions"} and end.</p>`}
      ${l?n`<${oe} ...${l} />`:n`<p aria-busy="true">Looking at what is there …</p>`}
      <p class="soft">The journal stays, and so does what was counted from it.</p>
    <//>
  `}const X=e=>e?`Stop ${e} and clear`:"Clear";function ee(e){const o=e.filter(Boolean);return{count:o.reduce((t,{count:s})=>t+s,0),znodes:o.flatMap(({znodes:t})=>t),kept:o.flatMap(({kept:t})=>t)}}async function te({actions:e},o){const t=[];for(const r of o)t.push(await e.attempt("clear","DELETE","leftovers",r));const s=t.filter(Boolean),a=s.reduce((r,l)=>r+l.deleted,0),i=s.reduce((r,l)=>r+l.kept.length,0);s.length&&e.toast(`${d(a,"znode")} deleted${i?`, ${i} kept`:""}.`,"good")}function oe({count:e,znodes:o,kept:t}){return n`
    <p data-testid="clear-goes">${e?`${d(e,"znode")} will be deleted:`:"No znode is left to delete."}</p>
    <${C} all=${o.map(s=>({path:s}))} more=${e-o.length} />
    ${t.length>0&&n`<p data-testid="clear-kept">${d(t.length,"znode")} will stay:</p><${C} all=${t} />`}
  `}function C({all:e,more:o=0}){const t=Math.max(0,e.length-A)+o;return n`<ul>${e.slice(0,A).map(({path:s,why:a})=>n`<li key=${s}><code><bdi>${s}</bdi></code>${a&&n` <span class="soft">${a}</span>`}</li>`)}${t>0&&n`<li class="soft">and ${t} more</li>`}</ul>`}const E="will be asked to close their sessions and end. Candidates that were started elsewhere continue.";function se(e){const{actions:o,choose:t,close:s}=e,{ids:a,others:i,of:r,ask:l}=y(e),h=()=>(o.stopAll(l),s()),c=n`<button type="button" class="danger" data-testid="ask-everything"
    onClick=${()=>t({dialog:"stop-everything"})}>All ${a.length+i} of all views …</button>`;return n`
    <${f} title="Stop all candidates of this view?" count=${a.length} keep="Keep them" aside=${i>0&&c}
      does=${`Stop ${d(a.length,"candidate")}`} isReady=${a.length>0} act=${h} close=${s}>
      <p>${d(a.length,"candidate")} of <bdi>${r}</bdi> ${E}</p>
      ${i>0&&n`<p>${d(i,"other candidate")} of this dashboard ${i===1?"goes":"go"} on.</p>`}
    <//>
  `}function ne({state:e,actions:o,close:t}){const s=Object.values(e.candidates).filter(({process:i})=>i!=="exited").length,a=()=>(o.stopAll(),t());return n`
    <${f} title="Stop all candidates of all views?" count=${s} keep="Keep them"
      does=${`Stop all ${s} of all views`} act=${a} close=${t}>
      <p>${d(s,"candidate")} ${E}</p>
    <//>
  `}const ae="Then ZooKeeper answers no client: sessions are suspended, and every leader steps down.",le={nothing:"it keeps nothing: all znodes and sessions are lost.",znodes:"persistent znodes stay; sessions end, and their ephemeral znodes are deleted.",everything:"it keeps its znodes and sessions."};function re({state:e,chosen:o,actions:t,close:s}){const{server:a,action:i}=o.ask,{word:r}=L.find(p=>p.action===i),l=N(e),h=l?`${a} and lose the quorum?`:`${a}, the only server?`,c=()=>{s(),t.actOnServer(i,a,e,!0)};return n`
    <${f} title=${`${z(r)} ${h}`} does=${`${z(r)} ${a}`} act=${c} close=${s}>
      <p>${l?`${ie(l)} ${ae} ${he(l)}`:ce(e,i)}</p>
    <//>
  `}function ie({answering:e,of:o,needed:t}){return`${e-1} of ${o} servers would be left, and a majority is ${t}.`}function ce(e,o){return`It is the only server; ${o==="pause"?"nothing ends while it is frozen.":le[e.zookeeper.keeps]} Until ${o==="pause"?"it wakes":"it runs again"} ZooKeeper answers no client, and every leader steps down.`}function he({needed:e,of:o}){return`It is back as soon as ${e} of ${o} servers run again.`}function z(e){return e[0].toUpperCase()+e.slice(1)}var de=Object.freeze({__proto__:null,Clear:J,LoseQuorum:re,StopAll:se,StopEverything:ne});export{de as a,Z as h,Y as p};
//# sourceMappingURL=dialogs-C1pri9iu.js.map
