import{a0 as a,ak as m,bm as W,bn as p,bo as N,ac as g,bp as j,bq as M,br as I,bs as B,al as w,aX as h,bt as D,a6 as R,a5 as v,af as x,E as k,b0 as q,a$ as z,bu as F,ag as _,C,bv as H,ad as K,bw as Z,aC as P,aL as Y}from"./page.js";import{N as J}from"./more-D1aC5s9h.js";const O=12,U=6;function G({node:e,shelf:t}){const{books:n,last:s,store:o}=e,i=Q(t),r=X(e).slice(-O),c=(n??0)-r.length,d=e.process==="exited"||e.process===null;return a`
    <div class=${`book-disk ${d?"off":""} ${n===0?"bare":""}`} title=${o?`disk ${o}`:"its disk is not known yet"}
      data-testid=${`disk-${e.id}`} data-books=${n??""} data-checksum=${e.checksum??""}>
      <p class="spines" aria-hidden="true">
        ${c>0&&a`<span class="spines-more number">+${c}</span>`}
        ${r.map(($,l)=>a`<${V} key=${$??`n${l}`} id=${$} pending=${i.has($)} />`)}
        ${n===0&&a`<span class="spines-none">empty</span>`}
      </p>
      <p class="book-count"><b class="number">${n===null?"no books yet":m(n,"book")}</b><${ee} node=${e} shelf=${t} /></p>
      ${s.length>0&&a`<span class="sr">the last: ${s.slice(-3).join(", ")}</span>`}
    </div>
  `}function X({last:e,books:t}){return e?.length?e:Array.from({length:Math.min(t??0,O)},()=>null)}function Q(e){return new Set([...Object.keys(e.writes??{}),...(e.open_writes??[]).map(({id:t})=>t)])}function V({id:e,pending:t}){const{colour:n,height:s,width:o}=p(e??"book");return a`<i class=${`spine ${n} ${t?"pending":""}`} style=${`height: ${s}%; width: ${o}rem`}
    data-book=${e} title=${e&&`${e}${t?": no client was told that it is stored":""}`}></i>`}function ee({node:e,shelf:t}){const n=W(e,t);if(!e.checksum)return null;const s=t.leader===e.id,o=s||!n?"":n==="same"?"=":"\u2260",i=s?"the leader's own":n==="same"?"the same books as the leader":n?"not the same books as the leader":"";return a`
    <code class=${`checksum ${n==="other"&&!t.write?"differs":""}`} data-testid=${`checksum-${e.id}`} data-same=${n??""}
      title=${`checksum ${e.checksum}${i?`: ${i}`:""}`}>${o&&a`<b>${o}</b> `}${e.checksum.slice(0,U)}</code>
  `}const te=a`<path class="crown-shape" data-testid="book-crown" d="M-11 -28L-13 -41L-5 -35L0 -43L5 -35L13 -41L11 -28Z" />`,ne=100,A={here:"its disk stays",lost:"its disk is gone",elsewhere:"its disk is not here"};function se(e){const{node:t,shelf:n,clock:s,isChosen:o,choose:i}=e,r=s.now(),c=N(t,r);g(c===null?null:ne);const d=n.leader===t.id,$=()=>i(o?{book_node:null,candidate:null}:{book_node:t.id,candidate:t.candidate});return a`
    <li class=${`book-node tone-${j(t,d)} standing-${t.standing.replace(" ","-")} ${o?"chosen":""}`}
      data-testid=${`book-node-${t.id}`} data-node=${t.id} data-state=${t.state} data-standing=${t.standing}
      data-process=${t.process??""} data-in-sync=${String(t.in_sync)} data-live=${String(t.live)} data-leads=${String(d)}>
      <button class="book-process" aria-pressed=${o} title=${M(t,n,r)}
        data-testid=${`book-process-${t.id}`} onClick=${$}>
        <${J} node=${t} share=${c} looks="book-disc" box="-36 -44 72 80">${d&&te}<//>${" "}
        <span class="book-belief">${I(t,d)}</span>${" "}
        <span class="book-pid">${t.candidate??""}</span>
      </button>
      <${oe} node=${t} now=${r} />
      <${G} node=${t} shelf=${n} />
      <${ae} ...${e} />
      <${ie} ...${e} leads=${d} />
    </li>
  `}function oe({node:e,now:t}){const{standing:n,state:s,of:o,books:i,reason:r,epoch:c}=e;if(n==="fading")return a`<p class="book-note number">${B(e,t)}</p>`;if(s==="catching up"){const d=o?`${i??0} of ${o}`:r??"";return a`<p class="book-note number">${d}</p>`}return n==="down"?a`<p class="book-note">${A[e.disk]??A.here}</p>`:a`<p class="book-note soft number" title="The latest epoch that this node has seen">${c===null?"":`epoch ${w(c)}`}</p>`}function ae({node:e,state:t,add:n}){return t.read_only?null:a`<button class="book-add" data-testid=${`add-at-${e.id}`} disabled=${e.process!=="running"}
    title=${`Add the next book at ${e.id}: POST http://${e.address??"\u2026"}/v1/books`} onClick=${()=>n(e.id)}>+ book here</button>`}function ie({node:e,shelf:t,chosen:n,choose:s}){const o=t.election.length&&e.rank!==null?t.election[e.rank]?.znode:null,i=[["all_nodes",e.known?"known":"not yet",e.known,h(t.path,`all_nodes/${e.id}`),"Its entry is persistent: the bookshelf never forgets it"],["live_nodes",ce(e),e.live,h(t.path,`live_nodes/${e.id}`),"Ephemeral: it ends with its session"],["election",D(e),e.rank!==null,o&&h(t.path,`election/${o}`),"Ephemeral and sequential: the owner of the lowest one leads"],["in_sync",re(e,t),e.in_sync,h(t.path,"in_sync"),"The data of one znode: who has every acknowledged book, and on which disk"]];return a`
    <div class="book-znodes">
      ${i.map(([r,c,d,$,l])=>a`<button key=${r} class=${`book-fact ${d?"is":""} ${r} ${$&&n.znode===$?"picked":""}`}
        data-testid=${`${r}-${e.id}`} data-is=${String(d)} disabled=${!d||!$} title=${`${l}
${$??""}`}
        onClick=${()=>s({znode:$})}><span>${r}</span><b>${c}</b></button>`)}
    </div>
  `}function re({id:e,in_sync:t,disk:n},{stores:s}){return t?n==="elsewhere"?"named":"in sync":s[e]?"on a lost disk":"no"}function ce({live:e,standing:t}){return e?t==="fading"?"running out":"live":"gone"}function de(){const e=R(null),[t,n]=v({}),s=()=>{const o=e.current?le(e.current):{};n(i=>JSON.stringify(i)===JSON.stringify(o)?i:o)};return x(s),x(()=>{if(!e.current)return;const o=new ResizeObserver(s);return o.observe(e.current),()=>o.disconnect()},[e.current]),[e,t]}function le(e){const t=e.getBoundingClientRect(),n=[...e.querySelectorAll("[data-anchor]")];return Object.fromEntries(n.map(s=>{const o=s.getBoundingClientRect();return[s.dataset.anchor,{x:Math.round(o.x-t.x+o.width/2),y:Math.round(o.y-t.y+o.height*.12)}]}))}const $e=26,ue=62;function b(e,t){const n=Math.min(ue,$e+Math.abs(t.x-e.x)*.07),s=Math.max(6,Math.min(e.y,t.y)-n);return`M${e.x} ${e.y}C${e.x+(t.x-e.x)*.2} ${s} ${e.x+(t.x-e.x)*.8} ${s} ${t.x} ${t.y}`}const be=3,pe=5,E={stored:"\u2713",refused:"\u2717",lost:"?"},he={waiting:"to be sent",sent:"on its way",stored:"has it",refused:"refused",lost:"no answer"};function L(e,t){const{write:n,last_write:s}=e;return n||(s&&(t-s.ended<pe||s.outcome==="cut"||s.outcome==="refused")?s:null)}function S({copies:e}){return Object.entries(e??{}).sort(([t],[n])=>t.localeCompare(n,"en",{numeric:!0}))}function ke({shelf:e,spots:t,now:n}){const s=L(e,n);return a`
    <svg class="book-lines" aria-hidden="true">
      <${fe} shelf=${e} spots=${t} />
      ${s&&a`<${ye} write=${s} spots=${t} />`}
      ${s&&a`<${me} write=${s} spots=${t} />`}
    </svg>
    ${s&&a`<${ge} write=${s} spots=${t} />`}
    <${we} shelf=${e} spots=${t} now=${n} />
  `}function fe({shelf:e,spots:t}){const n=t[e.leader];return!n||e.nodes[e.leader]?.state!=="leading"?null:e.in_sync.filter(o=>o!==e.leader&&t[o]&&e.nodes[o]?.live).map(o=>a`<path key=${`link-${o}`} class="book-link" d=${b(n,t[o])} />`)}function ye({write:e,spots:t}){const n=e.by??e.to;return!t[e.node]||!t[n]||e.node===n?null:a`<path class="book-request" d=${b(t[e.node],t[n])} />`}function me({write:e,spots:t}){const n=t[e.by];return n?S(e).filter(([s])=>t[s]).map(([s,o])=>a`
    <g key=${`${e.id}-${s}`} class=${`book-arc is-${o}`} data-testid=${`copy-${s}`} data-how=${o}>
      <title>${`${e.id}, from ${e.by} to ${s}: ${he[o]??o}`}</title>
      <path d=${b(n,t[s])} />
    </g>`):null}function ge({write:e,spots:t}){const n=[];e.node&&(e.by??e.to)&&e.node!==(e.by??e.to)&&n.push(["request",e.node,e.by??e.to,"request"]);for(const[s,o]of S(e))o!=="waiting"&&n.push([s,e.by,s,o]);return n.filter(([,s,o])=>t[s]&&t[o]).map(([s,o,i,r])=>a`
    <span key=${`${e.id}-${e.epoch}-${s}`} class=${`book-flight is-${r} ${p(e.id).colour}`} aria-hidden="true"
      style=${`offset-path: path("${b(t[o],t[i])}")`}><i></i>${E[r]&&a`<b>${E[r]}</b>`}</span>`)}function we({shelf:e,spots:t,now:n}){const s=Object.entries(e.nodes).filter(([i,{state:r,process:c}])=>r==="catching up"&&c==="running"&&i!==e.leader).map(([i])=>({key:i,from:e.leader,to:i})),o=e.changes.filter(({what:i,at:r,books:c})=>i==="synced"&&c>0&&n-r<be).map(({node:i,from:r,at:c,books:d})=>({key:`${i} ${c}`,from:r,to:i,books:d}));return[...s,...o].filter(({from:i,to:r})=>t[i]&&t[r]).map(({key:i,from:r,to:c,books:d})=>a`
    <span key=${`fetch-${i}`} class=${`book-fetch ${d?"once":""}`} aria-hidden="true" style=${`offset-path: path("${b(t[r],t[c])}")`}>
      <i></i><i></i><i></i>${d&&a`<b class="number">+${d}</b>`}</span>`)}function ve({shelf:e}){const t=e.refused.at(-1);if(!t)return null;const{id:n,from:s,to:o,epoch:i,seen:r}=t;return a`
    <p class="book-refusal" data-testid="book-refused"><b aria-hidden="true">✗</b>
      <span><b>${s}</b> sent “${n}” to <b>${o}</b> under epoch <code>${w(i)}</code>: <strong>refused</strong>, because ${o} has seen <code>${w(r)}</code>${e.refused.length>1?a` <span class="soft">(${e.refused.length} copies were refused recently)</span>`:""}</span></p>
  `}const _e=5;function Se(e){const{state:t,shelf:n,page:s,clock:o}=e,[i,r]=de(),c=k(n);if(g(n&&L(n,o.now())?500:null),!c.length)return a`<div class="nodes-empty"><${q} ...${e} /></div>`;const d=z(t),$=s.status.state!=="connected"||!d,l=F(e);return a`
    <div ref=${i} class=${`books ${$?"stale":""} ${c.length>_e?"many":""}`} data-testid="books-board">
      <p class="nodes-lane believed">Processes and their disks: what each one has, and what it sends</p>
      <ul style=${`--count: ${c.length}`}>
        ${c.map(u=>a`<${se} key=${u.id} ...${e} node=${u} isChosen=${l?.id===u.id} />`)}
      </ul>
      <p class="nodes-lane true">${d?"ZooKeeper: what is true":"ZooKeeper is out of reach: what was true last"}</p>
      <${ke} shelf=${n} spots=${r} now=${o.now()} />
    </div>
  `}const xe={acknowledged:["new",(e,t)=>`told: ${t} have it`],cut:["dead",()=>"nobody was told"],unknown:["lost",()=>"told: not known"],refused:["dead",()=>"refused; told: not known"],unavailable:["lost",()=>"503: no leader, try again"],conflict:["lost",()=>"409: another book has that id"]},T={kept:"it stays: the next leader has it",dropped:"it is gone: the next leader does not have it",lost:"it was lost later: a person let a node lead that does not have it"},Ce={waiting:"\u25CB",sent:"\u2192",stored:"\u2713",refused:"\u2717",lost:"?"};function Oe({shelf:e}){const t=e.write??e.last_write;if(!t)return a`<section class="book-write none" data-testid="book-write" data-stage="none"><p class="soft">No book has been added since this page was opened. Add one: its way is drawn here, step by step.</p></section>`;const n=t===e.write,s=S(t),o=Ae(t,n);return a`
    <section class="book-write" aria-label="The write" data-testid="book-write" data-book=${t.id} data-stage=${n?t.stage:t.outcome}>
      <p class="handoff-title"><b><i class=${`spine ${p(t.id).colour}`}></i>${t.id}</b><span>${[t.author,t.year].filter(Boolean).join(", ")}</span>${!n&&t.ms?a`<span class="number">${_(t.ms)}</span>`:""}</p>
      <ol class="book-steps">
        <${f} word="asked" is=${o>0} now=${n&&o===1}>${t.node?`at ${t.node}`:""}<//>
        <${f} word="on the leader's disk" is=${o>1} now=${n&&o===2}>${t.by??(t.to?`${t.to} \u2026`:"no leader")}<//>
        <${f} word="copies" is=${o>2} now=${n&&o===3} bad=${s.some(([,i])=>i==="refused"||i==="lost")}>
          ${s.map(([i,r])=>a`<span key=${i} class=${`book-copy is-${r}`} data-testid=${`step-copy-${i}`} data-how=${r}>${i}${" "}${Ce[r]??r}</span>`)}
          ${!s.length&&o>1?"nobody else in sync":""}<//>
        <${Ee} write=${t} open=${n} shelf=${e} />
      </ol>
    </section>
  `}function Ae(e,t){return!t&&e.outcome==="acknowledged"?4:e.by?Object.values(e.copies??{}).some(n=>n!=="waiting")?3:2:1}function f({word:e,is:t,now:n,bad:s,children:o}){return a`<li class=${`book-step ${t?"is":""} ${n?"now":""} ${s?"bad":""}`}><span>${e}</span><b>${o}</b></li>`}function Ee({write:e,open:t,shelf:n}){if(t)return a`<${f} word="answer">only when all have it<//>`;const[s,o]=xe[e.outcome]??["lost",()=>e.outcome],i=e.fate==="lost"?"dead":s,r=n.last_books.findLast(({id:d})=>d===e.id),c=r?`${r.copies} of ${r.of}`:"all in sync";return a`
    <li class=${`book-step is answer tone-${i}`} data-testid="book-answer" data-outcome=${e.outcome} data-fate=${e.fate??""}>
      <span>answer</span><b>${o(e,c)}</b>${T[e.fate]&&a`<em>${T[e.fate]}</em>`}</li>
  `}function Le(e){const{shelf:t}=e;return a`
    <${Se} ...${e} add=${n=>C(e,n)} />
    ${k(t).length>0&&a`<div class="book-way"><${Oe} shelf=${t} /><${ve} shelf=${t} /></div>`}
  `}var Te=Object.freeze({__proto__:null,Drawing:Le});function We(e){return k(e.shelf).length>0&&a`<${Ne} ...${e} /><${Re} ...${e} /><${je} ...${e} />`}function Ne({shelf:e}){const{acknowledged:t,lost:n,audit:s}=e;return a`
    <p class="book-account" data-testid="book-account" data-acknowledged=${t} data-lost=${n}>
      <b class="number">${m(t,"book")}</b> acknowledged${e.appointed&&!(n>(e.appointed.lost??0))?"":" \xB7 "}${n>(e.appointed?.lost??0)?a`<b class="tone-dead">${n} lost</b>`:e.appointed?"":a`<b class="book-kept">none lost</b>`}<${H} shelf=${e} />${s?a`<span class="soft"> · last checked at ${s.node}, for its term</span>`:""}
    </p>
  `}function je({shelf:e,clock:t}){g(1e3);const n=e.changes.slice(-5).reverse();return n.length?a`
    <section class="changes" aria-label="Who left the in-sync set and came back">
      <p class="handoff-title"><b>In sync</b> ${e.in_sync.length?e.in_sync.join(", "):"nobody"}: only they may lead</p>
      <ol>${n.map((s,o)=>a`<${Ie} key=${`${s.at} ${s.node} ${s.what}`} change=${s} latest=${o===0} now=${t.now()} />`)}</ol>
    </section>
  `:null}const Me={in:"new",out:"dead",synced:"wait",dropped:"lost",wiped:"dead"};function Ie({change:e,latest:t,now:n}){return a`
    <li class=${`change tone-${Me[e.what]??"wait"} ${t?"latest":""}`} data-testid="book-change" data-what=${e.what} data-node=${e.node}>
      <b>${e.node}</b> <span>${Be(e)}</span> <span class="soft number">${K(n-e.at)} ago</span></li>
  `}function Be({what:e,ids:t,from:n,books:s,ms:o}){return e==="synced"?`has fetched ${s==null?"what it lacked":m(s,"book")}${n?` from ${n}`:""}${o==null?"":` in ${_(o)}`}`:e==="dropped"?`sets aside ${t.slice(0,3).join(", ")}${t.length>3?` and ${t.length-3} more`:""}: only it had that, and no client was told that it is stored`:{in:"is in sync: it may lead",out:"is taken out of the in-sync set",wiped:"has lost its disk"}[e]??e}function De({appointed:e},t,n){return!!e?.ids?.includes(t)&&n<e.at}function Re({shelf:e,clock:t}){const n=e.last_books.slice(-5).reverse();return n.length?a`
    <section class="book-last" aria-label="The last books">
      <p class="handoff-title"><b>The last books</b> added at any node, acknowledged by the leader</p>
      <ol>${n.map(({id:s,author:o,year:i,node:r,by:c,copies:d,of:$,ms:l,at:u})=>a`<li key=${`${s} ${u}`} data-testid="last-book" data-book=${s}>
        <i class=${`spine ${p(s).colour}`} aria-hidden="true"></i><b>${s}</b> <span>${[o,i].filter(y=>y!=null).join(", ")}</span>
        <span class="soft">at ${r}${c&&c!==r?`, by ${c}`:""}</span>
        ${De(e,s,u)?a`<span class="told lost"><b class="tone-dead">lost later</b></span>`:a`<span class="told number">${d} of ${$} have it${l==null?"":`, ${_(l)}`}</span>`}</li>`)}</ol>
    </section>
  `:null}var qe=Object.freeze({__proto__:null,Foot:We});function ze(e){const{shelf:t,choose:n}=e,[s,o]=v({id:"",author:"",year:""}),[i,r]=v(Z(e)),c=()=>n({dialog:null}),d=(l,u)=>a`<input data-testid=${`book-${l}`} value=${s[l]} required autocomplete="off"
    onInput=${y=>o({...s,[l]:y.target.value})} ...${u} />`;return a`
    <${P} title="Add a book" close=${c}>
      <form onSubmit=${l=>{l.preventDefault(),C(e,i,{id:s.id.trim(),author:s.author.trim(),year:Number(s.year)}),c()}}>
        <label>Id, unique for each book${d("id",{autofocus:!0,maxlength:200,spellcheck:!1})}</label>
        <label>Author${d("author",{maxlength:200})}</label>
        <label>Year${d("year",{type:"number",min:-5e3,max:9999,step:1})}</label>
        <label>Sent to<select data-testid="book-at" value=${i??""} onChange=${l=>r(l.target.value)}>
          ${k(t).map(({id:l,process:u})=>a`<option key=${l} value=${l} disabled=${u!=="running"}>${l}${t?.leader===l?", the leader":""}</option>`)}</select></label>
        <p class="soft">Any node takes it; a node that does not lead passes it on. If the id exists already, the same book is accepted, and a different book is refused.</p>
        <div class="buttons">
          <button type="button" onClick=${c}>Cancel</button>
          <button class="primary" data-testid="book-confirm">Add</button>
        </div>
      </form>
    <//>
  `}function Fe({shelf:e,chosen:t,actions:n,choose:s}){const o=t.book_node,i=()=>s({dialog:null});if(!e||!o)return null;const r=e.in_sync.length===1&&e.in_sync[0]===o,c=()=>{n.attempt("wipe","DELETE",`bookshelves/nodes/${encodeURIComponent(o)}/disk`,{path:e.path}),i()};return a`
    <${Y} title=${`Lose the disk of ${o}?`} does="Lose it" act=${c} close=${i}>
      <p>Its directory is removed. When ${o} is restarted, it has an empty disk with another name: it is no longer in
        sync, and fetches all books from the leader.</p>
      ${r&&a`<p class="tone-dead"><b>${o} is the only one in sync: without its disk the acknowledged books are gone, and nobody may lead.</b></p>`}
    <//>
  `}var He=Object.freeze({__proto__:null,OwnBook:ze,WipeDisk:Fe});export{He as a,Te as d,qe as f};
