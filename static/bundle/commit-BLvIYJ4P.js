import{bl as k,ag as x,bE as T,bn as C,bF as O,aZ as _,ah as M,a2 as e,b2 as g,bG as A,L,P as R,b7 as W,b6 as B,al as N}from"./page.js";import{D as z,a as D}from"./more-BR-OAo5m.js";const I=100;function F({state:t,one:s,at:n,commit:c,latest:o,clock:i,chosen:r,choose:$}){const{id:a,candidate:l,said:d,isLeading:u}=s,m=k(t,l,u),h=u&&l.process==="running"?d.decides??null:null;x(m!==null||h!==null?I:null);const p=i.now(),f=T(s),b=r.candidate===a;return e`
    <div class=${`person coordinator tone-${O(s)} ${b?"chosen":""}`} style=${`left: ${n.x}rem; top: ${n.y}rem`}
      data-testid=${`person-${a}`} data-leading=${String(u)} data-process=${l.process??""}>
      <${z} id=${a} label=${`coordinator ${a}: ${f}`} chosen=${r} choose=${$}
        disc=${{candidate:l,share:_(l.session_timeout_ms,m,p),done:null}} />
      <div class="person-words">
        <span>${f}${h!==null&&h>p?e` <span class="number">in ${M(h-p)}</span>`:""}</span>
        <${C} ends=${m} now=${p} />
        ${u&&e`<${Z} path=${g(g(c.path,o.name),"coordinator")} chosen=${r} choose=${$} />`}
      </div>
    </div>
  `}function Z({path:t,chosen:s,choose:n}){return e`
    <button class=${`own-znode ${s.znode===t?"picked":""}`} title=${`${t}
ephemeral: it ends with the session of its creator`}
      onClick=${()=>n({znode:t})}>coordinator</button>
  `}const E=100,G={commit:"\u2713",abort:"\u2717"};function H({state:t,one:s,at:n,commit:c,latest:o,clock:i,chosen:r,choose:$}){const{site:a,id:l,candidate:d,known:u}=s,m=k(t,d,!1),h=o?.decision?null:u.doubt?.since??null;x(m!==null||h!==null?E:null);const p=i.now(),f=A(s,o),b=l!==null&&r.candidate===l;return e`
    <div class=${`site tone-${O(s)} ${h===null?"":"in-doubt"} ${b?"chosen":""}`} style=${`left: ${n.x}rem; top: ${n.y}rem`}
      data-testid=${`site-${a}`} data-vote=${s.vote??""} data-doubt=${String(h!==null)} data-process=${d.process??""}
      data-carried=${s.carried??""}>
      <${P} one=${s} commit=${c} latest=${o} chosen=${r} choose=${$} />
      <${z} id=${l} label=${`site ${a}, process ${l??"none"}: ${f}`} chosen=${r} choose=${$}
        disc=${{id:a,candidate:d,share:_(d.session_timeout_ms,m,p),done:null}} />
      <p class="site-words"><span>${f}</span>${h!==null&&e` <span class="number" data-testid=${`doubt-${a}`}>${M(p-h)}</span>`}</p>
      <${U} known=${u} site=${a} />
    </div>
  `}function P({one:{site:t,vote:s,done:n,isIn:c},commit:o,latest:i,chosen:r,choose:$}){if(!i||!c)return e`<span class="vote-znode none">${i?"takes no part":"\xA0"}</span>`;const a=g(g(o.path,i.name),t);return e`
    <button class=${`vote-znode is-${n??s??"empty"} ${r.znode===a?"picked":""}`} disabled=${i.gone} data-testid=${`vote-${t}`}
      title=${`${a}
${n?`has carried out: ${n}`:"its vote"}`} onClick=${()=>$({znode:a})}>
      ${s??"no vote"}${n&&e`${" "}<b aria-hidden="true">${G[n]}</b><span class="sr">, carried out: ${n}</span>`}</button>
  `}function U({known:{balance:t,entry:s},site:n}){return typeof t!="number"?null:e`
    <p class=${`account ${s?"prepared":""}`} data-testid=${`account-${n}`} data-balance=${t}
      title=${s?`prepared for ${s.transaction}: ${s.amount}`:"what its ledger says"}>
      <b class="number" key=${t}>${t}</b>${s&&e` <span class="number soft">${s.amount>0?"+":""}${s.amount}?</span>`}</p>
  `}const V=6.4,S=10,y={coordinators:2.4,transaction:7.1,votes:12.4},j=1.9,v=4;function X(t){const[s,n]=D(),{state:c,page:o,latest:i}=t,r=L(t),$=R(t);if(!r.length&&!$.length)return e`<div class="flow flow-empty" ref=${s}><${W} ...${t} /></div>`;const a=o.status.state!=="connected"||!B(c),l=Y(n,$.length,Math.min(r.length,v));return e`
    <div class=${`flow commit ${a?"stale":""}`} ref=${s} style=${`height: ${l.height}rem`} data-testid="commit-board"
      data-transaction=${i?.name??""} data-decision=${i?.decision??""}>
      <${q} latest=${i} sites=${$} coordinators=${r} places=${l} width=${n} />
      ${r.slice(0,v).map((d,u)=>e`<${F} key=${d.id} ...${t} one=${d} at=${l.coordinators[u]} />`)}
      ${r.length>v&&e`<p class="flow-more soft" style="left: 50%; top: -0.4rem">and ${r.length-v} more</p>`}
      <${J} ...${t} x=${n/2} />
      ${$.map((d,u)=>e`<${H} key=${d.site} ...${t} one=${d} at=${l.sites[u]} />`)}
      <${Q} ...${t} />
    </div>
  `}function Y(t,s,n){const c=Math.max(1,Math.min(s||1,Math.floor(t/V))),o=Math.max(1,Math.ceil(s/c)),i=Math.ceil((s||1)/o),r=t/i,$=d=>({x:(d%i+.5)*r,y:y.votes+Math.floor(d/i)*S}),a=Math.min(12,t/Math.max(n,1)),l=d=>({x:t/2+(d-(n-1)/2)*a,y:y.coordinators});return{height:y.votes+o*S+.6,sites:Array.from({length:s},(d,u)=>$(u)),coordinators:Array.from({length:n},(d,u)=>l(u))}}function q({latest:t,sites:s,coordinators:n,places:c,width:o}){const i={x:o/2,up:y.transaction-j,down:y.transaction+j},r=n.findIndex(({isLeading:a})=>a),$=c.height;return e`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${o} ${$}`}>
      <defs>
        ${["commit","abort"].map(a=>e`<marker key=${a} id=${`commit-head-${a}`} class=${`arrow-head is-${a}`} viewBox="0 0 8 8" refX="6" refY="4"
            markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>`)}
      </defs>
      ${r>=0&&r<c.coordinators.length&&e`<path class=${`coordinates ${n[r].candidate.process==="running"?"":"broken"}`}
          d=${`M${c.coordinators[r].x} ${y.coordinators+1.6}L${i.x} ${i.up}`} />`}
      ${s.map((a,l)=>{const{x:d,y:u}=c.sites[l],m=(b,w)=>`M${b.x} ${b.y}C${b.x} ${(b.y+w.y)/2} ${w.x} ${(b.y+w.y)/2} ${w.x} ${w.y}`,h={x:i.x+(d-i.x)*.12,y:i.down},p={x:d,y:u-.2},f=t&&a.candidate.process!=="exited"&&a.candidate.watches===t.name;return e`<g key=${a.site}>
          ${a.vote&&!t.decision&&e`<path class=${`vote-arrow is-${a.vote}`} marker-end=${`url(#commit-head-${a.vote})`} d=${m(p,h)} data-testid=${`arrow-vote-${a.site}`} />`}
          ${t?.decision&&a.isIn&&e`<path class=${`decision-arrow is-${t.decision} ${a.carried||a.done?"":"owed"}`}
            marker-end=${`url(#commit-head-${t.decision})`} d=${m(h,p)} data-testid=${`arrow-decision-${a.site}`} data-owed=${String(!(a.carried||a.done))} />`}
          ${f&&!t.decision&&e`<path class="flow-watch" d=${m({x:d+.9,y:u-.2},{x:h.x+.5,y:h.y})} />`}
        </g>`})}
    </svg>
  `}function J({commit:t,latest:s,x:n,chosen:c,choose:o}){const i=`left: ${n}rem; top: ${y.transaction}rem`;if(!s)return e`<div class="transaction none" style=${i} data-testid="transaction"><span class="znode-path">${t?.path??"/commit"}</span><b>no transaction yet</b></div>`;const r=g(t.path,s.name),$=s.decision??"undecided";return e`
    <div class=${`transaction is-${$}`} style=${i}>
      <button class=${c.znode===r?"picked":""} disabled=${s.gone} data-testid="transaction" data-says=${$}
        title=${`${r}
${s.gone?"cleared, after all of its sites had carried it out":"its data says what moves, and what was decided"}`}
        onClick=${()=>o({znode:r})}>
        <span class="znode-path">${r}${s.gone?", cleared":""}</span>
        <b>${$}</b>
        <span class="soft">${K(s)}</span>
      </button>
    </div>
  `}function K({moves:t={}}){const s=Object.keys(t).filter(o=>t[o]<0),n=Object.keys(t).filter(o=>t[o]>0);return`${s.reduce((o,i)=>o-t[i],0)} from ${s.join(" ")} to ${n.join(" ")}`}function Q({commit:t}){if(!t||!Object.keys(t.sites).length)return null;const{sum:s,opening:n,on_the_way:c}=t,o=s+c===n;return e`
    <p class=${`commit-sum ${o?"":"tone-dead"}`} data-testid="commit-sum" data-sum=${s} data-way=${c}>
      All accounts hold <b class="number">${s}</b>${c!==0&&e`, and <b class="number">${s+c}</b> when all have carried it out`}${o?", as much as they were opened with":e`; they were opened with <b class="number">${n}</b>`}
    </p>
  `}var tt=Object.freeze({__proto__:null,Board:X});const st=5;function nt({commit:{transactions:t}}){const s=Object.values(t??{}).sort((n,c)=>c.number-n.number).slice(0,st);return e`
    <section class="transactions" tabindex="0" aria-label="Transactions">
      <p class="handoff-title"><b>Transactions</b></p>
      ${s.length?e`<table><thead><tr><th>no.</th><th>moves</th><th>votes</th><th>decision</th><th>by</th><th>within</th></tr></thead>
          <tbody>${s.map(n=>e`<${at} key=${n.number} one=${n} />`)}</tbody></table>`:e`<p class="soft">No transaction has been begun yet.</p>`}
    </section>
  `}function at({one:t}){const s=Object.keys(t.moves??{}).sort(),n={commit:"\u2713",abort:"\u2717"},c=t.decided&&t.begun?N((t.decided-t.begun)*1e3):"";return e`
    <tr data-testid=${`row-tx-${t.number}`} data-decision=${t.decision??""}>
      <td class="number">${t.number}</td>
      <td class="number">${s.map(o=>`${o} ${t.moves[o]>0?"+":""}${t.moves[o]}`).join(", ")}</td>
      <td>${s.map(o=>{const i=t.votes?.[o]?.vote;return e`<span key=${o} class=${`ballot is-${i??"none"}`} title=${`${o}: ${i??"no vote"}`}>${o} ${n[i]??"\xB7"}</span>`})}</td>
      <td><b class=${`is-${t.decision??"none"}`}>${t.decision??"undecided"}</b></td>
      <td>${t.decided_by??t.coordinator?.candidate??""}</td><td class="number">${c}</td>
    </tr>
  `}var ot=Object.freeze({__proto__:null,Transactions:nt});export{tt as b,ot as t};
//# sourceMappingURL=commit-BLvIYJ4P.js.map
