import{am as k,aE as m,an as x,a6 as a,af as I,ae as w,ap as O,b_ as f,V as C,bB as N,b$ as R,bD as j,bE as D,c0 as q,c1 as z,c2 as H,a4 as _,bI as y,c3 as F,c4 as K,a7 as U,c5 as Y,av as Z,aq as S,c6 as G,c7 as J,bx as P,bM as V,T as Q}from"./page.js";import{R as X,r as ee,N as te}from"./more-DE-Yuwlg.js";const ne=3,se=5,M={stored:"\u2713",refused:"\u2717",lost:"?"},oe={waiting:"to be sent",sent:"on its way",stored:"has it",refused:"refused",lost:"no answer"};function A(e,t){const{write:n,last_write:s}=e;return n||(s&&(t-s.ended<se||ae(s,e))?s:null)}function ae({outcome:e,copies:t},{nodes:n}){const s=Object.keys(t).some(o=>n[o]?.process==="running");return(e==="cut"||e==="refused")&&s}function v({copies:e}){return Object.entries(e??{}).sort(([t],[n])=>t.localeCompare(n,"en",{numeric:!0}))}function ie({shelf:e,spots:t,now:n}){const s=A(e,n);return a`
    <svg class="book-lines" aria-hidden="true">
      <${re} shelf=${e} spots=${t} />
      ${s&&a`<${le} write=${s} spots=${t} />`}
      ${s&&a`<${de} write=${s} spots=${t} />`}
    </svg>
    ${s&&a`<${ce} write=${s} spots=${t} />`}
    <${$e} shelf=${e} spots=${t} now=${n} />
  `}function re({shelf:e,spots:t}){const n=t[e.leader];return!n||e.nodes[e.leader]?.state!=="leading"?null:e.in_sync.filter(o=>o!==e.leader&&t[o]&&e.nodes[o]?.live).map(o=>a`<path key=${`link-${o}`} class="book-link" d=${h(n,t[o])} />`)}function le({write:e,spots:t}){const n=e.by??e.to;return!t[e.node]||!t[n]||e.node===n?null:a`<path class="book-request" d=${h(t[e.node],t[n])} />`}function de({write:e,spots:t}){const n=t[e.by];return n?v(e).filter(([s])=>t[s]).map(([s,o])=>a`
    <g key=${`${e.id}-${s}`} class=${`book-arc is-${o}`} data-testid=${`copy-${s}`} data-how=${o}>
      <title>${`${e.id}, from ${e.by} to ${s}: ${oe[o]??o}`}</title>
      <path d=${h(n,t[s])} />
    </g>`):null}function ce({write:e,spots:t}){const n=[];e.node&&(e.by??e.to)&&e.node!==(e.by??e.to)&&n.push(["request",e.node,e.by??e.to,"request"]);for(const[s,o]of v(e))o!=="waiting"&&n.push([s,e.by,s,o]);return n.filter(([,s,o])=>t[s]&&t[o]).map(([s,o,i,r])=>a`
    <span key=${`${e.id}-${e.epoch}-${s}`} class=${`book-flight is-${r} ${f(e.id).colour}`} aria-hidden="true"
      style=${`offset-path: path("${h(t[o],t[i])}")`}><i></i>${M[r]&&a`<b>${M[r]}</b>`}</span>`)}function $e({shelf:e,spots:t,now:n}){const s=Object.entries(e.nodes).filter(([i,{state:r,process:d}])=>r==="catching up"&&d==="running"&&i!==e.leader).map(([i])=>({key:i,from:e.leader,to:i})),o=e.changes.filter(({what:i,at:r,books:d})=>i==="synced"&&d>0&&n-r<ne).map(({node:i,from:r,at:d,books:c})=>({key:`${i} ${d}`,from:r,to:i,books:c}));return[...s,...o].filter(({from:i,to:r})=>t[i]&&t[r]).map(({key:i,from:r,to:d,books:c})=>a`
    <span key=${`fetch-${i}`} class=${`book-fetch ${c?"once":""}`} aria-hidden="true" style=${`offset-path: path("${h(t[r],t[d])}")`}>
      <i></i><i></i><i></i>${c&&a`<b class="number">+${c}</b>`}</span>`)}function ue({shelf:e,clock:t}){const n=e.refused.at(-1);if(k(n?1e3:null),!n)return null;const{id:s,from:o,to:i,epoch:r,seen:d,at:c}=n;return a`
    <p class="book-refusal" data-testid="book-refused"><b aria-hidden="true">✗</b>
      <span><b>${o}</b> sent “${s}” to <b>${i}</b> under epoch <code>${m(r)}</code>: <strong>refused</strong> <span
        class="number">${x(t.now()-c)}</span> ago, because ${i} had seen <code>${m(d)}</code>${e.refused.length>1?a` <span class="soft">(${e.refused.length} copies were refused recently)</span>`:""}</span></p>
  `}function be(){const e=I(null),[t,n]=w({}),s=()=>{const o=e.current?pe(e.current):{};n(i=>JSON.stringify(i)===JSON.stringify(o)?i:o)};return O(s),O(()=>{if(!e.current)return;const o=new ResizeObserver(s);return o.observe(e.current),()=>o.disconnect()},[e.current]),[e,t]}function pe(e){const t=e.getBoundingClientRect(),n=[...e.querySelectorAll("[data-anchor]")];return Object.fromEntries(n.map(s=>{const o=s.getBoundingClientRect();return[s.dataset.anchor,{x:Math.round(o.x-t.x+o.width/2),y:Math.round(o.y-t.y+o.height*.12)}]}))}const he=26,ke=62;function h(e,t){const n=Math.min(ke,he+Math.abs(t.x-e.x)*.07),s=Math.max(6,Math.min(e.y,t.y)-n);return`M${e.x} ${e.y}C${e.x+(t.x-e.x)*.2} ${s} ${e.x+(t.x-e.x)*.8} ${s} ${t.x} ${t.y}`}const b={width:9.4,wide:13.6,height:20.4,low:10.6,gap:2.6},E={width:7.2,height:13.8};function fe(e){const{shelf:t,clock:n}=e,s=C(t);if(k(t&&A(t,n.now())?500:null),!s.length)return a`<${N} ...${e} />`;const o=l=>l/s.length>=b.wide,i=l=>Math.ceil(s.length/Math.max(1,Math.floor(l/b.width))),r=(l,u)=>Math.max(u,b.gap)+i(l)*((o(l)?b.low:b.height)+b.gap)-b.gap+1.4,d=l=>l/s.length>=E.width;return a`<${X} ...${e} looks="books" data=${{"data-testid":"books-board"}} need=${(l,u,p)=>p?d(l)?Math.min(E.height,r(l,u)):r(l,u):l<18?1/0:r(l,u)} draw=${({width:l,height:u,top:p})=>d(l)&&r(l,p)>u?a`<${T} ...${e} nodes=${s} columns=${s.length} top=${Math.max(p,1.7)} looks="is-brief" />`:a`<${T} ...${e} nodes=${s} columns=${Math.ceil(s.length/i(l))} top=${Math.max(p,b.gap)} looks=${o(l)?"is-wide":""} />`} />`}function T({nodes:e,columns:t,top:n,looks:s,...o}){const{shelf:i,clock:r}=o,[d,c]=be(),$=R(o);return a`
    <div ref=${d} class=${`books-drawing ${s}`}>
      <ul style=${`padding-top: ${ee(n)}; grid-template-columns: repeat(${t}, minmax(0, 1fr))`}>
        ${e.map(l=>a`<${me} key=${l.id} ...${o} node=${l} isChosen=${$?.id===l.id} />`)}
      </ul>
      <p class="books-ground ground"><${j} state=${o.state} /></p>
      <${ie} shelf=${i} spots=${c} now=${r.now()} />
    </div>
  `}const ye=()=>a`<path class="crown-shape" data-testid="book-crown" d="M-11 -28L-13 -41L-5 -35L0 -43L5 -35L13 -41L11 -28Z" />`,ge=100,L={here:"its disk stays",lost:"its disk is gone",elsewhere:"its disk is not here"};function me(e){const{state:t,node:n,shelf:s,clock:o,isChosen:i,choose:r}=e,d=o.now(),c=D(t),$=c?null:q(n,d);k($===null?null:ge);const l=s.leader===n.id,u=()=>r(i?{book_node:null,candidate:null}:{book_node:n.id,candidate:n.candidate});return a`
    <li class=${`book-node tone-${n.tone} standing-${n.standing.replace(" ","-")} ${i?"chosen":""}`}
      data-testid=${`book-node-${n.id}`} data-node=${n.id} data-state=${n.state} data-standing=${n.standing}
      data-process=${n.process??""} data-in-sync=${String(n.in_sync)} data-live=${String(n.live)} data-leads=${String(l)}>
      <button class="book-process" aria-pressed=${i} title=${z(n,s,d,c)}
        data-testid=${`book-process-${n.id}`} onClick=${u}>
        <${te} node=${n} share=${$} looks="book-disc" box="-36 -44 72 80">${l&&a`<${ye} />`}<//>${" "}
        <span class="book-belief">${n.words}</span>${" "}
        <span class="book-pid">${n.candidate??""}</span>
      </button>
      <${we} node=${n} now=${d} held=${c} />
      <${Ce} node=${n} shelf=${s} />
      <${_e} ...${e} />
      <${Se} ...${e} leads=${l} held=${c} />
    </li>
  `}function we({node:e,now:t,held:n}){const{standing:s,state:o,of:i,books:r,reason:d,epoch:c}=e;if(s==="fading")return a`<p class="book-note number">${H(e,t,n)}</p>`;if(o==="catching up"){const $=i?`${r??0} of ${i}`:d??"";return a`<p class="book-note number">${$}</p>`}return s==="down"?a`<p class="book-note">${L[e.disk]??L.here}</p>`:a`<p class="book-note soft number" title="The latest epoch that this node has seen">${c===null?"":`epoch ${m(c)}`}</p>`}function _e({node:e,state:t,add:n}){return t.read_only?null:a`<button class="book-add" data-testid=${`add-at-${e.id}`} disabled=${e.process!=="running"}
    title=${`Add the next book at ${e.id}: POST http://${e.address??"\u2026"}/v1/books`} onClick=${()=>n(e.id)}>+ book here</button>`}function Se({node:e,shelf:t,chosen:n,choose:s,held:o}){const i=t.election.length&&e.rank!==null?t.election[e.rank]?.znode:null,r=[["all_nodes",e.known?"known":"not yet",e.known,y(t.path,`all_nodes/${e.id}`),"Its entry is persistent: the bookshelf never forgets it"],["live_nodes",xe(e,o),e.live,y(t.path,`live_nodes/${e.id}`),"Ephemeral: it ends with its session"],["election",F(e),e.rank!==null,i&&y(t.path,`election/${i}`),"Ephemeral and sequential: the owner of the lowest one leads"],["in_sync",ve(e,t),e.in_sync,y(t.path,"in_sync"),"The data of one znode: who has every acknowledged book, and on which disk"]];return a`
    <div class="book-znodes">
      ${r.map(([d,c,$,l,u])=>a`<button key=${d} class=${`book-fact ${$?"is":""} ${d} ${l&&n.znode===l?"picked":""}`}
        data-testid=${`${d}-${e.id}`} data-is=${String($)} disabled=${!$||!l} title=${`${u}
${l??""}`}
        onClick=${()=>s({znode:l})}><span>${d}</span><b>${c}</b></button>`)}
    </div>
  `}function ve({id:e,in_sync:t,disk:n},{stores:s}){return t?n==="elsewhere"?"named":"in sync":s[e]?"on a lost disk":"no"}function xe({live:e,standing:t},n){return e?n?"held":t==="fading"?"running out":"live":"gone"}const W=12,Oe=6;function Ce({node:e,shelf:t}){const{books:n,last:s,store:o}=e,i=Ae(t),r=Me(e).slice(-W),d=(n??0)-r.length,c=e.process==="exited"||e.process===null;return a`
    <div class=${`book-disk ${c?"off":""} ${n===0?"bare":""}`} title=${o?`disk ${o}`:"its disk is not known yet"}
      data-testid=${`disk-${e.id}`} data-books=${n??""} data-checksum=${e.checksum??""}>
      <p class="spines" aria-hidden="true">
        ${d>0&&a`<span class="spines-more number">+${d}</span>`}
        ${r.map(($,l)=>a`<${Ee} key=${$??`n${l}`} id=${$} pending=${i.has($)} />`)}
        ${n===0&&a`<span class="spines-none">empty</span>`}
      </p>
      <p class="book-count"><b class="number">${n===null?"no books yet":_(n,"book")}</b><${Te} node=${e} shelf=${t} /></p>
      ${s.length>0&&a`<span class="sr">the last: ${s.slice(-3).join(", ")}</span>`}
    </div>
  `}function Me({last:e,books:t}){return e?.length?e:Array.from({length:Math.min(t??0,W)},()=>null)}function Ae(e){return new Set([...Object.keys(e.writes??{}),...(e.open_writes??[]).map(({id:t})=>t)])}function Ee({id:e,pending:t}){const{colour:n,height:s,width:o}=f(e??"book");return a`<i class=${`spine ${n} ${t?"pending":""}`} style=${`height: ${s}%; width: ${o}rem`}
    data-book=${e} title=${e&&`${e}${t?": no client was told that it is stored":""}`}></i>`}function Te({node:e,shelf:t}){const n=K(e,t);if(!e.checksum)return null;const s=t.leader===e.id,o=s||!n?"":n==="same"?"=":"\u2260",i=s?"the leader's own":n==="same"?"the same books as the leader":n?"not the same books as the leader":"";return a`
    <code class=${`checksum ${n==="other"&&!t.write?"differs":""}`} data-testid=${`checksum-${e.id}`} data-same=${n??""}
      title=${`checksum ${e.checksum}${i?`: ${i}`:""}`}>${o&&a`<b>${o}</b> `}${e.checksum.slice(0,Oe)}</code>
  `}var Le=Object.freeze({__proto__:null,Board:fe});function We(e){const{shelf:t,clock:n}=e;return Y(e)&&a`<div class="book-way"><${Fe} shelf=${t} /><${ue} shelf=${t} clock=${n} /></div><${Be} ...${e} /><${qe} ...${e} /><${Ie} ...${e} />`}function Be({shelf:e}){const{acknowledged:t,lost:n,audit:s}=e;return a`
    <p class="book-account" data-testid="book-account" data-acknowledged=${t} data-lost=${n}>
      <b class="number">${_(t,"book")}</b> acknowledged${e.appointed&&!(n>(e.appointed.lost??0))?"":" \xB7 "}${n>(e.appointed?.lost??0)?a`<b class="tone-dead">${n} lost</b>`:e.appointed?"":a`<b class="book-kept">none lost</b>`}<${G} shelf=${e} />${s?a`<span class="soft"> · last checked at ${s.node}, for its term</span>`:""}
    </p>
  `}function Ie({shelf:e,clock:t}){k(1e3);const n=e.changes.slice(-5).reverse();return n.length?a`
    <section class="changes" aria-label="Who left the in-sync set and came back">
      <p class="handoff-title"><b>In sync</b> ${e.in_sync.length?e.in_sync.join(", "):"nobody"}: only they may lead</p>
      <ol>${n.map((s,o)=>a`<${Re} key=${`${s.at} ${s.node} ${s.what}`} change=${s} latest=${o===0} now=${t.now()} />`)}</ol>
    </section>
  `:null}const Ne={in:"new",out:"dead",synced:"wait",dropped:"lost",wiped:"dead"};function Re({change:e,latest:t,now:n}){return a`
    <li class=${`change tone-${Ne[e.what]??"wait"} ${t?"latest":""}`} data-testid="book-change" data-what=${e.what} data-node=${e.node}>
      <b>${e.node}</b> <span>${je(e)}</span> <span class="soft number">${x(n-e.at)} ago</span></li>
  `}function je({what:e,ids:t,from:n,books:s,ms:o}){return e==="synced"?`has fetched ${s==null?"what it lacked":_(s,"book")}${n?` from ${n}`:""}${o==null?"":` in ${S(o)}`}`:e==="dropped"?`sets aside ${t.slice(0,3).join(", ")}${t.length>3?` and ${t.length-3} more`:""}: only it had that, and no client was told that it is stored`:{in:"is in sync: it may lead",out:"is taken out of the in-sync set",wiped:"has lost its disk"}[e]??e}function De({appointed:e},t,n){return!!e?.ids?.includes(t)&&n<e.at}function qe({shelf:e}){const t=e.last_books.slice(-5).reverse();return t.length?a`
    <section class="book-last" aria-label="The last books">
      <p class="handoff-title"><b>The last books</b> added at any node, acknowledged by the leader</p>
      <ol>${t.map(({id:n,author:s,year:o,node:i,by:r,copies:d,of:c,ms:$,at:l})=>a`<li key=${`${n} ${l}`} data-testid="last-book" data-book=${n}>
        <i class=${`spine ${f(n).colour}`} aria-hidden="true"></i><b>${n}</b> <span>${[s,o].filter(u=>u!=null).join(", ")}</span>
        <span class="soft">at ${i}${r&&r!==i?`, by ${r}`:""}</span>
        ${De(e,n,l)?a`<span class="told lost"><b class="tone-dead">lost later</b></span>`:a`<span class="told number">${d} of ${c} have it${$==null?"":`, ${S($)}`}</span>`}</li>`)}</ol>
    </section>
  `:null}const ze={acknowledged:["new",(e,t)=>`told: ${t} have it`],cut:["dead",()=>"nobody was told"],unknown:["lost",()=>"told: not known"],refused:["dead",()=>"refused; told: not known"],unavailable:["lost",()=>"503: no leader, try again"],conflict:["lost",()=>"409: another book has that id"]},B={kept:"it stays: the next leader has it",dropped:"it is gone: the next leader does not have it",lost:"it was lost later: a person let a node lead that does not have it"},He={waiting:"\u25CB",sent:"\u2192",stored:"\u2713",refused:"\u2717",lost:"?"};function Fe({shelf:e}){const t=e.write??e.last_write;if(!t)return a`<section class="book-write none" data-testid="book-write" data-stage="none"><p class="soft">No book has been added since this page was opened. Add one: its way is drawn here, step by step.</p></section>`;const n=t===e.write,s=v(t),o=Ke(t,n);return a`
    <section class="book-write" aria-label="The write" data-testid="book-write" data-book=${t.id} data-stage=${n?t.stage:t.outcome}>
      <p class="handoff-title"><b><i class=${`spine ${f(t.id).colour}`}></i>${t.id}</b><span>${[t.author,t.year].filter(Boolean).join(", ")}</span>${!n&&t.ms?a`<span class="number">${S(t.ms)}</span>`:""}</p>
      <ol class="book-steps">
        <${g} word="asked" is=${o>0} now=${n&&o===1}>${t.node?`at ${t.node}`:""}<//>
        <${g} word="on the leader's disk" is=${o>1} now=${n&&o===2}>${t.by??(t.to?`${t.to} \u2026`:"no leader")}<//>
        <${g} word="copies" is=${o>2} now=${n&&o===3} bad=${s.some(([,i])=>i==="refused"||i==="lost")}>
          ${s.map(([i,r])=>a`<span key=${i} class=${`book-copy is-${r}`} data-testid=${`step-copy-${i}`} data-how=${r}>${i}${" "}${He[r]??r}</span>`)}
          ${!s.length&&o>1?"nobody else in sync":""}<//>
        <${Ue} write=${t} open=${n} shelf=${e} />
      </ol>
    </section>
  `}function Ke(e,t){return!t&&e.outcome==="acknowledged"?4:e.by?Object.values(e.copies??{}).some(n=>n!=="waiting")?3:2:1}function g({word:e,is:t,now:n,bad:s,children:o}){return a`<li class=${`book-step ${t?"is":""} ${n?"now":""} ${s?"bad":""}`}><span>${e}</span><b>${o}</b></li>`}function Ue({write:e,open:t,shelf:n}){if(t)return a`<${g} word="answer">only when all have it<//>`;const[s,o]=ze[e.outcome]??["lost",()=>e.outcome],i=e.fate==="lost"?"dead":s,r=n.last_books.findLast(({id:c})=>c===e.id),d=r?`${r.copies} of ${r.of}`:"all in sync";return a`
    <li class=${`book-step is answer tone-${i}`} data-testid="book-answer" data-outcome=${e.outcome} data-fate=${e.fate??""}>
      <span>answer</span><b>${o(e,d)}</b>${B[e.fate]&&a`<em>${B[e.fate]}</em>`}</li>
  `}const Ye={acknowledged:"acknowledged",cut:"cut off",unknown:"outcome not known",refused:"refused",unavailable:"no leader",conflict:"id taken"};function Ze({shelf:e,clock:t}){const n=e?.write??e?.last_write,s=[...e?.last_books??[]].reverse().filter(({id:o})=>o!==n?.id);return a`<${U} word="write" clock=${t} empty="No write yet. Add a book."
    roundsOf=${o=>[...n?[Ge(n,o)]:[],...s.map(Je)]} />`}function Ge({id:e,node:t,by:n,at:s,stored:o,ended:i,outcome:r},d){const c=[{phase:"stored",name:"to the leader",until:`${n??"the leader"} had it on its disk`,at:o},{phase:"answered",name:"copies",title:"copied to all in sync",until:"the client was answered",tone:r&&r!=="acknowledged"?"dead":"",at:i}],$=r?Ye[r]??r:"under way";return{of:`${e} ${s}`,who:a`<bdi>${e}</bdi>${t&&` at ${t}`}`,what:$,ears:`${e}, ${$}`,phases:Z(s,c,r?null:d)}}function Je({id:e,node:t,at:n,ms:s}){return{of:`${e} ${n}`,who:a`<bdi>${e}</bdi>`,ears:`${e} at ${t}`,phases:[{phase:"answered",name:"in all",until:"the client was answered",ms:s}]}}var Pe=Object.freeze({__proto__:null,Round:Ze,Work:We});function Ve(e){const{shelf:t,choose:n}=e,[s,o]=w({id:"",author:"",year:""}),[i,r]=w(J(e)),d=()=>n({dialog:null}),c=(l,u)=>a`<input data-testid=${`book-${l}`} value=${s[l]} required autocomplete="off"
    onInput=${p=>o({...s,[l]:p.target.value})} ...${u} />`;return a`
    <${P} title="Add a book" close=${d}>
      <form onSubmit=${l=>{l.preventDefault(),Q(e,i,{id:s.id.trim(),author:s.author.trim(),year:Number(s.year)}),d()}}>
        <label>Id, unique for each book${c("id",{autofocus:!0,maxlength:200,spellcheck:!1})}</label>
        <label>Author${c("author",{maxlength:200})}</label>
        <label>Year${c("year",{type:"number",min:-5e3,max:9999,step:1})}</label>
        <label>Sent to<select data-testid="book-at" value=${i??""} onChange=${l=>r(l.target.value)}>
          ${C(t).map(({id:l,process:u})=>a`<option key=${l} value=${l} disabled=${u!=="running"}>${l}${t?.leader===l?", the leader":""}</option>`)}</select></label>
        <p class="soft">Any node takes it; a node that does not lead passes it on. If the id exists already, the same book is accepted, and a different book is refused.</p>
        <div class="buttons">
          <button type="button" onClick=${d}>Cancel</button>
          <button class="primary" data-testid="book-confirm">Add</button>
        </div>
      </form>
    <//>
  `}function Qe({shelf:e,chosen:t,actions:n,choose:s}){const o=t.book_node,i=()=>s({dialog:null});if(!e||!o)return null;const r=e.in_sync.length===1&&e.in_sync[0]===o,d=()=>{n.attempt("wipe","DELETE",`bookshelves/nodes/${encodeURIComponent(o)}/disk`,{path:e.path}),i()};return a`
    <${V} title=${`Lose the disk of ${o}?`} does="Lose it" act=${d} close=${i}>
      <p>Its directory is removed. When ${o} is restarted, it has an empty disk with another name: it is no longer in
        sync, and fetches all books from the leader.</p>
      ${r&&a`<p class="tone-dead"><b>${o} is the only one in sync: without its disk the acknowledged books are gone, and nobody may lead.</b></p>`}
    <//>
  `}var Xe=Object.freeze({__proto__:null,OwnBook:Ve,WipeDisk:Qe});export{Le as b,Xe as d,Pe as w};
//# sourceMappingURL=bookshelf-C-a-3daX.js.map
