import{a0 as a,ak as m,bn as W,bo as p,aR as N,bp as j,ac as g,bq as M,br as I,bs as R,bt as B,al as w,aY as h,bu as D,a6 as q,a5 as v,af as x,E as k,b1 as z,b0 as F,bv as H,ag as _,C,bw as K,ad as Z,bx as Y,aC as P,aL as J}from"./page.js";import{N as U}from"./more-CUH4qmbR.js";const O=12,G=6;function Q({node:e,shelf:t}){const{books:n,last:s,store:o}=e,i=X(t),r=V(e).slice(-O),d=(n??0)-r.length,c=e.process==="exited"||e.process===null;return a`
    <div class=${`book-disk ${c?"off":""} ${n===0?"bare":""}`} title=${o?`disk ${o}`:"its disk is not known yet"}
      data-testid=${`disk-${e.id}`} data-books=${n??""} data-checksum=${e.checksum??""}>
      <p class="spines" aria-hidden="true">
        ${d>0&&a`<span class="spines-more number">+${d}</span>`}
        ${r.map(($,l)=>a`<${ee} key=${$??`n${l}`} id=${$} pending=${i.has($)} />`)}
        ${n===0&&a`<span class="spines-none">empty</span>`}
      </p>
      <p class="book-count"><b class="number">${n===null?"no books yet":m(n,"book")}</b><${te} node=${e} shelf=${t} /></p>
      ${s.length>0&&a`<span class="sr">the last: ${s.slice(-3).join(", ")}</span>`}
    </div>
  `}function V({last:e,books:t}){return e?.length?e:Array.from({length:Math.min(t??0,O)},()=>null)}function X(e){return new Set([...Object.keys(e.writes??{}),...(e.open_writes??[]).map(({id:t})=>t)])}function ee({id:e,pending:t}){const{colour:n,height:s,width:o}=p(e??"book");return a`<i class=${`spine ${n} ${t?"pending":""}`} style=${`height: ${s}%; width: ${o}rem`}
    data-book=${e} title=${e&&`${e}${t?": no client was told that it is stored":""}`}></i>`}function te({node:e,shelf:t}){const n=W(e,t);if(!e.checksum)return null;const s=t.leader===e.id,o=s||!n?"":n==="same"?"=":"\u2260",i=s?"the leader's own":n==="same"?"the same books as the leader":n?"not the same books as the leader":"";return a`
    <code class=${`checksum ${n==="other"&&!t.write?"differs":""}`} data-testid=${`checksum-${e.id}`} data-same=${n??""}
      title=${`checksum ${e.checksum}${i?`: ${i}`:""}`}>${o&&a`<b>${o}</b> `}${e.checksum.slice(0,G)}</code>
  `}const ne=a`<path class="crown-shape" data-testid="book-crown" d="M-11 -28L-13 -41L-5 -35L0 -43L5 -35L13 -41L11 -28Z" />`,se=100,A={here:"its disk stays",lost:"its disk is gone",elsewhere:"its disk is not here"};function oe(e){const{state:t,node:n,shelf:s,clock:o,isChosen:i,choose:r}=e,d=o.now(),c=N(t),$=c?null:j(n,d);g($===null?null:se);const l=s.leader===n.id,u=()=>r(i?{book_node:null,candidate:null}:{book_node:n.id,candidate:n.candidate});return a`
    <li class=${`book-node tone-${M(n,l)} standing-${n.standing.replace(" ","-")} ${i?"chosen":""}`}
      data-testid=${`book-node-${n.id}`} data-node=${n.id} data-state=${n.state} data-standing=${n.standing}
      data-process=${n.process??""} data-in-sync=${String(n.in_sync)} data-live=${String(n.live)} data-leads=${String(l)}>
      <button class="book-process" aria-pressed=${i} title=${I(n,s,d,c)}
        data-testid=${`book-process-${n.id}`} onClick=${u}>
        <${U} node=${n} share=${$} looks="book-disc" box="-36 -44 72 80">${l&&ne}<//>${" "}
        <span class="book-belief">${R(n,l)}</span>${" "}
        <span class="book-pid">${n.candidate??""}</span>
      </button>
      <${ae} node=${n} now=${d} held=${c} />
      <${Q} node=${n} shelf=${s} />
      <${ie} ...${e} />
      <${re} ...${e} leads=${l} held=${c} />
    </li>
  `}function ae({node:e,now:t,held:n}){const{standing:s,state:o,of:i,books:r,reason:d,epoch:c}=e;if(s==="fading")return a`<p class="book-note number">${B(e,t,n)}</p>`;if(o==="catching up"){const $=i?`${r??0} of ${i}`:d??"";return a`<p class="book-note number">${$}</p>`}return s==="down"?a`<p class="book-note">${A[e.disk]??A.here}</p>`:a`<p class="book-note soft number" title="The latest epoch that this node has seen">${c===null?"":`epoch ${w(c)}`}</p>`}function ie({node:e,state:t,add:n}){return t.read_only?null:a`<button class="book-add" data-testid=${`add-at-${e.id}`} disabled=${e.process!=="running"}
    title=${`Add the next book at ${e.id}: POST http://${e.address??"\u2026"}/v1/books`} onClick=${()=>n(e.id)}>+ book here</button>`}function re({node:e,shelf:t,chosen:n,choose:s,held:o}){const i=t.election.length&&e.rank!==null?t.election[e.rank]?.znode:null,r=[["all_nodes",e.known?"known":"not yet",e.known,h(t.path,`all_nodes/${e.id}`),"Its entry is persistent: the bookshelf never forgets it"],["live_nodes",le(e,o),e.live,h(t.path,`live_nodes/${e.id}`),"Ephemeral: it ends with its session"],["election",D(e),e.rank!==null,i&&h(t.path,`election/${i}`),"Ephemeral and sequential: the owner of the lowest one leads"],["in_sync",de(e,t),e.in_sync,h(t.path,"in_sync"),"The data of one znode: who has every acknowledged book, and on which disk"]];return a`
    <div class="book-znodes">
      ${r.map(([d,c,$,l,u])=>a`<button key=${d} class=${`book-fact ${$?"is":""} ${d} ${l&&n.znode===l?"picked":""}`}
        data-testid=${`${d}-${e.id}`} data-is=${String($)} disabled=${!$||!l} title=${`${u}
${l??""}`}
        onClick=${()=>s({znode:l})}><span>${d}</span><b>${c}</b></button>`)}
    </div>
  `}function de({id:e,in_sync:t,disk:n},{stores:s}){return t?n==="elsewhere"?"named":"in sync":s[e]?"on a lost disk":"no"}function le({live:e,standing:t},n){return e?n?"held":t==="fading"?"running out":"live":"gone"}function ce(){const e=q(null),[t,n]=v({}),s=()=>{const o=e.current?$e(e.current):{};n(i=>JSON.stringify(i)===JSON.stringify(o)?i:o)};return x(s),x(()=>{if(!e.current)return;const o=new ResizeObserver(s);return o.observe(e.current),()=>o.disconnect()},[e.current]),[e,t]}function $e(e){const t=e.getBoundingClientRect(),n=[...e.querySelectorAll("[data-anchor]")];return Object.fromEntries(n.map(s=>{const o=s.getBoundingClientRect();return[s.dataset.anchor,{x:Math.round(o.x-t.x+o.width/2),y:Math.round(o.y-t.y+o.height*.12)}]}))}const ue=26,be=62;function b(e,t){const n=Math.min(be,ue+Math.abs(t.x-e.x)*.07),s=Math.max(6,Math.min(e.y,t.y)-n);return`M${e.x} ${e.y}C${e.x+(t.x-e.x)*.2} ${s} ${e.x+(t.x-e.x)*.8} ${s} ${t.x} ${t.y}`}const pe=3,he=5,E={stored:"\u2713",refused:"\u2717",lost:"?"},ke={waiting:"to be sent",sent:"on its way",stored:"has it",refused:"refused",lost:"no answer"};function L(e,t){const{write:n,last_write:s}=e;return n||(s&&(t-s.ended<he||s.outcome==="cut"||s.outcome==="refused")?s:null)}function S({copies:e}){return Object.entries(e??{}).sort(([t],[n])=>t.localeCompare(n,"en",{numeric:!0}))}function fe({shelf:e,spots:t,now:n}){const s=L(e,n);return a`
    <svg class="book-lines" aria-hidden="true">
      <${ye} shelf=${e} spots=${t} />
      ${s&&a`<${me} write=${s} spots=${t} />`}
      ${s&&a`<${ge} write=${s} spots=${t} />`}
    </svg>
    ${s&&a`<${we} write=${s} spots=${t} />`}
    <${ve} shelf=${e} spots=${t} now=${n} />
  `}function ye({shelf:e,spots:t}){const n=t[e.leader];return!n||e.nodes[e.leader]?.state!=="leading"?null:e.in_sync.filter(o=>o!==e.leader&&t[o]&&e.nodes[o]?.live).map(o=>a`<path key=${`link-${o}`} class="book-link" d=${b(n,t[o])} />`)}function me({write:e,spots:t}){const n=e.by??e.to;return!t[e.node]||!t[n]||e.node===n?null:a`<path class="book-request" d=${b(t[e.node],t[n])} />`}function ge({write:e,spots:t}){const n=t[e.by];return n?S(e).filter(([s])=>t[s]).map(([s,o])=>a`
    <g key=${`${e.id}-${s}`} class=${`book-arc is-${o}`} data-testid=${`copy-${s}`} data-how=${o}>
      <title>${`${e.id}, from ${e.by} to ${s}: ${ke[o]??o}`}</title>
      <path d=${b(n,t[s])} />
    </g>`):null}function we({write:e,spots:t}){const n=[];e.node&&(e.by??e.to)&&e.node!==(e.by??e.to)&&n.push(["request",e.node,e.by??e.to,"request"]);for(const[s,o]of S(e))o!=="waiting"&&n.push([s,e.by,s,o]);return n.filter(([,s,o])=>t[s]&&t[o]).map(([s,o,i,r])=>a`
    <span key=${`${e.id}-${e.epoch}-${s}`} class=${`book-flight is-${r} ${p(e.id).colour}`} aria-hidden="true"
      style=${`offset-path: path("${b(t[o],t[i])}")`}><i></i>${E[r]&&a`<b>${E[r]}</b>`}</span>`)}function ve({shelf:e,spots:t,now:n}){const s=Object.entries(e.nodes).filter(([i,{state:r,process:d}])=>r==="catching up"&&d==="running"&&i!==e.leader).map(([i])=>({key:i,from:e.leader,to:i})),o=e.changes.filter(({what:i,at:r,books:d})=>i==="synced"&&d>0&&n-r<pe).map(({node:i,from:r,at:d,books:c})=>({key:`${i} ${d}`,from:r,to:i,books:c}));return[...s,...o].filter(({from:i,to:r})=>t[i]&&t[r]).map(({key:i,from:r,to:d,books:c})=>a`
    <span key=${`fetch-${i}`} class=${`book-fetch ${c?"once":""}`} aria-hidden="true" style=${`offset-path: path("${b(t[r],t[d])}")`}>
      <i></i><i></i><i></i>${c&&a`<b class="number">+${c}</b>`}</span>`)}function _e({shelf:e}){const t=e.refused.at(-1);if(!t)return null;const{id:n,from:s,to:o,epoch:i,seen:r}=t;return a`
    <p class="book-refusal" data-testid="book-refused"><b aria-hidden="true">✗</b>
      <span><b>${s}</b> sent “${n}” to <b>${o}</b> under epoch <code>${w(i)}</code>: <strong>refused</strong>, because ${o} has seen <code>${w(r)}</code>${e.refused.length>1?a` <span class="soft">(${e.refused.length} copies were refused recently)</span>`:""}</span></p>
  `}const Se=5;function xe(e){const{state:t,shelf:n,page:s,clock:o}=e,[i,r]=ce(),d=k(n);if(g(n&&L(n,o.now())?500:null),!d.length)return a`<div class="nodes-empty"><${z} ...${e} /></div>`;const c=F(t),$=s.status.state!=="connected"||!c,l=H(e);return a`
    <div ref=${i} class=${`books ${$?"stale":""} ${d.length>Se?"many":""}`} data-testid="books-board">
      <p class="nodes-lane believed">Processes and their disks: what each one has, and what it sends</p>
      <ul style=${`--count: ${d.length}`}>
        ${d.map(u=>a`<${oe} key=${u.id} ...${e} node=${u} isChosen=${l?.id===u.id} />`)}
      </ul>
      <p class="nodes-lane true">${c?"ZooKeeper: what is true":"ZooKeeper: what was true last"}</p>
      <${fe} shelf=${n} spots=${r} now=${o.now()} />
    </div>
  `}const Ce={acknowledged:["new",(e,t)=>`told: ${t} have it`],cut:["dead",()=>"nobody was told"],unknown:["lost",()=>"told: not known"],refused:["dead",()=>"refused; told: not known"],unavailable:["lost",()=>"503: no leader, try again"],conflict:["lost",()=>"409: another book has that id"]},T={kept:"it stays: the next leader has it",dropped:"it is gone: the next leader does not have it",lost:"it was lost later: a person let a node lead that does not have it"},Oe={waiting:"\u25CB",sent:"\u2192",stored:"\u2713",refused:"\u2717",lost:"?"};function Ae({shelf:e}){const t=e.write??e.last_write;if(!t)return a`<section class="book-write none" data-testid="book-write" data-stage="none"><p class="soft">No book has been added since this page was opened. Add one: its way is drawn here, step by step.</p></section>`;const n=t===e.write,s=S(t),o=Ee(t,n);return a`
    <section class="book-write" aria-label="The write" data-testid="book-write" data-book=${t.id} data-stage=${n?t.stage:t.outcome}>
      <p class="handoff-title"><b><i class=${`spine ${p(t.id).colour}`}></i>${t.id}</b><span>${[t.author,t.year].filter(Boolean).join(", ")}</span>${!n&&t.ms?a`<span class="number">${_(t.ms)}</span>`:""}</p>
      <ol class="book-steps">
        <${f} word="asked" is=${o>0} now=${n&&o===1}>${t.node?`at ${t.node}`:""}<//>
        <${f} word="on the leader's disk" is=${o>1} now=${n&&o===2}>${t.by??(t.to?`${t.to} \u2026`:"no leader")}<//>
        <${f} word="copies" is=${o>2} now=${n&&o===3} bad=${s.some(([,i])=>i==="refused"||i==="lost")}>
          ${s.map(([i,r])=>a`<span key=${i} class=${`book-copy is-${r}`} data-testid=${`step-copy-${i}`} data-how=${r}>${i}${" "}${Oe[r]??r}</span>`)}
          ${!s.length&&o>1?"nobody else in sync":""}<//>
        <${Le} write=${t} open=${n} shelf=${e} />
      </ol>
    </section>
  `}function Ee(e,t){return!t&&e.outcome==="acknowledged"?4:e.by?Object.values(e.copies??{}).some(n=>n!=="waiting")?3:2:1}function f({word:e,is:t,now:n,bad:s,children:o}){return a`<li class=${`book-step ${t?"is":""} ${n?"now":""} ${s?"bad":""}`}><span>${e}</span><b>${o}</b></li>`}function Le({write:e,open:t,shelf:n}){if(t)return a`<${f} word="answer">only when all have it<//>`;const[s,o]=Ce[e.outcome]??["lost",()=>e.outcome],i=e.fate==="lost"?"dead":s,r=n.last_books.findLast(({id:c})=>c===e.id),d=r?`${r.copies} of ${r.of}`:"all in sync";return a`
    <li class=${`book-step is answer tone-${i}`} data-testid="book-answer" data-outcome=${e.outcome} data-fate=${e.fate??""}>
      <span>answer</span><b>${o(e,d)}</b>${T[e.fate]&&a`<em>${T[e.fate]}</em>`}</li>
  `}function Te(e){const{shelf:t}=e;return a`
    <${xe} ...${e} add=${n=>C(e,n)} />
    ${k(t).length>0&&a`<div class="book-way"><${Ae} shelf=${t} /><${_e} shelf=${t} /></div>`}
  `}var We=Object.freeze({__proto__:null,Drawing:Te});function Ne(e){return k(e.shelf).length>0&&a`<${je} ...${e} /><${qe} ...${e} /><${Me} ...${e} />`}function je({shelf:e}){const{acknowledged:t,lost:n,audit:s}=e;return a`
    <p class="book-account" data-testid="book-account" data-acknowledged=${t} data-lost=${n}>
      <b class="number">${m(t,"book")}</b> acknowledged${e.appointed&&!(n>(e.appointed.lost??0))?"":" \xB7 "}${n>(e.appointed?.lost??0)?a`<b class="tone-dead">${n} lost</b>`:e.appointed?"":a`<b class="book-kept">none lost</b>`}<${K} shelf=${e} />${s?a`<span class="soft"> · last checked at ${s.node}, for its term</span>`:""}
    </p>
  `}function Me({shelf:e,clock:t}){g(1e3);const n=e.changes.slice(-5).reverse();return n.length?a`
    <section class="changes" aria-label="Who left the in-sync set and came back">
      <p class="handoff-title"><b>In sync</b> ${e.in_sync.length?e.in_sync.join(", "):"nobody"}: only they may lead</p>
      <ol>${n.map((s,o)=>a`<${Re} key=${`${s.at} ${s.node} ${s.what}`} change=${s} latest=${o===0} now=${t.now()} />`)}</ol>
    </section>
  `:null}const Ie={in:"new",out:"dead",synced:"wait",dropped:"lost",wiped:"dead"};function Re({change:e,latest:t,now:n}){return a`
    <li class=${`change tone-${Ie[e.what]??"wait"} ${t?"latest":""}`} data-testid="book-change" data-what=${e.what} data-node=${e.node}>
      <b>${e.node}</b> <span>${Be(e)}</span> <span class="soft number">${Z(n-e.at)} ago</span></li>
  `}function Be({what:e,ids:t,from:n,books:s,ms:o}){return e==="synced"?`has fetched ${s==null?"what it lacked":m(s,"book")}${n?` from ${n}`:""}${o==null?"":` in ${_(o)}`}`:e==="dropped"?`sets aside ${t.slice(0,3).join(", ")}${t.length>3?` and ${t.length-3} more`:""}: only it had that, and no client was told that it is stored`:{in:"is in sync: it may lead",out:"is taken out of the in-sync set",wiped:"has lost its disk"}[e]??e}function De({appointed:e},t,n){return!!e?.ids?.includes(t)&&n<e.at}function qe({shelf:e,clock:t}){const n=e.last_books.slice(-5).reverse();return n.length?a`
    <section class="book-last" aria-label="The last books">
      <p class="handoff-title"><b>The last books</b> added at any node, acknowledged by the leader</p>
      <ol>${n.map(({id:s,author:o,year:i,node:r,by:d,copies:c,of:$,ms:l,at:u})=>a`<li key=${`${s} ${u}`} data-testid="last-book" data-book=${s}>
        <i class=${`spine ${p(s).colour}`} aria-hidden="true"></i><b>${s}</b> <span>${[o,i].filter(y=>y!=null).join(", ")}</span>
        <span class="soft">at ${r}${d&&d!==r?`, by ${d}`:""}</span>
        ${De(e,s,u)?a`<span class="told lost"><b class="tone-dead">lost later</b></span>`:a`<span class="told number">${c} of ${$} have it${l==null?"":`, ${_(l)}`}</span>`}</li>`)}</ol>
    </section>
  `:null}var ze=Object.freeze({__proto__:null,Foot:Ne});function Fe(e){const{shelf:t,choose:n}=e,[s,o]=v({id:"",author:"",year:""}),[i,r]=v(Y(e)),d=()=>n({dialog:null}),c=(l,u)=>a`<input data-testid=${`book-${l}`} value=${s[l]} required autocomplete="off"
    onInput=${y=>o({...s,[l]:y.target.value})} ...${u} />`;return a`
    <${P} title="Add a book" close=${d}>
      <form onSubmit=${l=>{l.preventDefault(),C(e,i,{id:s.id.trim(),author:s.author.trim(),year:Number(s.year)}),d()}}>
        <label>Id, unique for each book${c("id",{autofocus:!0,maxlength:200,spellcheck:!1})}</label>
        <label>Author${c("author",{maxlength:200})}</label>
        <label>Year${c("year",{type:"number",min:-5e3,max:9999,step:1})}</label>
        <label>Sent to<select data-testid="book-at" value=${i??""} onChange=${l=>r(l.target.value)}>
          ${k(t).map(({id:l,process:u})=>a`<option key=${l} value=${l} disabled=${u!=="running"}>${l}${t?.leader===l?", the leader":""}</option>`)}</select></label>
        <p class="soft">Any node takes it; a node that does not lead passes it on. If the id exists already, the same book is accepted, and a different book is refused.</p>
        <div class="buttons">
          <button type="button" onClick=${d}>Cancel</button>
          <button class="primary" data-testid="book-confirm">Add</button>
        </div>
      </form>
    <//>
  `}function He({shelf:e,chosen:t,actions:n,choose:s}){const o=t.book_node,i=()=>s({dialog:null});if(!e||!o)return null;const r=e.in_sync.length===1&&e.in_sync[0]===o,d=()=>{n.attempt("wipe","DELETE",`bookshelves/nodes/${encodeURIComponent(o)}/disk`,{path:e.path}),i()};return a`
    <${J} title=${`Lose the disk of ${o}?`} does="Lose it" act=${d} close=${i}>
      <p>Its directory is removed. When ${o} is restarted, it has an empty disk with another name: it is no longer in
        sync, and fetches all books from the leader.</p>
      ${r&&a`<p class="tone-dead"><b>${o} is the only one in sync: without its disk the acknowledged books are gone, and nobody may lead.</b></p>`}
    <//>
  `}var Ke=Object.freeze({__proto__:null,OwnBook:Fe,WipeDisk:He});export{Ke as a,We as d,ze as f};
