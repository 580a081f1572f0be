import{at as k,h as a,cO as O,cP as K,cQ as T,ae as _,cR as b,d as f,A as y,ay as p,g as h,ag as j,am as D,v as N,cS as R}from"./page.js";function W(e){const{state:s,here:t,chosen:o,choose:n,guide:l,close:r}=e,i=()=>(r(),l.begin());return a`
    <${k} title=${`Keys, and how to read ${t.title}`} close=${r}>
      <p><button data-testid="help-tour" onClick=${i}>Take the guided tour</button></p>
      <p class="switches"><button class="switch" role="switch" aria-checked=${o.letters} data-testid="letters"
        title="Off: only Esc, Del, the arrows and Ctrl work; for people who use speech, or may touch a key by accident"
        onClick=${()=>n({letters:!o.letters})}><i aria-hidden="true"></i>keys of one character ${o.letters?"on":"off"}</button>
        <button class="switch" role="switch" aria-checked=${o.hints} data-testid="hints" title="A line that says what to do next"
        onClick=${()=>n({hints:!o.hints})}><i aria-hidden="true"></i>hints ${o.hints?"on":"off"}</button></p>
      ${t.keys?.length&&a`<h3>In ${t.title}</h3>
      <dl class="keys" data-testid="shortcuts-here">
        ${t.keys.map(({key:d,name:c,does:$})=>a`<${g} keys=${c??d} what=${$} />`)}
      </dl>`}
      <h3>What a key means, in every view</h3>
      <dl class="keys" data-testid="shortcuts">
        <${g} keys="☰" what="say what a title says of what has the focus, and each time again of the next thing on the page; by touch, hold a finger on it" />
        ${Object.entries(O).map(([d,c])=>a`<${g} keys=${d} what=${c} />`)}
      </dl>
      ${t.help&&a`<${t.help} ...${e} />`}
      <${q} />
      ${s&&a`<${m} zookeeper=${s.zookeeper} />`}
      <div class="buttons"><button class="primary" onClick=${r} autofocus>Close</button></div>
    <//>
  `}function g({keys:e,what:s}){return a`<dt><kbd>${e}</kbd></dt><dd>${s}</dd>`}function q(){return a`
    <h3>The words</h3>
    <dl class="words" data-testid="words">
      ${Object.entries(K).map(([e,{says:s,more:t}])=>a`<dt>${e}</dt><dd>${s}${t&&a` <a href=${t} target="_blank" rel="noopener">ZooKeeper's document</a>`}</dd>`)}
    </dl>
  `}const x="Each box in the tab Servers is a server; the chips in it are its sessions. A majority of the servers, the quorum, must run; they elect a quorum leader among themselves, which has nothing to do with the leader of an election here: that leader is a candidate.";function L({state:e,close:s}){const{zookeeper:t}=e,{hosts:o,chroot:n,version:l,lacks:r}=t;return a`
    <${k} title="ZooKeeper" close=${s}>
      <${m} zookeeper=${t} />
      <p>${l?`Version ${l}, at `:"At "}<code><bdi>${o}${n}</bdi></code>.</p>
      ${(r??[]).map(i=>a`<p>${i}.</p>`)}
      <div class="buttons"><button class="primary" onClick=${s} autofocus>Close</button></div>
    <//>
  `}function m({zookeeper:e}){const s=(e.servers??[]).length>1;return a`
    <p data-testid="help-source"><b>This ZooKeeper: ${T(e)}.</b> ${_(e)}</p>
    ${s&&a`<p>${x}</p>`}
  `}var M=Object.freeze({__proto__:null,Help:W,Source:L});const w=8;function P(e){const{state:s,actions:t,close:o}=e,{ids:n,ask:l}=b(e),[r]=f(()=>R(e)),[i,d]=f(null),[c,$]=f(!1),A=()=>Promise.all(r.map(u=>t.attempt("leftovers","GET",N("leftovers",u))));y(()=>{A().then(u=>d(I(u)))},[]),y(()=>{c&&!n.length&&U(e,r).then(o)},[c,n.length]);const C=()=>{n.length&&t.stopAll(l),$(!0)},E=!n.length&&!i?.count;return a`
    <${p} title=${`Clear ${r.map(({path:u})=>u).join(", ")}?`} count=${i?.count??0} keep="Keep it all"
      does=${B(n.length)} zookeeper=${s.zookeeper} isReady=${!!i&&!E&&!c} isBusy=${c} act=${C} close=${o}>
      ${n.length>0&&a`<p>${h(n.length,"candidate")} will be asked to close ${n.length===1?"its session":"their sessions"} and end.</p>`}
      ${i?a`<${Z} ...${i} />`:a`<p aria-busy="true">Looking at what is there …</p>`}
      <p class="soft">The journal stays, and so does what was counted from it.</p>
    <//>
  `}const B=e=>e?`Stop ${e} and clear`:"Clear";function I(e){const s=e.filter(Boolean);return{count:s.reduce((t,{count:o})=>t+o,0),znodes:s.flatMap(({znodes:t})=>t),kept:s.flatMap(({kept:t})=>t)}}async function U({actions:e},s){const t=[];for(const r of s)t.push(await e.attempt("clear","DELETE","leftovers",r));const o=t.filter(Boolean),n=o.reduce((r,i)=>r+i.deleted,0),l=o.reduce((r,i)=>r+i.kept.length,0);o.length&&e.toast(`${h(n,"znode")} deleted${l?`, ${l} kept`:""}.`,"good")}function Z({count:e,znodes:s,kept:t}){return a`
    <p data-testid="clear-goes">${e?`${h(e,"znode")} will be deleted:`:"No znode is left to delete."}</p>
    <${v} all=${s.map(o=>({path:o}))} more=${e-s.length} />
    ${t.length>0&&a`<p data-testid="clear-kept">${h(t.length,"znode")} will stay:</p><${v} all=${t} />`}
  `}function v({all:e,more:s=0}){const t=Math.max(0,e.length-w)+s;return a`<ul>${e.slice(0,w).map(({path:o,why:n})=>a`<li key=${o}><code><bdi>${o}</bdi></code>${n&&a` <span class="soft">${n}</span>`}</li>`)}${t>0&&a`<li class="soft">and ${t} more</li>`}</ul>`}const S="will be asked to close their sessions and end. Candidates that were started elsewhere continue.";function G(e){const{actions:s,choose:t,close:o}=e,{ids:n,others:l,of:r,ask:i}=b(e),d=()=>(s.stopAll(i),o()),c=a`<button type="button" class="danger" data-testid="ask-everything"
    onClick=${()=>t({dialog:"stop-everything"})}>All ${n.length+l} of all views …</button>`;return a`
    <${p} title="Stop all candidates of this view?" count=${n.length} keep="Keep them" aside=${l>0&&c}
      does=${`Stop ${h(n.length,"candidate")}`} isReady=${n.length>0} act=${d} close=${o}>
      <p>${h(n.length,"candidate")} of <bdi>${r}</bdi> ${S}</p>
      ${l>0&&a`<p>${h(l,"other candidate")} of this dashboard ${l===1?"goes":"go"} on.</p>`}
    <//>
  `}function Q({state:e,actions:s,close:t}){const o=Object.values(e.candidates).filter(({process:l})=>l!=="exited").length,n=()=>(s.stopAll(),t());return a`
    <${p} title="Stop all candidates of all views?" count=${o} keep="Keep them"
      does=${`Stop all ${o} of all views`} act=${n} close=${t}>
      <p>${h(o,"candidate")} ${S}</p>
    <//>
  `}const H="Then ZooKeeper answers no client: sessions are suspended, and every leader steps down.",V={nothing:"it keeps nothing: all znodes and sessions are lost.",znodes:"persistent znodes stay; sessions end, and their ephemeral znodes are deleted.",everything:"it keeps its znodes and sessions."};function Y({state:e,chosen:s,actions:t,close:o}){const{server:n,action:l}=s.ask,{word:r}=j.find($=>$.action===l),i=D(e),d=i?`${n} and lose the quorum?`:`${n}, the only server?`,c=()=>{o(),t.actOnServer(l,n,e,!0)};return a`
    <${p} title=${`${z(r)} ${d}`} does=${`${z(r)} ${n}`} act=${c} close=${o}>
      <p>${i?`${F(i)} ${H} ${X(i)}`:J(e,l)}</p>
    <//>
  `}function F({answering:e,of:s,needed:t}){return`${e-1} of ${s} servers would be left, and a majority is ${t}.`}function J(e,s){return`It is the only server; ${s==="pause"?"nothing ends while it is frozen.":V[e.zookeeper.keeps]} Until ${s==="pause"?"it wakes":"it runs again"} ZooKeeper answers no client, and every leader steps down.`}function X({needed:e,of:s}){return`It is back as soon as ${e} of ${s} servers run again.`}function z(e){return e[0].toUpperCase()+e.slice(1)}var ee=Object.freeze({__proto__:null,Clear:P,LoseQuorum:Y,StopAll:G,StopEverything:Q});export{ee as a,M as h};
//# sourceMappingURL=dialogs-DBnv0Wp1.js.map
