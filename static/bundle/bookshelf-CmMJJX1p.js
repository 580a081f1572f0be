import{a2 as a,am as f,bo as W,bp as p,aT as j,bq as M,ae as y,br as D,bs as I,bt as B,bu as z,an as m,a_ as h,bv as R,a8 as q,a7 as g,ah as v,G as S,b3 as F,b2 as H,bw as K,ai as w,D as x,bx as O,by as Z,af as P,bz as Y,aE as G,aN as J}from"./page.js";import{N as U}from"./more-SxfHoWSS.js";const C=12,Q=6;function V({node:e,shelf:t}){const{books:s,last:n,store:o}=e,i=ee(t),r=X(e).slice(-C),d=(s??0)-r.length,l=e.process==="exited"||e.process===null;return a`
    <div class=${`book-disk ${l?"off":""} ${s===0?"bare":""}`} title=${o?`disk ${o}`:"its disk is not known yet"}
      data-testid=${`disk-${e.id}`} data-books=${s??""} data-checksum=${e.checksum??""}>
      <p class="spines" aria-hidden="true">
        ${d>0&&a`<span class="spines-more number">+${d}</span>`}
        ${r.map(($,c)=>a`<${te} key=${$??`n${c}`} id=${$} pending=${i.has($)} />`)}
        ${s===0&&a`<span class="spines-none">empty</span>`}
      </p>
      <p class="book-count"><b class="number">${s===null?"no books yet":f(s,"book")}</b><${se} node=${e} shelf=${t} /></p>
      ${n.length>0&&a`<span class="sr">the last: ${n.slice(-3).join(", ")}</span>`}
    </div>
  `}function X({last:e,books:t}){return e?.length?e:Array.from({length:Math.min(t??0,C)},()=>null)}function ee(e){return new Set([...Object.keys(e.writes??{}),...(e.open_writes??[]).map(({id:t})=>t)])}function te({id:e,pending:t}){const{colour:s,height:n,width:o}=p(e??"book");return a`<i class=${`spine ${s} ${t?"pending":""}`} style=${`height: ${n}%; width: ${o}rem`}
    data-book=${e} title=${e&&`${e}${t?": no client was told that it is stored":""}`}></i>`}function se({node:e,shelf:t}){const s=W(e,t);if(!e.checksum)return null;const n=t.leader===e.id,o=n||!s?"":s==="same"?"=":"\u2260",i=n?"the leader's own":s==="same"?"the same books as the leader":s?"not the same books as the leader":"";return a`
    <code class=${`checksum ${s==="other"&&!t.write?"differs":""}`} data-testid=${`checksum-${e.id}`} data-same=${s??""}
      title=${`checksum ${e.checksum}${i?`: ${i}`:""}`}>${o&&a`<b>${o}</b> `}${e.checksum.slice(0,Q)}</code>
  `}const ne=()=>a`<path class="crown-shape" data-testid="book-crown" d="M-11 -28L-13 -41L-5 -35L0 -43L5 -35L13 -41L11 -28Z" />`,oe=100,A={here:"its disk stays",lost:"its disk is gone",elsewhere:"its disk is not here"};function ae(e){const{state:t,node:s,shelf:n,clock:o,isChosen:i,choose:r}=e,d=o.now(),l=j(t),$=l?null:M(s,d);y($===null?null:oe);const c=n.leader===s.id,u=()=>r(i?{book_node:null,candidate:null}:{book_node:s.id,candidate:s.candidate});return a`
    <li class=${`book-node tone-${D(s,c)} standing-${s.standing.replace(" ","-")} ${i?"chosen":""}`}
      data-testid=${`book-node-${s.id}`} data-node=${s.id} data-state=${s.state} data-standing=${s.standing}
      data-process=${s.process??""} data-in-sync=${String(s.in_sync)} data-live=${String(s.live)} data-leads=${String(c)}>
      <button class="book-process" aria-pressed=${i} title=${I(s,n,d,l)}
        data-testid=${`book-process-${s.id}`} onClick=${u}>
        <${U} node=${s} share=${$} looks="book-disc" box="-36 -44 72 80">${c&&a`<${ne} />`}<//>${" "}
        <span class="book-belief">${B(s,c)}</span>${" "}
        <span class="book-pid">${s.candidate??""}</span>
      </button>
      <${ie} node=${s} now=${d} held=${l} />
      <${V} node=${s} shelf=${n} />
      <${re} ...${e} />
      <${de} ...${e} leads=${c} held=${l} />
    </li>
  `}function ie({node:e,now:t,held:s}){const{standing:n,state:o,of:i,books:r,reason:d,epoch:l}=e;if(n==="fading")return a`<p class="book-note number">${z(e,t,s)}</p>`;if(o==="catching up"){const $=i?`${r??0} of ${i}`:d??"";return a`<p class="book-note number">${$}</p>`}return n==="down"?a`<p class="book-note">${A[e.disk]??A.here}</p>`:a`<p class="book-note soft number" title="The latest epoch that this node has seen">${l===null?"":`epoch ${m(l)}`}</p>`}function re({node:e,state:t,add:s}){return t.read_only?null:a`<button class="book-add" data-testid=${`add-at-${e.id}`} disabled=${e.process!=="running"}
    title=${`Add the next book at ${e.id}: POST http://${e.address??"\u2026"}/v1/books`} onClick=${()=>s(e.id)}>+ book here</button>`}function de({node:e,shelf:t,chosen:s,choose:n,held:o}){const i=t.election.length&&e.rank!==null?t.election[e.rank]?.znode:null,r=[["all_nodes",e.known?"known":"not yet",e.known,h(t.path,`all_nodes/${e.id}`),"Its entry is persistent: the bookshelf never forgets it"],["live_nodes",le(e,o),e.live,h(t.path,`live_nodes/${e.id}`),"Ephemeral: it ends with its session"],["election",R(e),e.rank!==null,i&&h(t.path,`election/${i}`),"Ephemeral and sequential: the owner of the lowest one leads"],["in_sync",ce(e,t),e.in_sync,h(t.path,"in_sync"),"The data of one znode: who has every acknowledged book, and on which disk"]];return a`
    <div class="book-znodes">
      ${r.map(([d,l,$,c,u])=>a`<button key=${d} class=${`book-fact ${$?"is":""} ${d} ${c&&s.znode===c?"picked":""}`}
        data-testid=${`${d}-${e.id}`} data-is=${String($)} disabled=${!$||!c} title=${`${u}
${c??""}`}
        onClick=${()=>n({znode:c})}><span>${d}</span><b>${l}</b></button>`)}
    </div>
  `}function ce({id:e,in_sync:t,disk:s},{stores:n}){return t?s==="elsewhere"?"named":"in sync":n[e]?"on a lost disk":"no"}function le({live:e,standing:t},s){return e?s?"held":t==="fading"?"running out":"live":"gone"}function $e(){const e=q(null),[t,s]=g({}),n=()=>{const o=e.current?ue(e.current):{};s(i=>JSON.stringify(i)===JSON.stringify(o)?i:o)};return v(n),v(()=>{if(!e.current)return;const o=new ResizeObserver(n);return o.observe(e.current),()=>o.disconnect()},[e.current]),[e,t]}function ue(e){const t=e.getBoundingClientRect(),s=[...e.querySelectorAll("[data-anchor]")];return Object.fromEntries(s.map(n=>{const o=n.getBoundingClientRect();return[n.dataset.anchor,{x:Math.round(o.x-t.x+o.width/2),y:Math.round(o.y-t.y+o.height*.12)}]}))}const be=26,pe=62;function b(e,t){const s=Math.min(pe,be+Math.abs(t.x-e.x)*.07),n=Math.max(6,Math.min(e.y,t.y)-s);return`M${e.x} ${e.y}C${e.x+(t.x-e.x)*.2} ${n} ${e.x+(t.x-e.x)*.8} ${n} ${t.x} ${t.y}`}const he=3,ke=5,E={stored:"\u2713",refused:"\u2717",lost:"?"},fe={waiting:"to be sent",sent:"on its way",stored:"has it",refused:"refused",lost:"no answer"};function T(e,t){const{write:s,last_write:n}=e;return s||(n&&(t-n.ended<ke||n.outcome==="cut"||n.outcome==="refused")?n:null)}function _({copies:e}){return Object.entries(e??{}).sort(([t],[s])=>t.localeCompare(s,"en",{numeric:!0}))}function ye({shelf:e,spots:t,now:s}){const n=T(e,s);return a`
    <svg class="book-lines" aria-hidden="true">
      <${me} shelf=${e} spots=${t} />
      ${n&&a`<${ge} write=${n} spots=${t} />`}
      ${n&&a`<${we} write=${n} spots=${t} />`}
    </svg>
    ${n&&a`<${_e} write=${n} spots=${t} />`}
    <${ve} shelf=${e} spots=${t} now=${s} />
  `}function me({shelf:e,spots:t}){const s=t[e.leader];return!s||e.nodes[e.leader]?.state!=="leading"?null:e.in_sync.filter(o=>o!==e.leader&&t[o]&&e.nodes[o]?.live).map(o=>a`<path key=${`link-${o}`} class="book-link" d=${b(s,t[o])} />`)}function ge({write:e,spots:t}){const s=e.by??e.to;return!t[e.node]||!t[s]||e.node===s?null:a`<path class="book-request" d=${b(t[e.node],t[s])} />`}function we({write:e,spots:t}){const s=t[e.by];return s?_(e).filter(([n])=>t[n]).map(([n,o])=>a`
    <g key=${`${e.id}-${n}`} class=${`book-arc is-${o}`} data-testid=${`copy-${n}`} data-how=${o}>
      <title>${`${e.id}, from ${e.by} to ${n}: ${fe[o]??o}`}</title>
      <path d=${b(s,t[n])} />
    </g>`):null}function _e({write:e,spots:t}){const s=[];e.node&&(e.by??e.to)&&e.node!==(e.by??e.to)&&s.push(["request",e.node,e.by??e.to,"request"]);for(const[n,o]of _(e))o!=="waiting"&&s.push([n,e.by,n,o]);return s.filter(([,n,o])=>t[n]&&t[o]).map(([n,o,i,r])=>a`
    <span key=${`${e.id}-${e.epoch}-${n}`} class=${`book-flight is-${r} ${p(e.id).colour}`} aria-hidden="true"
      style=${`offset-path: path("${b(t[o],t[i])}")`}><i></i>${E[r]&&a`<b>${E[r]}</b>`}</span>`)}function ve({shelf:e,spots:t,now:s}){const n=Object.entries(e.nodes).filter(([i,{state:r,process:d}])=>r==="catching up"&&d==="running"&&i!==e.leader).map(([i])=>({key:i,from:e.leader,to:i})),o=e.changes.filter(({what:i,at:r,books:d})=>i==="synced"&&d>0&&s-r<he).map(({node:i,from:r,at:d,books:l})=>({key:`${i} ${d}`,from:r,to:i,books:l}));return[...n,...o].filter(({from:i,to:r})=>t[i]&&t[r]).map(({key:i,from:r,to:d,books:l})=>a`
    <span key=${`fetch-${i}`} class=${`book-fetch ${l?"once":""}`} aria-hidden="true" style=${`offset-path: path("${b(t[r],t[d])}")`}>
      <i></i><i></i><i></i>${l&&a`<b class="number">+${l}</b>`}</span>`)}function Se({shelf:e}){const t=e.refused.at(-1);if(!t)return null;const{id:s,from:n,to:o,epoch:i,seen:r}=t;return a`
    <p class="book-refusal" data-testid="book-refused"><b aria-hidden="true">✗</b>
      <span><b>${n}</b> sent “${s}” to <b>${o}</b> under epoch <code>${m(i)}</code>: <strong>refused</strong>, because ${o} has seen <code>${m(r)}</code>${e.refused.length>1?a` <span class="soft">(${e.refused.length} copies were refused recently)</span>`:""}</span></p>
  `}const xe=5;function Oe(e){const{state:t,shelf:s,page:n,clock:o}=e,[i,r]=$e(),d=S(s);if(y(s&&T(s,o.now())?500:null),!d.length)return a`<div class="nodes-empty"><${F} ...${e} /></div>`;const l=H(t),$=n.status.state!=="connected"||!l,c=K(e);return a`
    <div ref=${i} class=${`books ${$?"stale":""} ${d.length>xe?"many":""}`} data-testid="books-board">
      <p class="nodes-lane believed">Processes and their disks: what each one has, and what it sends</p>
      <ul style=${`--count: ${d.length}`}>
        ${d.map(u=>a`<${ae} key=${u.id} ...${e} node=${u} isChosen=${c?.id===u.id} />`)}
      </ul>
      <p class="nodes-lane true">${l?"ZooKeeper: what is true":"ZooKeeper: what was true last"}</p>
      <${ye} shelf=${s} spots=${r} now=${o.now()} />
    </div>
  `}const Ce={acknowledged:["new",(e,t)=>`told: ${t} have it`],cut:["dead",()=>"nobody was told"],unknown:["lost",()=>"told: not known"],refused:["dead",()=>"refused; told: not known"],unavailable:["lost",()=>"503: no leader, try again"],conflict:["lost",()=>"409: another book has that id"]},N={kept:"it stays: the next leader has it",dropped:"it is gone: the next leader does not have it",lost:"it was lost later: a person let a node lead that does not have it"},Ae={waiting:"\u25CB",sent:"\u2192",stored:"\u2713",refused:"\u2717",lost:"?"};function Ee({shelf:e}){const t=e.write??e.last_write;if(!t)return a`<section class="book-write none" data-testid="book-write" data-stage="none"><p class="soft">No book has been added since this page was opened. Add one: its way is drawn here, step by step.</p></section>`;const s=t===e.write,n=_(t),o=Te(t,s);return a`
    <section class="book-write" aria-label="The write" data-testid="book-write" data-book=${t.id} data-stage=${s?t.stage:t.outcome}>
      <p class="handoff-title"><b><i class=${`spine ${p(t.id).colour}`}></i>${t.id}</b><span>${[t.author,t.year].filter(Boolean).join(", ")}</span>${!s&&t.ms?a`<span class="number">${w(t.ms)}</span>`:""}</p>
      <ol class="book-steps">
        <${k} word="asked" is=${o>0} now=${s&&o===1}>${t.node?`at ${t.node}`:""}<//>
        <${k} word="on the leader's disk" is=${o>1} now=${s&&o===2}>${t.by??(t.to?`${t.to} \u2026`:"no leader")}<//>
        <${k} word="copies" is=${o>2} now=${s&&o===3} bad=${n.some(([,i])=>i==="refused"||i==="lost")}>
          ${n.map(([i,r])=>a`<span key=${i} class=${`book-copy is-${r}`} data-testid=${`step-copy-${i}`} data-how=${r}>${i}${" "}${Ae[r]??r}</span>`)}
          ${!n.length&&o>1?"nobody else in sync":""}<//>
        <${Ne} write=${t} open=${s} shelf=${e} />
      </ol>
    </section>
  `}function Te(e,t){return!t&&e.outcome==="acknowledged"?4:e.by?Object.values(e.copies??{}).some(s=>s!=="waiting")?3:2:1}function k({word:e,is:t,now:s,bad:n,children:o}){return a`<li class=${`book-step ${t?"is":""} ${s?"now":""} ${n?"bad":""}`}><span>${e}</span><b>${o}</b></li>`}function Ne({write:e,open:t,shelf:s}){if(t)return a`<${k} word="answer">only when all have it<//>`;const[n,o]=Ce[e.outcome]??["lost",()=>e.outcome],i=e.fate==="lost"?"dead":n,r=s.last_books.findLast(({id:l})=>l===e.id),d=r?`${r.copies} of ${r.of}`:"all in sync";return a`
    <li class=${`book-step is answer tone-${i}`} data-testid="book-answer" data-outcome=${e.outcome} data-fate=${e.fate??""}>
      <span>answer</span><b>${o(e,d)}</b>${N[e.fate]&&a`<em>${N[e.fate]}</em>`}</li>
  `}function Le(e){const{shelf:t}=e;return a`
    <${Oe} ...${e} add=${s=>x(e,s)} />
    ${O(e)&&a`<div class="book-way"><${Ee} shelf=${t} /><${Se} shelf=${t} /></div>`}
  `}var We=Object.freeze({__proto__:null,Drawing:Le});function je(e){return O(e)&&a`<${Me} ...${e} /><${qe} ...${e} /><${De} ...${e} />`}function Me({shelf:e}){const{acknowledged:t,lost:s,audit:n}=e;return a`
    <p class="book-account" data-testid="book-account" data-acknowledged=${t} data-lost=${s}>
      <b class="number">${f(t,"book")}</b> acknowledged${e.appointed&&!(s>(e.appointed.lost??0))?"":" \xB7 "}${s>(e.appointed?.lost??0)?a`<b class="tone-dead">${s} lost</b>`:e.appointed?"":a`<b class="book-kept">none lost</b>`}<${Z} shelf=${e} />${n?a`<span class="soft"> · last checked at ${n.node}, for its term</span>`:""}
    </p>
  `}function De({shelf:e,clock:t}){y(1e3);const s=e.changes.slice(-5).reverse();return s.length?a`
    <section class="changes" aria-label="Who left the in-sync set and came back">
      <p class="handoff-title"><b>In sync</b> ${e.in_sync.length?e.in_sync.join(", "):"nobody"}: only they may lead</p>
      <ol>${s.map((n,o)=>a`<${Be} key=${`${n.at} ${n.node} ${n.what}`} change=${n} latest=${o===0} now=${t.now()} />`)}</ol>
    </section>
  `:null}const Ie={in:"new",out:"dead",synced:"wait",dropped:"lost",wiped:"dead"};function Be({change:e,latest:t,now:s}){return a`
    <li class=${`change tone-${Ie[e.what]??"wait"} ${t?"latest":""}`} data-testid="book-change" data-what=${e.what} data-node=${e.node}>
      <b>${e.node}</b> <span>${ze(e)}</span> <span class="soft number">${P(s-e.at)} ago</span></li>
  `}function ze({what:e,ids:t,from:s,books:n,ms:o}){return e==="synced"?`has fetched ${n==null?"what it lacked":f(n,"book")}${s?` from ${s}`:""}${o==null?"":` in ${w(o)}`}`:e==="dropped"?`sets aside ${t.slice(0,3).join(", ")}${t.length>3?` and ${t.length-3} more`:""}: only it had that, and no client was told that it is stored`:{in:"is in sync: it may lead",out:"is taken out of the in-sync set",wiped:"has lost its disk"}[e]??e}function Re({appointed:e},t,s){return!!e?.ids?.includes(t)&&s<e.at}function qe({shelf:e}){const t=e.last_books.slice(-5).reverse();return t.length?a`
    <section class="book-last" aria-label="The last books">
      <p class="handoff-title"><b>The last books</b> added at any node, acknowledged by the leader</p>
      <ol>${t.map(({id:s,author:n,year:o,node:i,by:r,copies:d,of:l,ms:$,at:c})=>a`<li key=${`${s} ${c}`} data-testid="last-book" data-book=${s}>
        <i class=${`spine ${p(s).colour}`} aria-hidden="true"></i><b>${s}</b> <span>${[n,o].filter(u=>u!=null).join(", ")}</span>
        <span class="soft">at ${i}${r&&r!==i?`, by ${r}`:""}</span>
        ${Re(e,s,c)?a`<span class="told lost"><b class="tone-dead">lost later</b></span>`:a`<span class="told number">${d} of ${l} have it${$==null?"":`, ${w($)}`}</span>`}</li>`)}</ol>
    </section>
  `:null}var Fe=Object.freeze({__proto__:null,Foot:je});function He(e){const{shelf:t,choose:s}=e,[n,o]=g({id:"",author:"",year:""}),[i,r]=g(Y(e)),d=()=>s({dialog:null}),l=(c,u)=>a`<input data-testid=${`book-${c}`} value=${n[c]} required autocomplete="off"
    onInput=${L=>o({...n,[c]:L.target.value})} ...${u} />`;return a`
    <${G} title="Add a book" close=${d}>
      <form onSubmit=${c=>{c.preventDefault(),x(e,i,{id:n.id.trim(),author:n.author.trim(),year:Number(n.year)}),d()}}>
        <label>Id, unique for each book${l("id",{autofocus:!0,maxlength:200,spellcheck:!1})}</label>
        <label>Author${l("author",{maxlength:200})}</label>
        <label>Year${l("year",{type:"number",min:-5e3,max:9999,step:1})}</label>
        <label>Sent to<select data-testid="book-at" value=${i??""} onChange=${c=>r(c.target.value)}>
          ${S(t).map(({id:c,process:u})=>a`<option key=${c} value=${c} disabled=${u!=="running"}>${c}${t?.leader===c?", the leader":""}</option>`)}</select></label>
        <p class="soft">Any node takes it; a node that does not lead passes it on. If the id exists already, the same book is accepted, and a different book is refused.</p>
        <div class="buttons">
          <button type="button" onClick=${d}>Cancel</button>
          <button class="primary" data-testid="book-confirm">Add</button>
        </div>
      </form>
    <//>
  `}function Ke({shelf:e,chosen:t,actions:s,choose:n}){const o=t.book_node,i=()=>n({dialog:null});if(!e||!o)return null;const r=e.in_sync.length===1&&e.in_sync[0]===o,d=()=>{s.attempt("wipe","DELETE",`bookshelves/nodes/${encodeURIComponent(o)}/disk`,{path:e.path}),i()};return a`
    <${J} title=${`Lose the disk of ${o}?`} does="Lose it" act=${d} close=${i}>
      <p>Its directory is removed. When ${o} is restarted, it has an empty disk with another name: it is no longer in
        sync, and fetches all books from the leader.</p>
      ${r&&a`<p class="tone-dead"><b>${o} is the only one in sync: without its disk the acknowledged books are gone, and nobody may lead.</b></p>`}
    <//>
  `}var Ze=Object.freeze({__proto__:null,OwnBook:He,WipeDisk:Ke});export{Ze as a,We as d,Fe as f};
//# sourceMappingURL=bookshelf-CmMJJX1p.js.map
