import{a2 as a,ak as g,bW as E,bX as h,bx as N,bY as I,ag as k,bZ as R,b_ as D,av as m,bB as f,b$ as B,a9 as z,a8 as w,aj as v,ah as x,V as O,bF as q,c0 as H,bH as F,T as C,al as _,c1 as Y,c2 as Z,c3 as K,bq as U,bI as G,am as J,ap as P}from"./page.js";import{N as V,R as X,r as Q}from"./more-DqiqwnTA.js";const A=12,ee=6;function te({node:e,shelf:t}){const{books:n,last:s,store:o}=e,i=se(t),r=ne(e).slice(-A),l=(n??0)-r.length,d=e.process==="exited"||e.process===null;return a`
    <div class=${`book-disk ${d?"off":""} ${n===0?"bare":""}`} title=${o?`disk ${o}`:"its disk is not known yet"}
      data-testid=${`disk-${e.id}`} data-books=${n??""} data-checksum=${e.checksum??""}>
      <p class="spines" aria-hidden="true">
        ${l>0&&a`<span class="spines-more number">+${l}</span>`}
        ${r.map(($,c)=>a`<${oe} key=${$??`n${c}`} id=${$} pending=${i.has($)} />`)}
        ${n===0&&a`<span class="spines-none">empty</span>`}
      </p>
      <p class="book-count"><b class="number">${n===null?"no books yet":g(n,"book")}</b><${ae} node=${e} shelf=${t} /></p>
      ${s.length>0&&a`<span class="sr">the last: ${s.slice(-3).join(", ")}</span>`}
    </div>
  `}function ne({last:e,books:t}){return e?.length?e:Array.from({length:Math.min(t??0,A)},()=>null)}function se(e){return new Set([...Object.keys(e.writes??{}),...(e.open_writes??[]).map(({id:t})=>t)])}function oe({id:e,pending:t}){const{colour:n,height:s,width:o}=h(e??"book");return a`<i class=${`spine ${n} ${t?"pending":""}`} style=${`height: ${s}%; width: ${o}rem`}
    data-book=${e} title=${e&&`${e}${t?": no client was told that it is stored":""}`}></i>`}function ae({node:e,shelf:t}){const n=E(e,t);if(!e.checksum)return null;const s=t.leader===e.id,o=s||!n?"":n==="same"?"=":"\u2260",i=s?"the leader's own":n==="same"?"the same books as the leader":n?"not the same books as the leader":"";return a`
    <code class=${`checksum ${n==="other"&&!t.write?"differs":""}`} data-testid=${`checksum-${e.id}`} data-same=${n??""}
      title=${`checksum ${e.checksum}${i?`: ${i}`:""}`}>${o&&a`<b>${o}</b> `}${e.checksum.slice(0,ee)}</code>
  `}const ie=()=>a`<path class="crown-shape" data-testid="book-crown" d="M-11 -28L-13 -41L-5 -35L0 -43L5 -35L13 -41L11 -28Z" />`,re=100,M={here:"its disk stays",lost:"its disk is gone",elsewhere:"its disk is not here"};function de(e){const{state:t,node:n,shelf:s,clock:o,isChosen:i,choose:r}=e,l=o.now(),d=N(t),$=d?null:I(n,l);k($===null?null:re);const c=s.leader===n.id,u=()=>r(i?{book_node:null,candidate:null}:{book_node:n.id,candidate:n.candidate});return a`
    <li class=${`book-node tone-${n.tone} standing-${n.standing.replace(" ","-")} ${i?"chosen":""}`}
      data-testid=${`book-node-${n.id}`} data-node=${n.id} data-state=${n.state} data-standing=${n.standing}
      data-process=${n.process??""} data-in-sync=${String(n.in_sync)} data-live=${String(n.live)} data-leads=${String(c)}>
      <button class="book-process" aria-pressed=${i} title=${R(n,s,l,d)}
        data-testid=${`book-process-${n.id}`} onClick=${u}>
        <${V} node=${n} share=${$} looks="book-disc" box="-36 -44 72 80">${c&&a`<${ie} />`}<//>${" "}
        <span class="book-belief">${n.words}</span>${" "}
        <span class="book-pid">${n.candidate??""}</span>
      </button>
      <${le} node=${n} now=${l} held=${d} />
      <${te} node=${n} shelf=${s} />
      <${ce} ...${e} />
      <${$e} ...${e} leads=${c} held=${d} />
    </li>
  `}function le({node:e,now:t,held:n}){const{standing:s,state:o,of:i,books:r,reason:l,epoch:d}=e;if(s==="fading")return a`<p class="book-note number">${D(e,t,n)}</p>`;if(o==="catching up"){const $=i?`${r??0} of ${i}`:l??"";return a`<p class="book-note number">${$}</p>`}return s==="down"?a`<p class="book-note">${M[e.disk]??M.here}</p>`:a`<p class="book-note soft number" title="The latest epoch that this node has seen">${d===null?"":`epoch ${m(d)}`}</p>`}function ce({node:e,state:t,add:n}){return t.read_only?null:a`<button class="book-add" data-testid=${`add-at-${e.id}`} disabled=${e.process!=="running"}
    title=${`Add the next book at ${e.id}: POST http://${e.address??"\u2026"}/v1/books`} onClick=${()=>n(e.id)}>+ book here</button>`}function $e({node:e,shelf:t,chosen:n,choose:s,held:o}){const i=t.election.length&&e.rank!==null?t.election[e.rank]?.znode:null,r=[["all_nodes",e.known?"known":"not yet",e.known,f(t.path,`all_nodes/${e.id}`),"Its entry is persistent: the bookshelf never forgets it"],["live_nodes",pe(e,o),e.live,f(t.path,`live_nodes/${e.id}`),"Ephemeral: it ends with its session"],["election",B(e),e.rank!==null,i&&f(t.path,`election/${i}`),"Ephemeral and sequential: the owner of the lowest one leads"],["in_sync",ue(e,t),e.in_sync,f(t.path,"in_sync"),"The data of one znode: who has every acknowledged book, and on which disk"]];return a`
    <div class="book-znodes">
      ${r.map(([l,d,$,c,u])=>a`<button key=${l} class=${`book-fact ${$?"is":""} ${l} ${c&&n.znode===c?"picked":""}`}
        data-testid=${`${l}-${e.id}`} data-is=${String($)} disabled=${!$||!c} title=${`${u}
${c??""}`}
        onClick=${()=>s({znode:c})}><span>${l}</span><b>${d}</b></button>`)}
    </div>
  `}function ue({id:e,in_sync:t,disk:n},{stores:s}){return t?n==="elsewhere"?"named":"in sync":s[e]?"on a lost disk":"no"}function pe({live:e,standing:t},n){return e?n?"held":t==="fading"?"running out":"live":"gone"}function be(){const e=z(null),[t,n]=w({}),s=()=>{const o=e.current?he(e.current):{};n(i=>JSON.stringify(i)===JSON.stringify(o)?i:o)};return v(s),v(()=>{if(!e.current)return;const o=new ResizeObserver(s);return o.observe(e.current),()=>o.disconnect()},[e.current]),[e,t]}function he(e){const t=e.getBoundingClientRect(),n=[...e.querySelectorAll("[data-anchor]")];return Object.fromEntries(n.map(s=>{const o=s.getBoundingClientRect();return[s.dataset.anchor,{x:Math.round(o.x-t.x+o.width/2),y:Math.round(o.y-t.y+o.height*.12)}]}))}const ke=26,fe=62;function b(e,t){const n=Math.min(fe,ke+Math.abs(t.x-e.x)*.07),s=Math.max(6,Math.min(e.y,t.y)-n);return`M${e.x} ${e.y}C${e.x+(t.x-e.x)*.2} ${s} ${e.x+(t.x-e.x)*.8} ${s} ${t.x} ${t.y}`}const ye=3,ge=5,W={stored:"\u2713",refused:"\u2717",lost:"?"},me={waiting:"to be sent",sent:"on its way",stored:"has it",refused:"refused",lost:"no answer"};function T(e,t){const{write:n,last_write:s}=e;return n||(s&&(t-s.ended<ge||we(s,e))?s:null)}function we({outcome:e,copies:t},{nodes:n}){const s=Object.keys(t).some(o=>n[o]?.process==="running");return(e==="cut"||e==="refused")&&s}function S({copies:e}){return Object.entries(e??{}).sort(([t],[n])=>t.localeCompare(n,"en",{numeric:!0}))}function _e({shelf:e,spots:t,now:n}){const s=T(e,n);return a`
    <svg class="book-lines" aria-hidden="true">
      <${Se} shelf=${e} spots=${t} />
      ${s&&a`<${ve} write=${s} spots=${t} />`}
      ${s&&a`<${xe} write=${s} spots=${t} />`}
    </svg>
    ${s&&a`<${Oe} write=${s} spots=${t} />`}
    <${Ce} shelf=${e} spots=${t} now=${n} />
  `}function Se({shelf:e,spots:t}){const n=t[e.leader];return!n||e.nodes[e.leader]?.state!=="leading"?null:e.in_sync.filter(o=>o!==e.leader&&t[o]&&e.nodes[o]?.live).map(o=>a`<path key=${`link-${o}`} class="book-link" d=${b(n,t[o])} />`)}function ve({write:e,spots:t}){const n=e.by??e.to;return!t[e.node]||!t[n]||e.node===n?null:a`<path class="book-request" d=${b(t[e.node],t[n])} />`}function xe({write:e,spots:t}){const n=t[e.by];return n?S(e).filter(([s])=>t[s]).map(([s,o])=>a`
    <g key=${`${e.id}-${s}`} class=${`book-arc is-${o}`} data-testid=${`copy-${s}`} data-how=${o}>
      <title>${`${e.id}, from ${e.by} to ${s}: ${me[o]??o}`}</title>
      <path d=${b(n,t[s])} />
    </g>`):null}function Oe({write:e,spots:t}){const n=[];e.node&&(e.by??e.to)&&e.node!==(e.by??e.to)&&n.push(["request",e.node,e.by??e.to,"request"]);for(const[s,o]of S(e))o!=="waiting"&&n.push([s,e.by,s,o]);return n.filter(([,s,o])=>t[s]&&t[o]).map(([s,o,i,r])=>a`
    <span key=${`${e.id}-${e.epoch}-${s}`} class=${`book-flight is-${r} ${h(e.id).colour}`} aria-hidden="true"
      style=${`offset-path: path("${b(t[o],t[i])}")`}><i></i>${W[r]&&a`<b>${W[r]}</b>`}</span>`)}function Ce({shelf:e,spots:t,now:n}){const s=Object.entries(e.nodes).filter(([i,{state:r,process:l}])=>r==="catching up"&&l==="running"&&i!==e.leader).map(([i])=>({key:i,from:e.leader,to:i})),o=e.changes.filter(({what:i,at:r,books:l})=>i==="synced"&&l>0&&n-r<ye).map(({node:i,from:r,at:l,books:d})=>({key:`${i} ${l}`,from:r,to:i,books:d}));return[...s,...o].filter(({from:i,to:r})=>t[i]&&t[r]).map(({key:i,from:r,to:l,books:d})=>a`
    <span key=${`fetch-${i}`} class=${`book-fetch ${d?"once":""}`} aria-hidden="true" style=${`offset-path: path("${b(t[r],t[l])}")`}>
      <i></i><i></i><i></i>${d&&a`<b class="number">+${d}</b>`}</span>`)}function Ae({shelf:e,clock:t}){const n=e.refused.at(-1);if(k(n?1e3:null),!n)return null;const{id:s,from:o,to:i,epoch:r,seen:l,at:d}=n;return a`
    <p class="book-refusal" data-testid="book-refused"><b aria-hidden="true">✗</b>
      <span><b>${o}</b> sent “${s}” to <b>${i}</b> under epoch <code>${m(r)}</code>: <strong>refused</strong> <span
        class="number">${x(t.now()-d)}</span> ago, because ${i} had seen <code>${m(l)}</code>${e.refused.length>1?a` <span class="soft">(${e.refused.length} copies were refused recently)</span>`:""}</span></p>
  `}const p={width:9.6,wide:13.6,height:20.4,low:10.6,gap:2.6};function Me(e){const{shelf:t,clock:n}=e,s=O(t);if(k(t&&T(t,n.now())?500:null),!s.length)return a`<${q} ...${e} />`;const o=d=>d/s.length>=p.wide,i=d=>Math.ceil(s.length/Math.max(1,Math.floor(d/p.width)));return a`<${X} ...${e} looks="books" data=${{"data-testid":"books-board"}} need=${(d,$,c)=>d<18&&!c?1/0:Math.max($,p.gap)+i(d)*((o(d)?p.low:p.height)+p.gap)-p.gap+1.4} draw=${({width:d,top:$})=>a`<${We} ...${e} nodes=${s} columns=${Math.ceil(s.length/i(d))} top=${Math.max($,p.gap)} isWide=${o(d)} />`} />`}function We({nodes:e,columns:t,top:n,isWide:s,...o}){const{shelf:i,clock:r}=o,[l,d]=be(),$=H(o);return a`
    <div ref=${l} class=${`books-drawing ${s?"is-wide":""}`}>
      <ul style=${`padding-top: ${Q(n)}; grid-template-columns: repeat(${t}, minmax(0, 1fr))`}>
        ${e.map(c=>a`<${de} key=${c.id} ...${o} node=${c} isChosen=${$?.id===c.id} />`)}
      </ul>
      <p class="books-ground ground"><${F} state=${o.state} /></p>
      <${_e} shelf=${i} spots=${d} now=${r.now()} />
    </div>
  `}function Te(e){return a`<${Me} ...${e} add=${t=>C(e,t)} />`}var je=Object.freeze({__proto__:null,Drawing:Te});const Le={acknowledged:["new",(e,t)=>`told: ${t} have it`],cut:["dead",()=>"nobody was told"],unknown:["lost",()=>"told: not known"],refused:["dead",()=>"refused; told: not known"],unavailable:["lost",()=>"503: no leader, try again"],conflict:["lost",()=>"409: another book has that id"]},j={kept:"it stays: the next leader has it",dropped:"it is gone: the next leader does not have it",lost:"it was lost later: a person let a node lead that does not have it"},Ee={waiting:"\u25CB",sent:"\u2192",stored:"\u2713",refused:"\u2717",lost:"?"};function Ne({shelf:e}){const t=e.write??e.last_write;if(!t)return a`<section class="book-write none" data-testid="book-write" data-stage="none"><p class="soft">No book has been added since this page was opened. Add one: its way is drawn here, step by step.</p></section>`;const n=t===e.write,s=S(t),o=Ie(t,n);return a`
    <section class="book-write" aria-label="The write" data-testid="book-write" data-book=${t.id} data-stage=${n?t.stage:t.outcome}>
      <p class="handoff-title"><b><i class=${`spine ${h(t.id).colour}`}></i>${t.id}</b><span>${[t.author,t.year].filter(Boolean).join(", ")}</span>${!n&&t.ms?a`<span class="number">${_(t.ms)}</span>`:""}</p>
      <ol class="book-steps">
        <${y} word="asked" is=${o>0} now=${n&&o===1}>${t.node?`at ${t.node}`:""}<//>
        <${y} word="on the leader's disk" is=${o>1} now=${n&&o===2}>${t.by??(t.to?`${t.to} \u2026`:"no leader")}<//>
        <${y} word="copies" is=${o>2} now=${n&&o===3} bad=${s.some(([,i])=>i==="refused"||i==="lost")}>
          ${s.map(([i,r])=>a`<span key=${i} class=${`book-copy is-${r}`} data-testid=${`step-copy-${i}`} data-how=${r}>${i}${" "}${Ee[r]??r}</span>`)}
          ${!s.length&&o>1?"nobody else in sync":""}<//>
        <${Re} write=${t} open=${n} shelf=${e} />
      </ol>
    </section>
  `}function Ie(e,t){return!t&&e.outcome==="acknowledged"?4:e.by?Object.values(e.copies??{}).some(n=>n!=="waiting")?3:2:1}function y({word:e,is:t,now:n,bad:s,children:o}){return a`<li class=${`book-step ${t?"is":""} ${n?"now":""} ${s?"bad":""}`}><span>${e}</span><b>${o}</b></li>`}function Re({write:e,open:t,shelf:n}){if(t)return a`<${y} word="answer">only when all have it<//>`;const[s,o]=Le[e.outcome]??["lost",()=>e.outcome],i=e.fate==="lost"?"dead":s,r=n.last_books.findLast(({id:d})=>d===e.id),l=r?`${r.copies} of ${r.of}`:"all in sync";return a`
    <li class=${`book-step is answer tone-${i}`} data-testid="book-answer" data-outcome=${e.outcome} data-fate=${e.fate??""}>
      <span>answer</span><b>${o(e,l)}</b>${j[e.fate]&&a`<em>${j[e.fate]}</em>`}</li>
  `}function De(e){const{shelf:t,clock:n}=e;return Y(e)&&a`<div class="book-way"><${Ne} shelf=${t} /><${Ae} shelf=${t} clock=${n} /></div><${Be} ...${e} /><${Ze} ...${e} /><${ze} ...${e} />`}function Be({shelf:e}){const{acknowledged:t,lost:n,audit:s}=e;return a`
    <p class="book-account" data-testid="book-account" data-acknowledged=${t} data-lost=${n}>
      <b class="number">${g(t,"book")}</b> acknowledged${e.appointed&&!(n>(e.appointed.lost??0))?"":" \xB7 "}${n>(e.appointed?.lost??0)?a`<b class="tone-dead">${n} lost</b>`:e.appointed?"":a`<b class="book-kept">none lost</b>`}<${Z} shelf=${e} />${s?a`<span class="soft"> · last checked at ${s.node}, for its term</span>`:""}
    </p>
  `}function ze({shelf:e,clock:t}){k(1e3);const n=e.changes.slice(-5).reverse();return n.length?a`
    <section class="changes" aria-label="Who left the in-sync set and came back">
      <p class="handoff-title"><b>In sync</b> ${e.in_sync.length?e.in_sync.join(", "):"nobody"}: only they may lead</p>
      <ol>${n.map((s,o)=>a`<${He} key=${`${s.at} ${s.node} ${s.what}`} change=${s} latest=${o===0} now=${t.now()} />`)}</ol>
    </section>
  `:null}const qe={in:"new",out:"dead",synced:"wait",dropped:"lost",wiped:"dead"};function He({change:e,latest:t,now:n}){return a`
    <li class=${`change tone-${qe[e.what]??"wait"} ${t?"latest":""}`} data-testid="book-change" data-what=${e.what} data-node=${e.node}>
      <b>${e.node}</b> <span>${Fe(e)}</span> <span class="soft number">${x(n-e.at)} ago</span></li>
  `}function Fe({what:e,ids:t,from:n,books:s,ms:o}){return e==="synced"?`has fetched ${s==null?"what it lacked":g(s,"book")}${n?` from ${n}`:""}${o==null?"":` in ${_(o)}`}`:e==="dropped"?`sets aside ${t.slice(0,3).join(", ")}${t.length>3?` and ${t.length-3} more`:""}: only it had that, and no client was told that it is stored`:{in:"is in sync: it may lead",out:"is taken out of the in-sync set",wiped:"has lost its disk"}[e]??e}function Ye({appointed:e},t,n){return!!e?.ids?.includes(t)&&n<e.at}function Ze({shelf:e}){const t=e.last_books.slice(-5).reverse();return t.length?a`
    <section class="book-last" aria-label="The last books">
      <p class="handoff-title"><b>The last books</b> added at any node, acknowledged by the leader</p>
      <ol>${t.map(({id:n,author:s,year:o,node:i,by:r,copies:l,of:d,ms:$,at:c})=>a`<li key=${`${n} ${c}`} data-testid="last-book" data-book=${n}>
        <i class=${`spine ${h(n).colour}`} aria-hidden="true"></i><b>${n}</b> <span>${[s,o].filter(u=>u!=null).join(", ")}</span>
        <span class="soft">at ${i}${r&&r!==i?`, by ${r}`:""}</span>
        ${Ye(e,n,c)?a`<span class="told lost"><b class="tone-dead">lost later</b></span>`:a`<span class="told number">${l} of ${d} have it${$==null?"":`, ${_($)}`}</span>`}</li>`)}</ol>
    </section>
  `:null}var Ke=Object.freeze({__proto__:null,Work:De});function Ue(e){const{shelf:t,choose:n}=e,[s,o]=w({id:"",author:"",year:""}),[i,r]=w(K(e)),l=()=>n({dialog:null}),d=(c,u)=>a`<input data-testid=${`book-${c}`} value=${s[c]} required autocomplete="off"
    onInput=${L=>o({...s,[c]:L.target.value})} ...${u} />`;return a`
    <${U} title="Add a book" close=${l}>
      <form onSubmit=${c=>{c.preventDefault(),C(e,i,{id:s.id.trim(),author:s.author.trim(),year:Number(s.year)}),l()}}>
        <label>Id, unique for each book${d("id",{autofocus:!0,maxlength:200,spellcheck:!1})}</label>
        <label>Author${d("author",{maxlength:200})}</label>
        <label>Year${d("year",{type:"number",min:-5e3,max:9999,step:1})}</label>
        <label>Sent to<select data-testid="book-at" value=${i??""} onChange=${c=>r(c.target.value)}>
          ${O(t).map(({id:c,process:u})=>a`<option key=${c} value=${c} disabled=${u!=="running"}>${c}${t?.leader===c?", the leader":""}</option>`)}</select></label>
        <p class="soft">Any node takes it; a node that does not lead passes it on. If the id exists already, the same book is accepted, and a different book is refused.</p>
        <div class="buttons">
          <button type="button" onClick=${l}>Cancel</button>
          <button class="primary" data-testid="book-confirm">Add</button>
        </div>
      </form>
    <//>
  `}function Ge({shelf:e,chosen:t,actions:n,choose:s}){const o=t.book_node,i=()=>s({dialog:null});if(!e||!o)return null;const r=e.in_sync.length===1&&e.in_sync[0]===o,l=()=>{n.attempt("wipe","DELETE",`bookshelves/nodes/${encodeURIComponent(o)}/disk`,{path:e.path}),i()};return a`
    <${G} title=${`Lose the disk of ${o}?`} does="Lose it" act=${l} close=${i}>
      <p>Its directory is removed. When ${o} is restarted, it has an empty disk with another name: it is no longer in
        sync, and fetches all books from the leader.</p>
      ${r&&a`<p class="tone-dead"><b>${o} is the only one in sync: without its disk the acknowledged books are gone, and nobody may lead.</b></p>`}
    <//>
  `}var Je=Object.freeze({__proto__:null,OwnBook:Ue,WipeDisk:Ge});const Pe={acknowledged:"acknowledged",cut:"cut off",unknown:"outcome not known",refused:"refused",unavailable:"no leader",conflict:"id taken"};function Ve({shelf:e,clock:t}){const n=e?.write??e?.last_write,s=[...e?.last_books??[]].reverse().filter(({id:o})=>o!==n?.id);return a`<${J} word="write" clock=${t} empty="No write yet. Add a book."
    roundsOf=${o=>[...n?[Xe(n,o)]:[],...s.map(Qe)]} />`}function Xe({id:e,node:t,by:n,at:s,stored:o,ended:i,outcome:r},l){const d=[{phase:"stored",name:"to the leader",until:`${n??"the leader"} had it on its disk`,at:o},{phase:"answered",name:"copies",title:"copied to all in sync",until:"the client was answered",tone:r&&r!=="acknowledged"?"dead":"",at:i}],$=r?Pe[r]??r:"under way";return{of:`${e} ${s}`,who:a`<bdi>${e}</bdi>${t&&` at ${t}`}`,what:$,ears:`${e}, ${$}`,phases:P(s,d,r?null:l)}}function Qe({id:e,node:t,at:n,ms:s}){return{of:`${e} ${n}`,who:a`<bdi>${e}</bdi>`,ears:`${e} at ${t}`,phases:[{phase:"answered",name:"in all",until:"the client was answered",ms:s}]}}var et=Object.freeze({__proto__:null,Round:Ve});export{Je as a,je as d,et as r,Ke as w};
//# sourceMappingURL=bookshelf-CeImZbw2.js.map
