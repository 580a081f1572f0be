import{a2 as a,ak as y,bs as W,bt as p,aX as D,bu as M,ag as h,bv as B,bw as I,bx as z,by as R,ap as m,b2 as k,bz as q,a9 as F,a8 as g,aj as v,ah as S,G as x,b7 as H,b6 as K,bA as Z,al as w,D as O,bB as C,bC as P,bD as G,aG as Y,aP as J}from"./page.js";import{N as U}from"./more-BR-OAo5m.js";const A=12,X=6;function Q({node:e,shelf:t}){const{books:n,last:s,store:o}=e,i=ee(t),r=V(e).slice(-A),c=(n??0)-r.length,l=e.process==="exited"||e.process===null;return a`
    <div class=${`book-disk ${l?"off":""} ${n===0?"bare":""}`} title=${o?`disk ${o}`:"its disk is not known yet"}
      data-testid=${`disk-${e.id}`} data-books=${n??""} data-checksum=${e.checksum??""}>
      <p class="spines" aria-hidden="true">
        ${c>0&&a`<span class="spines-more number">+${c}</span>`}
        ${r.map(($,d)=>a`<${te} key=${$??`n${d}`} id=${$} pending=${i.has($)} />`)}
        ${n===0&&a`<span class="spines-none">empty</span>`}
      </p>
      <p class="book-count"><b class="number">${n===null?"no books yet":y(n,"book")}</b><${ne} node=${e} shelf=${t} /></p>
      ${s.length>0&&a`<span class="sr">the last: ${s.slice(-3).join(", ")}</span>`}
    </div>
  `}function V({last:e,books:t}){return e?.length?e:Array.from({length:Math.min(t??0,A)},()=>null)}function ee(e){return new Set([...Object.keys(e.writes??{}),...(e.open_writes??[]).map(({id:t})=>t)])}function te({id:e,pending:t}){const{colour:n,height:s,width:o}=p(e??"book");return a`<i class=${`spine ${n} ${t?"pending":""}`} style=${`height: ${s}%; width: ${o}rem`}
    data-book=${e} title=${e&&`${e}${t?": no client was told that it is stored":""}`}></i>`}function ne({node:e,shelf:t}){const n=W(e,t);if(!e.checksum)return null;const s=t.leader===e.id,o=s||!n?"":n==="same"?"=":"\u2260",i=s?"the leader's own":n==="same"?"the same books as the leader":n?"not the same books as the leader":"";return a`
    <code class=${`checksum ${n==="other"&&!t.write?"differs":""}`} data-testid=${`checksum-${e.id}`} data-same=${n??""}
      title=${`checksum ${e.checksum}${i?`: ${i}`:""}`}>${o&&a`<b>${o}</b> `}${e.checksum.slice(0,X)}</code>
  `}const se=()=>a`<path class="crown-shape" data-testid="book-crown" d="M-11 -28L-13 -41L-5 -35L0 -43L5 -35L13 -41L11 -28Z" />`,oe=100,j={here:"its disk stays",lost:"its disk is gone",elsewhere:"its disk is not here"};function ae(e){const{state:t,node:n,shelf:s,clock:o,isChosen:i,choose:r}=e,c=o.now(),l=D(t),$=l?null:M(n,c);h($===null?null:oe);const d=s.leader===n.id,u=()=>r(i?{book_node:null,candidate:null}:{book_node:n.id,candidate:n.candidate});return a`
    <li class=${`book-node tone-${B(n,d)} standing-${n.standing.replace(" ","-")} ${i?"chosen":""}`}
      data-testid=${`book-node-${n.id}`} data-node=${n.id} data-state=${n.state} data-standing=${n.standing}
      data-process=${n.process??""} data-in-sync=${String(n.in_sync)} data-live=${String(n.live)} data-leads=${String(d)}>
      <button class="book-process" aria-pressed=${i} title=${I(n,s,c,l)}
        data-testid=${`book-process-${n.id}`} onClick=${u}>
        <${U} node=${n} share=${$} looks="book-disc" box="-36 -44 72 80">${d&&a`<${se} />`}<//>${" "}
        <span class="book-belief">${z(n,d)}</span>${" "}
        <span class="book-pid">${n.candidate??""}</span>
      </button>
      <${ie} node=${n} now=${c} held=${l} />
      <${Q} node=${n} shelf=${s} />
      <${re} ...${e} />
      <${ce} ...${e} leads=${d} held=${l} />
    </li>
  `}function ie({node:e,now:t,held:n}){const{standing:s,state:o,of:i,books:r,reason:c,epoch:l}=e;if(s==="fading")return a`<p class="book-note number">${R(e,t,n)}</p>`;if(o==="catching up"){const $=i?`${r??0} of ${i}`:c??"";return a`<p class="book-note number">${$}</p>`}return s==="down"?a`<p class="book-note">${j[e.disk]??j.here}</p>`:a`<p class="book-note soft number" title="The latest epoch that this node has seen">${l===null?"":`epoch ${m(l)}`}</p>`}function re({node:e,state:t,add:n}){return t.read_only?null:a`<button class="book-add" data-testid=${`add-at-${e.id}`} disabled=${e.process!=="running"}
    title=${`Add the next book at ${e.id}: POST http://${e.address??"\u2026"}/v1/books`} onClick=${()=>n(e.id)}>+ book here</button>`}function ce({node:e,shelf:t,chosen:n,choose:s,held:o}){const i=t.election.length&&e.rank!==null?t.election[e.rank]?.znode:null,r=[["all_nodes",e.known?"known":"not yet",e.known,k(t.path,`all_nodes/${e.id}`),"Its entry is persistent: the bookshelf never forgets it"],["live_nodes",le(e,o),e.live,k(t.path,`live_nodes/${e.id}`),"Ephemeral: it ends with its session"],["election",q(e),e.rank!==null,i&&k(t.path,`election/${i}`),"Ephemeral and sequential: the owner of the lowest one leads"],["in_sync",de(e,t),e.in_sync,k(t.path,"in_sync"),"The data of one znode: who has every acknowledged book, and on which disk"]];return a`
    <div class="book-znodes">
      ${r.map(([c,l,$,d,u])=>a`<button key=${c} class=${`book-fact ${$?"is":""} ${c} ${d&&n.znode===d?"picked":""}`}
        data-testid=${`${c}-${e.id}`} data-is=${String($)} disabled=${!$||!d} title=${`${u}
${d??""}`}
        onClick=${()=>s({znode:d})}><span>${c}</span><b>${l}</b></button>`)}
    </div>
  `}function de({id:e,in_sync:t,disk:n},{stores:s}){return t?n==="elsewhere"?"named":"in sync":s[e]?"on a lost disk":"no"}function le({live:e,standing:t},n){return e?n?"held":t==="fading"?"running out":"live":"gone"}function $e(){const e=F(null),[t,n]=g({}),s=()=>{const o=e.current?ue(e.current):{};n(i=>JSON.stringify(i)===JSON.stringify(o)?i:o)};return v(s),v(()=>{if(!e.current)return;const o=new ResizeObserver(s);return o.observe(e.current),()=>o.disconnect()},[e.current]),[e,t]}function ue(e){const t=e.getBoundingClientRect(),n=[...e.querySelectorAll("[data-anchor]")];return Object.fromEntries(n.map(s=>{const o=s.getBoundingClientRect();return[s.dataset.anchor,{x:Math.round(o.x-t.x+o.width/2),y:Math.round(o.y-t.y+o.height*.12)}]}))}const be=26,pe=62;function b(e,t){const n=Math.min(pe,be+Math.abs(t.x-e.x)*.07),s=Math.max(6,Math.min(e.y,t.y)-n);return`M${e.x} ${e.y}C${e.x+(t.x-e.x)*.2} ${s} ${e.x+(t.x-e.x)*.8} ${s} ${t.x} ${t.y}`}const he=3,ke=5,E={stored:"\u2713",refused:"\u2717",lost:"?"},fe={waiting:"to be sent",sent:"on its way",stored:"has it",refused:"refused",lost:"no answer"};function T(e,t){const{write:n,last_write:s}=e;return n||(s&&(t-s.ended<ke||ye(s,e))?s:null)}function ye({outcome:e,copies:t},{nodes:n}){const s=Object.keys(t).some(o=>n[o]?.process==="running");return(e==="cut"||e==="refused")&&s}function _({copies:e}){return Object.entries(e??{}).sort(([t],[n])=>t.localeCompare(n,"en",{numeric:!0}))}function me({shelf:e,spots:t,now:n}){const s=T(e,n);return a`
    <svg class="book-lines" aria-hidden="true">
      <${ge} shelf=${e} spots=${t} />
      ${s&&a`<${we} write=${s} spots=${t} />`}
      ${s&&a`<${_e} write=${s} spots=${t} />`}
    </svg>
    ${s&&a`<${ve} write=${s} spots=${t} />`}
    <${Se} shelf=${e} spots=${t} now=${n} />
  `}function ge({shelf:e,spots:t}){const n=t[e.leader];return!n||e.nodes[e.leader]?.state!=="leading"?null:e.in_sync.filter(o=>o!==e.leader&&t[o]&&e.nodes[o]?.live).map(o=>a`<path key=${`link-${o}`} class="book-link" d=${b(n,t[o])} />`)}function we({write:e,spots:t}){const n=e.by??e.to;return!t[e.node]||!t[n]||e.node===n?null:a`<path class="book-request" d=${b(t[e.node],t[n])} />`}function _e({write:e,spots:t}){const n=t[e.by];return n?_(e).filter(([s])=>t[s]).map(([s,o])=>a`
    <g key=${`${e.id}-${s}`} class=${`book-arc is-${o}`} data-testid=${`copy-${s}`} data-how=${o}>
      <title>${`${e.id}, from ${e.by} to ${s}: ${fe[o]??o}`}</title>
      <path d=${b(n,t[s])} />
    </g>`):null}function ve({write:e,spots:t}){const n=[];e.node&&(e.by??e.to)&&e.node!==(e.by??e.to)&&n.push(["request",e.node,e.by??e.to,"request"]);for(const[s,o]of _(e))o!=="waiting"&&n.push([s,e.by,s,o]);return n.filter(([,s,o])=>t[s]&&t[o]).map(([s,o,i,r])=>a`
    <span key=${`${e.id}-${e.epoch}-${s}`} class=${`book-flight is-${r} ${p(e.id).colour}`} aria-hidden="true"
      style=${`offset-path: path("${b(t[o],t[i])}")`}><i></i>${E[r]&&a`<b>${E[r]}</b>`}</span>`)}function Se({shelf:e,spots:t,now:n}){const s=Object.entries(e.nodes).filter(([i,{state:r,process:c}])=>r==="catching up"&&c==="running"&&i!==e.leader).map(([i])=>({key:i,from:e.leader,to:i})),o=e.changes.filter(({what:i,at:r,books:c})=>i==="synced"&&c>0&&n-r<he).map(({node:i,from:r,at:c,books:l})=>({key:`${i} ${c}`,from:r,to:i,books:l}));return[...s,...o].filter(({from:i,to:r})=>t[i]&&t[r]).map(({key:i,from:r,to:c,books:l})=>a`
    <span key=${`fetch-${i}`} class=${`book-fetch ${l?"once":""}`} aria-hidden="true" style=${`offset-path: path("${b(t[r],t[c])}")`}>
      <i></i><i></i><i></i>${l&&a`<b class="number">+${l}</b>`}</span>`)}function xe({shelf:e,clock:t}){const n=e.refused.at(-1);if(h(n?1e3:null),!n)return null;const{id:s,from:o,to:i,epoch:r,seen:c,at:l}=n;return a`
    <p class="book-refusal" data-testid="book-refused"><b aria-hidden="true">✗</b>
      <span><b>${o}</b> sent “${s}” to <b>${i}</b> under epoch <code>${m(r)}</code>: <strong>refused</strong> <span
        class="number">${S(t.now()-l)}</span> ago, because ${i} had seen <code>${m(c)}</code>${e.refused.length>1?a` <span class="soft">(${e.refused.length} copies were refused recently)</span>`:""}</span></p>
  `}const Oe=5;function Ce(e){const{state:t,shelf:n,page:s,clock:o}=e,[i,r]=$e(),c=x(n);if(h(n&&T(n,o.now())?500:null),!c.length)return a`<div class="nodes-empty"><${H} ...${e} /></div>`;const l=K(t),$=s.status.state!=="connected"||!l,d=Z(e);return a`
    <div ref=${i} class=${`books ${$?"stale":""} ${c.length>Oe?"many":""}`} data-testid="books-board">
      <p class="nodes-lane believed">Processes and their disks: what each one has, and what it sends</p>
      <ul style=${`--count: ${c.length}`}>
        ${c.map(u=>a`<${ae} key=${u.id} ...${e} node=${u} isChosen=${d?.id===u.id} />`)}
      </ul>
      <p class="nodes-lane true">${l?"ZooKeeper: what is true":"ZooKeeper: what was true last"}</p>
      <${me} shelf=${n} spots=${r} now=${o.now()} />
    </div>
  `}const Ae={acknowledged:["new",(e,t)=>`told: ${t} have it`],cut:["dead",()=>"nobody was told"],unknown:["lost",()=>"told: not known"],refused:["dead",()=>"refused; told: not known"],unavailable:["lost",()=>"503: no leader, try again"],conflict:["lost",()=>"409: another book has that id"]},L={kept:"it stays: the next leader has it",dropped:"it is gone: the next leader does not have it",lost:"it was lost later: a person let a node lead that does not have it"},je={waiting:"\u25CB",sent:"\u2192",stored:"\u2713",refused:"\u2717",lost:"?"};function Ee({shelf:e}){const t=e.write??e.last_write;if(!t)return a`<section class="book-write none" data-testid="book-write" data-stage="none"><p class="soft">No book has been added since this page was opened. Add one: its way is drawn here, step by step.</p></section>`;const n=t===e.write,s=_(t),o=Te(t,n);return a`
    <section class="book-write" aria-label="The write" data-testid="book-write" data-book=${t.id} data-stage=${n?t.stage:t.outcome}>
      <p class="handoff-title"><b><i class=${`spine ${p(t.id).colour}`}></i>${t.id}</b><span>${[t.author,t.year].filter(Boolean).join(", ")}</span>${!n&&t.ms?a`<span class="number">${w(t.ms)}</span>`:""}</p>
      <ol class="book-steps">
        <${f} word="asked" is=${o>0} now=${n&&o===1}>${t.node?`at ${t.node}`:""}<//>
        <${f} word="on the leader's disk" is=${o>1} now=${n&&o===2}>${t.by??(t.to?`${t.to} \u2026`:"no leader")}<//>
        <${f} word="copies" is=${o>2} now=${n&&o===3} bad=${s.some(([,i])=>i==="refused"||i==="lost")}>
          ${s.map(([i,r])=>a`<span key=${i} class=${`book-copy is-${r}`} data-testid=${`step-copy-${i}`} data-how=${r}>${i}${" "}${je[r]??r}</span>`)}
          ${!s.length&&o>1?"nobody else in sync":""}<//>
        <${Le} write=${t} open=${n} shelf=${e} />
      </ol>
    </section>
  `}function Te(e,t){return!t&&e.outcome==="acknowledged"?4:e.by?Object.values(e.copies??{}).some(n=>n!=="waiting")?3:2:1}function f({word:e,is:t,now:n,bad:s,children:o}){return a`<li class=${`book-step ${t?"is":""} ${n?"now":""} ${s?"bad":""}`}><span>${e}</span><b>${o}</b></li>`}function Le({write:e,open:t,shelf:n}){if(t)return a`<${f} word="answer">only when all have it<//>`;const[s,o]=Ae[e.outcome]??["lost",()=>e.outcome],i=e.fate==="lost"?"dead":s,r=n.last_books.findLast(({id:l})=>l===e.id),c=r?`${r.copies} of ${r.of}`:"all in sync";return a`
    <li class=${`book-step is answer tone-${i}`} data-testid="book-answer" data-outcome=${e.outcome} data-fate=${e.fate??""}>
      <span>answer</span><b>${o(e,c)}</b>${L[e.fate]&&a`<em>${L[e.fate]}</em>`}</li>
  `}function Ne(e){const{shelf:t,clock:n}=e;return a`
    <${Ce} ...${e} add=${s=>O(e,s)} />
    ${C(e)&&a`<div class="book-way"><${Ee} shelf=${t} /><${xe} shelf=${t} clock=${n} /></div>`}
  `}var We=Object.freeze({__proto__:null,Drawing:Ne});function De(e){return C(e)&&a`<${Me} ...${e} /><${Fe} ...${e} /><${Be} ...${e} />`}function Me({shelf:e}){const{acknowledged:t,lost:n,audit:s}=e;return a`
    <p class="book-account" data-testid="book-account" data-acknowledged=${t} data-lost=${n}>
      <b class="number">${y(t,"book")}</b> acknowledged${e.appointed&&!(n>(e.appointed.lost??0))?"":" \xB7 "}${n>(e.appointed?.lost??0)?a`<b class="tone-dead">${n} lost</b>`:e.appointed?"":a`<b class="book-kept">none lost</b>`}<${P} shelf=${e} />${s?a`<span class="soft"> · last checked at ${s.node}, for its term</span>`:""}
    </p>
  `}function Be({shelf:e,clock:t}){h(1e3);const n=e.changes.slice(-5).reverse();return n.length?a`
    <section class="changes" aria-label="Who left the in-sync set and came back">
      <p class="handoff-title"><b>In sync</b> ${e.in_sync.length?e.in_sync.join(", "):"nobody"}: only they may lead</p>
      <ol>${n.map((s,o)=>a`<${ze} key=${`${s.at} ${s.node} ${s.what}`} change=${s} latest=${o===0} now=${t.now()} />`)}</ol>
    </section>
  `:null}const Ie={in:"new",out:"dead",synced:"wait",dropped:"lost",wiped:"dead"};function ze({change:e,latest:t,now:n}){return a`
    <li class=${`change tone-${Ie[e.what]??"wait"} ${t?"latest":""}`} data-testid="book-change" data-what=${e.what} data-node=${e.node}>
      <b>${e.node}</b> <span>${Re(e)}</span> <span class="soft number">${S(n-e.at)} ago</span></li>
  `}function Re({what:e,ids:t,from:n,books:s,ms:o}){return e==="synced"?`has fetched ${s==null?"what it lacked":y(s,"book")}${n?` from ${n}`:""}${o==null?"":` in ${w(o)}`}`:e==="dropped"?`sets aside ${t.slice(0,3).join(", ")}${t.length>3?` and ${t.length-3} more`:""}: only it had that, and no client was told that it is stored`:{in:"is in sync: it may lead",out:"is taken out of the in-sync set",wiped:"has lost its disk"}[e]??e}function qe({appointed:e},t,n){return!!e?.ids?.includes(t)&&n<e.at}function Fe({shelf:e}){const t=e.last_books.slice(-5).reverse();return t.length?a`
    <section class="book-last" aria-label="The last books">
      <p class="handoff-title"><b>The last books</b> added at any node, acknowledged by the leader</p>
      <ol>${t.map(({id:n,author:s,year:o,node:i,by:r,copies:c,of:l,ms:$,at:d})=>a`<li key=${`${n} ${d}`} data-testid="last-book" data-book=${n}>
        <i class=${`spine ${p(n).colour}`} aria-hidden="true"></i><b>${n}</b> <span>${[s,o].filter(u=>u!=null).join(", ")}</span>
        <span class="soft">at ${i}${r&&r!==i?`, by ${r}`:""}</span>
        ${qe(e,n,d)?a`<span class="told lost"><b class="tone-dead">lost later</b></span>`:a`<span class="told number">${c} of ${l} have it${$==null?"":`, ${w($)}`}</span>`}</li>`)}</ol>
    </section>
  `:null}var He=Object.freeze({__proto__:null,Foot:De});function Ke(e){const{shelf:t,choose:n}=e,[s,o]=g({id:"",author:"",year:""}),[i,r]=g(G(e)),c=()=>n({dialog:null}),l=(d,u)=>a`<input data-testid=${`book-${d}`} value=${s[d]} required autocomplete="off"
    onInput=${N=>o({...s,[d]:N.target.value})} ...${u} />`;return a`
    <${Y} title="Add a book" close=${c}>
      <form onSubmit=${d=>{d.preventDefault(),O(e,i,{id:s.id.trim(),author:s.author.trim(),year:Number(s.year)}),c()}}>
        <label>Id, unique for each book${l("id",{autofocus:!0,maxlength:200,spellcheck:!1})}</label>
        <label>Author${l("author",{maxlength:200})}</label>
        <label>Year${l("year",{type:"number",min:-5e3,max:9999,step:1})}</label>
        <label>Sent to<select data-testid="book-at" value=${i??""} onChange=${d=>r(d.target.value)}>
          ${x(t).map(({id:d,process:u})=>a`<option key=${d} value=${d} disabled=${u!=="running"}>${d}${t?.leader===d?", the leader":""}</option>`)}</select></label>
        <p class="soft">Any node takes it; a node that does not lead passes it on. If the id exists already, the same book is accepted, and a different book is refused.</p>
        <div class="buttons">
          <button type="button" onClick=${c}>Cancel</button>
          <button class="primary" data-testid="book-confirm">Add</button>
        </div>
      </form>
    <//>
  `}function Ze({shelf:e,chosen:t,actions:n,choose:s}){const o=t.book_node,i=()=>s({dialog:null});if(!e||!o)return null;const r=e.in_sync.length===1&&e.in_sync[0]===o,c=()=>{n.attempt("wipe","DELETE",`bookshelves/nodes/${encodeURIComponent(o)}/disk`,{path:e.path}),i()};return a`
    <${J} title=${`Lose the disk of ${o}?`} does="Lose it" act=${c} close=${i}>
      <p>Its directory is removed. When ${o} is restarted, it has an empty disk with another name: it is no longer in
        sync, and fetches all books from the leader.</p>
      ${r&&a`<p class="tone-dead"><b>${o} is the only one in sync: without its disk the acknowledged books are gone, and nobody may lead.</b></p>`}
    <//>
  `}var Pe=Object.freeze({__proto__:null,OwnBook:Ke,WipeDisk:Ze});export{Pe as a,We as d,He as f};
//# sourceMappingURL=bookshelf-CHn4ibSV.js.map
