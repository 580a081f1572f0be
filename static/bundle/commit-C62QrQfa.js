import{bS as _,ag as M,bT as N,bz as z,ah as S,a2 as i,bB as v,M as I,Q as D,bF as F,bU as E,al as G,am as H,ap as U}from"./page.js";import{D as j,b as O,R as V,r as T}from"./more-DqiqwnTA.js";const W=100;function Y({state:t,one:s,at:n,commit:a,latest:o,clock:c,chosen:r,choose:$}){const{id:e,candidate:l,said:d,isLeading:u}=s,{tone:y,words:p}=d,b=_(t,l,u),m=u&&l.process==="running"?d.decides??null:null;M(b!==null||m!==null?W:null);const h=c.now(),f=r.candidate===e;return i`
    <div class=${`person coordinator tone-${y} ${f?"chosen":""}`} style=${O(n)}
      data-testid=${`person-${e}`} data-leading=${String(u)} data-process=${l.process??""}>
      <${j} id=${e} label=${`${e}, coordinator: ${p}`} chosen=${r} choose=${$}
        disc=${{candidate:l,share:z(l.session_timeout_ms,b,h),done:null}} />
      <div class="person-words">
        <span>${p}${m!==null&&m>h?i` <span class="number">in ${S(m-h)}</span>`:""}</span>
        <${N} ends=${b} now=${h} />
        ${u&&i`<${Z} path=${v(v(a.path,o.name),"coordinator")} chosen=${r} choose=${$} />`}
      </div>
    </div>
  `}function Z({path:t,chosen:s,choose:n}){return i`
    <button class=${`own-znode ${s.znode===t?"picked":""}`} title=${`${t}
ephemeral: it ends with the session of its creator`}
      onClick=${()=>n({znode:t})}>coordinator</button>
  `}const Q=100,X={commit:"\u2713",abort:"\u2717"};function q({state:t,one:s,at:n,commit:a,latest:o,clock:c,chosen:r,choose:$}){const{site:e,id:l,candidate:d,known:u}=s,{tone:y,words:p}=u,b=_(t,d,!1),m=o?.decision?null:u.doubt?.since??null;M(b!==null||m!==null?Q:null);const h=c.now(),f=l!==null&&r.candidate===l;return i`
    <div class=${`site tone-${y} ${m===null?"":"in-doubt"} ${f?"chosen":""}`} style=${O(n)}
      data-testid=${`site-${e}`} data-vote=${s.vote??""} data-doubt=${String(m!==null)} data-process=${d.process??""}
      data-carried=${s.carried??""}>
      <${J} one=${s} commit=${a} latest=${o} chosen=${r} choose=${$} />
      <${j} id=${l} label=${`${e}, site, process ${l??"none"}: ${p}`} chosen=${r} choose=${$}
        disc=${{id:e,candidate:d,share:z(d.session_timeout_ms,b,h),done:null}} />
      <p class="site-words"><span>${p}</span>${m!==null&&i` <span class="number" data-testid=${`doubt-${e}`}>${S(h-m)}</span>`}</p>
      <${K} known=${u} site=${e} />
    </div>
  `}function J({one:{site:t,vote:s,done:n,isIn:a},commit:o,latest:c,chosen:r,choose:$}){if(!c||!a)return i`<span class="vote-znode none">${c?"takes no part":"\xA0"}</span>`;const e=v(v(o.path,c.name),t);return i`
    <button class=${`vote-znode is-${n??s??"empty"} ${r.znode===e?"picked":""}`} disabled=${c.gone} data-testid=${`vote-${t}`}
      title=${`${e}
${n?`has carried out: ${n}`:"its vote"}`} onClick=${()=>$({znode:e})}>
      ${s??"no vote"}${n&&i`${" "}<b aria-hidden="true">${X[n]}</b><span class="sr">, carried out: ${n}</span>`}</button>
  `}function K({known:{balance:t,entry:s},site:n}){return typeof t!="number"?null:i`
    <p class=${`account ${s?"prepared":""}`} data-testid=${`account-${n}`} data-balance=${t}
      title=${s?`prepared for ${s.transaction}: ${s.amount}`:"what its ledger says"}>
      <b class="number" key=${t}>${t}</b>${s&&i` <span class="number soft">${s.amount>0?"+":""}${s.amount}?</span>`}</p>
  `}const P=6.2,C=1.9,tt=6.4,w=1.75,k=4;function st(t){const{latest:s}=t,n=I(t),a=D(t);if(!n.length&&!a.length)return i`<${F} ...${t} />`;const o=Math.min(n.length,k),c={"data-testid":"commit-board","data-transaction":s?.name??"","data-decision":s?.decision??""};return i`<${V} ...${t} looks="commit" data=${c} need=${(e,l,d)=>e<26&&!d?1/0:R({width:e,height:0,top:l},a.length,o).height} draw=${e=>i`<${nt} ...${t} coordinators=${n} sites=${a} places=${R(e,a.length,o)} />`} />`}function nt({coordinators:t,sites:s,places:n,...a}){const{ground:o,width:c}=n;return i`
    <${E} state=${a.state} class="commit-ground" style=${`top: ${T(o.top)}; height: ${T(o.height)}`} />
    <${at} latest=${a.latest} sites=${s} coordinators=${t} places=${n} width=${c} />
    ${t.slice(0,k).map((r,$)=>i`<${Y} key=${r.id} ...${a} one=${r} at=${n.coordinators[$]} />`)}
    ${t.length>k&&i`<p class="commit-more">and ${t.length-k} more</p>`}
    <${ot} ...${a} at=${n.transaction} />
    ${s.map((r,$)=>i`<${q} key=${r.site} ...${a} one=${r} at=${n.sites[$]} />`)}
    <${it} ...${a} />
  `}function R({width:t,height:s,top:n},a,o){const c=Math.max(1,Math.min(a||1,Math.floor(t/P))),r=Math.max(1,Math.ceil(a/c)),$=Math.ceil((a||1)/r),e=t/$,l=C+tt,d=n+1.4,u=d+1.7+(t<36?1.1:0)+2*w+1.4+.9+r*l+1.3,y=Math.max(s,u),p=y-u,b=d+1.7+p*.3,m=t<36?1.3:.2,h={x:t/2,y:b+m+w},f=h.y+w+1.2+p*.4,A=g=>({x:(g%$+.5)*e,y:f+Math.floor(g/$)*l}),L=Math.min(11,t/Math.max(o,1)),B=g=>({x:t/2-3+(g-(o-1)/2)*L,y:d});return{width:t,height:y,transaction:h,ground:{top:b,height:f+C-.35-b},sites:Array.from({length:a},(g,x)=>A(x)),coordinators:Array.from({length:o},(g,x)=>B(x))}}function at({latest:t,sites:s,coordinators:n,places:a,width:o}){const c={x:o/2,up:a.transaction.y-w,down:a.transaction.y+w},r=n.findIndex(({isLeading:e})=>e),$=a.height;return i`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${o} ${$}`}>
      <defs>
        ${["commit","abort"].map(e=>i`<marker key=${e} id=${`commit-head-${e}`} class=${`arrow-head is-${e}`} viewBox="0 0 8 8" refX="6" refY="4"
            markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>`)}
      </defs>
      ${r>=0&&r<a.coordinators.length&&i`<path class=${`coordinates ${n[r].candidate.process==="running"?"":"broken"}`}
          d=${`M${a.coordinators[r].x} ${a.coordinators[r].y+1.4}L${c.x} ${c.up}`} />`}
      ${s.map((e,l)=>{const{x:d,y:u}=a.sites[l],y=(h,f)=>`M${h.x} ${h.y}C${h.x} ${(h.y+f.y)/2} ${f.x} ${(h.y+f.y)/2} ${f.x} ${f.y}`,p={x:c.x+(d-c.x)*.12,y:c.down},b={x:d,y:u-.2},m=t&&e.candidate.process!=="exited"&&e.candidate.watches===t.name;return i`<g key=${e.site}>
          ${e.vote&&!t.decision&&i`<path class=${`vote-arrow is-${e.vote}`} marker-end=${`url(#commit-head-${e.vote})`} d=${y(b,p)} data-testid=${`arrow-vote-${e.site}`} />`}
          ${t?.decision&&e.isIn&&i`<path class=${`decision-arrow is-${t.decision} ${e.carried||e.done?"":"owed"}`}
            marker-end=${`url(#commit-head-${t.decision})`} d=${y(p,b)} data-testid=${`arrow-decision-${e.site}`} data-owed=${String(!(e.carried||e.done))} />`}
          ${m&&!t.decision&&i`<path class="flow-watch" d=${y({x:d+.9,y:u-.2},{x:p.x+.5,y:p.y})} />`}
        </g>`})}
    </svg>
  `}function ot({commit:t,latest:s,at:n,chosen:a,choose:o}){const c=O(n);if(!s)return i`<div class="transaction none" style=${c} data-testid="transaction"><span class="znode-path">${t?.path??"/commit"}</span><b>no transaction yet</b></div>`;const r=v(t.path,s.name),$=s.decision??"undecided";return i`
    <div class=${`transaction is-${$}`} style=${c}>
      <button class=${a.znode===r?"picked":""} disabled=${s.gone} data-testid="transaction" data-says=${$}
        title=${`${r}
${s.gone?"cleared, after all of its sites had carried it out":"its data says what moves, and what was decided"}`}
        onClick=${()=>o({znode:r})}>
        <span class="znode-path">${r}${s.gone?", cleared":""}</span>
        <b>${$}</b>
        <span class="soft">${et(s)}</span>
      </button>
    </div>
  `}function et({moves:t={}}){const s=Object.keys(t).filter(o=>t[o]<0),n=Object.keys(t).filter(o=>t[o]>0);return`${s.reduce((o,c)=>o-t[c],0)} from ${s.join(" ")} to ${n.join(" ")}`}function it({commit:t}){if(!t||!Object.keys(t.sites).length)return null;const{sum:s,opening:n,on_the_way:a}=t,o=s+a===n;return i`
    <p class=${`commit-sum ${o?"":"tone-dead"}`} data-testid="commit-sum" data-sum=${s} data-way=${a}>
      All accounts hold <b class="number">${s}</b>${a!==0&&i`, and <b class="number">${s+a}</b> when all have carried it out`}${o?", as much as they were opened with":i`; they were opened with <b class="number">${n}</b>`}
    </p>
  `}var rt=Object.freeze({__proto__:null,Board:st});const ct=5;function dt({commit:{transactions:t}}){const s=Object.values(t??{}).sort((n,a)=>a.number-n.number).slice(0,ct);return i`
    <section class="transactions" tabindex="0" aria-label="Transactions">
      <p class="handoff-title"><b>Transactions</b></p>
      ${s.length?i`<table><thead><tr><th>no.</th><th>moves</th><th>votes</th><th>decision</th><th>by</th><th>within</th></tr></thead>
          <tbody>${s.map(n=>i`<${$t} key=${n.number} one=${n} />`)}</tbody></table>`:i`<p class="soft">No transaction has been begun yet.</p>`}
    </section>
  `}function $t({one:t}){const s=Object.keys(t.moves??{}).sort(),n={commit:"\u2713",abort:"\u2717"},a=t.decided&&t.begun?G((t.decided-t.begun)*1e3):"";return i`
    <tr data-testid=${`row-tx-${t.number}`} data-decision=${t.decision??""}>
      <td class="number">${t.number}</td>
      <td class="number">${s.map(o=>`${o} ${t.moves[o]>0?"+":""}${t.moves[o]}`).join(", ")}</td>
      <td>${s.map(o=>{const c=t.votes?.[o]?.vote;return i`<span key=${o} class=${`ballot is-${c??"none"}`} title=${`${o}: ${c??"no vote"}`}>${o} ${n[c]??"\xB7"}</span>`})}</td>
      <td><b class=${`is-${t.decision??"none"}`}>${t.decision??"undecided"}</b></td>
      <td>${t.decided_by??t.coordinator?.candidate??""}</td><td class="number">${a}</td>
    </tr>
  `}var lt=Object.freeze({__proto__:null,Transactions:dt});function ut({commit:t,clock:s}){const n=Object.values(t?.transactions??{}).sort((a,o)=>o.number-a.number);return i`<${H} word="transaction" clock=${s} empty="No transaction yet. Begin one."
    roundsOf=${a=>n.map(o=>ht(o,a))} />`}function ht(t,s){const n=Object.keys(t.moves??{}).sort(),a=d=>n.length&&d.every(u=>typeof u=="number")?Math.max(...d):null,o=a(n.map(d=>t.votes?.[d]?.vote?t.votes[d].at:null)),c=a(n.map(d=>t.carried_out?.[d]?.at)),r=t.decision??"undecided",$=n.map(d=>`${d} ${t.moves[d]>0?"+":""}${t.moves[d]}`).join(", "),e=[{phase:"voted",name:"prepare",until:"the last site had voted",at:o},{phase:"counted",name:"votes in",until:"the coordinator had all votes",at:t.votes_in?.at},{phase:"decided",name:"decide",until:"it was decided",at:t.decided},{phase:"carried",name:"carry out",until:"all sites had carried it out",at:c}],l=t.gone||typeof c=="number";return{of:t.number,who:`tx-${t.number}`,what:i`<b class=${`is-${t.decision??"none"}`}>${r}</b>`,facts:i`<span>${$}</span>`,ears:`transaction ${t.number}, ${r}, ${$}`,phases:U(t.begun??t.coordinator?.at,e,l?null:s)}}var mt=Object.freeze({__proto__:null,Round:ut});export{rt as b,mt as r,lt as t};
//# sourceMappingURL=commit-C62QrQfa.js.map
