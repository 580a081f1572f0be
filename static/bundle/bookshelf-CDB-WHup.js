import{R as C,j as g,h as i,T as F,d as S,F as A,cn as m,bk as R,u as E,bI as H,co as U,bu as K,c6 as P,b_ as Y,cp as Z,cq as I,cr as G,cs as J,g as v,c1 as w,ct as L,cu as X,L as Q,cv as V,cw as ee,q as te,m as x,cx as ne,cy as se,at as oe,ay as ae,bi as ie}from"./page.js";import{R as re,r as ce,N as le}from"./more-BDEiNFfz.js";const de=3,$e=5,T={stored:"\u2713",refused:"\u2717",lost:"?"},ue={waiting:"to be sent",sent:"on its way",stored:"has it",refused:"refused",lost:"no answer"};function W(e,t){const{write:n,last_write:s}=e;return n||(s&&(t-s.ended<$e||pe(s,e))?s:null)}function pe({outcome:e,copies:t},{nodes:n}){const s=Object.keys(t).some(o=>n[o]?.process==="running");return(e==="cut"||e==="refused")&&s}function O({copies:e}){return Object.entries(e??{}).sort(([t],[n])=>t.localeCompare(n,"en",{numeric:!0}))}function be({shelf:e,spots:t,now:n}){const s=W(e,n);return i`
    <svg class="book-lines" aria-hidden="true">
      <${he} shelf=${e} spots=${t} />
      ${s&&i`<${ke} write=${s} spots=${t} />`}
      ${s&&i`<${fe} write=${s} spots=${t} />`}
    </svg>
    ${s&&i`<${ge} write=${s} spots=${t} />`}
    <${ye} shelf=${e} spots=${t} now=${n} />
  `}function he({shelf:e,spots:t}){const n=t[e.leader];return!n||e.nodes[e.leader]?.state!=="leading"?null:e.in_sync.filter(o=>o!==e.leader&&t[o]&&e.nodes[o]?.live).map(o=>i`<path key=${`link-${o}`} class="book-link" d=${y(n,t[o])} />`)}function ke({write:e,spots:t}){const n=e.by??e.to;return!t[e.node]||!t[n]||e.node===n?null:i`<path class="book-request" d=${y(t[e.node],t[n])} />`}function fe({write:e,spots:t}){const n=t[e.by];return n?O(e).filter(([s])=>t[s]).map(([s,o])=>i`
    <g key=${`${e.id}-${s}`} class=${`book-arc is-${o}`} data-testid=${`copy-${s}`} data-how=${o}>
      <title>${`${e.id}, from ${e.by} to ${s}: ${ue[o]??o}`}</title>
      <path d=${y(n,t[s])} />
    </g>`):null}function ge({write:e,spots:t}){const n=[];e.node&&(e.by??e.to)&&e.node!==(e.by??e.to)&&n.push(["request",e.node,e.by??e.to,"request"]);for(const[s,o]of O(e))o!=="waiting"&&n.push([s,e.by,s,o]);return n.filter(([,s,o])=>t[s]&&t[o]).map(([s,o,a,r])=>i`
    <span key=${`${e.id}-${e.epoch}-${s}`} class=${`book-flight is-${r} ${m(e.id).colour}`} aria-hidden="true"
      style=${`offset-path: path("${y(t[o],t[a])}")`}><i></i>${T[r]&&i`<b>${T[r]}</b>`}</span>`)}function ye({shelf:e,spots:t,now:n}){const s=Object.entries(e.nodes).filter(([a,{state:r,process:l}])=>r==="catching up"&&l==="running"&&a!==e.leader).map(([a])=>({key:a,from:e.leader,to:a})),o=e.changes.filter(({what:a,at:r,books:l})=>a==="synced"&&l>0&&n-r<de).map(({node:a,from:r,at:l,books:d})=>({key:`${a} ${l}`,from:r,to:a,books:d}));return[...s,...o].filter(({from:a,to:r})=>t[a]&&t[r]).map(({key:a,from:r,to:l,books:d})=>i`
    <span key=${`fetch-${a}`} class=${`book-fetch ${d?"once":""}`} aria-hidden="true" style=${`offset-path: path("${y(t[r],t[l])}")`}>
      <i></i><i></i><i></i>${d&&i`<b class="number">+${d}</b>`}</span>`)}function me({shelf:e,clock:t}){const n=e.refused.at(-1);if(!n)return null;const{id:s,from:o,to:a,epoch:r,seen:l,at:d}=n;return i`
    <p class="book-refusal" data-testid="book-refused"><b aria-hidden="true">✗</b>
      <span><b>${o}</b> sent “${s}” to <b>${a}</b> under epoch <code>${g(r)}</code>: <strong>refused</strong> <span
        class="number"><${C} at=${d} clock=${t} /></span> ago, because ${a} had seen <code>${g(l)}</code>${e.refused.length>1?i` <span class="soft">(${e.refused.length} copies were refused recently)</span>`:""}</span></p>
  `}function we(e){const t=F(null),[n,s]=S({}),o=()=>{const a=t.current?_e(t.current,e):{};s(r=>JSON.stringify(r)===JSON.stringify(a)?r:a)};return A(o),A(()=>{if(!t.current)return;const a=new ResizeObserver(o);return a.observe(t.current),()=>a.disconnect()},[t.current]),[t,n]}function _e(e,t){const n=e.getBoundingClientRect(),s=[...e.querySelectorAll("[data-anchor]")];return Object.fromEntries(s.map(o=>{const a=o.getBoundingClientRect();return[o.dataset.anchor,{x:Math.round(a.x-n.x+a.width/2),y:Math.round(a.y-n.y+a.height*.12),least:t}]}))}const Se=26,ve=62,xe=.75;function y(e,t){const n=Math.min(ve,Se+Math.abs(t.x-e.x)*.07),s=Math.min(e.y,t.y),o=Math.max(s-(s-e.least)/xe,s-n);return`M${e.x} ${e.y}C${e.x+(t.x-e.x)*.2} ${o} ${e.x+(t.x-e.x)*.8} ${o} ${t.x} ${t.y}`}const k={width:9.4,wide:13.6,height:22.4,low:13.6,gap:2.6},h={width:3.6,height:10.9,gap:1.7,more:3.4,wide:4.3,broken:.9,whole:5.2};function Oe(e){const{shelf:t,clock:n}=e,s=R(t);if(E(t&&W(t,n.now())?500:null),!s.length)return i`<${H} ...${e} />`;const o=c=>c/s.length>=k.wide,a=c=>Math.ceil(s.length/Math.max(1,Math.floor(c/k.width))),r=(c,b)=>Math.max(b,k.gap)+a(c)*((o(c)?k.low:k.height)+k.gap)-k.gap+1.4,l=c=>Math.ceil(s.length/Math.max(1,Math.floor(c/h.width))),d=c=>h.height+(c/Math.ceil(s.length/l(c))<h.whole?h.broken:0),u=(c,b)=>Math.max(b,h.gap)+l(c)*(d(c)+h.gap)-h.gap+1.4;return i`<${re} ...${e} looks="books" data=${{"data-testid":"books-board"}} need=${(c,b,f)=>f?Math.min(u(c,b),r(c,b)):c<18?1/0:r(c,b)} draw=${({width:c,height:b,top:f,rem:z})=>{const M=f*z;return r(c,f)>b+.01?i`<${j} ...${e} free=${M} nodes=${s} columns=${Math.ceil(s.length/l(c))} top=${Math.max(f,h.gap)} looks=${`is-brief ${c/s.length>=h.wide&&u(c,f)+h.more*l(c)<=b?"is-higher":""}`} />`:i`<${j} ...${e} free=${M} nodes=${s} columns=${Math.ceil(s.length/a(c))} top=${Math.max(f,k.gap)} looks=${o(c)?"is-wide":""} />`}} />`}function j({nodes:e,columns:t,top:n,free:s,looks:o,...a}){const{shelf:r,clock:l}=a,[d,u]=we(s),$=U(a),p=Me(e,o==="is-wide");return i`
    <div ref=${d} class=${`books-drawing ${o}`}>
      <ul style=${`padding-top: ${ce(n)}; grid-template-columns: repeat(${t}, minmax(0, 1fr))`}>
        ${e.map(c=>i`<${Re} key=${c.id} ...${a} node=${c} epoch=${p.get(c.epoch)} isChosen=${$?.id===c.id} isBrief=${o.startsWith("is-brief")} />`)}
      </ul>
      <p class="books-ground ground"><${K} state=${a.state} /></p>
      <${be} shelf=${r} spots=${u} now=${l.now()} />
    </div>
  `}function Me(e,t){const n=e.map(({epoch:o})=>o).filter(o=>o!==null),s=P(n.map(g));return new Map(n.map(o=>[o,`epoch ${t?s.get(g(o)):g(o)}`]))}const Ce=()=>i`<path class="crown-shape" data-testid="book-crown" d="M-11 -28L-13 -41L-5 -35L0 -43L5 -35L13 -41L11 -28Z" />`,Ae=100,N={words:"no connection",brief:"cut off"},B={here:"its disk stays",lost:"its disk is gone",elsewhere:"its disk is not here"};function Re(e){const{state:t,node:n,epoch:s,shelf:o,clock:a,isChosen:r,isBrief:l,choose:d}=e,u=a.now(),$=Y(t),p=$?null:Z(n,u);E(p===null?null:Ae);const c=o.leader===n.id,b=()=>d(r?{book_node:null,candidate:null}:{book_node:n.id,candidate:n.candidate});return i`
    <li class=${`book-node tone-${n.tone} standing-${n.standing.replace(" ","-")} ${I(n)?"away":""} ${r?"chosen":""}`}
      data-testid=${`book-node-${n.id}`} data-node=${n.id} data-state=${n.state} data-standing=${n.standing}
      data-process=${n.process??""} data-in-sync=${String(n.in_sync)} data-live=${String(n.live)} data-leads=${String(c)}>
      <button class="book-process" aria-pressed=${r} title=${G(n,o,u,$)}
        data-testid=${`book-process-${n.id}`} onClick=${b}>
        <${le} node=${n} share=${p} looks="book-disc" box="-36 -44 72 80">${c&&i`<${Ce} />`}<//>${" "}
        <span class="book-belief">${l&&n.words===N.words?N.brief:n.words}</span>${" "}
        <span class="book-pid">${n.candidate??""}</span>
      </button>
      <${Ee} node=${n} epoch=${s} now=${u} held=${$} isBrief=${l} />
      <${Ne} node=${n} shelf=${o} />
      <${Ie} ...${e} />
      <${Le} ...${e} leads=${c} held=${$} />
    </li>
  `}function Ee({node:e,epoch:t,now:n,held:s,isBrief:o}){const{standing:a,state:r,of:l,books:d,reason:u}=e;if(a==="fading")return i`<p class="book-note number">${J(e,n,s)}</p>`;if(r==="catching up"){const $=l?`${d??0} of ${l}`:u??"";return i`<p class="book-note number">${$}</p>`}return a==="down"?i`<p class="book-note">${B[e.disk]??B.here}</p>`:o?null:i`<p class="book-note soft number" title=${`The latest epoch that this node has seen${e.epoch===null?"":`: ${g(e.epoch)}`}`}>${t}</p>`}function Ie({node:e,state:t,add:n}){return t.read_only?null:i`<button class="book-add" data-testid=${`add-at-${e.id}`} disabled=${e.process!=="running"}
    title=${`Add the next book at ${e.id}: POST http://${e.address??"\u2026"}/v1/books`} onClick=${()=>n(e.id)}>+ book here</button>`}function Le({node:e,shelf:t,chosen:n,choose:s,held:o,isBrief:a}){const r=t.election.length&&e.rank!==null?t.election[e.rank]?.znode:null,l=[["all_nodes",e.known?"known":"not yet",e.known,w(t.path,`all_nodes/${e.id}`),"Its entry is persistent: the bookshelf never forgets it"],["live_nodes",We(e,o),e.live,w(t.path,`live_nodes/${e.id}`),"Ephemeral: it ends with its session"],["election",a?`${e.rank===null?"no":L(e)} znode`:L(e),e.rank!==null,r&&w(t.path,`election/${r}`),"Ephemeral and sequential: the owner of the lowest one leads"],["in_sync",Te(e,t,a),e.in_sync,w(t.path,"in_sync"),"The data of one znode: who has every acknowledged book, and on which disk"]];return i`
    <div class="book-znodes">
      ${l.map(([d,u,$,p,c])=>i`<button key=${d} class=${`book-fact ${$?"is":""} ${d} ${p&&n.znode===p?"picked":""}`}
        data-testid=${`${d}-${e.id}`} data-is=${String($)} disabled=${!$||!p} title=${`${c}
${p??""}`}
        onClick=${()=>s({znode:p})}><span>${d}</span><b>${u}</b></button>`)}
    </div>
  `}function Te(e,{stores:t},n){const{id:s,in_sync:o,disk:a}=e;return o&&I(e)?n?"listed in sync":"still listed":o?a==="elsewhere"?"named":"in sync":t[s]?"on a lost disk":n?"not in sync":"no"}function We({live:e,standing:t},n){return e?n?"held":t==="fading"?"running out":"live":"gone"}const D=12,je=6;function Ne({node:e,shelf:t}){const{books:n,last:s,store:o}=e,a=De(t),r=Be(e).slice(-D),l=(n??0)-r.length,d=e.process==="exited"||e.process===null;return i`
    <div class=${`book-disk ${d?"off":""} ${n===0?"bare":""}`} title=${o?`disk ${o}`:"its disk is not known yet"}
      data-testid=${`disk-${e.id}`} data-books=${n??""} data-checksum=${e.checksum??""}>
      <p class="spines" aria-hidden="true">
        ${l>0&&i`<span class="spines-more number">+${l}</span>`}
        ${r.map((u,$)=>i`<${qe} key=${u??`n${$}`} id=${u} pending=${a.has(u)} />`)}
        ${n===0&&i`<span class="spines-none">empty</span>`}
      </p>
      <p class="book-count"><b class="number">${n===null?"no books yet":v(n,"book")}</b><${ze} node=${e} shelf=${t} /></p>
      ${s.length>0&&i`<span class="sr">the last: ${s.slice(-3).join(", ")}</span>`}
    </div>
  `}function Be({last:e,books:t}){return e?.length?e:Array.from({length:Math.min(t??0,D)},()=>null)}function De(e){return new Set([...Object.keys(e.writes??{}),...(e.open_writes??[]).map(({id:t})=>t)])}function qe({id:e,pending:t}){const{colour:n,height:s,width:o}=m(e??"book");return i`<i class=${`spine ${n} ${t?"pending":""}`} style=${`height: ${s}%; width: ${o}rem`}
    data-book=${e} title=${e&&`${e}${t?": no client was told that it is stored":""}`}></i>`}function ze({node:e,shelf:t}){const n=X(e,t);if(!e.checksum)return null;const s=t.leader===e.id,o=s||!n?"":n==="same"?"=":"\u2260",a=s?"the leader's own":n==="same"?"the same books as the leader":n?"not the same books as the leader":"";return i`
    <code class=${`checksum ${n==="other"&&!t.write?"differs":""}`} data-testid=${`checksum-${e.id}`} data-same=${n??""}
      title=${`checksum ${e.checksum}${a?`: ${a}`:""}`}>${o&&i`<b>${o}</b> `}${e.checksum.slice(0,je)}</code>
  `}var Fe=Object.freeze({__proto__:null,Board:Oe});function He(e){const{shelf:t,clock:n}=e;return ee(e)&&i`<div class="book-way"><${Ve} shelf=${t} /><${me} shelf=${t} clock=${n} /></div><${Ue} ...${e} /><${Je} ...${e} /><${Ke} ...${e} />`}function Ue({shelf:e}){const{acknowledged:t,lost:n,audit:s}=e;return i`
    <p class="book-account" data-testid="book-account" data-acknowledged=${t} data-lost=${n}>
      <b class="number">${v(t,"book")}</b> acknowledged${e.appointed&&!(n>(e.appointed.lost??0))?"":" \xB7 "}${n>(e.appointed?.lost??0)?i`<b class="tone-dead">${n} lost</b>`:e.appointed?"":i`<b class="book-kept">none lost</b>`}<${ne} shelf=${e} />${s?i`<span class="soft"> · last checked at ${s.node}, for its term</span>`:""}
    </p>
  `}function Ke({shelf:e,clock:t}){const n=e.changes.slice(-5).reverse();return n.length?i`
    <section class="changes" aria-label="Who left the in-sync set and came back">
      <p class="handoff-title"><b>In sync</b> ${e.in_sync.length?e.in_sync.join(", "):"nobody"}: only they may lead</p>
      <ol>${n.map((s,o)=>i`<${Ye} key=${`${s.at} ${s.node} ${s.what}`} change=${s} latest=${o===0} clock=${t} />`)}</ol>
    </section>
  `:null}const Pe={in:"new",out:"dead",synced:"wait",dropped:"lost",wiped:"dead"};function Ye({change:e,latest:t,clock:n}){return i`
    <li class=${`change tone-${Pe[e.what]??"wait"} ${t?"latest":""}`} data-testid="book-change" data-what=${e.what} data-node=${e.node}>
      <b>${e.node}</b> <span>${Ze(e)}</span> <span class="soft number"><${C} at=${e.at} clock=${n} /> ago</span></li>
  `}function Ze({what:e,ids:t,from:n,books:s,ms:o}){return e==="synced"?`has fetched ${s==null?"what it lacked":v(s,"book")}${n?` from ${n}`:""}${o==null?"":` in ${x(o)}`}`:e==="dropped"?`sets aside ${t.slice(0,3).join(", ")}${t.length>3?` and ${t.length-3} more`:""}: only it had that, and no client was told that it is stored`:{in:"is in sync: it may lead",out:"is taken out of the in-sync set",wiped:"has lost its disk"}[e]??e}function Ge({appointed:e},t,n){return!!e?.ids?.includes(t)&&n<e.at}function Je({shelf:e}){const t=e.last_books.slice(-5).reverse();return t.length?i`
    <section class="book-last" aria-label="The last books">
      <p class="handoff-title"><b>The last books</b> added at any node, acknowledged by the leader</p>
      <ol>${t.map(({id:n,author:s,year:o,node:a,by:r,copies:l,of:d,ms:u,at:$})=>i`<li key=${`${n} ${$}`} data-testid="last-book" data-book=${n}>
        <i class=${`spine ${m(n).colour}`} aria-hidden="true"></i><b>${n}</b> <span>${[s,o].filter(p=>p!=null).join(", ")}</span>
        <span class="soft">at ${a}${r&&r!==a?`, by ${r}`:""}</span>
        ${Ge(e,n,$)?i`<span class="told lost"><b class="tone-dead">lost later</b></span>`:i`<span class="told number">${l} of ${d} have it${u==null?"":`, ${x(u)}`}</span>`}</li>`)}</ol>
    </section>
  `:null}const Xe={acknowledged:["new",(e,t)=>`told: ${t} have it`],cut:["dead",()=>"nobody was told"],unknown:["lost",()=>"told: not known"],refused:["dead",()=>"refused; told: not known"],unavailable:["lost",()=>"503: no leader, try again"],conflict:["lost",()=>"409: another book has that id"]},q={kept:"it stays: the next leader has it",dropped:"it is gone: the next leader does not have it",lost:"it was lost later: a person let a node lead that does not have it"},Qe={waiting:"\u25CB",sent:"\u2192",stored:"\u2713",refused:"\u2717",lost:"?"};function Ve({shelf:e}){const t=e.write??e.last_write;if(!t)return i`<section class="book-write none" data-testid="book-write" data-stage="none"><p class="soft">No book has been added since this page was opened. Add one: its way is drawn here, step by step.</p></section>`;const n=t===e.write,s=O(t),o=et(t,n);return i`
    <section class="book-write" aria-label="The write" data-testid="book-write" data-book=${t.id} data-stage=${n?t.stage:t.outcome}>
      <p class="handoff-title"><b><i class=${`spine ${m(t.id).colour}`}></i>${t.id}</b><span>${[t.author,t.year].filter(Boolean).join(", ")}</span>${!n&&t.ms?i`<span class="number">${x(t.ms)}</span>`:""}</p>
      <ol class="book-steps">
        <${_} word="asked" is=${o>0} now=${n&&o===1}>${t.node?`at ${t.node}`:""}<//>
        <${_} word="on the leader's disk" is=${o>1} now=${n&&o===2}>${t.by??(t.to?`${t.to} \u2026`:"no leader")}<//>
        <${_} word="copies" is=${o>2} now=${n&&o===3} bad=${s.some(([,a])=>a==="refused"||a==="lost")}>
          ${s.map(([a,r])=>i`<span key=${a} class=${`book-copy is-${r}`} data-testid=${`step-copy-${a}`} data-how=${r}>${a}${" "}${Qe[r]??r}</span>`)}
          ${!s.length&&o>1?"nobody else in sync":""}<//>
        <${tt} write=${t} open=${n} shelf=${e} />
      </ol>
    </section>
  `}function et(e,t){return!t&&e.outcome==="acknowledged"?4:e.by?Object.values(e.copies??{}).some(n=>n!=="waiting")?3:2:1}function _({word:e,is:t,now:n,bad:s,children:o}){return i`<li class=${`book-step ${t?"is":""} ${n?"now":""} ${s?"bad":""}`}><span>${e}</span><b>${o}</b></li>`}function tt({write:e,open:t,shelf:n}){if(t)return i`<${_} word="answer">only when all have it<//>`;const[s,o]=Xe[e.outcome]??["lost",()=>e.outcome],a=e.fate==="lost"?"dead":s,r=n.last_books.findLast(({id:d})=>d===e.id),l=r?`${r.copies} of ${r.of}`:"all in sync";return i`
    <li class=${`book-step is answer tone-${a}`} data-testid="book-answer" data-outcome=${e.outcome} data-fate=${e.fate??""}>
      <span>answer</span><b>${o(e,l)}</b>${q[e.fate]&&i`<em>${q[e.fate]}</em>`}</li>
  `}const nt={acknowledged:"acknowledged",cut:"cut off",unknown:"outcome not known",refused:"refused",unavailable:"no leader",conflict:"id taken"};function st(e){const{shelf:t,state:n,clock:s}=e,o=t?.write??t?.last_write,a=[...t?.last_books??[]].reverse().filter(({id:r})=>r!==o?.id);return i`<${Q} word="write" state=${n} clock=${s} empty="No write yet." invites=${V(e)&&"Add a book."}
    roundsOf=${r=>[...o?[ot(o,r)]:[],...a.map(at)]} />`}function ot({id:e,node:t,by:n,at:s,stored:o,ended:a,outcome:r},l){const d=r?nt[r]??r:"under way",u=n?{name:"copies",title:"copied to all in sync"}:{name:d,title:"no leader had it on its disk"},$=[{phase:"stored",name:"to the leader",until:`${n??"the leader"} had it on its disk`,at:o},{phase:"answered",...u,until:"the client was answered",tone:r&&r!=="acknowledged"?"dead":"",at:a}];return{of:`${e} ${s}`,who:i`<bdi>${e}</bdi>${t&&` at ${t}`}`,what:d,ears:`${e}, ${d}`,phases:te(s,$,r?null:l)}}function at({id:e,node:t,at:n,ms:s}){return{of:`${e} ${n}`,who:i`<bdi>${e}</bdi>`,ears:`${e} at ${t}`,phases:[{phase:"answered",name:"in all",until:"the client was answered",ms:s}]}}var it=Object.freeze({__proto__:null,Round:st,Work:He});function rt(e){const{shelf:t,choose:n}=e,[s,o]=S({id:"",author:"",year:""}),[a,r]=S(se(e)?.id),l=()=>n({dialog:null}),d=($,p)=>i`<input data-testid=${`book-${$}`} value=${s[$]} required autocomplete="off"
    onInput=${c=>o({...s,[$]:c.target.value})} ...${p} />`;return i`
    <${oe} title="Add a book" close=${l}>
      <form onSubmit=${$=>{$.preventDefault(),ie(e,a,{id:s.id.trim(),author:s.author.trim(),year:Number(s.year)}),l()}}>
        <label>Id, unique for each book${d("id",{autofocus:!0,maxlength:200,spellcheck:!1})}</label>
        <label>Author${d("author",{maxlength:200})}</label>
        <label>Year${d("year",{type:"number",min:-5e3,max:9999,step:1})}</label>
        <label>Sent to<select data-testid="book-at" value=${a??""} onChange=${$=>r($.target.value)}>
          ${R(t).map(({id:$,process:p})=>i`<option key=${$} value=${$} disabled=${p!=="running"}>${$}${t?.leader===$?", the leader":""}</option>`)}</select></label>
        <p class="soft">Any node takes it; a node that does not lead passes it on. If the id exists already, the same book is accepted, and a different book is refused.</p>
        <div class="buttons">
          <button type="button" onClick=${l}>Cancel</button>
          <button class="primary" data-testid="book-confirm">Add</button>
        </div>
      </form>
    <//>
  `}function ct({shelf:e,chosen:t,actions:n,choose:s}){const o=t.book_node,a=()=>s({dialog:null});if(!e||!o)return null;const r=e.in_sync.length===1&&e.in_sync[0]===o,l=()=>{n.attempt("wipe","DELETE",`bookshelves/nodes/${encodeURIComponent(o)}/disk`,{path:e.path}),a()};return i`
    <${ae} title=${`Lose the disk of ${o}?`} does="Lose it" act=${l} close=${a}>
      <p>Its directory is removed. When ${o} is restarted, it has an empty disk with another name: it is no longer in
        sync, and fetches all books from the leader.</p>
      ${r&&i`<p class="tone-dead"><b>${o} is the only one in sync: without its disk the acknowledged books are gone, and nobody may lead.</b></p>`}
    <//>
  `}var lt=Object.freeze({__proto__:null,OwnBook:rt,WipeDisk:ct});export{Fe as b,lt as d,it as w};
//# sourceMappingURL=bookshelf-CDB-WHup.js.map
