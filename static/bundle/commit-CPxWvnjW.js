import{c8 as z,u as A,cj as V,bA as B,bF as N,h as a,c1 as w,bc as Y,bg as q,bI as K,ck as P,s as R,L as X,cm as J,q as Q,m as tt}from"./page.js";import{D as L,p as M,r as j,R as st}from"./more-BDEiNFfz.js";const nt=100;function ot({state:t,one:n,at:s,commit:o,latest:e,clock:i,chosen:r,choose:l}){const{id:$,candidate:c,said:d,isLeading:u}=n,{tone:m,words:b}=d,f=z(t,c,u),h=u&&c.process==="running"?d.decides??null:null;A(f!==null||h!==null?nt:null);const p=i.now(),g=r.candidate===$;return a`
    <div class=${`person coordinator tone-${m} ${g?"chosen":""}`} style=${M(s)}
      data-testid=${`person-${$}`} data-leading=${String(u)} data-process=${c.process??""}>
      <${L} id=${$} label=${`${$}, coordinator: ${b}`} chosen=${r} choose=${l}
        disc=${{candidate:c,share:B(c.session_timeout_ms,f,p),done:null}} />
      <div class="person-words">
        <span>${b}${h!==null&&h>p?a` <span class="number">in ${N(h-p)}</span>`:""}</span>
        <${V} ends=${f} now=${p} />
        ${u&&a`<${et} path=${w(w(o.path,e.name),"coordinator")} chosen=${r} choose=${l} />`}
      </div>
    </div>
  `}function et({path:t,chosen:n,choose:s}){return a`
    <button class=${`own-znode ${n.znode===t?"picked":""}`} title=${`${t}
ephemeral: it ends with the session of its creator`}
      onClick=${()=>s({znode:t})}>coordinator</button>
  `}const at=100,it={commit:"\u2713",abort:"\u2717"};function ct({state:t,one:n,at:s,isBeside:o,width:e,commit:i,latest:r,clock:l,chosen:$,choose:c}){const{site:d,id:u,candidate:m,known:b}=n,{tone:f,words:h}=b,p=z(t,m,!1),g=r?.decision?null:b.doubt?.since??null;A(p!==null||g!==null?at:null);const v=l.now(),O=u!==null&&$.candidate===u;return a`
    <div class=${`site ${o?"beside":""} tone-${f} ${g===null?"":"in-doubt"} ${O?"chosen":""}`} style=${`${M(s)}; --width: ${j(e)}`}
      data-testid=${`site-${d}`} data-vote=${n.vote??""} data-doubt=${String(g!==null)} data-process=${m.process??""}
      data-carried=${n.carried??""}>
      <${rt} one=${n} commit=${i} latest=${r} chosen=${$} choose=${c} />
      <${L} id=${u} label=${`${d}, site, process ${u??"none"}: ${h}`} chosen=${$} choose=${c}
        disc=${{id:d,candidate:m,share:B(m.session_timeout_ms,p,v),done:null}} />
      <div class="site-says">
      <p class="site-words"><span>${h}</span>${g!==null&&a` <span class="number" data-testid=${`doubt-${d}`}>${N(v-g)}</span>`}</p>
      <${dt} known=${b} site=${d} />
      </div>
    </div>
  `}function rt({one:{site:t,vote:n,done:s,isIn:o},commit:e,latest:i,chosen:r,choose:l}){if(!i||!o)return a`<span class="vote-znode none">${i?"takes no part":"\xA0"}</span>`;const $=w(w(e.path,i.name),t);return a`
    <button class=${`vote-znode is-${s??n??"empty"} ${r.znode===$?"picked":""}`} disabled=${i.gone} data-testid=${`vote-${t}`}
      title=${`${$}
${s?`has carried out: ${s}`:"its vote"}`} onClick=${()=>l({znode:$})}>
      ${n??"no vote"}${s&&a`${" "}<b aria-hidden="true">${it[s]}</b><span class="sr">, carried out: ${s}</span>`}</button>
  `}function dt({known:{balance:t,entry:n},site:s}){return typeof t!="number"?null:a`
    <p class=${`account ${n?"prepared":""}`} data-testid=${`account-${s}`} data-balance=${t}
      title=${n?`prepared for ${n.transaction}: ${n.amount}`:"what its ledger says"}>
      <b class="number" key=${t}>${t}</b>${n&&a` <span class="number soft">${n.amount>0?"+":""}${n.amount}?</span>`}</p>
  `}const k={least:4.5,usual:5.6,beside:9.4,from:24},C=1.9,D={below:6.4,beside:2.8},$t=8.8,x=1.8,lt=15,I=30,E=1.2,ut=1.9,_=4;function ht(t){const{latest:n}=t,s=Y(t),o=q(t);if(!s.length&&!o.length)return a`<${K} ...${t} />`;const e=Math.max(1,Math.min(s.length,_)),i={"data-testid":"commit-board","data-transaction":n?.name??"","data-decision":n?.decision??""};return a`<${st} ...${t} looks="commit" data=${i} need=${($,c,d)=>$<26&&!d?1/0:H({width:$,height:0,top:c},o.length,e).height} draw=${$=>a`<${mt} ...${t} coordinators=${s} sites=${o} places=${H($,o.length,e)} />`} />`}function mt({coordinators:t,sites:n,places:s,...o}){const{ground:e,width:i}=s;return a`
    <${P} state=${o.state} class=${`commit-ground ${s.isNarrow?"narrow":""}`} style=${`top: ${j(e.top)}; height: ${j(e.height)}`} />
    <${bt} latest=${o.latest} sites=${n} coordinators=${t} places=${s} width=${i} />
    ${t.slice(0,_).map((r,l)=>a`<${ot} key=${r.id} ...${o} one=${r} at=${s.coordinators[l]} />`)}
    ${!t.length&&a`<p class="no-coordinator" style=${M(s.coordinators[0])}>no coordinator: nobody decides</p>`}
    ${t.length>_&&a`<p class="commit-more">and ${t.length-_} more</p>`}
    <${pt} ...${o} at=${s.transaction} />
    ${n.map((r,l)=>a`<${ct} key=${r.site} ...${o} one=${r} at=${s.sites[l]} isBeside=${s.isBeside} width=${Math.min(s.isBeside?k.beside:k.usual,s.step)} />`)}
    <${gt} ...${o} />
  `}function H({width:t,height:n,top:s},o,e){const i=Math.max(1,Math.min(o||1,Math.floor(t/(t<k.from?k.least:k.usual)))),r=Math.max(1,Math.ceil(o/i)),l=Math.ceil((o||1)/r),$=t/l,c=$>=$t&&t>=34,d=C+(c?D.beside:D.below),u=2.6,m=t<36,b=m?1.3:.15,f=s+u+b+2*x+E+r*d+ut,h=Math.max(n,f),p=h-f,g=s+u+p*.3,v={x:t/2,y:g+b+x},O=v.y+x+E+p*.4,F={top:g,height:O+C-.35-g},G=y=>({x:(y%l+.5)*$,y:O+Math.floor(y/l)*d}),Z=Math.min(11,t/e),U=y=>({x:t/2-3+(y-(e-1)/2)*Z,y:s+1.2});return{width:t,height:h,step:$,transaction:v,ground:F,isBeside:c,isNarrow:m,sites:Array.from({length:o},(y,S)=>G(S)),coordinators:Array.from({length:e},(y,S)=>U(S))}}function bt({latest:t,sites:n,coordinators:s,places:o,width:e}){const{transaction:i}=o,r=s.findIndex(({isLeading:c})=>c),l=({x:c,y:d})=>`M${c} ${d+1.13}L${i.x} ${i.y-x}`,$=o.height;return a`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${e} ${$}`}>
      <defs>
        ${["commit","abort"].map(c=>a`<marker key=${c} id=${`commit-head-${c}`} class=${`arrow-head is-${c}`} viewBox="0 0 8 8" refX="6" refY="4"
            markerWidth="3.5" markerHeight="3.5" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>`)}
      </defs>
      ${r>=0&&r<o.coordinators.length&&a`<path class=${`coordinates ${s[r].candidate.process==="running"?"":"broken"}`}
          d=${l(o.coordinators[r])} />`}
      ${n.map((c,d)=>{const[u,m]=[W(o.sites[d],o),W(o.sites[d],o,.4)],b=t&&c.candidate.process!=="exited"&&c.candidate.watches===t.name;return a`<g key=${c.site}>
          ${c.vote&&!t.decision&&a`<path class=${`vote-arrow is-${c.vote}`} marker-end=${`url(#commit-head-${c.vote})`} d=${T(u.toReversed())} data-testid=${`arrow-vote-${c.site}`} />`}
          ${t?.decision&&c.isIn&&a`<path class=${`decision-arrow is-${t.decision} ${c.carried||c.done?"":"owed"}`}
            marker-end=${`url(#commit-head-${t.decision})`} d=${T(u)} data-testid=${`arrow-decision-${c.site}`} data-owed=${String(!(c.carried||c.done))} />`}
          ${b&&!t.decision&&a`<path class="flow-watch" d=${T(m)} />`}
        </g>`})}
    </svg>
  `}const T=t=>`M${t.map(({x:n,y:s})=>`${n} ${s}`).join("L")}`;function W({x:t,y:n},{transaction:s,sites:o,step:e},i=0){const r=lt/2-1,l=o[0].y,$=o.filter(h=>Math.abs(h.x-s.x)<=r).map(h=>h.x),u={x:($.length?$:[s.x]).reduce((h,p)=>Math.abs(p-t)<Math.abs(h-t)?p:h)+i,y:s.y+x},m=(u.y+l-.2)/2+i/2,b={x:t+i,y:n-.2};if(n===l)return[u,{x:u.x,y:m},{x:b.x,y:m},b];const f=t-e/2+.1+i/2;return[u,{x:u.x,y:m},{x:f,y:m},{x:f,y:n-.7},{x:b.x,y:n-.7},b]}function pt({commit:t,latest:n,at:s,chosen:o,choose:e}){const i=M(s);if(!n)return a`<div class="transaction none" style=${i} data-testid="transaction"><span class="znode-path">${R(t?.path??"/commit",I)}</span><b>no transaction yet</b></div>`;const r=w(t.path,n.name),l=n.decision??"undecided";return a`
    <div class=${`transaction is-${l}`} style=${i}>
      <button class=${o.znode===r?"picked":""} disabled=${n.gone} data-testid="transaction" data-says=${l}
        title=${`${r}
${n.gone?"nothing of it is in ZooKeeper any more":"its data says what moves, and what was decided"}`}
        onClick=${()=>e({znode:r})}>
        <span class="znode-path">${R(r,I)}${n.gone?", gone":""}</span>
        <b>${l}</b>
        <span class="soft">${ft(n)}</span>
      </button>
    </div>
  `}function ft({moves:t={}}){const n=Object.keys(t).filter(e=>t[e]<0),s=Object.keys(t).filter(e=>t[e]>0);return`${n.reduce((e,i)=>e-t[i],0)} from ${n.join(" ")} to ${s.join(" ")}`}function gt({commit:t}){if(!t||!Object.keys(t.sites).length)return null;const{sum:n,opening:s,on_the_way:o}=t,e=n+o===s;return a`
    <p class=${`commit-sum ${e?"":"tone-dead"}`} data-testid="commit-sum" data-sum=${n} data-way=${o}>
      All accounts hold <b class="number">${n}</b>${o!==0&&a`, and <b class="number">${n+o}</b> when all have carried it out`}${e?", as much as they were opened with":a`; they were opened with <b class="number">${s}</b>`}
    </p>
  `}var yt=Object.freeze({__proto__:null,Board:ht});function vt(t){const{commit:n,state:s,clock:o}=t,e=Object.values(n?.transactions??{}).sort((i,r)=>r.number-i.number);return a`<${X} word="transaction" state=${s} clock=${o} empty="No transaction yet." invites=${!J(t)&&"Begin one."}
    roundsOf=${i=>e.map(r=>wt(r,i))} />`}function wt(t,n){const s=Object.keys(t.moves??{}).sort(),o=d=>s.length&&d.every(u=>typeof u=="number")?Math.max(...d):null,e=o(s.map(d=>t.votes?.[d]?.vote?t.votes[d].at:null)),i=o(s.map(d=>t.carried_out?.[d]?.at)),r=t.decision??"undecided",l=s.map(d=>`${d} ${t.moves[d]>0?"+":""}${t.moves[d]}`).join(", "),$=[{phase:"voted",name:"prepare",until:"the last site had voted",at:e},{phase:"counted",name:"votes in",until:"the coordinator had all votes",at:t.votes_in?.at},{phase:"decided",name:"decide",until:"it was decided",at:t.decided},{phase:"carried",name:"carry out",until:"all sites had carried it out",at:i}],c=t.gone||typeof i=="number";return{of:t.number,who:`tx-${t.number}`,what:a`<b class=${`is-${t.decision??"none"}`}>${r}</b>`,facts:a`<span>${l}</span>`,ears:`transaction ${t.number}, ${r}, ${l}`,phases:Q(t.begun??t.coordinator?.at,$,c?null:n)}}const kt=5;function xt({commit:{transactions:t}}){const n=Object.values(t??{}).sort((s,o)=>o.number-s.number).slice(0,kt);return a`
    <section class="transactions" tabindex="0" aria-label="Transactions">
      <p class="handoff-title"><b>Transactions</b></p>
      ${n.length?a`<table><thead><tr><th>no.</th><th>moves</th><th>votes</th><th>decision</th><th>by</th><th>within</th></tr></thead>
          <tbody>${n.map(s=>a`<${Ot} key=${s.number} one=${s} />`)}</tbody></table>`:a`<p class="soft">No transaction has been begun yet.</p>`}
    </section>
  `}function Ot({one:t}){const n=Object.keys(t.moves??{}).sort(),s={commit:"\u2713",abort:"\u2717"},o=t.decided&&t.begun?tt((t.decided-t.begun)*1e3):"";return a`
    <tr data-testid=${`row-tx-${t.number}`} data-decision=${t.decision??""}>
      <td class="number">${t.number}</td>
      <td class="number">${n.map(e=>`${e} ${t.moves[e]>0?"+":""}${t.moves[e]}`).join(", ")}</td>
      <td>${n.map(e=>{const i=t.votes?.[e]?.vote;return a`<span key=${e} class=${`ballot is-${i??"none"}`} title=${`${e}: ${i??"no vote"}`}>${e} ${s[i]??"\xB7"}</span>`})}</td>
      <td><b class=${`is-${t.decision??"none"}`}>${t.decision??"undecided"}</b></td>
      <td>${t.decided_by??t.coordinator?.candidate??""}</td><td class="number">${o}</td>
    </tr>
  `}var Mt=Object.freeze({__proto__:null,Round:vt,Transactions:xt});export{yt as b,Mt as t};
//# sourceMappingURL=commit-CPxWvnjW.js.map
