import{bg as k,ag as x,bh as j,aZ as O,ah as _,a2 as o,a$ as g,L as T,P as C,b4 as A,b3 as L,al as R}from"./page.js";import{D as M,a as B}from"./more-BR-OAo5m.js";const N=100;function D({state:t,one:s,at:n,commit:r,latest:e,clock:i,chosen:c,choose:d}){const{id:a,candidate:l,said:$,isLeading:u}=s,{tone:y,words:p}=$,b=k(t,l,u),m=u&&l.process==="running"?$.decides??null:null;x(b!==null||m!==null?N:null);const h=i.now(),f=c.candidate===a;return o`
    <div class=${`person coordinator tone-${y} ${f?"chosen":""}`} style=${`left: ${n.x}rem; top: ${n.y}rem`}
      data-testid=${`person-${a}`} data-leading=${String(u)} data-process=${l.process??""}>
      <${M} id=${a} label=${`coordinator ${a}: ${p}`} chosen=${c} choose=${d}
        disc=${{candidate:l,share:O(l.session_timeout_ms,b,h),done:null}} />
      <div class="person-words">
        <span>${p}${m!==null&&m>h?o` <span class="number">in ${_(m-h)}</span>`:""}</span>
        <${j} ends=${b} now=${h} />
        ${u&&o`<${I} path=${g(g(r.path,e.name),"coordinator")} chosen=${c} choose=${d} />`}
      </div>
    </div>
  `}function I({path:t,chosen:s,choose:n}){return o`
    <button class=${`own-znode ${s.znode===t?"picked":""}`} title=${`${t}
ephemeral: it ends with the session of its creator`}
      onClick=${()=>n({znode:t})}>coordinator</button>
  `}const W=100,Z={commit:"\u2713",abort:"\u2717"};function F({state:t,one:s,at:n,commit:r,latest:e,clock:i,chosen:c,choose:d}){const{site:a,id:l,candidate:$,known:u}=s,{tone:y,words:p}=u,b=k(t,$,!1),m=e?.decision?null:u.doubt?.since??null;x(b!==null||m!==null?W:null);const h=i.now(),f=l!==null&&c.candidate===l;return o`
    <div class=${`site tone-${y} ${m===null?"":"in-doubt"} ${f?"chosen":""}`} style=${`left: ${n.x}rem; top: ${n.y}rem`}
      data-testid=${`site-${a}`} data-vote=${s.vote??""} data-doubt=${String(m!==null)} data-process=${$.process??""}
      data-carried=${s.carried??""}>
      <${H} one=${s} commit=${r} latest=${e} chosen=${c} choose=${d} />
      <${M} id=${l} label=${`site ${a}, process ${l??"none"}: ${p}`} chosen=${c} choose=${d}
        disc=${{id:a,candidate:$,share:O($.session_timeout_ms,b,h),done:null}} />
      <p class="site-words"><span>${p}</span>${m!==null&&o` <span class="number" data-testid=${`doubt-${a}`}>${_(h-m)}</span>`}</p>
      <${P} known=${u} site=${a} />
    </div>
  `}function H({one:{site:t,vote:s,done:n,isIn:r},commit:e,latest:i,chosen:c,choose:d}){if(!i||!r)return o`<span class="vote-znode none">${i?"takes no part":"\xA0"}</span>`;const a=g(g(e.path,i.name),t);return o`
    <button class=${`vote-znode is-${n??s??"empty"} ${c.znode===a?"picked":""}`} disabled=${i.gone} data-testid=${`vote-${t}`}
      title=${`${a}
${n?`has carried out: ${n}`:"its vote"}`} onClick=${()=>d({znode:a})}>
      ${s??"no vote"}${n&&o`${" "}<b aria-hidden="true">${Z[n]}</b><span class="sr">, carried out: ${n}</span>`}</button>
  `}function P({known:{balance:t,entry:s},site:n}){return typeof t!="number"?null:o`
    <p class=${`account ${s?"prepared":""}`} data-testid=${`account-${n}`} data-balance=${t}
      title=${s?`prepared for ${s.transaction}: ${s.amount}`:"what its ledger says"}>
      <b class="number" key=${t}>${t}</b>${s&&o` <span class="number soft">${s.amount>0?"+":""}${s.amount}?</span>`}</p>
  `}const E=6.4,z=10,w={coordinators:2.4,transaction:7.1,votes:12.4},S=1.9,v=4;function G(t){const[s,n]=B(),{state:r,page:e,latest:i}=t,c=T(t),d=C(t);if(!c.length&&!d.length)return o`<div class="flow flow-empty" ref=${s}><${A} ...${t} /></div>`;const a=e.status.state!=="connected"||!L(r),l=U(n,d.length,Math.min(c.length,v));return o`
    <div class=${`flow commit ${a?"stale":""}`} ref=${s} style=${`height: ${l.height}rem`} data-testid="commit-board"
      data-transaction=${i?.name??""} data-decision=${i?.decision??""}>
      <${V} latest=${i} sites=${d} coordinators=${c} places=${l} width=${n} />
      ${c.slice(0,v).map(($,u)=>o`<${D} key=${$.id} ...${t} one=${$} at=${l.coordinators[u]} />`)}
      ${c.length>v&&o`<p class="flow-more soft" style="left: 50%; top: -0.4rem">and ${c.length-v} more</p>`}
      <${X} ...${t} x=${n/2} />
      ${d.map(($,u)=>o`<${F} key=${$.site} ...${t} one=${$} at=${l.sites[u]} />`)}
      <${q} ...${t} />
    </div>
  `}function U(t,s,n){const r=Math.max(1,Math.min(s||1,Math.floor(t/E))),e=Math.max(1,Math.ceil(s/r)),i=Math.ceil((s||1)/e),c=t/i,d=$=>({x:($%i+.5)*c,y:w.votes+Math.floor($/i)*z}),a=Math.min(12,t/Math.max(n,1)),l=$=>({x:t/2+($-(n-1)/2)*a,y:w.coordinators});return{height:w.votes+e*z+.6,sites:Array.from({length:s},($,u)=>d(u)),coordinators:Array.from({length:n},($,u)=>l(u))}}function V({latest:t,sites:s,coordinators:n,places:r,width:e}){const i={x:e/2,up:w.transaction-S,down:w.transaction+S},c=n.findIndex(({isLeading:a})=>a),d=r.height;return o`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${e} ${d}`}>
      <defs>
        ${["commit","abort"].map(a=>o`<marker key=${a} id=${`commit-head-${a}`} class=${`arrow-head is-${a}`} viewBox="0 0 8 8" refX="6" refY="4"
            markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>`)}
      </defs>
      ${c>=0&&c<r.coordinators.length&&o`<path class=${`coordinates ${n[c].candidate.process==="running"?"":"broken"}`}
          d=${`M${r.coordinators[c].x} ${w.coordinators+1.6}L${i.x} ${i.up}`} />`}
      ${s.map((a,l)=>{const{x:$,y:u}=r.sites[l],y=(h,f)=>`M${h.x} ${h.y}C${h.x} ${(h.y+f.y)/2} ${f.x} ${(h.y+f.y)/2} ${f.x} ${f.y}`,p={x:i.x+($-i.x)*.12,y:i.down},b={x:$,y:u-.2},m=t&&a.candidate.process!=="exited"&&a.candidate.watches===t.name;return o`<g key=${a.site}>
          ${a.vote&&!t.decision&&o`<path class=${`vote-arrow is-${a.vote}`} marker-end=${`url(#commit-head-${a.vote})`} d=${y(b,p)} data-testid=${`arrow-vote-${a.site}`} />`}
          ${t?.decision&&a.isIn&&o`<path class=${`decision-arrow is-${t.decision} ${a.carried||a.done?"":"owed"}`}
            marker-end=${`url(#commit-head-${t.decision})`} d=${y(p,b)} data-testid=${`arrow-decision-${a.site}`} data-owed=${String(!(a.carried||a.done))} />`}
          ${m&&!t.decision&&o`<path class="flow-watch" d=${y({x:$+.9,y:u-.2},{x:p.x+.5,y:p.y})} />`}
        </g>`})}
    </svg>
  `}function X({commit:t,latest:s,x:n,chosen:r,choose:e}){const i=`left: ${n}rem; top: ${w.transaction}rem`;if(!s)return o`<div class="transaction none" style=${i} data-testid="transaction"><span class="znode-path">${t?.path??"/commit"}</span><b>no transaction yet</b></div>`;const c=g(t.path,s.name),d=s.decision??"undecided";return o`
    <div class=${`transaction is-${d}`} style=${i}>
      <button class=${r.znode===c?"picked":""} disabled=${s.gone} data-testid="transaction" data-says=${d}
        title=${`${c}
${s.gone?"cleared, after all of its sites had carried it out":"its data says what moves, and what was decided"}`}
        onClick=${()=>e({znode:c})}>
        <span class="znode-path">${c}${s.gone?", cleared":""}</span>
        <b>${d}</b>
        <span class="soft">${Y(s)}</span>
      </button>
    </div>
  `}function Y({moves:t={}}){const s=Object.keys(t).filter(e=>t[e]<0),n=Object.keys(t).filter(e=>t[e]>0);return`${s.reduce((e,i)=>e-t[i],0)} from ${s.join(" ")} to ${n.join(" ")}`}function q({commit:t}){if(!t||!Object.keys(t.sites).length)return null;const{sum:s,opening:n,on_the_way:r}=t,e=s+r===n;return o`
    <p class=${`commit-sum ${e?"":"tone-dead"}`} data-testid="commit-sum" data-sum=${s} data-way=${r}>
      All accounts hold <b class="number">${s}</b>${r!==0&&o`, and <b class="number">${s+r}</b> when all have carried it out`}${e?", as much as they were opened with":o`; they were opened with <b class="number">${n}</b>`}
    </p>
  `}var J=Object.freeze({__proto__:null,Board:G});const K=5;function Q({commit:{transactions:t}}){const s=Object.values(t??{}).sort((n,r)=>r.number-n.number).slice(0,K);return o`
    <section class="transactions" tabindex="0" aria-label="Transactions">
      <p class="handoff-title"><b>Transactions</b></p>
      ${s.length?o`<table><thead><tr><th>no.</th><th>moves</th><th>votes</th><th>decision</th><th>by</th><th>within</th></tr></thead>
          <tbody>${s.map(n=>o`<${tt} key=${n.number} one=${n} />`)}</tbody></table>`:o`<p class="soft">No transaction has been begun yet.</p>`}
    </section>
  `}function tt({one:t}){const s=Object.keys(t.moves??{}).sort(),n={commit:"\u2713",abort:"\u2717"},r=t.decided&&t.begun?R((t.decided-t.begun)*1e3):"";return o`
    <tr data-testid=${`row-tx-${t.number}`} data-decision=${t.decision??""}>
      <td class="number">${t.number}</td>
      <td class="number">${s.map(e=>`${e} ${t.moves[e]>0?"+":""}${t.moves[e]}`).join(", ")}</td>
      <td>${s.map(e=>{const i=t.votes?.[e]?.vote;return o`<span key=${e} class=${`ballot is-${i??"none"}`} title=${`${e}: ${i??"no vote"}`}>${e} ${n[i]??"\xB7"}</span>`})}</td>
      <td><b class=${`is-${t.decision??"none"}`}>${t.decision??"undecided"}</b></td>
      <td>${t.decided_by??t.coordinator?.candidate??""}</td><td class="number">${r}</td>
    </tr>
  `}var st=Object.freeze({__proto__:null,Transactions:Q});export{J as b,st as t};
//# sourceMappingURL=commit-rf_txl-z.js.map
