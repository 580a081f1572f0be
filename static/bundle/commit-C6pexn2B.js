import{bW as j,am as z,bX as Z,bG as A,an as B,a6 as e,bI as O,M as q,Q as P,bB as Q,bY as U,ay as C,a7 as J,av as K,aq as tt}from"./page.js";import{D as R,a as _,R as st,r as M}from"./more-DE-Yuwlg.js";const nt=100;function at({state:t,one:s,at:n,commit:a,latest:o,clock:c,chosen:$,choose:r}){const{id:l,candidate:u,said:d,isLeading:i}=s,{tone:p,words:y}=d,f=j(t,u,i),m=i&&u.process==="running"?d.decides??null:null;z(f!==null||m!==null?nt:null);const h=c.now(),b=$.candidate===l;return e`
    <div class=${`person coordinator tone-${p} ${b?"chosen":""}`} style=${_(n)}
      data-testid=${`person-${l}`} data-leading=${String(i)} data-process=${u.process??""}>
      <${R} id=${l} label=${`${l}, coordinator: ${y}`} chosen=${$} choose=${r}
        disc=${{candidate:u,share:A(u.session_timeout_ms,f,h),done:null}} />
      <div class="person-words">
        <span>${y}${m!==null&&m>h?e` <span class="number">in ${B(m-h)}</span>`:""}</span>
        <${Z} ends=${f} now=${h} />
        ${i&&e`<${ot} path=${O(O(a.path,o.name),"coordinator")} chosen=${$} choose=${r} />`}
      </div>
    </div>
  `}function ot({path:t,chosen:s,choose:n}){return e`
    <button class=${`own-znode ${s.znode===t?"picked":""}`} title=${`${t}
ephemeral: it ends with the session of its creator`}
      onClick=${()=>n({znode:t})}>coordinator</button>
  `}const et=100,it={commit:"\u2713",abort:"\u2717"};function ct({state:t,one:s,at:n,isBeside:a,commit:o,latest:c,clock:$,chosen:r,choose:l}){const{site:u,id:d,candidate:i,known:p}=s,{tone:y,words:f}=p,m=j(t,i,!1),h=c?.decision?null:p.doubt?.since??null;z(m!==null||h!==null?et:null);const b=$.now(),k=d!==null&&r.candidate===d;return e`
    <div class=${`site ${a?"beside":""} tone-${y} ${h===null?"":"in-doubt"} ${k?"chosen":""}`} style=${_(n)}
      data-testid=${`site-${u}`} data-vote=${s.vote??""} data-doubt=${String(h!==null)} data-process=${i.process??""}
      data-carried=${s.carried??""}>
      <${dt} one=${s} commit=${o} latest=${c} chosen=${r} choose=${l} />
      <${R} id=${d} label=${`${u}, site, process ${d??"none"}: ${f}`} chosen=${r} choose=${l}
        disc=${{id:u,candidate:i,share:A(i.session_timeout_ms,m,b),done:null}} />
      <div class="site-says">
      <p class="site-words"><span>${f}</span>${h!==null&&e` <span class="number" data-testid=${`doubt-${u}`}>${B(b-h)}</span>`}</p>
      <${rt} known=${p} site=${u} />
      </div>
    </div>
  `}function dt({one:{site:t,vote:s,done:n,isIn:a},commit:o,latest:c,chosen:$,choose:r}){if(!c||!a)return e`<span class="vote-znode none">${c?"takes no part":"\xA0"}</span>`;const l=O(O(o.path,c.name),t);return e`
    <button class=${`vote-znode is-${n??s??"empty"} ${$.znode===l?"picked":""}`} disabled=${c.gone} data-testid=${`vote-${t}`}
      title=${`${l}
${n?`has carried out: ${n}`:"its vote"}`} onClick=${()=>r({znode:l})}>
      ${s??"no vote"}${n&&e`${" "}<b aria-hidden="true">${it[n]}</b><span class="sr">, carried out: ${n}</span>`}</button>
  `}function rt({known:{balance:t,entry:s},site:n}){return typeof t!="number"?null:e`
    <p class=${`account ${s?"prepared":""}`} data-testid=${`account-${n}`} data-balance=${t}
      title=${s?`prepared for ${s.transaction}: ${s.amount}`:"what its ledger says"}>
      <b class="number" key=${t}>${t}</b>${s&&e` <span class="number soft">${s.amount>0?"+":""}${s.amount}?</span>`}</p>
  `}const $t=6.2,I=1.9,D={below:6.4,beside:3.3},lt=8.8,T=10.2,N=10.5,x=1.75,E=15,H=30,S=4;function ut(t){const{latest:s}=t,n=q(t),a=P(t);if(!n.length&&!a.length)return e`<${Q} ...${t} />`;const o=Math.max(1,Math.min(n.length,S)),c={"data-testid":"commit-board","data-transaction":s?.name??"","data-decision":s?.decision??""};return e`<${st} ...${t} looks="commit" data=${c} need=${(l,u,d)=>l<26&&!d?1/0:G({width:l,height:0,top:u},a.length,o).height} draw=${l=>e`<${ht} ...${t} coordinators=${n} sites=${a} places=${G(l,a.length,o)} />`} />`}function ht({coordinators:t,sites:s,places:n,...a}){const{ground:o,width:c}=n;return e`
    <${U} state=${a.state} class="commit-ground" style=${`--left: ${M(o.left)}; top: ${M(o.top)}; height: ${M(o.height)}`}>
      ${n.isLeft&&e`<i class="commit-notch" style=${`height: ${M(o.notch)}`}></i>`}
    <//>
    <${mt} latest=${a.latest} sites=${s} coordinators=${t} places=${n} width=${c} />
    ${t.slice(0,S).map(($,r)=>e`<${at} key=${$.id} ...${a} one=${$} at=${n.coordinators[r]} />`)}
    ${!t.length&&e`<p class="no-coordinator" style=${_(n.coordinators[0])}>no coordinator: nobody decides</p>`}
    ${t.length>S&&e`<p class="commit-more">and ${t.length-S} more</p>`}
    <${bt} ...${a} at=${n.transaction} />
    ${s.map(($,r)=>e`<${ct} key=${$.site} ...${a} one=${$} at=${n.sites[r]} isBeside=${n.isBeside} />`)}
    <${ft} ...${a} />
  `}function G({width:t,height:s,top:n},a,o){const c=Math.max(1,Math.min(a||1,Math.floor(t/$t))),$=Math.max(1,Math.ceil(a/c)),r=Math.ceil((a||1)/$),l=t/r,u=l>=lt&&t>=34,d=u&&o<=2&&t>T+N+E+.5,i=I+(u?D.beside:D.below),p=d?0:3.1,y=!d&&t<36?1.3:.3,f=n+p+y+2*x+2+$*i+1.4,m=Math.max(s,f),h=m-f,b=n+p+(d?0:h*.3),k=d?T:0,g={x:(d?k+N+t:t)/2,y:b+y+x},v=g.y+x+1.2+h*(d?.75:.4),W={left:k,top:b,height:v+I-.35-b,notch:v-.4-b},F=w=>({x:(w%r+.5)*l,y:v+Math.floor(w/r)*i}),Y=Math.min(11,t/o),V=w=>({x:t/2-3+(w-(o-1)/2)*Y,y:n+1.4}),X=w=>({x:1.6,y:b+(w+.5)*(g.y+x-b)/o});return{width:t,height:m,transaction:g,ground:W,isBeside:u,isLeft:d,sites:Array.from({length:a},(w,L)=>F(L)),coordinators:Array.from({length:o},(w,L)=>(d?X:V)(L))}}function mt({latest:t,sites:s,coordinators:n,places:a,width:o}){const{transaction:c,isLeft:$}=a,r={x:c.x,down:c.y+x},l=n.findIndex(({isLeading:i})=>i),u=({x:i,y:p})=>$?`M${i+1.5} ${p+.9}L${T} ${c.y+.9}H${r.x-E/2}`:`M${i} ${p+1.4}L${r.x} ${c.y-x}`,d=a.height;return e`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${o} ${d}`}>
      <defs>
        ${["commit","abort"].map(i=>e`<marker key=${i} id=${`commit-head-${i}`} class=${`arrow-head is-${i}`} viewBox="0 0 8 8" refX="6" refY="4"
            markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>`)}
      </defs>
      ${l>=0&&l<a.coordinators.length&&e`<path class=${`coordinates ${n[l].candidate.process==="running"?"":"broken"}`}
          d=${u(a.coordinators[l])} />`}
      ${s.map((i,p)=>{const{x:y,y:f}=a.sites[p],m=(g,v)=>`M${g.x} ${g.y}C${g.x} ${(g.y+v.y)/2} ${v.x} ${(g.y+v.y)/2} ${v.x} ${v.y}`,h={x:r.x+(y-r.x)*.12,y:r.down},b={x:y,y:f-.2},k=t&&i.candidate.process!=="exited"&&i.candidate.watches===t.name;return e`<g key=${i.site}>
          ${i.vote&&!t.decision&&e`<path class=${`vote-arrow is-${i.vote}`} marker-end=${`url(#commit-head-${i.vote})`} d=${m(b,h)} data-testid=${`arrow-vote-${i.site}`} />`}
          ${t?.decision&&i.isIn&&e`<path class=${`decision-arrow is-${t.decision} ${i.carried||i.done?"":"owed"}`}
            marker-end=${`url(#commit-head-${t.decision})`} d=${m(h,b)} data-testid=${`arrow-decision-${i.site}`} data-owed=${String(!(i.carried||i.done))} />`}
          ${k&&!t.decision&&e`<path class="flow-watch" d=${m({x:y+.9,y:f-.2},{x:h.x+.5,y:h.y})} />`}
        </g>`})}
    </svg>
  `}function bt({commit:t,latest:s,at:n,chosen:a,choose:o}){const c=_(n);if(!s)return e`<div class="transaction none" style=${c} data-testid="transaction"><span class="znode-path">${C(t?.path??"/commit",H)}</span><b>no transaction yet</b></div>`;const $=O(t.path,s.name),r=s.decision??"undecided";return e`
    <div class=${`transaction is-${r}`} style=${c}>
      <button class=${a.znode===$?"picked":""} disabled=${s.gone} data-testid="transaction" data-says=${r}
        title=${`${$}
${s.gone?"cleared, after all of its sites had carried it out":"its data says what moves, and what was decided"}`}
        onClick=${()=>o({znode:$})}>
        <span class="znode-path">${C($,H)}${s.gone?", cleared":""}</span>
        <b>${r}</b>
        <span class="soft">${pt(s)}</span>
      </button>
    </div>
  `}function pt({moves:t={}}){const s=Object.keys(t).filter(o=>t[o]<0),n=Object.keys(t).filter(o=>t[o]>0);return`${s.reduce((o,c)=>o-t[c],0)} from ${s.join(" ")} to ${n.join(" ")}`}function ft({commit:t}){if(!t||!Object.keys(t.sites).length)return null;const{sum:s,opening:n,on_the_way:a}=t,o=s+a===n;return e`
    <p class=${`commit-sum ${o?"":"tone-dead"}`} data-testid="commit-sum" data-sum=${s} data-way=${a}>
      All accounts hold <b class="number">${s}</b>${a!==0&&e`, and <b class="number">${s+a}</b> when all have carried it out`}${o?", as much as they were opened with":e`; they were opened with <b class="number">${n}</b>`}
    </p>
  `}var yt=Object.freeze({__proto__:null,Board:ut});function gt({commit:t,clock:s}){const n=Object.values(t?.transactions??{}).sort((a,o)=>o.number-a.number);return e`<${J} word="transaction" clock=${s} empty="No transaction yet. Begin one."
    roundsOf=${a=>n.map(o=>vt(o,a))} />`}function vt(t,s){const n=Object.keys(t.moves??{}).sort(),a=d=>n.length&&d.every(i=>typeof i=="number")?Math.max(...d):null,o=a(n.map(d=>t.votes?.[d]?.vote?t.votes[d].at:null)),c=a(n.map(d=>t.carried_out?.[d]?.at)),$=t.decision??"undecided",r=n.map(d=>`${d} ${t.moves[d]>0?"+":""}${t.moves[d]}`).join(", "),l=[{phase:"voted",name:"prepare",until:"the last site had voted",at:o},{phase:"counted",name:"votes in",until:"the coordinator had all votes",at:t.votes_in?.at},{phase:"decided",name:"decide",until:"it was decided",at:t.decided},{phase:"carried",name:"carry out",until:"all sites had carried it out",at:c}],u=t.gone||typeof c=="number";return{of:t.number,who:`tx-${t.number}`,what:e`<b class=${`is-${t.decision??"none"}`}>${$}</b>`,facts:e`<span>${r}</span>`,ears:`transaction ${t.number}, ${$}, ${r}`,phases:K(t.begun??t.coordinator?.at,l,u?null:s)}}const wt=5;function kt({commit:{transactions:t}}){const s=Object.values(t??{}).sort((n,a)=>a.number-n.number).slice(0,wt);return e`
    <section class="transactions" tabindex="0" aria-label="Transactions">
      <p class="handoff-title"><b>Transactions</b></p>
      ${s.length?e`<table><thead><tr><th>no.</th><th>moves</th><th>votes</th><th>decision</th><th>by</th><th>within</th></tr></thead>
          <tbody>${s.map(n=>e`<${xt} key=${n.number} one=${n} />`)}</tbody></table>`:e`<p class="soft">No transaction has been begun yet.</p>`}
    </section>
  `}function xt({one:t}){const s=Object.keys(t.moves??{}).sort(),n={commit:"\u2713",abort:"\u2717"},a=t.decided&&t.begun?tt((t.decided-t.begun)*1e3):"";return e`
    <tr data-testid=${`row-tx-${t.number}`} data-decision=${t.decision??""}>
      <td class="number">${t.number}</td>
      <td class="number">${s.map(o=>`${o} ${t.moves[o]>0?"+":""}${t.moves[o]}`).join(", ")}</td>
      <td>${s.map(o=>{const c=t.votes?.[o]?.vote;return e`<span key=${o} class=${`ballot is-${c??"none"}`} title=${`${o}: ${c??"no vote"}`}>${o} ${n[c]??"\xB7"}</span>`})}</td>
      <td><b class=${`is-${t.decision??"none"}`}>${t.decision??"undecided"}</b></td>
      <td>${t.decided_by??t.coordinator?.candidate??""}</td><td class="number">${a}</td>
    </tr>
  `}var Ot=Object.freeze({__proto__:null,Round:gt,Transactions:kt});export{yt as b,Ot as t};
//# sourceMappingURL=commit-C6pexn2B.js.map
