import{c1 as z,ae as B,cc as F,ak as R,at as A,aa as e,bV as w,Q as U,V as Y,ay as K,cd as P,aM as C,ab as Q,cf as X,aE as q,ax as J}from"./page.js";import{D as L,p as O,r as j,R as tt}from"./more-CN9IXTmW.js";const st=100;function nt({state:t,one:s,at:n,commit:o,latest:a,clock:i,chosen:r,choose:l}){const{id:$,candidate:c,said:d,isLeading:u}=s,{tone:m,words:b}=d,f=z(t,c,u),h=u&&c.process==="running"?d.decides??null:null;B(f!==null||h!==null?st:null);const p=i.now(),g=r.candidate===$;return e`
    <div class=${`person coordinator tone-${m} ${g?"chosen":""}`} style=${O(n)}
      data-testid=${`person-${$}`} data-leading=${String(u)} data-process=${c.process??""}>
      <${L} id=${$} label=${`${$}, coordinator: ${b}`} chosen=${r} choose=${l}
        disc=${{candidate:c,share:R(c.session_timeout_ms,f,p),done:null}} />
      <div class="person-words">
        <span>${b}${h!==null&&h>p?e` <span class="number">in ${A(h-p)}</span>`:""}</span>
        <${F} ends=${f} now=${p} />
        ${u&&e`<${ot} path=${w(w(o.path,a.name),"coordinator")} chosen=${r} choose=${l} />`}
      </div>
    </div>
  `}function ot({path:t,chosen:s,choose:n}){return e`
    <button class=${`own-znode ${s.znode===t?"picked":""}`} title=${`${t}
ephemeral: it ends with the session of its creator`}
      onClick=${()=>n({znode:t})}>coordinator</button>
  `}const at=100,et={commit:"\u2713",abort:"\u2717"};function it({state:t,one:s,at:n,isBeside:o,width:a,commit:i,latest:r,clock:l,chosen:$,choose:c}){const{site:d,id:u,candidate:m,known:b}=s,{tone:f,words:h}=b,p=z(t,m,!1),g=r?.decision?null:b.doubt?.since??null;B(p!==null||g!==null?at:null);const v=l.now(),_=u!==null&&$.candidate===u;return e`
    <div class=${`site ${o?"beside":""} tone-${f} ${g===null?"":"in-doubt"} ${_?"chosen":""}`} style=${`${O(n)}; --width: ${j(a)}`}
      data-testid=${`site-${d}`} data-vote=${s.vote??""} data-doubt=${String(g!==null)} data-process=${m.process??""}
      data-carried=${s.carried??""}>
      <${ct} one=${s} commit=${i} latest=${r} chosen=${$} choose=${c} />
      <${L} id=${u} label=${`${d}, site, process ${u??"none"}: ${h}`} chosen=${$} choose=${c}
        disc=${{id:d,candidate:m,share:R(m.session_timeout_ms,p,v),done:null}} />
      <div class="site-says">
      <p class="site-words"><span>${h}</span>${g!==null&&e` <span class="number" data-testid=${`doubt-${d}`}>${A(v-g)}</span>`}</p>
      <${rt} known=${b} site=${d} />
      </div>
    </div>
  `}function ct({one:{site:t,vote:s,done:n,isIn:o},commit:a,latest:i,chosen:r,choose:l}){if(!i||!o)return e`<span class="vote-znode none">${i?"takes no part":"\xA0"}</span>`;const $=w(w(a.path,i.name),t);return e`
    <button class=${`vote-znode is-${n??s??"empty"} ${r.znode===$?"picked":""}`} disabled=${i.gone} data-testid=${`vote-${t}`}
      title=${`${$}
${n?`has carried out: ${n}`:"its vote"}`} onClick=${()=>l({znode:$})}>
      ${s??"no vote"}${n&&e`${" "}<b aria-hidden="true">${et[n]}</b><span class="sr">, carried out: ${n}</span>`}</button>
  `}function rt({known:{balance:t,entry:s},site:n}){return typeof t!="number"?null:e`
    <p class=${`account ${s?"prepared":""}`} data-testid=${`account-${n}`} data-balance=${t}
      title=${s?`prepared for ${s.transaction}: ${s.amount}`:"what its ledger says"}>
      <b class="number" key=${t}>${t}</b>${s&&e` <span class="number soft">${s.amount>0?"+":""}${s.amount}?</span>`}</p>
  `}const k={least:4.5,usual:5.6,beside:9.4,from:24},N=1.9,D={below:6.4,beside:2.8},dt=8.8,x=1.8,$t=15,I=30,E=1.2,lt=1.9,M=4;function ut(t){const{latest:s}=t,n=U(t),o=Y(t);if(!n.length&&!o.length)return e`<${K} ...${t} />`;const a=Math.max(1,Math.min(n.length,M)),i={"data-testid":"commit-board","data-transaction":s?.name??"","data-decision":s?.decision??""};return e`<${tt} ...${t} looks="commit" data=${i} need=${($,c,d)=>$<26&&!d?1/0:H({width:$,height:0,top:c},o.length,a).height} draw=${$=>e`<${ht} ...${t} coordinators=${n} sites=${o} places=${H($,o.length,a)} />`} />`}function ht({coordinators:t,sites:s,places:n,...o}){const{ground:a,width:i}=n;return e`
    <${P} state=${o.state} class="commit-ground" style=${`top: ${j(a.top)}; height: ${j(a.height)}`} />
    <${mt} latest=${o.latest} sites=${s} coordinators=${t} places=${n} width=${i} />
    ${t.slice(0,M).map((r,l)=>e`<${nt} key=${r.id} ...${o} one=${r} at=${n.coordinators[l]} />`)}
    ${!t.length&&e`<p class="no-coordinator" style=${O(n.coordinators[0])}>no coordinator: nobody decides</p>`}
    ${t.length>M&&e`<p class="commit-more">and ${t.length-M} more</p>`}
    <${bt} ...${o} at=${n.transaction} />
    ${s.map((r,l)=>e`<${it} key=${r.site} ...${o} one=${r} at=${n.sites[l]} isBeside=${n.isBeside} width=${Math.min(n.isBeside?k.beside:k.usual,n.step)} />`)}
    <${ft} ...${o} />
  `}function H({width:t,height:s,top:n},o,a){const i=Math.max(1,Math.min(o||1,Math.floor(t/(t<k.from?k.least:k.usual)))),r=Math.max(1,Math.ceil(o/i)),l=Math.ceil((o||1)/r),$=t/l,c=$>=dt&&t>=34,d=N+(c?D.beside:D.below),u=2.6,m=t<36?1.3:.15,b=n+u+m+2*x+E+r*d+lt,f=Math.max(s,b),h=f-b,p=n+u+h*.3,g={x:t/2,y:p+m+x},v=g.y+x+E+h*.4,_={top:p,height:v+N-.35-p},W=y=>({x:(y%l+.5)*$,y:v+Math.floor(y/l)*d}),G=Math.min(11,t/a),Z=y=>({x:t/2-3+(y-(a-1)/2)*G,y:n+1.2});return{width:t,height:f,step:$,transaction:g,ground:_,isBeside:c,sites:Array.from({length:o},(y,S)=>W(S)),coordinators:Array.from({length:a},(y,S)=>Z(S))}}function mt({latest:t,sites:s,coordinators:n,places:o,width:a}){const{transaction:i}=o,r=n.findIndex(({isLeading:c})=>c),l=({x:c,y:d})=>`M${c} ${d+1.13}L${i.x} ${i.y-x}`,$=o.height;return e`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${a} ${$}`}>
      <defs>
        ${["commit","abort"].map(c=>e`<marker key=${c} id=${`commit-head-${c}`} class=${`arrow-head is-${c}`} viewBox="0 0 8 8" refX="6" refY="4"
            markerWidth="3.5" markerHeight="3.5" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>`)}
      </defs>
      ${r>=0&&r<o.coordinators.length&&e`<path class=${`coordinates ${n[r].candidate.process==="running"?"":"broken"}`}
          d=${l(o.coordinators[r])} />`}
      ${s.map((c,d)=>{const[u,m]=[V(o.sites[d],o),V(o.sites[d],o,.4)],b=t&&c.candidate.process!=="exited"&&c.candidate.watches===t.name;return e`<g key=${c.site}>
          ${c.vote&&!t.decision&&e`<path class=${`vote-arrow is-${c.vote}`} marker-end=${`url(#commit-head-${c.vote})`} d=${T(u.toReversed())} data-testid=${`arrow-vote-${c.site}`} />`}
          ${t?.decision&&c.isIn&&e`<path class=${`decision-arrow is-${t.decision} ${c.carried||c.done?"":"owed"}`}
            marker-end=${`url(#commit-head-${t.decision})`} d=${T(u)} data-testid=${`arrow-decision-${c.site}`} data-owed=${String(!(c.carried||c.done))} />`}
          ${b&&!t.decision&&e`<path class="flow-watch" d=${T(m)} />`}
        </g>`})}
    </svg>
  `}const T=t=>`M${t.map(({x:s,y:n})=>`${s} ${n}`).join("L")}`;function V({x:t,y:s},{transaction:n,sites:o,step:a},i=0){const r=$t/2-1,l=o[0].y,$=o.filter(h=>Math.abs(h.x-n.x)<=r).map(h=>h.x),u={x:($.length?$:[n.x]).reduce((h,p)=>Math.abs(p-t)<Math.abs(h-t)?p:h)+i,y:n.y+x},m=(u.y+l-.2)/2+i/2,b={x:t+i,y:s-.2};if(s===l)return[u,{x:u.x,y:m},{x:b.x,y:m},b];const f=t-a/2+.1+i/2;return[u,{x:u.x,y:m},{x:f,y:m},{x:f,y:s-.7},{x:b.x,y:s-.7},b]}function bt({commit:t,latest:s,at:n,chosen:o,choose:a}){const i=O(n);if(!s)return e`<div class="transaction none" style=${i} data-testid="transaction"><span class="znode-path">${C(t?.path??"/commit",I)}</span><b>no transaction yet</b></div>`;const r=w(t.path,s.name),l=s.decision??"undecided";return e`
    <div class=${`transaction is-${l}`} style=${i}>
      <button class=${o.znode===r?"picked":""} disabled=${s.gone} data-testid="transaction" data-says=${l}
        title=${`${r}
${s.gone?"nothing of it is in ZooKeeper any more":"its data says what moves, and what was decided"}`}
        onClick=${()=>a({znode:r})}>
        <span class="znode-path">${C(r,I)}${s.gone?", gone":""}</span>
        <b>${l}</b>
        <span class="soft">${pt(s)}</span>
      </button>
    </div>
  `}function pt({moves:t={}}){const s=Object.keys(t).filter(a=>t[a]<0),n=Object.keys(t).filter(a=>t[a]>0);return`${s.reduce((a,i)=>a-t[i],0)} from ${s.join(" ")} to ${n.join(" ")}`}function ft({commit:t}){if(!t||!Object.keys(t.sites).length)return null;const{sum:s,opening:n,on_the_way:o}=t,a=s+o===n;return e`
    <p class=${`commit-sum ${a?"":"tone-dead"}`} data-testid="commit-sum" data-sum=${s} data-way=${o}>
      All accounts hold <b class="number">${s}</b>${o!==0&&e`, and <b class="number">${s+o}</b> when all have carried it out`}${a?", as much as they were opened with":e`; they were opened with <b class="number">${n}</b>`}
    </p>
  `}var gt=Object.freeze({__proto__:null,Board:ut});function yt(t){const{commit:s,state:n,clock:o}=t,a=Object.values(s?.transactions??{}).sort((i,r)=>r.number-i.number);return e`<${Q} word="transaction" state=${n} clock=${o} empty="No transaction yet." invites=${!X(t)&&"Begin one."}
    roundsOf=${i=>a.map(r=>vt(r,i))} />`}function vt(t,s){const n=Object.keys(t.moves??{}).sort(),o=d=>n.length&&d.every(u=>typeof u=="number")?Math.max(...d):null,a=o(n.map(d=>t.votes?.[d]?.vote?t.votes[d].at:null)),i=o(n.map(d=>t.carried_out?.[d]?.at)),r=t.decision??"undecided",l=n.map(d=>`${d} ${t.moves[d]>0?"+":""}${t.moves[d]}`).join(", "),$=[{phase:"voted",name:"prepare",until:"the last site had voted",at:a},{phase:"counted",name:"votes in",until:"the coordinator had all votes",at:t.votes_in?.at},{phase:"decided",name:"decide",until:"it was decided",at:t.decided},{phase:"carried",name:"carry out",until:"all sites had carried it out",at:i}],c=t.gone||typeof i=="number";return{of:t.number,who:`tx-${t.number}`,what:e`<b class=${`is-${t.decision??"none"}`}>${r}</b>`,facts:e`<span>${l}</span>`,ears:`transaction ${t.number}, ${r}, ${l}`,phases:q(t.begun??t.coordinator?.at,$,c?null:s)}}const wt=5;function kt({commit:{transactions:t}}){const s=Object.values(t??{}).sort((n,o)=>o.number-n.number).slice(0,wt);return e`
    <section class="transactions" tabindex="0" aria-label="Transactions">
      <p class="handoff-title"><b>Transactions</b></p>
      ${s.length?e`<table><thead><tr><th>no.</th><th>moves</th><th>votes</th><th>decision</th><th>by</th><th>within</th></tr></thead>
          <tbody>${s.map(n=>e`<${xt} key=${n.number} one=${n} />`)}</tbody></table>`:e`<p class="soft">No transaction has been begun yet.</p>`}
    </section>
  `}function xt({one:t}){const s=Object.keys(t.moves??{}).sort(),n={commit:"\u2713",abort:"\u2717"},o=t.decided&&t.begun?J((t.decided-t.begun)*1e3):"";return e`
    <tr data-testid=${`row-tx-${t.number}`} data-decision=${t.decision??""}>
      <td class="number">${t.number}</td>
      <td class="number">${s.map(a=>`${a} ${t.moves[a]>0?"+":""}${t.moves[a]}`).join(", ")}</td>
      <td>${s.map(a=>{const i=t.votes?.[a]?.vote;return e`<span key=${a} class=${`ballot is-${i??"none"}`} title=${`${a}: ${i??"no vote"}`}>${a} ${n[i]??"\xB7"}</span>`})}</td>
      <td><b class=${`is-${t.decision??"none"}`}>${t.decision??"undecided"}</b></td>
      <td>${t.decided_by??t.coordinator?.candidate??""}</td><td class="number">${o}</td>
    </tr>
  `}var Ot=Object.freeze({__proto__:null,Round:yt,Transactions:kt});export{gt as b,Ot as t};
//# sourceMappingURL=commit-Buj5TkqH.js.map
