import{aJ as M,aK as w,a8 as i,ak as D,aj as _,at as C,c8 as g,X as A,ac as E,bJ as z,c9 as q,bL as F,bM as H,ca as J,cb as L,cc as K,cd as P,a6 as S,bP as y,ce as U,cf as Y,a9 as Z,cg as G,ch as X,av as V,au as v,ci as Q,cj as ee,bF as te,bT as ne,V as se}from"./page.js";import{R as oe,r as ae,N as ie}from"./more--77Seh0m.js";const re=3,ce=5,R={stored:"\u2713",refused:"\u2717",lost:"?"},le={waiting:"to be sent",sent:"on its way",stored:"has it",refused:"refused",lost:"no answer"};function T(e,t){const{write:n,last_write:s}=e;return n||(s&&(t-s.ended<ce||de(s,e))?s:null)}function de({outcome:e,copies:t},{nodes:n}){const s=Object.keys(t).some(o=>n[o]?.process==="running");return(e==="cut"||e==="refused")&&s}function x({copies:e}){return Object.entries(e??{}).sort(([t],[n])=>t.localeCompare(n,"en",{numeric:!0}))}function $e({shelf:e,spots:t,now:n}){const s=T(e,n);return i`
    <svg class="book-lines" aria-hidden="true">
      <${ue} shelf=${e} spots=${t} />
      ${s&&i`<${be} write=${s} spots=${t} />`}
      ${s&&i`<${pe} write=${s} spots=${t} />`}
    </svg>
    ${s&&i`<${he} write=${s} spots=${t} />`}
    <${ke} shelf=${e} spots=${t} now=${n} />
  `}function ue({shelf:e,spots:t}){const n=t[e.leader];return!n||e.nodes[e.leader]?.state!=="leading"?null:e.in_sync.filter(o=>o!==e.leader&&t[o]&&e.nodes[o]?.live).map(o=>i`<path key=${`link-${o}`} class="book-link" d=${f(n,t[o])} />`)}function be({write:e,spots:t}){const n=e.by??e.to;return!t[e.node]||!t[n]||e.node===n?null:i`<path class="book-request" d=${f(t[e.node],t[n])} />`}function pe({write:e,spots:t}){const n=t[e.by];return n?x(e).filter(([s])=>t[s]).map(([s,o])=>i`
    <g key=${`${e.id}-${s}`} class=${`book-arc is-${o}`} data-testid=${`copy-${s}`} data-how=${o}>
      <title>${`${e.id}, from ${e.by} to ${s}: ${le[o]??o}`}</title>
      <path d=${f(n,t[s])} />
    </g>`):null}function he({write:e,spots:t}){const n=[];e.node&&(e.by??e.to)&&e.node!==(e.by??e.to)&&n.push(["request",e.node,e.by??e.to,"request"]);for(const[s,o]of x(e))o!=="waiting"&&n.push([s,e.by,s,o]);return n.filter(([,s,o])=>t[s]&&t[o]).map(([s,o,a,r])=>i`
    <span key=${`${e.id}-${e.epoch}-${s}`} class=${`book-flight is-${r} ${g(e.id).colour}`} aria-hidden="true"
      style=${`offset-path: path("${f(t[o],t[a])}")`}><i></i>${R[r]&&i`<b>${R[r]}</b>`}</span>`)}function ke({shelf:e,spots:t,now:n}){const s=Object.entries(e.nodes).filter(([a,{state:r,process:l}])=>r==="catching up"&&l==="running"&&a!==e.leader).map(([a])=>({key:a,from:e.leader,to:a})),o=e.changes.filter(({what:a,at:r,books:l})=>a==="synced"&&l>0&&n-r<re).map(({node:a,from:r,at:l,books:d})=>({key:`${a} ${l}`,from:r,to:a,books:d}));return[...s,...o].filter(({from:a,to:r})=>t[a]&&t[r]).map(({key:a,from:r,to:l,books:d})=>i`
    <span key=${`fetch-${a}`} class=${`book-fetch ${d?"once":""}`} aria-hidden="true" style=${`offset-path: path("${f(t[r],t[l])}")`}>
      <i></i><i></i><i></i>${d&&i`<b class="number">+${d}</b>`}</span>`)}function fe({shelf:e,clock:t}){const n=e.refused.at(-1);if(!n)return null;const{id:s,from:o,to:a,epoch:r,seen:l,at:d}=n;return i`
    <p class="book-refusal" data-testid="book-refused"><b aria-hidden="true">✗</b>
      <span><b>${o}</b> sent “${s}” to <b>${a}</b> under epoch <code>${w(r)}</code>: <strong>refused</strong> <span
        class="number"><${M} at=${d} clock=${t} /></span> ago, because ${a} had seen <code>${w(l)}</code>${e.refused.length>1?i` <span class="soft">(${e.refused.length} copies were refused recently)</span>`:""}</span></p>
  `}function ge(e){const t=D(null),[n,s]=_({}),o=()=>{const a=t.current?ye(t.current,e):{};s(r=>JSON.stringify(r)===JSON.stringify(a)?r:a)};return C(o),C(()=>{if(!t.current)return;const a=new ResizeObserver(o);return a.observe(t.current),()=>a.disconnect()},[t.current]),[t,n]}function ye(e,t){const n=e.getBoundingClientRect(),s=[...e.querySelectorAll("[data-anchor]")];return Object.fromEntries(s.map(o=>{const a=o.getBoundingClientRect();return[o.dataset.anchor,{x:Math.round(a.x-n.x+a.width/2),y:Math.round(a.y-n.y+a.height*.12),least:t}]}))}const me=26,we=62,_e=.75;function f(e,t){const n=Math.min(we,me+Math.abs(t.x-e.x)*.07),s=Math.min(e.y,t.y),o=Math.max(s-(s-e.least)/_e,s-n);return`M${e.x} ${e.y}C${e.x+(t.x-e.x)*.2} ${o} ${e.x+(t.x-e.x)*.8} ${o} ${t.x} ${t.y}`}const p={width:9.4,wide:13.6,height:22.4,low:10.6,gap:2.6},h={width:3.6,height:10.9,gap:1.7,more:3.4,wide:4.3};function Se(e){const{shelf:t,clock:n}=e,s=A(t);if(E(t&&T(t,n.now())?500:null),!s.length)return i`<${z} ...${e} />`;const o=c=>c/s.length>=p.wide,a=c=>Math.ceil(s.length/Math.max(1,Math.floor(c/p.width))),r=(c,b)=>Math.max(b,p.gap)+a(c)*((o(c)?p.low:p.height)+p.gap)-p.gap+1.4,l=c=>Math.ceil(s.length/Math.max(1,Math.floor(c/h.width))),d=(c,b)=>Math.max(b,h.gap)+l(c)*(h.height+h.gap)-h.gap+1.4;return i`<${oe} ...${e} looks="books" data=${{"data-testid":"books-board"}} need=${(c,b,k)=>k?Math.min(d(c,b),r(c,b)):c<18?1/0:r(c,b)} draw=${({width:c,height:b,top:k,rem:B})=>{const O=k*B;return r(c,k)>b+.01?i`<${W} ...${e} free=${O} nodes=${s} columns=${Math.ceil(s.length/l(c))} top=${Math.max(k,h.gap)} looks=${`is-brief ${c/s.length>=h.wide&&d(c,k)+h.more*l(c)<=b?"is-higher":""}`} />`:i`<${W} ...${e} free=${O} nodes=${s} columns=${Math.ceil(s.length/a(c))} top=${Math.max(k,p.gap)} looks=${o(c)?"is-wide":""} />`}} />`}function W({nodes:e,columns:t,top:n,free:s,looks:o,...a}){const{shelf:r,clock:l}=a,[d,u]=ge(s),$=q(a);return i`
    <div ref=${d} class=${`books-drawing ${o}`}>
      <ul style=${`padding-top: ${ae(n)}; grid-template-columns: repeat(${t}, minmax(0, 1fr))`}>
        ${e.map(c=>i`<${Oe} key=${c.id} ...${a} node=${c} isChosen=${$?.id===c.id} isBrief=${o.startsWith("is-brief")} />`)}
      </ul>
      <p class="books-ground ground"><${F} state=${a.state} /></p>
      <${$e} shelf=${r} spots=${u} now=${l.now()} />
    </div>
  `}const ve=()=>i`<path class="crown-shape" data-testid="book-crown" d="M-11 -28L-13 -41L-5 -35L0 -43L5 -35L13 -41L11 -28Z" />`,xe=100,j={here:"its disk stays",lost:"its disk is gone",elsewhere:"its disk is not here"};function Oe(e){const{state:t,node:n,shelf:s,clock:o,isChosen:a,isBrief:r,choose:l}=e,d=o.now(),u=H(t),$=u?null:J(n,d);E($===null?null:xe);const c=s.leader===n.id,b=()=>l(a?{book_node:null,candidate:null}:{book_node:n.id,candidate:n.candidate});return i`
    <li class=${`book-node tone-${n.tone} standing-${n.standing.replace(" ","-")} ${L(n)?"away":""} ${a?"chosen":""}`}
      data-testid=${`book-node-${n.id}`} data-node=${n.id} data-state=${n.state} data-standing=${n.standing}
      data-process=${n.process??""} data-in-sync=${String(n.in_sync)} data-live=${String(n.live)} data-leads=${String(c)}>
      <button class="book-process" aria-pressed=${a} title=${K(n,s,d,u)}
        data-testid=${`book-process-${n.id}`} onClick=${b}>
        <${ie} node=${n} share=${$} looks="book-disc" box="-36 -44 72 80">${c&&i`<${ve} />`}<//>${" "}
        <span class="book-belief">${n.words}</span>${" "}
        <span class="book-pid">${n.candidate??""}</span>
      </button>
      <${Me} node=${n} now=${d} held=${u} isBrief=${r} />
      <${Te} node=${n} shelf=${s} />
      <${Ce} ...${e} />
      <${Ae} ...${e} leads=${c} held=${u} />
    </li>
  `}function Me({node:e,now:t,held:n,isBrief:s}){const{standing:o,state:a,of:r,books:l,reason:d,epoch:u}=e;if(o==="fading")return i`<p class="book-note number">${P(e,t,n)}</p>`;if(a==="catching up"){const $=r?`${l??0} of ${r}`:d??"";return i`<p class="book-note number">${$}</p>`}return o==="down"?i`<p class="book-note">${j[e.disk]??j.here}</p>`:s?null:i`<p class="book-note soft number" title="The latest epoch that this node has seen">${u===null?"":`epoch ${w(u)}`}</p>`}function Ce({node:e,state:t,add:n}){return t.read_only?null:i`<button class="book-add" data-testid=${`add-at-${e.id}`} disabled=${e.process!=="running"}
    title=${`Add the next book at ${e.id}: POST http://${e.address??"\u2026"}/v1/books`} onClick=${()=>n(e.id)}>+ book here</button>`}function Ae({node:e,shelf:t,chosen:n,choose:s,held:o,isBrief:a}){const r=t.election.length&&e.rank!==null?t.election[e.rank]?.znode:null,l=[["all_nodes",e.known?"known":"not yet",e.known,y(t.path,`all_nodes/${e.id}`),"Its entry is persistent: the bookshelf never forgets it"],["live_nodes",Le(e,o),e.live,y(t.path,`live_nodes/${e.id}`),"Ephemeral: it ends with its session"],["election",`${U(e)}${a?" znode":""}`,e.rank!==null,r&&y(t.path,`election/${r}`),"Ephemeral and sequential: the owner of the lowest one leads"],["in_sync",Ee(e,t,a),e.in_sync,y(t.path,"in_sync"),"The data of one znode: who has every acknowledged book, and on which disk"]];return i`
    <div class="book-znodes">
      ${l.map(([d,u,$,c,b])=>i`<button key=${d} class=${`book-fact ${$?"is":""} ${d} ${c&&n.znode===c?"picked":""}`}
        data-testid=${`${d}-${e.id}`} data-is=${String($)} disabled=${!$||!c} title=${`${b}
${c??""}`}
        onClick=${()=>s({znode:c})}><span>${d}</span><b>${u}</b></button>`)}
    </div>
  `}function Ee(e,{stores:t},n){const{id:s,in_sync:o,disk:a}=e;return o&&L(e)?n?"listed in sync":"still listed":o?a==="elsewhere"?"named":"in sync":t[s]?"on a lost disk":n?"not in sync":"no"}function Le({live:e,standing:t},n){return e?n?"held":t==="fading"?"running out":"live":"gone"}const I=12,Re=6;function Te({node:e,shelf:t}){const{books:n,last:s,store:o}=e,a=je(t),r=We(e).slice(-I),l=(n??0)-r.length,d=e.process==="exited"||e.process===null;return i`
    <div class=${`book-disk ${d?"off":""} ${n===0?"bare":""}`} title=${o?`disk ${o}`:"its disk is not known yet"}
      data-testid=${`disk-${e.id}`} data-books=${n??""} data-checksum=${e.checksum??""}>
      <p class="spines" aria-hidden="true">
        ${l>0&&i`<span class="spines-more number">+${l}</span>`}
        ${r.map((u,$)=>i`<${Ie} key=${u??`n${$}`} id=${u} pending=${a.has(u)} />`)}
        ${n===0&&i`<span class="spines-none">empty</span>`}
      </p>
      <p class="book-count"><b class="number">${n===null?"no books yet":S(n,"book")}</b><${Ne} node=${e} shelf=${t} /></p>
      ${s.length>0&&i`<span class="sr">the last: ${s.slice(-3).join(", ")}</span>`}
    </div>
  `}function We({last:e,books:t}){return e?.length?e:Array.from({length:Math.min(t??0,I)},()=>null)}function je(e){return new Set([...Object.keys(e.writes??{}),...(e.open_writes??[]).map(({id:t})=>t)])}function Ie({id:e,pending:t}){const{colour:n,height:s,width:o}=g(e??"book");return i`<i class=${`spine ${n} ${t?"pending":""}`} style=${`height: ${s}%; width: ${o}rem`}
    data-book=${e} title=${e&&`${e}${t?": no client was told that it is stored":""}`}></i>`}function Ne({node:e,shelf:t}){const n=Y(e,t);if(!e.checksum)return null;const s=t.leader===e.id,o=s||!n?"":n==="same"?"=":"\u2260",a=s?"the leader's own":n==="same"?"the same books as the leader":n?"not the same books as the leader":"";return i`
    <code class=${`checksum ${n==="other"&&!t.write?"differs":""}`} data-testid=${`checksum-${e.id}`} data-same=${n??""}
      title=${`checksum ${e.checksum}${a?`: ${a}`:""}`}>${o&&i`<b>${o}</b> `}${e.checksum.slice(0,Re)}</code>
  `}var Be=Object.freeze({__proto__:null,Board:Se});function De(e){const{shelf:t,clock:n}=e;return X(e)&&i`<div class="book-way"><${Ze} shelf=${t} /><${fe} shelf=${t} clock=${n} /></div><${ze} ...${e} /><${Pe} ...${e} /><${qe} ...${e} />`}function ze({shelf:e}){const{acknowledged:t,lost:n,audit:s}=e;return i`
    <p class="book-account" data-testid="book-account" data-acknowledged=${t} data-lost=${n}>
      <b class="number">${S(t,"book")}</b> acknowledged${e.appointed&&!(n>(e.appointed.lost??0))?"":" \xB7 "}${n>(e.appointed?.lost??0)?i`<b class="tone-dead">${n} lost</b>`:e.appointed?"":i`<b class="book-kept">none lost</b>`}<${Q} shelf=${e} />${s?i`<span class="soft"> · last checked at ${s.node}, for its term</span>`:""}
    </p>
  `}function qe({shelf:e,clock:t}){const n=e.changes.slice(-5).reverse();return n.length?i`
    <section class="changes" aria-label="Who left the in-sync set and came back">
      <p class="handoff-title"><b>In sync</b> ${e.in_sync.length?e.in_sync.join(", "):"nobody"}: only they may lead</p>
      <ol>${n.map((s,o)=>i`<${He} key=${`${s.at} ${s.node} ${s.what}`} change=${s} latest=${o===0} clock=${t} />`)}</ol>
    </section>
  `:null}const Fe={in:"new",out:"dead",synced:"wait",dropped:"lost",wiped:"dead"};function He({change:e,latest:t,clock:n}){return i`
    <li class=${`change tone-${Fe[e.what]??"wait"} ${t?"latest":""}`} data-testid="book-change" data-what=${e.what} data-node=${e.node}>
      <b>${e.node}</b> <span>${Je(e)}</span> <span class="soft number"><${M} at=${e.at} clock=${n} /> ago</span></li>
  `}function Je({what:e,ids:t,from:n,books:s,ms:o}){return e==="synced"?`has fetched ${s==null?"what it lacked":S(s,"book")}${n?` from ${n}`:""}${o==null?"":` in ${v(o)}`}`:e==="dropped"?`sets aside ${t.slice(0,3).join(", ")}${t.length>3?` and ${t.length-3} more`:""}: only it had that, and no client was told that it is stored`:{in:"is in sync: it may lead",out:"is taken out of the in-sync set",wiped:"has lost its disk"}[e]??e}function Ke({appointed:e},t,n){return!!e?.ids?.includes(t)&&n<e.at}function Pe({shelf:e}){const t=e.last_books.slice(-5).reverse();return t.length?i`
    <section class="book-last" aria-label="The last books">
      <p class="handoff-title"><b>The last books</b> added at any node, acknowledged by the leader</p>
      <ol>${t.map(({id:n,author:s,year:o,node:a,by:r,copies:l,of:d,ms:u,at:$})=>i`<li key=${`${n} ${$}`} data-testid="last-book" data-book=${n}>
        <i class=${`spine ${g(n).colour}`} aria-hidden="true"></i><b>${n}</b> <span>${[s,o].filter(c=>c!=null).join(", ")}</span>
        <span class="soft">at ${a}${r&&r!==a?`, by ${r}`:""}</span>
        ${Ke(e,n,$)?i`<span class="told lost"><b class="tone-dead">lost later</b></span>`:i`<span class="told number">${l} of ${d} have it${u==null?"":`, ${v(u)}`}</span>`}</li>`)}</ol>
    </section>
  `:null}const Ue={acknowledged:["new",(e,t)=>`told: ${t} have it`],cut:["dead",()=>"nobody was told"],unknown:["lost",()=>"told: not known"],refused:["dead",()=>"refused; told: not known"],unavailable:["lost",()=>"503: no leader, try again"],conflict:["lost",()=>"409: another book has that id"]},N={kept:"it stays: the next leader has it",dropped:"it is gone: the next leader does not have it",lost:"it was lost later: a person let a node lead that does not have it"},Ye={waiting:"\u25CB",sent:"\u2192",stored:"\u2713",refused:"\u2717",lost:"?"};function Ze({shelf:e}){const t=e.write??e.last_write;if(!t)return i`<section class="book-write none" data-testid="book-write" data-stage="none"><p class="soft">No book has been added since this page was opened. Add one: its way is drawn here, step by step.</p></section>`;const n=t===e.write,s=x(t),o=Ge(t,n);return i`
    <section class="book-write" aria-label="The write" data-testid="book-write" data-book=${t.id} data-stage=${n?t.stage:t.outcome}>
      <p class="handoff-title"><b><i class=${`spine ${g(t.id).colour}`}></i>${t.id}</b><span>${[t.author,t.year].filter(Boolean).join(", ")}</span>${!n&&t.ms?i`<span class="number">${v(t.ms)}</span>`:""}</p>
      <ol class="book-steps">
        <${m} word="asked" is=${o>0} now=${n&&o===1}>${t.node?`at ${t.node}`:""}<//>
        <${m} word="on the leader's disk" is=${o>1} now=${n&&o===2}>${t.by??(t.to?`${t.to} \u2026`:"no leader")}<//>
        <${m} word="copies" is=${o>2} now=${n&&o===3} bad=${s.some(([,a])=>a==="refused"||a==="lost")}>
          ${s.map(([a,r])=>i`<span key=${a} class=${`book-copy is-${r}`} data-testid=${`step-copy-${a}`} data-how=${r}>${a}${" "}${Ye[r]??r}</span>`)}
          ${!s.length&&o>1?"nobody else in sync":""}<//>
        <${Xe} write=${t} open=${n} shelf=${e} />
      </ol>
    </section>
  `}function Ge(e,t){return!t&&e.outcome==="acknowledged"?4:e.by?Object.values(e.copies??{}).some(n=>n!=="waiting")?3:2:1}function m({word:e,is:t,now:n,bad:s,children:o}){return i`<li class=${`book-step ${t?"is":""} ${n?"now":""} ${s?"bad":""}`}><span>${e}</span><b>${o}</b></li>`}function Xe({write:e,open:t,shelf:n}){if(t)return i`<${m} word="answer">only when all have it<//>`;const[s,o]=Ue[e.outcome]??["lost",()=>e.outcome],a=e.fate==="lost"?"dead":s,r=n.last_books.findLast(({id:d})=>d===e.id),l=r?`${r.copies} of ${r.of}`:"all in sync";return i`
    <li class=${`book-step is answer tone-${a}`} data-testid="book-answer" data-outcome=${e.outcome} data-fate=${e.fate??""}>
      <span>answer</span><b>${o(e,l)}</b>${N[e.fate]&&i`<em>${N[e.fate]}</em>`}</li>
  `}const Ve={acknowledged:"acknowledged",cut:"cut off",unknown:"outcome not known",refused:"refused",unavailable:"no leader",conflict:"id taken"};function Qe(e){const{shelf:t,clock:n}=e,s=t?.write??t?.last_write,o=[...t?.last_books??[]].reverse().filter(({id:a})=>a!==s?.id);return i`<${Z} word="write" clock=${n} empty=${`No write yet.${G(e)?" Add a book.":""}`}
    roundsOf=${a=>[...s?[et(s,a)]:[],...o.map(tt)]} />`}function et({id:e,node:t,by:n,at:s,stored:o,ended:a,outcome:r},l){const d=[{phase:"stored",name:"to the leader",until:`${n??"the leader"} had it on its disk`,at:o},{phase:"answered",name:"copies",title:"copied to all in sync",until:"the client was answered",tone:r&&r!=="acknowledged"?"dead":"",at:a}],u=r?Ve[r]??r:"under way";return{of:`${e} ${s}`,who:i`<bdi>${e}</bdi>${t&&` at ${t}`}`,what:u,ears:`${e}, ${u}`,phases:V(s,d,r?null:l)}}function tt({id:e,node:t,at:n,ms:s}){return{of:`${e} ${n}`,who:i`<bdi>${e}</bdi>`,ears:`${e} at ${t}`,phases:[{phase:"answered",name:"in all",until:"the client was answered",ms:s}]}}var nt=Object.freeze({__proto__:null,Round:Qe,Work:De});function st(e){const{shelf:t,choose:n}=e,[s,o]=_({id:"",author:"",year:""}),[a,r]=_(ee(e)?.id),l=()=>n({dialog:null}),d=($,c)=>i`<input data-testid=${`book-${$}`} value=${s[$]} required autocomplete="off"
    onInput=${b=>o({...s,[$]:b.target.value})} ...${c} />`;return i`
    <${te} title="Add a book" close=${l}>
      <form onSubmit=${$=>{$.preventDefault(),se(e,a,{id:s.id.trim(),author:s.author.trim(),year:Number(s.year)}),l()}}>
        <label>Id, unique for each book${d("id",{autofocus:!0,maxlength:200,spellcheck:!1})}</label>
        <label>Author${d("author",{maxlength:200})}</label>
        <label>Year${d("year",{type:"number",min:-5e3,max:9999,step:1})}</label>
        <label>Sent to<select data-testid="book-at" value=${a??""} onChange=${$=>r($.target.value)}>
          ${A(t).map(({id:$,process:c})=>i`<option key=${$} value=${$} disabled=${c!=="running"}>${$}${t?.leader===$?", the leader":""}</option>`)}</select></label>
        <p class="soft">Any node takes it; a node that does not lead passes it on. If the id exists already, the same book is accepted, and a different book is refused.</p>
        <div class="buttons">
          <button type="button" onClick=${l}>Cancel</button>
          <button class="primary" data-testid="book-confirm">Add</button>
        </div>
      </form>
    <//>
  `}function ot({shelf:e,chosen:t,actions:n,choose:s}){const o=t.book_node,a=()=>s({dialog:null});if(!e||!o)return null;const r=e.in_sync.length===1&&e.in_sync[0]===o,l=()=>{n.attempt("wipe","DELETE",`bookshelves/nodes/${encodeURIComponent(o)}/disk`,{path:e.path}),a()};return i`
    <${ne} title=${`Lose the disk of ${o}?`} does="Lose it" act=${l} close=${a}>
      <p>Its directory is removed. When ${o} is restarted, it has an empty disk with another name: it is no longer in
        sync, and fetches all books from the leader.</p>
      ${r&&i`<p class="tone-dead"><b>${o} is the only one in sync: without its disk the acknowledged books are gone, and nobody may lead.</b></p>`}
    <//>
  `}var at=Object.freeze({__proto__:null,OwnBook:st,WipeDisk:ot});export{Be as b,at as d,nt as w};
//# sourceMappingURL=bookshelf-HhuVE2p4.js.map
