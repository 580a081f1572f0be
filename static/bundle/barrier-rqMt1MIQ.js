import{bl as z,ag as M,bm as j,aZ as A,bn as N,bo as T,a2 as o,b2 as g,x as v,b7 as S,b6 as W,bp as B,ak as C,al as O}from"./page.js";import{p as E,D as G,a as L}from"./more-BR-OAo5m.js";const D=100;function P({state:t,person:n,at:s,barrier:e,clock:a,chosen:c,choose:r}){const{id:d,candidate:$,said:i,stage:u,znode:f}=n,l=u==="inside"&&typeof i.stopped!="number"&&$.process==="running",p=z(t,$,f);M(l||p!==null?D:null);const h=a.now(),y=c.candidate===d,w=j(n,e),R={candidate:$,share:A($.session_timeout_ms,p,h),done:u==="inside"?E(i,h):null};return o`
    <div class=${`person traveller is-${u} tone-${T(n)} ${y?"chosen":""}`}
      style=${`transform: translate(${s.x}rem, ${s.y}rem) translate(-1.7rem, -50%)`} data-testid=${`person-${d}`} data-stage=${u}
      data-process=${$.process??""}>
      <${G} id=${d} label=${`process ${d}: ${w}`} chosen=${c} choose=${r} disc=${R} />
      <div class="person-words">
        <span>${w}</span>
        <${N} ends=${p} now=${h} />
        ${f&&o`<${Z} znode=${f} barrier=${e} chosen=${c} choose=${r} />`}
      </div>
    </div>
  `}function Z({znode:t,barrier:n,chosen:s,choose:e}){const a=g(g(n.path,"processes"),t.name);return o`
    <button class=${`process-znode ${s.znode===a?"picked":""}`} title=${`${a}
ephemeral: it ends with session ${t.session??""}`}
      onClick=${()=>e({znode:a})}>r${t.round}</button>
  `}const b=4.1,m=2.6,F=12,q=36,H={outside:.055,waiting:.23,inside:.51,leaving:.79},I={outside:.1,waiting:.33,inside:.6,leaving:.86},x={enter:.42,leave:.745},k={enter:.47,leave:.735};function J(t){const[n,s]=L(),{state:e,barrier:a,page:c}=t,r=v(t).slice(0,F),d=a?v(t).length-r.length:0;if(!r.length)return o`<div class="flow flow-empty" ref=${n}><${S} ...${t} /></div>`;const $=c.status.state!=="connected"||!W(e),i=s<q,u=K(r,s,i),f=Q(a,r);return o`
    <div class=${`flow lanes ${$?"stale":""} ${i?"narrow":""}`} ref=${n} data-testid="barrier-board"
      data-round=${a.round} style=${`height: ${m+r.length*b}rem`}>
      <${U} ...${t} width=${s} isNarrow=${i} begun=${f} people=${r} />
      ${r.map((l,p)=>o`<i class="lane-line" key=${p} style=${`top: ${m+(p+.5)*b}rem`}></i>`)}
      <${V} people=${r} places=${u} width=${s} isNarrow=${i} />
      ${r.map((l,p)=>o`<${P} key=${l.id} ...${t} person=${l} at=${u[p]} isNarrow=${i} />`)}
      ${d>0&&o`<p class="flow-more soft" style="left: 50%; bottom: -1.2rem">and ${d} more</p>`}
    </div>
  `}function K(t,n,s){const e=s?I:H;return t.map(({stage:a},c)=>({x:Math.max(2,e[a]*n),y:m+(c+.5)*b}))}function Q(t,n){const s={inside:({said:e})=>e.round===t.round,waiting:({znode:e})=>B(t,e)};return n.some(e=>s[e.stage]?.(e))}function U({barrier:t,people:n,width:s,isNarrow:e,begun:a,chosen:c,choose:r}){const d=e?k:x,$=n.some(({stage:h})=>h==="leaving"),i=`round-${t.round}`,u=g(g(t.path,"ready"),i),f=!!t.ready[i],l=t.round+1,p=Object.values(t.processes).filter(({round:h})=>h===l).length;return o`
    <span class="zone-word" style=${`left: ${d.enter*s}rem`}>${a?o`<button class=${`ready-znode ${c.znode===u?"picked":""}`} disabled=${!f} data-testid="ready"
            title=${`${u}
names the processes of this round`} onClick=${()=>r({znode:u})}>ready · ${e?"":"round "}${t.round}</button>`:o`<span class="ready-znode missing" data-testid="ready">no ready for round ${l}: ${p} of ${t.size}</span>`}</span>
    <i class=${`gate ${a?"open":""}`} style=${`left: ${d.enter*s}rem`} data-testid="gate-enter" data-open=${String(a)}></i>
    <span class="zone-word" style=${`left: ${d.leave*s}rem`}>${$?"until all are done":""}</span>
    <i class=${`gate leave ${$?"":"open"}`} style=${`left: ${d.leave*s}rem`}></i>
  `}function V({people:t,places:n,width:s,isNarrow:e}){const a=(e?k:x).enter*s,c=new Map(t.map(({znode:d},$)=>[d?`processes/${d.name}`:null,$])),r=m+t.length*b;return o`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${s} ${r}`}>
      ${t.map(({id:d,candidate:$,stage:i},u)=>{const f=$.process==="exited"?null:$.watches,l=n[u];if(i==="waiting"&&f?.startsWith("ready/"))return o`<path key=${d} class="flow-watch first" d=${`M${l.x+1.7} ${l.y}C${a-1} ${l.y} ${a} ${l.y-1} ${a} ${m-.6}`} />`;const p=c.get(f);if(i!=="leaving"||p===void 0||p===u)return null;const h=n[p],y=Math.max(l.x,h.x)+2.6;return o`<path key=${d} class="flow-watch" d=${`M${l.x+1.4} ${l.y}C${y} ${l.y} ${y} ${h.y} ${h.x+1.4} ${h.y}`} />`})}
    </svg>
  `}var X=Object.freeze({__proto__:null,Board:J});function Y({barrier:{rounds:t,late:n}}){const s=t.filter(e=>Object.keys(e.out??{}).length).slice(-4).reverse();return o`
    <section class="rounds" aria-label="Rounds">
      <p class="handoff-title"><b>Rounds</b>${n>0&&o`<span class="soft" data-testid="late">${C(n,"late arrival")}</span>`}</p>
      ${s.length?o`<table><thead><tr><th>round</th><th>passed</th><th>entered within</th><th>first one waited</th><th>left within</th></tr></thead>
          <tbody>${s.map(e=>o`<${tt} key=${e.round} one=${e} />`)}</tbody></table>`:o`<p class="soft">No round is over yet.</p>`}
    </section>
  `}function tt({one:t}){const[n,s,e]=[t.in,t.done,t.out].map(r=>Object.values(r??{})),a=Object.keys(t.fell??{}),c=s.length&&e.length?Math.max(...e)-Math.min(...s):null;return o`
    <tr data-testid=${`round-${t.round}`}>
      <td class="number">${t.round}</td><td>${Object.keys(t.out).join(" ")}${a.length>0&&o` <em class="tone-dead">without ${a.join(" ")}</em>`}</td>
      <td class="number">${_(n)}</td><td class="number">${c===null?"":O(c*1e3)}</td>
      <td class="number">${_(e)}</td>
    </tr>
  `}function _(t){return t.length>1?O((Math.max(...t)-Math.min(...t))*1e3):""}var et=Object.freeze({__proto__:null,Rounds:Y});export{X as b,et as r};
//# sourceMappingURL=barrier-rqMt1MIQ.js.map
