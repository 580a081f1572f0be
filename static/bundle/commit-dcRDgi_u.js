import{bh as k,ae as x,bA as C,bj as T,bB as O,aV as _,af as M,a2 as e,a_ as w,bC as A,L,P as R,b3 as B,b2 as W,ai as D}from"./page.js";import{D as z,a as N}from"./more-SxfHoWSS.js";const I=100;function F({state:t,one:s,at:n,commit:r,latest:o,clock:i,chosen:d,choose:$}){const{id:a,candidate:l,said:c,isLeading:u}=s,h=k(t,l,u),m=u&&l.process==="running"?c.decides??null:null;x(h!==null||m!==null?I:null);const p=i.now(),f=C(s),b=d.candidate===a;return e`
    <div class=${`person coordinator tone-${O(s)} ${b?"chosen":""}`} style=${`left: ${n.x}rem; top: ${n.y}rem`}
      data-testid=${`person-${a}`} data-leading=${String(u)} data-process=${l.process??""}>
      <${z} id=${a} label=${`coordinator ${a}: ${f}`} chosen=${d} choose=${$}
        disc=${{candidate:l,share:_(l.session_timeout_ms,h,p),done:null}} />
      <div class="person-words">
        <span>${f}${m!==null&&m>p?e` <span class="number">in ${M(m-p)}</span>`:""}</span>
        <${T} ends=${h} now=${p} />
        ${u&&e`<${H} path=${w(w(r.path,o.name),"coordinator")} chosen=${d} choose=${$} />`}
      </div>
    </div>
  `}function H({path:t,chosen:s,choose:n}){return e`
    <button class=${`own-znode ${s.znode===t?"picked":""}`} title=${`${t}
ephemeral: it ends with the session of its creator`}
      onClick=${()=>n({znode:t})}>coordinator</button>
  `}const P=100;function V({state:t,one:s,at:n,commit:r,latest:o,clock:i,chosen:d,choose:$}){const{site:a,id:l,candidate:c,known:u}=s,h=k(t,c,!1),m=o?.decision?null:u.doubt?.since??null;x(h!==null||m!==null?P:null);const p=i.now(),f=A(s,o),b=l!==null&&d.candidate===l;return e`
    <div class=${`site tone-${O(s)} ${m===null?"":"in-doubt"} ${b?"chosen":""}`} style=${`left: ${n.x}rem; top: ${n.y}rem`}
      data-testid=${`site-${a}`} data-vote=${s.vote??""} data-doubt=${String(m!==null)} data-process=${c.process??""}
      data-carried=${s.carried??""}>
      <${Z} one=${s} commit=${r} latest=${o} chosen=${d} choose=${$} />
      <${z} id=${l} label=${`site ${a}, process ${l??"none"}: ${f}`} chosen=${d} choose=${$}
        disc=${{id:a,candidate:c,share:_(c.session_timeout_ms,h,p),done:null}} />
      <p class="site-words"><span>${f}</span>${m!==null&&e` <span class="number" data-testid=${`doubt-${a}`}>${M(p-m)}</span>`}</p>
      <${E} known=${u} site=${a} />
    </div>
  `}function Z({one:{site:t,vote:s,done:n,isIn:r},commit:o,latest:i,chosen:d,choose:$}){if(!i||!r)return e`<span class="vote-znode none">${i?"takes no part":"\xA0"}</span>`;const a=w(w(o.path,i.name),t);return e`
    <button class=${`vote-znode is-${s??"empty"} ${d.znode===a?"picked":""}`} disabled=${i.gone} data-testid=${`vote-${t}`}
      title=${`${a}
${n?`has carried out: ${n}`:"its vote"}`} onClick=${()=>$({znode:a})}>
      ${s??"no vote"}${n?" \u2713":""}</button>
  `}function E({known:{balance:t,entry:s},site:n}){return typeof t!="number"?null:e`
    <p class=${`account ${s?"prepared":""}`} data-testid=${`account-${n}`} data-balance=${t}
      title=${s?`prepared for ${s.transaction}: ${s.amount}`:"what its ledger says"}>
      <b class="number" key=${t}>${t}</b>${s&&e` <span class="number soft">${s.amount>0?"+":""}${s.amount}?</span>`}</p>
  `}const U=6.4,j=10,y={coordinators:2.4,transaction:7.1,votes:12.4},S=1.9,v=4;function X(t){const[s,n]=N(),{state:r,page:o,latest:i}=t,d=L(t),$=R(t);if(!d.length&&!$.length)return e`<div class="flow flow-empty" ref=${s}><${B} ...${t} /></div>`;const a=o.status.state!=="connected"||!W(r),l=Y(n,$.length,Math.min(d.length,v));return e`
    <div class=${`flow commit ${a?"stale":""}`} ref=${s} style=${`height: ${l.height}rem`} data-testid="commit-board"
      data-transaction=${i?.name??""} data-decision=${i?.decision??""}>
      <${q} latest=${i} sites=${$} coordinators=${d} places=${l} width=${n} />
      ${d.slice(0,v).map((c,u)=>e`<${F} key=${c.id} ...${t} one=${c} at=${l.coordinators[u]} />`)}
      ${d.length>v&&e`<p class="flow-more soft" style="left: 50%; top: -0.4rem">and ${d.length-v} more</p>`}
      <${G} ...${t} x=${n/2} />
      ${$.map((c,u)=>e`<${V} key=${c.site} ...${t} one=${c} at=${l.sites[u]} />`)}
      <${K} ...${t} />
    </div>
  `}function Y(t,s,n){const r=Math.max(1,Math.min(s||1,Math.floor(t/U))),o=Math.max(1,Math.ceil(s/r)),i=Math.ceil((s||1)/o),d=t/i,$=c=>({x:(c%i+.5)*d,y:y.votes+Math.floor(c/i)*j}),a=Math.min(12,t/Math.max(n,1)),l=c=>({x:t/2+(c-(n-1)/2)*a,y:y.coordinators});return{height:y.votes+o*j+.6,sites:Array.from({length:s},(c,u)=>$(u)),coordinators:Array.from({length:n},(c,u)=>l(u))}}function q({latest:t,sites:s,coordinators:n,places:r,width:o}){const i={x:o/2,up:y.transaction-S,down:y.transaction+S},d=n.findIndex(({isLeading:a})=>a),$=r.height;return e`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${o} ${$}`}>
      <defs>
        ${["commit","abort"].map(a=>e`<marker key=${a} id=${`commit-head-${a}`} class=${`arrow-head is-${a}`} viewBox="0 0 8 8" refX="6" refY="4"
            markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>`)}
      </defs>
      ${d>=0&&d<r.coordinators.length&&e`<path class=${`coordinates ${n[d].candidate.process==="running"?"":"broken"}`}
          d=${`M${r.coordinators[d].x} ${y.coordinators+1.6}L${i.x} ${i.up}`} />`}
      ${s.map((a,l)=>{const{x:c,y:u}=r.sites[l],h=(b,g)=>`M${b.x} ${b.y}C${b.x} ${(b.y+g.y)/2} ${g.x} ${(b.y+g.y)/2} ${g.x} ${g.y}`,m={x:i.x+(c-i.x)*.12,y:i.down},p={x:c,y:u-.2},f=t&&a.candidate.process!=="exited"&&a.candidate.watches===t.name;return e`<g key=${a.site}>
          ${a.vote&&!t.decision&&e`<path class=${`vote-arrow is-${a.vote}`} marker-end=${`url(#commit-head-${a.vote})`} d=${h(p,m)} data-testid=${`arrow-vote-${a.site}`} />`}
          ${t?.decision&&a.isIn&&e`<path class=${`decision-arrow is-${t.decision} ${a.carried||a.done?"":"owed"}`}
            marker-end=${`url(#commit-head-${t.decision})`} d=${h(m,p)} data-testid=${`arrow-decision-${a.site}`} data-owed=${String(!(a.carried||a.done))} />`}
          ${f&&!t.decision&&e`<path class="flow-watch" d=${h({x:c+.9,y:u-.2},{x:m.x+.5,y:m.y})} />`}
        </g>`})}
    </svg>
  `}function G({commit:t,latest:s,x:n,chosen:r,choose:o}){const i=`left: ${n}rem; top: ${y.transaction}rem`;if(!s)return e`<div class="transaction none" style=${i} data-testid="transaction"><span class="znode-path">${t?.path??"/commit"}</span><b>no transaction yet</b></div>`;const d=w(t.path,s.name),$=s.decision??"undecided";return e`
    <div class=${`transaction is-${$}`} style=${i}>
      <button class=${r.znode===d?"picked":""} disabled=${s.gone} data-testid="transaction" data-says=${$}
        title=${`${d}
${s.gone?"cleared, after all of its sites had carried it out":"its data says what moves, and what was decided"}`}
        onClick=${()=>o({znode:d})}>
        <span class="znode-path">${d}${s.gone?", cleared":""}</span>
        <b>${$}</b>
        <span class="soft">${J(s)}</span>
      </button>
    </div>
  `}function J({moves:t={}}){const s=Object.keys(t).filter(o=>t[o]<0),n=Object.keys(t).filter(o=>t[o]>0);return`${s.reduce((o,i)=>o-t[i],0)} from ${s.join(" ")} to ${n.join(" ")}`}function K({commit:t}){if(!t||!Object.keys(t.sites).length)return null;const{sum:s,opening:n,on_the_way:r}=t,o=s+r===n;return e`
    <p class=${`commit-sum ${o?"":"tone-dead"}`} data-testid="commit-sum" data-sum=${s} data-way=${r}>
      All accounts hold <b class="number">${s}</b>${r!==0&&e`; when all have carried it out <b class="number">${s+r}</b>`}${o?", as at first":e`; at first it was <b class="number">${n}</b>`}
    </p>
  `}var Q=Object.freeze({__proto__:null,Board:X});const tt=5;function st({commit:{transactions:t}}){const s=Object.values(t??{}).sort((n,r)=>r.number-n.number).slice(0,tt);return e`
    <section class="transactions" tabindex="0" aria-label="Transactions">
      <p class="handoff-title"><b>Transactions</b></p>
      ${s.length?e`<table><thead><tr><th>no.</th><th>moves</th><th>votes</th><th>decision</th><th>by</th><th>within</th></tr></thead>
          <tbody>${s.map(n=>e`<${nt} key=${n.number} one=${n} />`)}</tbody></table>`:e`<p class="soft">No transaction has been begun yet.</p>`}
    </section>
  `}function nt({one:t}){const s=Object.keys(t.moves??{}).sort(),n={commit:"\u2713",abort:"\u2717"},r=t.decided&&t.begun?D((t.decided-t.begun)*1e3):"";return e`
    <tr data-testid=${`row-tx-${t.number}`} data-decision=${t.decision??""}>
      <td class="number">${t.number}</td>
      <td class="number">${s.map(o=>`${o} ${t.moves[o]>0?"+":""}${t.moves[o]}`).join(", ")}</td>
      <td>${s.map(o=>{const i=t.votes?.[o]?.vote;return e`<span key=${o} class=${`ballot is-${i??"none"}`} title=${`${o}: ${i??"no vote"}`}>${o} ${n[i]??"\xB7"}</span>`})}</td>
      <td><b class=${`is-${t.decision??"none"}`}>${t.decision??"undecided"}</b></td>
      <td>${t.decided_by??t.coordinator?.candidate??""}</td><td class="number">${r}</td>
    </tr>
  `}var at=Object.freeze({__proto__:null,Transactions:st});export{Q as b,at as t};
//# sourceMappingURL=commit-dcRDgi_u.js.map
