import{bf as k,ac as x,bz as j,bh as A,bA as O,aT as _,ad as M,a0 as i,aY as w,bB as C,K as L,O as R,b1 as B,b0 as W,ag as D}from"./page.js";import{D as z,a as N}from"./more-DbBeBVFM.js";const I=100;function F({state:t,one:s,at:n,commit:d,latest:o,clock:e,chosen:c,choose:r}){const{id:a,candidate:l,said:$,isLeading:u}=s,m=k(t,l,u),h=u&&l.process==="running"?$.decides??null:null;x(m!==null||h!==null?I:null);const p=e.now(),y=j(s),b=c.candidate===a;return i`
    <div class=${`person coordinator tone-${O(s)} ${b?"chosen":""}`} style=${`left: ${n.x}rem; top: ${n.y}rem`}
      data-testid=${`person-${a}`} data-leading=${String(u)} data-process=${l.process??""}>
      <${z} id=${a} label=${`coordinator ${a}: ${y}`} chosen=${c} choose=${r}
        disc=${{candidate:l,share:_(l.session_timeout_ms,m,p),done:null}} />
      <div class="person-words">
        <span>${y}${h!==null&&h>p?i` <span class="number">in ${M(h-p)}</span>`:""}</span>
        <${A} ends=${m} now=${p} />
        ${u&&i`<${H} path=${w(w(d.path,o.name),"coordinator")} chosen=${c} choose=${r} />`}
      </div>
    </div>
  `}function H({path:t,chosen:s,choose:n}){return i`
    <button class=${`own-znode ${s.znode===t?"picked":""}`} title=${`${t}
ephemeral: it ends with the session of its creator`}
      onClick=${()=>n({znode:t})}>coordinator</button>
  `}const Y=100;function Z({one:t,at:s,commit:n,latest:d,clock:o,chosen:e,choose:c}){const{site:r,id:a,candidate:l,known:$}=t,u=k(l,!1),m=d?.decision?null:$.doubt?.since??null;x(u!==null||m!==null?Y:null);const h=o.now(),p=C(t,d),y=a!==null&&e.candidate===a;return i`
    <div class=${`site tone-${O(t)} ${m===null?"":"in-doubt"} ${y?"chosen":""}`} style=${`left: ${s.x}rem; top: ${s.y}rem`}
      data-testid=${`site-${r}`} data-vote=${t.vote??""} data-doubt=${String(m!==null)} data-process=${l.process??""}
      data-carried=${t.carried??""}>
      <${E} one=${t} commit=${n} latest=${d} chosen=${e} choose=${c} />
      <${z} id=${a} label=${`site ${r}, process ${a??"none"}: ${p}`} chosen=${e} choose=${c}
        disc=${{id:r,candidate:l,share:_(l.session_timeout_ms,u,h),done:null}} />
      <p class="site-words"><span>${p}</span>${m!==null&&i` <span class="number" data-testid=${`doubt-${r}`}>${M(h-m)}</span>`}</p>
      <${K} known=${$} site=${r} />
    </div>
  `}function E({one:{site:t,vote:s,done:n,isIn:d},commit:o,latest:e,chosen:c,choose:r}){if(!e||!d)return i`<span class="vote-znode none">${e?"takes no part":"\xA0"}</span>`;const a=w(w(o.path,e.name),t);return i`
    <button class=${`vote-znode is-${s??"empty"} ${c.znode===a?"picked":""}`} disabled=${e.gone} data-testid=${`vote-${t}`}
      title=${`${a}
${n?`has carried out: ${n}`:"its vote"}`} onClick=${()=>r({znode:a})}>
      ${s??"no vote"}${n?" \u2713":""}</button>
  `}function K({known:{balance:t,entry:s},site:n}){return typeof t!="number"?null:i`
    <p class=${`account ${s?"prepared":""}`} data-testid=${`account-${n}`} data-balance=${t}
      title=${s?`prepared for ${s.transaction}: ${s.amount}`:"what its ledger says"}>
      <b class="number" key=${t}>${t}</b>${s&&i` <span class="number soft">${s.amount>0?"+":""}${s.amount}?</span>`}</p>
  `}const P=6.4,S=10,f={coordinators:2.4,transaction:7.1,votes:12.4},T=1.9,v=4;function U(t){const[s,n]=N(),{state:d,page:o,latest:e}=t,c=L(t),r=R(t);if(!c.length&&!r.length)return i`<div class="flow flow-empty" ref=${s}><${B} ...${t} /></div>`;const a=o.status.state!=="connected"||!W(d),l=V(n,r.length,Math.min(c.length,v));return i`
    <div class=${`flow commit ${a?"stale":""}`} ref=${s} style=${`height: ${l.height}rem`} data-testid="commit-board"
      data-transaction=${e?.name??""} data-decision=${e?.decision??""}>
      <${X} latest=${e} sites=${r} coordinators=${c} places=${l} width=${n} />
      ${c.slice(0,v).map(($,u)=>i`<${F} key=${$.id} ...${t} one=${$} at=${l.coordinators[u]} />`)}
      ${c.length>v&&i`<p class="flow-more soft" style="left: 50%; top: -0.4rem">and ${c.length-v} more</p>`}
      <${q} ...${t} x=${n/2} />
      ${r.map(($,u)=>i`<${Z} key=${$.site} ...${t} one=${$} at=${l.sites[u]} />`)}
      <${J} ...${t} />
    </div>
  `}function V(t,s,n){const d=Math.max(1,Math.min(s||1,Math.floor(t/P))),o=Math.max(1,Math.ceil(s/d)),e=Math.ceil((s||1)/o),c=t/e,r=$=>({x:($%e+.5)*c,y:f.votes+Math.floor($/e)*S}),a=Math.min(12,t/Math.max(n,1)),l=$=>({x:t/2+($-(n-1)/2)*a,y:f.coordinators});return{height:f.votes+o*S+.6,sites:Array.from({length:s},($,u)=>r(u)),coordinators:Array.from({length:n},($,u)=>l(u))}}function X({latest:t,sites:s,coordinators:n,places:d,width:o}){const e={x:o/2,up:f.transaction-T,down:f.transaction+T},c=n.findIndex(({isLeading:a})=>a),r=d.height;return i`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${o} ${r}`}>
      <defs>
        ${["commit","abort"].map(a=>i`<marker key=${a} id=${`commit-head-${a}`} class=${`arrow-head is-${a}`} viewBox="0 0 8 8" refX="6" refY="4"
            markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>`)}
      </defs>
      ${c>=0&&c<d.coordinators.length&&i`<path class=${`coordinates ${n[c].candidate.process==="running"?"":"broken"}`}
          d=${`M${d.coordinators[c].x} ${f.coordinators+1.6}L${e.x} ${e.up}`} />`}
      ${s.map((a,l)=>{const{x:$,y:u}=d.sites[l],m=(b,g)=>`M${b.x} ${b.y}C${b.x} ${(b.y+g.y)/2} ${g.x} ${(b.y+g.y)/2} ${g.x} ${g.y}`,h={x:e.x+($-e.x)*.12,y:e.down},p={x:$,y:u-.2},y=t&&a.candidate.process!=="exited"&&a.candidate.watches===t.name;return i`<g key=${a.site}>
          ${a.vote&&!t.decision&&i`<path class=${`vote-arrow is-${a.vote}`} marker-end=${`url(#commit-head-${a.vote})`} d=${m(p,h)} data-testid=${`arrow-vote-${a.site}`} />`}
          ${t?.decision&&a.isIn&&i`<path class=${`decision-arrow is-${t.decision} ${a.carried||a.done?"":"owed"}`}
            marker-end=${`url(#commit-head-${t.decision})`} d=${m(h,p)} data-testid=${`arrow-decision-${a.site}`} data-owed=${String(!(a.carried||a.done))} />`}
          ${y&&!t.decision&&i`<path class="flow-watch" d=${m({x:$+.9,y:u-.2},{x:h.x+.5,y:h.y})} />`}
        </g>`})}
    </svg>
  `}function q({commit:t,latest:s,x:n,chosen:d,choose:o}){const e=`left: ${n}rem; top: ${f.transaction}rem`;if(!s)return i`<div class="transaction none" style=${e} data-testid="transaction"><span class="znode-path">${t?.path??"/commit"}</span><b>no transaction yet</b></div>`;const c=w(t.path,s.name),r=s.decision??"undecided";return i`
    <div class=${`transaction is-${r}`} style=${e}>
      <button class=${d.znode===c?"picked":""} disabled=${s.gone} data-testid="transaction" data-says=${r}
        title=${`${c}
${s.gone?"cleared, after all of its sites had carried it out":"its data says what moves, and what was decided"}`}
        onClick=${()=>o({znode:c})}>
        <span class="znode-path">${c}${s.gone?", cleared":""}</span>
        <b>${r}</b>
        <span class="soft">${G(s)}</span>
      </button>
    </div>
  `}function G({moves:t={}}){const s=Object.keys(t).filter(o=>t[o]<0),n=Object.keys(t).filter(o=>t[o]>0);return`${s.reduce((o,e)=>o-t[e],0)} from ${s.join(" ")} to ${n.join(" ")}`}function J({commit:t}){if(!t||!Object.keys(t.sites).length)return null;const{sum:s,opening:n,on_the_way:d}=t,o=s+d===n;return i`
    <p class=${`commit-sum ${o?"":"tone-dead"}`} data-testid="commit-sum" data-sum=${s} data-way=${d}>
      All accounts hold <b class="number">${s}</b>${d!==0&&i`; when all have carried it out <b class="number">${s+d}</b>`}${o?", as at first":i`; at first it was <b class="number">${n}</b>`}
    </p>
  `}var Q=Object.freeze({__proto__:null,Board:U});const tt=5;function st({commit:{transactions:t}}){const s=Object.values(t??{}).sort((n,d)=>d.number-n.number).slice(0,tt);return i`
    <section class="transactions" tabindex="0" aria-label="Transactions">
      <p class="handoff-title"><b>Transactions</b></p>
      ${s.length?i`<table><thead><tr><th>no.</th><th>moves</th><th>votes</th><th>decision</th><th>by</th><th>within</th></tr></thead>
          <tbody>${s.map(n=>i`<${nt} key=${n.number} one=${n} />`)}</tbody></table>`:i`<p class="soft">No transaction has been begun yet.</p>`}
    </section>
  `}function nt({one:t}){const s=Object.keys(t.moves??{}).sort(),n={commit:"\u2713",abort:"\u2717"},d=t.decided&&t.begun?D((t.decided-t.begun)*1e3):"";return i`
    <tr data-testid=${`row-tx-${t.number}`} data-decision=${t.decision??""}>
      <td class="number">${t.number}</td>
      <td class="number">${s.map(o=>`${o} ${t.moves[o]>0?"+":""}${t.moves[o]}`).join(", ")}</td>
      <td>${s.map(o=>{const e=t.votes?.[o]?.vote;return i`<span key=${o} class=${`ballot is-${e??"none"}`} title=${`${o}: ${e??"no vote"}`}>${o} ${n[e]??"\xB7"}</span>`})}</td>
      <td><b class=${`is-${t.decision??"none"}`}>${t.decision??"undecided"}</b></td>
      <td>${t.decided_by??t.coordinator?.candidate??""}</td><td class="number">${d}</td>
    </tr>
  `}var at=Object.freeze({__proto__:null,Transactions:st});export{Q as b,at as t};
