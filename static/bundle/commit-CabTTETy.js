import{be as x,ac as k,bx as T,bg as C,by as O,aS as _,ad as M,a0 as i,aX as w,bz as A,K as L,O as R,b0 as W,a$ as B,ag as D}from"./page.js";import{D as z,a as N}from"./more-D1aC5s9h.js";const I=100;function F({one:t,at:s,commit:a,latest:d,clock:e,chosen:o,choose:c}){const{id:r,candidate:n,said:u,isLeading:$}=t,l=x(n,$),m=$&&n.process==="running"?u.decides??null:null;k(l!==null||m!==null?I:null);const h=e.now(),p=T(t),f=o.candidate===r;return i`
    <div class=${`person coordinator tone-${O(t)} ${f?"chosen":""}`} style=${`left: ${s.x}rem; top: ${s.y}rem`}
      data-testid=${`person-${r}`} data-leading=${String($)} data-process=${n.process??""}>
      <${z} id=${r} label=${`coordinator ${r}: ${p}`} chosen=${o} choose=${c}
        disc=${{candidate:n,share:_(n.session_timeout_ms,l,h),done:null}} />
      <div class="person-words">
        <span>${p}${m!==null&&m>h?i` <span class="number">in ${M(m-h)}</span>`:""}</span>
        <${C} ends=${l} now=${h} />
        ${$&&i`<${H} path=${w(w(a.path,d.name),"coordinator")} chosen=${o} choose=${c} />`}
      </div>
    </div>
  `}function H({path:t,chosen:s,choose:a}){return i`
    <button class=${`own-znode ${s.znode===t?"picked":""}`} title=${`${t}
ephemeral: it ends with the session of its creator`}
      onClick=${()=>a({znode:t})}>coordinator</button>
  `}const X=100;function Z({one:t,at:s,commit:a,latest:d,clock:e,chosen:o,choose:c}){const{site:r,id:n,candidate:u,known:$}=t,l=x(u,!1),m=d?.decision?null:$.doubt?.since??null;k(l!==null||m!==null?X:null);const h=e.now(),p=A(t,d),f=n!==null&&o.candidate===n;return i`
    <div class=${`site tone-${O(t)} ${m===null?"":"in-doubt"} ${f?"chosen":""}`} style=${`left: ${s.x}rem; top: ${s.y}rem`}
      data-testid=${`site-${r}`} data-vote=${t.vote??""} data-doubt=${String(m!==null)} data-process=${u.process??""}
      data-carried=${t.carried??""}>
      <${E} one=${t} commit=${a} latest=${d} chosen=${o} choose=${c} />
      <${z} id=${n} label=${`site ${r}, process ${n??"none"}: ${p}`} chosen=${o} choose=${c}
        disc=${{id:r,candidate:u,share:_(u.session_timeout_ms,l,h),done:null}} />
      <p class="site-words"><span>${p}</span>${m!==null&&i` <span class="number" data-testid=${`doubt-${r}`}>${M(h-m)}</span>`}</p>
      <${K} known=${$} site=${r} />
    </div>
  `}function E({one:{site:t,vote:s,done:a,isIn:d},commit:e,latest:o,chosen:c,choose:r}){if(!o||!d)return i`<span class="vote-znode none">${o?"takes no part":"\xA0"}</span>`;const n=w(w(e.path,o.name),t);return i`
    <button class=${`vote-znode is-${s??"empty"} ${c.znode===n?"picked":""}`} disabled=${o.gone} data-testid=${`vote-${t}`}
      title=${`${n}
${a?`has carried out: ${a}`:"its vote"}`} onClick=${()=>r({znode:n})}>
      ${s??"no vote"}${a?" \u2713":""}</button>
  `}function K({known:{balance:t,entry:s},site:a}){return typeof t!="number"?null:i`
    <p class=${`account ${s?"prepared":""}`} data-testid=${`account-${a}`} data-balance=${t}
      title=${s?`prepared for ${s.transaction}: ${s.amount}`:"what its ledger says"}>
      <b class="number" key=${t}>${t}</b>${s&&i` <span class="number soft">${s.amount>0?"+":""}${s.amount}?</span>`}</p>
  `}const P=6.4,S=11.4,b={coordinators:2.4,transaction:7.1,votes:12.4},j=1.9,v=4;function U(t){const[s,a]=N(),{state:d,page:e,latest:o}=t,c=L(t),r=R(t);if(!c.length&&!r.length)return i`<div class="flow flow-empty" ref=${s}><${W} ...${t} /></div>`;const n=e.status.state!=="connected"||!B(d),u=V(a,r.length,Math.min(c.length,v));return i`
    <div class=${`flow commit ${n?"stale":""}`} ref=${s} style=${`height: ${u.height}rem`} data-testid="commit-board"
      data-transaction=${o?.name??""} data-decision=${o?.decision??""}>
      <${Y} latest=${o} sites=${r} coordinators=${c} places=${u} width=${a} />
      ${c.slice(0,v).map(($,l)=>i`<${F} key=${$.id} ...${t} one=${$} at=${u.coordinators[l]} />`)}
      ${c.length>v&&i`<p class="flow-more soft" style="left: 50%; top: -0.4rem">and ${c.length-v} more</p>`}
      <${q} ...${t} x=${a/2} />
      ${r.map(($,l)=>i`<${Z} key=${$.site} ...${t} one=${$} at=${u.sites[l]} />`)}
      <${J} ...${t} />
    </div>
  `}function V(t,s,a){const d=Math.max(1,Math.min(s||1,Math.floor(t/P))),e=Math.max(1,Math.ceil(s/d)),o=Math.ceil((s||1)/e),c=t/o,r=$=>({x:($%o+.5)*c,y:b.votes+Math.floor($/o)*S}),n=Math.min(12,t/Math.max(a,1)),u=$=>({x:t/2+($-(a-1)/2)*n,y:b.coordinators});return{height:b.votes+e*S+1.2,sites:Array.from({length:s},($,l)=>r(l)),coordinators:Array.from({length:a},($,l)=>u(l))}}function Y({latest:t,sites:s,coordinators:a,places:d,width:e}){const o={x:e/2,up:b.transaction-j,down:b.transaction+j},c=a.findIndex(({isLeading:n})=>n),r=d.height;return i`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${e} ${r}`}>
      <defs>
        ${["commit","abort"].map(n=>i`<marker key=${n} id=${`commit-head-${n}`} class=${`arrow-head is-${n}`} viewBox="0 0 8 8" refX="6" refY="4"
            markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>`)}
      </defs>
      ${c>=0&&c<d.coordinators.length&&i`<path class=${`coordinates ${a[c].candidate.process==="running"?"":"broken"}`}
          d=${`M${d.coordinators[c].x} ${b.coordinators+1.6}L${o.x} ${o.up}`} />`}
      ${s.map((n,u)=>{const{x:$,y:l}=d.sites[u],m=(y,g)=>`M${y.x} ${y.y}C${y.x} ${(y.y+g.y)/2} ${g.x} ${(y.y+g.y)/2} ${g.x} ${g.y}`,h={x:o.x+($-o.x)*.12,y:o.down},p={x:$,y:l-.2},f=t&&n.candidate.process!=="exited"&&n.candidate.watches===t.name;return i`<g key=${n.site}>
          ${n.vote&&!t.decision&&i`<path class=${`vote-arrow is-${n.vote}`} marker-end=${`url(#commit-head-${n.vote})`} d=${m(p,h)} data-testid=${`arrow-vote-${n.site}`} />`}
          ${t?.decision&&n.isIn&&i`<path class=${`decision-arrow is-${t.decision} ${n.carried||n.done?"":"owed"}`}
            marker-end=${`url(#commit-head-${t.decision})`} d=${m(h,p)} data-testid=${`arrow-decision-${n.site}`} data-owed=${String(!(n.carried||n.done))} />`}
          ${f&&!t.decision&&i`<path class="flow-watch" d=${m({x:$+.9,y:l-.2},{x:h.x+.5,y:h.y})} />`}
        </g>`})}
    </svg>
  `}function q({commit:t,latest:s,x:a,chosen:d,choose:e}){const o=`left: ${a}rem; top: ${b.transaction}rem`;if(!s)return i`<div class="transaction none" style=${o} data-testid="transaction"><span class="znode-path">${t?.path??"/commit"}</span><b>no transaction yet</b></div>`;const c=w(t.path,s.name),r=s.decision??"undecided";return i`
    <div class=${`transaction is-${r}`} style=${o}>
      <button class=${d.znode===c?"picked":""} disabled=${s.gone} data-testid="transaction" data-says=${r}
        title=${`${c}
${s.gone?"cleared, after all of its sites had carried it out":"its data says what moves, and what was decided"}`}
        onClick=${()=>e({znode:c})}>
        <span class="znode-path">${c}${s.gone?", cleared":""}</span>
        <b>${r}</b>
        <span class="soft">${G(s)}</span>
      </button>
    </div>
  `}function G({moves:t={}}){const s=Object.keys(t).filter(e=>t[e]<0),a=Object.keys(t).filter(e=>t[e]>0);return`${s.reduce((e,o)=>e-t[o],0)} from ${s.join(" ")} to ${a.join(" ")}`}function J({commit:t}){if(!t||!Object.keys(t.sites).length)return null;const{sum:s,opening:a,on_the_way:d}=t,e=s+d===a;return i`
    <p class=${`commit-sum ${e?"":"tone-dead"}`} data-testid="commit-sum" data-sum=${s} data-way=${d}>
      All accounts hold <b class="number">${s}</b>${d!==0&&i`; when all have carried it out <b class="number">${s+d}</b>`}${e?", as at first":i`; at first it was <b class="number">${a}</b>`}
    </p>
  `}var Q=Object.freeze({__proto__:null,Board:U});const tt=5;function st({commit:{transactions:t}}){const s=Object.values(t??{}).sort((a,d)=>d.number-a.number).slice(0,tt);return i`
    <section class="transactions" tabindex="0" aria-label="Transactions">
      <p class="handoff-title"><b>Transactions</b></p>
      ${s.length?i`<table><thead><tr><th>no.</th><th>moves</th><th>votes</th><th>decision</th><th>by</th><th>within</th></tr></thead>
          <tbody>${s.map(a=>i`<${nt} key=${a.number} one=${a} />`)}</tbody></table>`:i`<p class="soft">No transaction has been begun yet.</p>`}
    </section>
  `}function nt({one:t}){const s=Object.keys(t.moves??{}).sort(),a={commit:"\u2713",abort:"\u2717"},d=t.decided&&t.begun?D((t.decided-t.begun)*1e3):"";return i`
    <tr data-testid=${`row-tx-${t.number}`} data-decision=${t.decision??""}>
      <td class="number">${t.number}</td>
      <td class="number">${s.map(e=>`${e} ${t.moves[e]>0?"+":""}${t.moves[e]}`).join(", ")}</td>
      <td>${s.map(e=>{const o=t.votes?.[e]?.vote;return i`<span key=${e} class=${`ballot is-${o??"none"}`} title=${`${e}: ${o??"no vote"}`}>${e} ${a[o]??"\xB7"}</span>`})}</td>
      <td><b class=${`is-${t.decision??"none"}`}>${t.decision??"undecided"}</b></td>
      <td>${t.decided_by??t.coordinator?.candidate??""}</td><td class="number">${d}</td>
    </tr>
  `}var at=Object.freeze({__proto__:null,Transactions:st});export{Q as b,at as t};
