import{a2 as a,ak as y,bj as W,bk as p,aX as D,bl as M,ag as h,bm as I,bn as B,ap as m,a$ as k,bo as R,a9 as q,a8 as g,aj as v,ah as S,G as x,b4 as z,b3 as F,bp as H,al as w,D as O,bq as C,br as K,bs as Z,aG as P,aP as G}from"./page.js";import{N as Y}from"./more-BR-OAo5m.js";const A=12,J=6;function U({node:e,shelf:t}){const{books:n,last:s,store:o}=e,i=Q(t),r=X(e).slice(-A),l=(n??0)-r.length,c=e.process==="exited"||e.process===null;return a`
    <div class=${`book-disk ${c?"off":""} ${n===0?"bare":""}`} title=${o?`disk ${o}`:"its disk is not known yet"}
      data-testid=${`disk-${e.id}`} data-books=${n??""} data-checksum=${e.checksum??""}>
      <p class="spines" aria-hidden="true">
        ${l>0&&a`<span class="spines-more number">+${l}</span>`}
        ${r.map(($,d)=>a`<${V} key=${$??`n${d}`} id=${$} pending=${i.has($)} />`)}
        ${n===0&&a`<span class="spines-none">empty</span>`}
      </p>
      <p class="book-count"><b class="number">${n===null?"no books yet":y(n,"book")}</b><${ee} node=${e} shelf=${t} /></p>
      ${s.length>0&&a`<span class="sr">the last: ${s.slice(-3).join(", ")}</span>`}
    </div>
  `}function X({last:e,books:t}){return e?.length?e:Array.from({length:Math.min(t??0,A)},()=>null)}function Q(e){return new Set([...Object.keys(e.writes??{}),...(e.open_writes??[]).map(({id:t})=>t)])}function V({id:e,pending:t}){const{colour:n,height:s,width:o}=p(e??"book");return a`<i class=${`spine ${n} ${t?"pending":""}`} style=${`height: ${s}%; width: ${o}rem`}
    data-book=${e} title=${e&&`${e}${t?": no client was told that it is stored":""}`}></i>`}function ee({node:e,shelf:t}){const n=W(e,t);if(!e.checksum)return null;const s=t.leader===e.id,o=s||!n?"":n==="same"?"=":"\u2260",i=s?"the leader's own":n==="same"?"the same books as the leader":n?"not the same books as the leader":"";return a`
    <code class=${`checksum ${n==="other"&&!t.write?"differs":""}`} data-testid=${`checksum-${e.id}`} data-same=${n??""}
      title=${`checksum ${e.checksum}${i?`: ${i}`:""}`}>${o&&a`<b>${o}</b> `}${e.checksum.slice(0,J)}</code>
  `}const te=()=>a`<path class="crown-shape" data-testid="book-crown" d="M-11 -28L-13 -41L-5 -35L0 -43L5 -35L13 -41L11 -28Z" />`,ne=100,j={here:"its disk stays",lost:"its disk is gone",elsewhere:"its disk is not here"};function se(e){const{state:t,node:n,shelf:s,clock:o,isChosen:i,choose:r}=e,l=o.now(),c=D(t),$=c?null:M(n,l);h($===null?null:ne);const d=s.leader===n.id,u=()=>r(i?{book_node:null,candidate:null}:{book_node:n.id,candidate:n.candidate});return a`
    <li class=${`book-node tone-${n.tone} standing-${n.standing.replace(" ","-")} ${i?"chosen":""}`}
      data-testid=${`book-node-${n.id}`} data-node=${n.id} data-state=${n.state} data-standing=${n.standing}
      data-process=${n.process??""} data-in-sync=${String(n.in_sync)} data-live=${String(n.live)} data-leads=${String(d)}>
      <button class="book-process" aria-pressed=${i} title=${I(n,s,l,c)}
        data-testid=${`book-process-${n.id}`} onClick=${u}>
        <${Y} node=${n} share=${$} looks="book-disc" box="-36 -44 72 80">${d&&a`<${te} />`}<//>${" "}
        <span class="book-belief">${n.words}</span>${" "}
        <span class="book-pid">${n.candidate??""}</span>
      </button>
      <${oe} node=${n} now=${l} held=${c} />
      <${U} node=${n} shelf=${s} />
      <${ae} ...${e} />
      <${ie} ...${e} leads=${d} held=${c} />
    </li>
  `}function oe({node:e,now:t,held:n}){const{standing:s,state:o,of:i,books:r,reason:l,epoch:c}=e;if(s==="fading")return a`<p class="book-note number">${B(e,t,n)}</p>`;if(o==="catching up"){const $=i?`${r??0} of ${i}`:l??"";return a`<p class="book-note number">${$}</p>`}return s==="down"?a`<p class="book-note">${j[e.disk]??j.here}</p>`:a`<p class="book-note soft number" title="The latest epoch that this node has seen">${c===null?"":`epoch ${m(c)}`}</p>`}function ae({node:e,state:t,add:n}){return t.read_only?null:a`<button class="book-add" data-testid=${`add-at-${e.id}`} disabled=${e.process!=="running"}
    title=${`Add the next book at ${e.id}: POST http://${e.address??"\u2026"}/v1/books`} onClick=${()=>n(e.id)}>+ book here</button>`}function ie({node:e,shelf:t,chosen:n,choose:s,held:o}){const i=t.election.length&&e.rank!==null?t.election[e.rank]?.znode:null,r=[["all_nodes",e.known?"known":"not yet",e.known,k(t.path,`all_nodes/${e.id}`),"Its entry is persistent: the bookshelf never forgets it"],["live_nodes",le(e,o),e.live,k(t.path,`live_nodes/${e.id}`),"Ephemeral: it ends with its session"],["election",R(e),e.rank!==null,i&&k(t.path,`election/${i}`),"Ephemeral and sequential: the owner of the lowest one leads"],["in_sync",re(e,t),e.in_sync,k(t.path,"in_sync"),"The data of one znode: who has every acknowledged book, and on which disk"]];return a`
    <div class="book-znodes">
      ${r.map(([l,c,$,d,u])=>a`<button key=${l} class=${`book-fact ${$?"is":""} ${l} ${d&&n.znode===d?"picked":""}`}
        data-testid=${`${l}-${e.id}`} data-is=${String($)} disabled=${!$||!d} title=${`${u}
${d??""}`}
        onClick=${()=>s({znode:d})}><span>${l}</span><b>${c}</b></button>`)}
    </div>
  `}function re({id:e,in_sync:t,disk:n},{stores:s}){return t?n==="elsewhere"?"named":"in sync":s[e]?"on a lost disk":"no"}function le({live:e,standing:t},n){return e?n?"held":t==="fading"?"running out":"live":"gone"}function ce(){const e=q(null),[t,n]=g({}),s=()=>{const o=e.current?de(e.current):{};n(i=>JSON.stringify(i)===JSON.stringify(o)?i:o)};return v(s),v(()=>{if(!e.current)return;const o=new ResizeObserver(s);return o.observe(e.current),()=>o.disconnect()},[e.current]),[e,t]}function de(e){const t=e.getBoundingClientRect(),n=[...e.querySelectorAll("[data-anchor]")];return Object.fromEntries(n.map(s=>{const o=s.getBoundingClientRect();return[s.dataset.anchor,{x:Math.round(o.x-t.x+o.width/2),y:Math.round(o.y-t.y+o.height*.12)}]}))}const $e=26,ue=62;function b(e,t){const n=Math.min(ue,$e+Math.abs(t.x-e.x)*.07),s=Math.max(6,Math.min(e.y,t.y)-n);return`M${e.x} ${e.y}C${e.x+(t.x-e.x)*.2} ${s} ${e.x+(t.x-e.x)*.8} ${s} ${t.x} ${t.y}`}const be=3,pe=5,E={stored:"\u2713",refused:"\u2717",lost:"?"},he={waiting:"to be sent",sent:"on its way",stored:"has it",refused:"refused",lost:"no answer"};function T(e,t){const{write:n,last_write:s}=e;return n||(s&&(t-s.ended<pe||ke(s,e))?s:null)}function ke({outcome:e,copies:t},{nodes:n}){const s=Object.keys(t).some(o=>n[o]?.process==="running");return(e==="cut"||e==="refused")&&s}function _({copies:e}){return Object.entries(e??{}).sort(([t],[n])=>t.localeCompare(n,"en",{numeric:!0}))}function fe({shelf:e,spots:t,now:n}){const s=T(e,n);return a`
    <svg class="book-lines" aria-hidden="true">
      <${ye} shelf=${e} spots=${t} />
      ${s&&a`<${me} write=${s} spots=${t} />`}
      ${s&&a`<${ge} write=${s} spots=${t} />`}
    </svg>
    ${s&&a`<${we} write=${s} spots=${t} />`}
    <${_e} shelf=${e} spots=${t} now=${n} />
  `}function ye({shelf:e,spots:t}){const n=t[e.leader];return!n||e.nodes[e.leader]?.state!=="leading"?null:e.in_sync.filter(o=>o!==e.leader&&t[o]&&e.nodes[o]?.live).map(o=>a`<path key=${`link-${o}`} class="book-link" d=${b(n,t[o])} />`)}function me({write:e,spots:t}){const n=e.by??e.to;return!t[e.node]||!t[n]||e.node===n?null:a`<path class="book-request" d=${b(t[e.node],t[n])} />`}function ge({write:e,spots:t}){const n=t[e.by];return n?_(e).filter(([s])=>t[s]).map(([s,o])=>a`
    <g key=${`${e.id}-${s}`} class=${`book-arc is-${o}`} data-testid=${`copy-${s}`} data-how=${o}>
      <title>${`${e.id}, from ${e.by} to ${s}: ${he[o]??o}`}</title>
      <path d=${b(n,t[s])} />
    </g>`):null}function we({write:e,spots:t}){const n=[];e.node&&(e.by??e.to)&&e.node!==(e.by??e.to)&&n.push(["request",e.node,e.by??e.to,"request"]);for(const[s,o]of _(e))o!=="waiting"&&n.push([s,e.by,s,o]);return n.filter(([,s,o])=>t[s]&&t[o]).map(([s,o,i,r])=>a`
    <span key=${`${e.id}-${e.epoch}-${s}`} class=${`book-flight is-${r} ${p(e.id).colour}`} aria-hidden="true"
      style=${`offset-path: path("${b(t[o],t[i])}")`}><i></i>${E[r]&&a`<b>${E[r]}</b>`}</span>`)}function _e({shelf:e,spots:t,now:n}){const s=Object.entries(e.nodes).filter(([i,{state:r,process:l}])=>r==="catching up"&&l==="running"&&i!==e.leader).map(([i])=>({key:i,from:e.leader,to:i})),o=e.changes.filter(({what:i,at:r,books:l})=>i==="synced"&&l>0&&n-r<be).map(({node:i,from:r,at:l,books:c})=>({key:`${i} ${l}`,from:r,to:i,books:c}));return[...s,...o].filter(({from:i,to:r})=>t[i]&&t[r]).map(({key:i,from:r,to:l,books:c})=>a`
    <span key=${`fetch-${i}`} class=${`book-fetch ${c?"once":""}`} aria-hidden="true" style=${`offset-path: path("${b(t[r],t[l])}")`}>
      <i></i><i></i><i></i>${c&&a`<b class="number">+${c}</b>`}</span>`)}function ve({shelf:e,clock:t}){const n=e.refused.at(-1);if(h(n?1e3:null),!n)return null;const{id:s,from:o,to:i,epoch:r,seen:l,at:c}=n;return a`
    <p class="book-refusal" data-testid="book-refused"><b aria-hidden="true">✗</b>
      <span><b>${o}</b> sent “${s}” to <b>${i}</b> under epoch <code>${m(r)}</code>: <strong>refused</strong> <span
        class="number">${S(t.now()-c)}</span> ago, because ${i} had seen <code>${m(l)}</code>${e.refused.length>1?a` <span class="soft">(${e.refused.length} copies were refused recently)</span>`:""}</span></p>
  `}const Se=5;function xe(e){const{state:t,shelf:n,page:s,clock:o}=e,[i,r]=ce(),l=x(n);if(h(n&&T(n,o.now())?500:null),!l.length)return a`<div class="nodes-empty"><${z} ...${e} /></div>`;const c=F(t),$=s.status.state!=="connected"||!c,d=H(e);return a`
    <div ref=${i} class=${`books ${$?"stale":""} ${l.length>Se?"many":""}`} data-testid="books-board">
      <p class="nodes-lane believed">Processes and their disks: what each one has, and what it sends</p>
      <ul style=${`--count: ${l.length}`}>
        ${l.map(u=>a`<${se} key=${u.id} ...${e} node=${u} isChosen=${d?.id===u.id} />`)}
      </ul>
      <p class="nodes-lane true">${c?"ZooKeeper: what is true":"ZooKeeper: what was true last"}</p>
      <${fe} shelf=${n} spots=${r} now=${o.now()} />
    </div>
  `}const Oe={acknowledged:["new",(e,t)=>`told: ${t} have it`],cut:["dead",()=>"nobody was told"],unknown:["lost",()=>"told: not known"],refused:["dead",()=>"refused; told: not known"],unavailable:["lost",()=>"503: no leader, try again"],conflict:["lost",()=>"409: another book has that id"]},L={kept:"it stays: the next leader has it",dropped:"it is gone: the next leader does not have it",lost:"it was lost later: a person let a node lead that does not have it"},Ce={waiting:"\u25CB",sent:"\u2192",stored:"\u2713",refused:"\u2717",lost:"?"};function Ae({shelf:e}){const t=e.write??e.last_write;if(!t)return a`<section class="book-write none" data-testid="book-write" data-stage="none"><p class="soft">No book has been added since this page was opened. Add one: its way is drawn here, step by step.</p></section>`;const n=t===e.write,s=_(t),o=je(t,n);return a`
    <section class="book-write" aria-label="The write" data-testid="book-write" data-book=${t.id} data-stage=${n?t.stage:t.outcome}>
      <p class="handoff-title"><b><i class=${`spine ${p(t.id).colour}`}></i>${t.id}</b><span>${[t.author,t.year].filter(Boolean).join(", ")}</span>${!n&&t.ms?a`<span class="number">${w(t.ms)}</span>`:""}</p>
      <ol class="book-steps">
        <${f} word="asked" is=${o>0} now=${n&&o===1}>${t.node?`at ${t.node}`:""}<//>
        <${f} word="on the leader's disk" is=${o>1} now=${n&&o===2}>${t.by??(t.to?`${t.to} \u2026`:"no leader")}<//>
        <${f} word="copies" is=${o>2} now=${n&&o===3} bad=${s.some(([,i])=>i==="refused"||i==="lost")}>
          ${s.map(([i,r])=>a`<span key=${i} class=${`book-copy is-${r}`} data-testid=${`step-copy-${i}`} data-how=${r}>${i}${" "}${Ce[r]??r}</span>`)}
          ${!s.length&&o>1?"nobody else in sync":""}<//>
        <${Ee} write=${t} open=${n} shelf=${e} />
      </ol>
    </section>
  `}function je(e,t){return!t&&e.outcome==="acknowledged"?4:e.by?Object.values(e.copies??{}).some(n=>n!=="waiting")?3:2:1}function f({word:e,is:t,now:n,bad:s,children:o}){return a`<li class=${`book-step ${t?"is":""} ${n?"now":""} ${s?"bad":""}`}><span>${e}</span><b>${o}</b></li>`}function Ee({write:e,open:t,shelf:n}){if(t)return a`<${f} word="answer">only when all have it<//>`;const[s,o]=Oe[e.outcome]??["lost",()=>e.outcome],i=e.fate==="lost"?"dead":s,r=n.last_books.findLast(({id:c})=>c===e.id),l=r?`${r.copies} of ${r.of}`:"all in sync";return a`
    <li class=${`book-step is answer tone-${i}`} data-testid="book-answer" data-outcome=${e.outcome} data-fate=${e.fate??""}>
      <span>answer</span><b>${o(e,l)}</b>${L[e.fate]&&a`<em>${L[e.fate]}</em>`}</li>
  `}function Te(e){const{shelf:t,clock:n}=e;return a`
    <${xe} ...${e} add=${s=>O(e,s)} />
    ${C(e)&&a`<div class="book-way"><${Ae} shelf=${t} /><${ve} shelf=${t} clock=${n} /></div>`}
  `}var Le=Object.freeze({__proto__:null,Drawing:Te});function Ne(e){return C(e)&&a`<${We} ...${e} /><${qe} ...${e} /><${De} ...${e} />`}function We({shelf:e}){const{acknowledged:t,lost:n,audit:s}=e;return a`
    <p class="book-account" data-testid="book-account" data-acknowledged=${t} data-lost=${n}>
      <b class="number">${y(t,"book")}</b> acknowledged${e.appointed&&!(n>(e.appointed.lost??0))?"":" \xB7 "}${n>(e.appointed?.lost??0)?a`<b class="tone-dead">${n} lost</b>`:e.appointed?"":a`<b class="book-kept">none lost</b>`}<${K} shelf=${e} />${s?a`<span class="soft"> · last checked at ${s.node}, for its term</span>`:""}
    </p>
  `}function De({shelf:e,clock:t}){h(1e3);const n=e.changes.slice(-5).reverse();return n.length?a`
    <section class="changes" aria-label="Who left the in-sync set and came back">
      <p class="handoff-title"><b>In sync</b> ${e.in_sync.length?e.in_sync.join(", "):"nobody"}: only they may lead</p>
      <ol>${n.map((s,o)=>a`<${Ie} key=${`${s.at} ${s.node} ${s.what}`} change=${s} latest=${o===0} now=${t.now()} />`)}</ol>
    </section>
  `:null}const Me={in:"new",out:"dead",synced:"wait",dropped:"lost",wiped:"dead"};function Ie({change:e,latest:t,now:n}){return a`
    <li class=${`change tone-${Me[e.what]??"wait"} ${t?"latest":""}`} data-testid="book-change" data-what=${e.what} data-node=${e.node}>
      <b>${e.node}</b> <span>${Be(e)}</span> <span class="soft number">${S(n-e.at)} ago</span></li>
  `}function Be({what:e,ids:t,from:n,books:s,ms:o}){return e==="synced"?`has fetched ${s==null?"what it lacked":y(s,"book")}${n?` from ${n}`:""}${o==null?"":` in ${w(o)}`}`:e==="dropped"?`sets aside ${t.slice(0,3).join(", ")}${t.length>3?` and ${t.length-3} more`:""}: only it had that, and no client was told that it is stored`:{in:"is in sync: it may lead",out:"is taken out of the in-sync set",wiped:"has lost its disk"}[e]??e}function Re({appointed:e},t,n){return!!e?.ids?.includes(t)&&n<e.at}function qe({shelf:e}){const t=e.last_books.slice(-5).reverse();return t.length?a`
    <section class="book-last" aria-label="The last books">
      <p class="handoff-title"><b>The last books</b> added at any node, acknowledged by the leader</p>
      <ol>${t.map(({id:n,author:s,year:o,node:i,by:r,copies:l,of:c,ms:$,at:d})=>a`<li key=${`${n} ${d}`} data-testid="last-book" data-book=${n}>
        <i class=${`spine ${p(n).colour}`} aria-hidden="true"></i><b>${n}</b> <span>${[s,o].filter(u=>u!=null).join(", ")}</span>
        <span class="soft">at ${i}${r&&r!==i?`, by ${r}`:""}</span>
        ${Re(e,n,d)?a`<span class="told lost"><b class="tone-dead">lost later</b></span>`:a`<span class="told number">${l} of ${c} have it${$==null?"":`, ${w($)}`}</span>`}</li>`)}</ol>
    </section>
  `:null}var ze=Object.freeze({__proto__:null,Foot:Ne});function Fe(e){const{shelf:t,choose:n}=e,[s,o]=g({id:"",author:"",year:""}),[i,r]=g(Z(e)),l=()=>n({dialog:null}),c=(d,u)=>a`<input data-testid=${`book-${d}`} value=${s[d]} required autocomplete="off"
    onInput=${N=>o({...s,[d]:N.target.value})} ...${u} />`;return a`
    <${P} title="Add a book" close=${l}>
      <form onSubmit=${d=>{d.preventDefault(),O(e,i,{id:s.id.trim(),author:s.author.trim(),year:Number(s.year)}),l()}}>
        <label>Id, unique for each book${c("id",{autofocus:!0,maxlength:200,spellcheck:!1})}</label>
        <label>Author${c("author",{maxlength:200})}</label>
        <label>Year${c("year",{type:"number",min:-5e3,max:9999,step:1})}</label>
        <label>Sent to<select data-testid="book-at" value=${i??""} onChange=${d=>r(d.target.value)}>
          ${x(t).map(({id:d,process:u})=>a`<option key=${d} value=${d} disabled=${u!=="running"}>${d}${t?.leader===d?", the leader":""}</option>`)}</select></label>
        <p class="soft">Any node takes it; a node that does not lead passes it on. If the id exists already, the same book is accepted, and a different book is refused.</p>
        <div class="buttons">
          <button type="button" onClick=${l}>Cancel</button>
          <button class="primary" data-testid="book-confirm">Add</button>
        </div>
      </form>
    <//>
  `}function He({shelf:e,chosen:t,actions:n,choose:s}){const o=t.book_node,i=()=>s({dialog:null});if(!e||!o)return null;const r=e.in_sync.length===1&&e.in_sync[0]===o,l=()=>{n.attempt("wipe","DELETE",`bookshelves/nodes/${encodeURIComponent(o)}/disk`,{path:e.path}),i()};return a`
    <${G} title=${`Lose the disk of ${o}?`} does="Lose it" act=${l} close=${i}>
      <p>Its directory is removed. When ${o} is restarted, it has an empty disk with another name: it is no longer in
        sync, and fetches all books from the leader.</p>
      ${r&&a`<p class="tone-dead"><b>${o} is the only one in sync: without its disk the acknowledged books are gone, and nobody may lead.</b></p>`}
    <//>
  `}var Ke=Object.freeze({__proto__:null,OwnBook:Fe,WipeDisk:He});export{Ke as a,Le as d,ze as f};
//# sourceMappingURL=bookshelf-CmtQsqIT.js.map
