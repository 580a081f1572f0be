import{bW as A,am as R,bX as Q,bG as C,an as I,a6 as i,bI as x,M as U,Q as J,bB as K,bY as tt,ay as D,a7 as st,av as nt,aq as et}from"./page.js";import{D as N,a as _,r as O,R as ot}from"./more-C-QkUQmj.js";const at=100;function it({state:t,one:n,at:s,commit:o,latest:a,clock:c,chosen:r,choose:d}){const{id:$,candidate:u,said:e,isLeading:l}=n,{tone:h,words:b}=e,f=A(t,u,l),m=l&&u.process==="running"?e.decides??null:null;R(f!==null||m!==null?at:null);const y=c.now(),p=r.candidate===$;return i`
    <div class=${`person coordinator tone-${h} ${p?"chosen":""}`} style=${_(s)}
      data-testid=${`person-${$}`} data-leading=${String(l)} data-process=${u.process??""}>
      <${N} id=${$} label=${`${$}, coordinator: ${b}`} chosen=${r} choose=${d}
        disc=${{candidate:u,share:C(u.session_timeout_ms,f,y),done:null}} />
      <div class="person-words">
        <span>${b}${m!==null&&m>y?i` <span class="number">in ${I(m-y)}</span>`:""}</span>
        <${Q} ends=${f} now=${y} />
        ${l&&i`<${ct} path=${x(x(o.path,a.name),"coordinator")} chosen=${r} choose=${d} />`}
      </div>
    </div>
  `}function ct({path:t,chosen:n,choose:s}){return i`
    <button class=${`own-znode ${n.znode===t?"picked":""}`} title=${`${t}
ephemeral: it ends with the session of its creator`}
      onClick=${()=>s({znode:t})}>coordinator</button>
  `}const rt=100,dt={commit:"\u2713",abort:"\u2717"};function $t({state:t,one:n,at:s,isBeside:o,width:a,commit:c,latest:r,clock:d,chosen:$,choose:u}){const{site:e,id:l,candidate:h,known:b}=n,{tone:f,words:m}=b,y=A(t,h,!1),p=r?.decision?null:b.doubt?.since??null;R(y!==null||p!==null?rt:null);const w=d.now(),k=l!==null&&$.candidate===l;return i`
    <div class=${`site ${o?"beside":""} tone-${f} ${p===null?"":"in-doubt"} ${k?"chosen":""}`} style=${`${_(s)}; --width: ${O(a)}`}
      data-testid=${`site-${e}`} data-vote=${n.vote??""} data-doubt=${String(p!==null)} data-process=${h.process??""}
      data-carried=${n.carried??""}>
      <${lt} one=${n} commit=${c} latest=${r} chosen=${$} choose=${u} />
      <${N} id=${l} label=${`${e}, site, process ${l??"none"}: ${m}`} chosen=${$} choose=${u}
        disc=${{id:e,candidate:h,share:C(h.session_timeout_ms,y,w),done:null}} />
      <div class="site-says">
      <p class="site-words"><span>${m}</span>${p!==null&&i` <span class="number" data-testid=${`doubt-${e}`}>${I(w-p)}</span>`}</p>
      <${ut} known=${b} site=${e} />
      </div>
    </div>
  `}function lt({one:{site:t,vote:n,done:s,isIn:o},commit:a,latest:c,chosen:r,choose:d}){if(!c||!o)return i`<span class="vote-znode none">${c?"takes no part":"\xA0"}</span>`;const $=x(x(a.path,c.name),t);return i`
    <button class=${`vote-znode is-${s??n??"empty"} ${r.znode===$?"picked":""}`} disabled=${c.gone} data-testid=${`vote-${t}`}
      title=${`${$}
${s?`has carried out: ${s}`:"its vote"}`} onClick=${()=>d({znode:$})}>
      ${n??"no vote"}${s&&i`${" "}<b aria-hidden="true">${dt[s]}</b><span class="sr">, carried out: ${s}</span>`}</button>
  `}function ut({known:{balance:t,entry:n},site:s}){return typeof t!="number"?null:i`
    <p class=${`account ${n?"prepared":""}`} data-testid=${`account-${s}`} data-balance=${t}
      title=${n?`prepared for ${n.transaction}: ${n.amount}`:"what its ledger says"}>
      <b class="number" key=${t}>${t}</b>${n&&i` <span class="number soft">${n.amount>0?"+":""}${n.amount}?</span>`}</p>
  `}const M={least:4.5,usual:5.6,beside:9.4,from:24},E=1.9,H={below:6.4,beside:3.3},ht=8.8,j=10.2,G=10.5,v=1.85,z=15,W=30,L=4;function mt(t){const{latest:n}=t,s=U(t),o=J(t);if(!s.length&&!o.length)return i`<${K} ...${t} />`;const a=Math.max(1,Math.min(s.length,L)),c={"data-testid":"commit-board","data-transaction":n?.name??"","data-decision":n?.decision??""};return i`<${ot} ...${t} looks="commit" data=${c} need=${($,u,e)=>$<26&&!e?1/0:F({width:$,height:0,top:u},o.length,a).height} draw=${$=>i`<${bt} ...${t} coordinators=${s} sites=${o} places=${F($,o.length,a)} />`} />`}function bt({coordinators:t,sites:n,places:s,...o}){const{ground:a,width:c}=s;return i`
    <${tt} state=${o.state} class="commit-ground" style=${`--left: ${O(a.left)}; top: ${O(a.top)}; height: ${O(a.height)}`}>
      ${s.isLeft&&i`<i class="commit-notch" style=${`height: ${O(a.notch)}`}></i>`}
    <//>
    <${pt} latest=${o.latest} sites=${n} coordinators=${t} places=${s} width=${c} />
    ${t.slice(0,L).map((r,d)=>i`<${it} key=${r.id} ...${o} one=${r} at=${s.coordinators[d]} />`)}
    ${!t.length&&i`<p class="no-coordinator" style=${_(s.coordinators[0])}>no coordinator: nobody decides</p>`}
    ${t.length>L&&i`<p class="commit-more">and ${t.length-L} more</p>`}
    <${ft} ...${o} at=${s.transaction} />
    ${n.map((r,d)=>i`<${$t} key=${r.site} ...${o} one=${r} at=${s.sites[d]} isBeside=${s.isBeside} width=${Math.min(s.isBeside?M.beside:M.usual,s.step)} />`)}
    <${gt} ...${o} />
  `}function F({width:t,height:n,top:s},o,a){const c=Math.max(1,Math.min(o||1,Math.floor(t/(t<M.from?M.least:M.usual)))),r=Math.max(1,Math.ceil(o/c)),d=Math.ceil((o||1)/r),$=t/d,u=$>=ht&&t>=34,e=u&&a<=2&&t>j+G+z+.5,l=E+(u?H.beside:H.below),h=e?0:3.1,b=!e&&t<36?1.3:.3,f=s+h+b+2*v+2+r*l+1.4,m=Math.max(n,f),y=m-f,p=s+h+(e?0:y*.3),w=e?j:0,k={x:(e?w+G+t:t)/2,y:p+b+v},S=k.y+v+1.2+y*(e?.75:.4),V={left:w,top:p,height:S+E-.35-p,notch:S-.4-p},X=g=>({x:(g%d+.5)*$,y:S+Math.floor(g/d)*l}),Z=Math.min(11,t/a),q=g=>({x:t/2-3+(g-(a-1)/2)*Z,y:s+1.4}),P=g=>({x:1.6,y:p+(g+.5)*(k.y+v-p)/a});return{width:t,height:m,step:$,transaction:k,ground:V,isBeside:u,isLeft:e,sites:Array.from({length:o},(g,T)=>X(T)),coordinators:Array.from({length:a},(g,T)=>(e?P:q)(T))}}function pt({latest:t,sites:n,coordinators:s,places:o,width:a}){const{transaction:c,isLeft:r}=o,d=s.findIndex(({isLeading:e})=>e),$=({x:e,y:l})=>r?`M${e+1.5} ${l+.9}L${j} ${c.y+.9}H${c.x-z/2}`:`M${e} ${l+1.4}L${c.x} ${c.y-v}`,u=o.height;return i`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${a} ${u}`}>
      <defs>
        ${["commit","abort"].map(e=>i`<marker key=${e} id=${`commit-head-${e}`} class=${`arrow-head is-${e}`} viewBox="0 0 8 8" refX="6" refY="4"
            markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>`)}
      </defs>
      ${d>=0&&d<o.coordinators.length&&i`<path class=${`coordinates ${s[d].candidate.process==="running"?"":"broken"}`}
          d=${$(o.coordinators[d])} />`}
      ${n.map((e,l)=>{const[h,b]=[Y(o.sites[l],o),Y(o.sites[l],o,.4)],f=t&&e.candidate.process!=="exited"&&e.candidate.watches===t.name;return i`<g key=${e.site}>
          ${e.vote&&!t.decision&&i`<path class=${`vote-arrow is-${e.vote}`} marker-end=${`url(#commit-head-${e.vote})`} d=${B(h.toReversed())} data-testid=${`arrow-vote-${e.site}`} />`}
          ${t?.decision&&e.isIn&&i`<path class=${`decision-arrow is-${t.decision} ${e.carried||e.done?"":"owed"}`}
            marker-end=${`url(#commit-head-${t.decision})`} d=${B(h)} data-testid=${`arrow-decision-${e.site}`} data-owed=${String(!(e.carried||e.done))} />`}
          ${f&&!t.decision&&i`<path class="flow-watch" d=${B(b)} />`}
        </g>`})}
    </svg>
  `}const B=t=>`M${t.map(({x:n,y:s})=>`${n} ${s}`).join("L")}`;function Y({x:t,y:n},{transaction:s,sites:o,step:a},c=0){const r=z/2-1,d=o[0].y,$=o.filter(m=>Math.abs(m.x-s.x)<=r).map(m=>m.x),l={x:($.length?$:[s.x]).reduce((m,y)=>Math.abs(y-t)<Math.abs(m-t)?y:m)+c,y:s.y+v},h=(l.y+d-.2)/2+c/2,b={x:t+c,y:n-.2};if(n===d)return[l,{x:l.x,y:h},{x:b.x,y:h},b];const f=t-a/2+.1+c/2;return[l,{x:l.x,y:h},{x:f,y:h},{x:f,y:n-.7},{x:b.x,y:n-.7},b]}function ft({commit:t,latest:n,at:s,chosen:o,choose:a}){const c=_(s);if(!n)return i`<div class="transaction none" style=${c} data-testid="transaction"><span class="znode-path">${D(t?.path??"/commit",W)}</span><b>no transaction yet</b></div>`;const r=x(t.path,n.name),d=n.decision??"undecided";return i`
    <div class=${`transaction is-${d}`} style=${c}>
      <button class=${o.znode===r?"picked":""} disabled=${n.gone} data-testid="transaction" data-says=${d}
        title=${`${r}
${n.gone?"cleared, after all of its sites had carried it out":"its data says what moves, and what was decided"}`}
        onClick=${()=>a({znode:r})}>
        <span class="znode-path">${D(r,W)}${n.gone?", cleared":""}</span>
        <b>${d}</b>
        <span class="soft">${yt(n)}</span>
      </button>
    </div>
  `}function yt({moves:t={}}){const n=Object.keys(t).filter(a=>t[a]<0),s=Object.keys(t).filter(a=>t[a]>0);return`${n.reduce((a,c)=>a-t[c],0)} from ${n.join(" ")} to ${s.join(" ")}`}function gt({commit:t}){if(!t||!Object.keys(t.sites).length)return null;const{sum:n,opening:s,on_the_way:o}=t,a=n+o===s;return i`
    <p class=${`commit-sum ${a?"":"tone-dead"}`} data-testid="commit-sum" data-sum=${n} data-way=${o}>
      All accounts hold <b class="number">${n}</b>${o!==0&&i`, and <b class="number">${n+o}</b> when all have carried it out`}${a?", as much as they were opened with":i`; they were opened with <b class="number">${s}</b>`}
    </p>
  `}var vt=Object.freeze({__proto__:null,Board:mt});function wt({commit:t,clock:n}){const s=Object.values(t?.transactions??{}).sort((o,a)=>a.number-o.number);return i`<${st} word="transaction" clock=${n} empty="No transaction yet. Begin one."
    roundsOf=${o=>s.map(a=>kt(a,o))} />`}function kt(t,n){const s=Object.keys(t.moves??{}).sort(),o=e=>s.length&&e.every(l=>typeof l=="number")?Math.max(...e):null,a=o(s.map(e=>t.votes?.[e]?.vote?t.votes[e].at:null)),c=o(s.map(e=>t.carried_out?.[e]?.at)),r=t.decision??"undecided",d=s.map(e=>`${e} ${t.moves[e]>0?"+":""}${t.moves[e]}`).join(", "),$=[{phase:"voted",name:"prepare",until:"the last site had voted",at:a},{phase:"counted",name:"votes in",until:"the coordinator had all votes",at:t.votes_in?.at},{phase:"decided",name:"decide",until:"it was decided",at:t.decided},{phase:"carried",name:"carry out",until:"all sites had carried it out",at:c}],u=t.gone||typeof c=="number";return{of:t.number,who:`tx-${t.number}`,what:i`<b class=${`is-${t.decision??"none"}`}>${r}</b>`,facts:i`<span>${d}</span>`,ears:`transaction ${t.number}, ${r}, ${d}`,phases:nt(t.begun??t.coordinator?.at,$,u?null:n)}}const xt=5;function Ot({commit:{transactions:t}}){const n=Object.values(t??{}).sort((s,o)=>o.number-s.number).slice(0,xt);return i`
    <section class="transactions" tabindex="0" aria-label="Transactions">
      <p class="handoff-title"><b>Transactions</b></p>
      ${n.length?i`<table><thead><tr><th>no.</th><th>moves</th><th>votes</th><th>decision</th><th>by</th><th>within</th></tr></thead>
          <tbody>${n.map(s=>i`<${Mt} key=${s.number} one=${s} />`)}</tbody></table>`:i`<p class="soft">No transaction has been begun yet.</p>`}
    </section>
  `}function Mt({one:t}){const n=Object.keys(t.moves??{}).sort(),s={commit:"\u2713",abort:"\u2717"},o=t.decided&&t.begun?et((t.decided-t.begun)*1e3):"";return i`
    <tr data-testid=${`row-tx-${t.number}`} data-decision=${t.decision??""}>
      <td class="number">${t.number}</td>
      <td class="number">${n.map(a=>`${a} ${t.moves[a]>0?"+":""}${t.moves[a]}`).join(", ")}</td>
      <td>${n.map(a=>{const c=t.votes?.[a]?.vote;return i`<span key=${a} class=${`ballot is-${c??"none"}`} title=${`${a}: ${c??"no vote"}`}>${a} ${s[c]??"\xB7"}</span>`})}</td>
      <td><b class=${`is-${t.decision??"none"}`}>${t.decision??"undecided"}</b></td>
      <td>${t.decided_by??t.coordinator?.candidate??""}</td><td class="number">${o}</td>
    </tr>
  `}var _t=Object.freeze({__proto__:null,Round:wt,Transactions:Ot});export{vt as b,_t as t};
//# sourceMappingURL=commit-CVXPF_Le.js.map
