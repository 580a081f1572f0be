import{bf as j,ac as z,bg as M,aT as A,bh as N,bi as T,a0 as o,aY as b,x as v,b1 as S,b0 as W,bj as B,ak as C,ag as O}from"./page.js";import{p as E,D as G,a as L}from"./more-DbBeBVFM.js";const D=100;function P({state:t,person:n,at:s,barrier:e,clock:a,chosen:$,choose:d}){const{id:i,candidate:l,said:c,stage:u,znode:f}=n,p=u==="inside"&&typeof c.stopped!="number"&&l.process==="running",r=j(t,l,f);z(p||r!==null?D:null);const h=a.now(),m=$.candidate===i,y=M(n,e),R={candidate:l,share:A(l.session_timeout_ms,r,h),done:u==="inside"?E(c,h):null};return o`
    <div class=${`person traveller is-${u} tone-${T(n)} ${m?"chosen":""}`}
      style=${`transform: translate(${s.x}rem, ${s.y}rem) translate(-1.7rem, -50%)`} data-testid=${`person-${i}`} data-stage=${u}
      data-process=${l.process??""}>
      <${G} id=${i} label=${`process ${i}: ${y}`} chosen=${$} choose=${d} disc=${R} />
      <div class="person-words">
        <span>${y}</span>
        <${N} ends=${r} now=${h} />
        ${f&&o`<${F} znode=${f} barrier=${e} chosen=${$} choose=${d} />`}
      </div>
    </div>
  `}function F({znode:t,barrier:n,chosen:s,choose:e}){const a=b(b(n.path,"processes"),t.name);return o`
    <button class=${`process-znode ${s.znode===a?"picked":""}`} title=${`${a}
ephemeral: it ends with session ${t.session??""}`}
      onClick=${()=>e({znode:a})}>r${t.round}</button>
  `}const w=4.1,g=2.6,Y=12,Z=36,q={outside:.055,waiting:.23,inside:.51,leaving:.79},H={outside:.1,waiting:.33,inside:.6,leaving:.86},x={enter:.42,leave:.745},k={enter:.47,leave:.735};function I(t){const[n,s]=L(),{state:e,barrier:a,page:$}=t,d=v(t).slice(0,Y),i=a?v(t).length-d.length:0;if(!d.length)return o`<div class="flow flow-empty" ref=${n}><${S} ...${t} /></div>`;const l=$.status.state!=="connected"||!W(e),c=s<Z,u=J(d,s,c),f=K(a,d);return o`
    <div class=${`flow lanes ${l?"stale":""} ${c?"narrow":""}`} ref=${n} data-testid="barrier-board"
      data-round=${a.round} style=${`height: ${g+d.length*w}rem`}>
      <${Q} ...${t} width=${s} isNarrow=${c} begun=${f} people=${d} />
      ${d.map((p,r)=>o`<i class="lane-line" key=${r} style=${`top: ${g+(r+.5)*w}rem`}></i>`)}
      <${U} people=${d} places=${u} width=${s} barrier=${a} isNarrow=${c} />
      ${d.map((p,r)=>o`<${P} key=${p.id} ...${t} person=${p} at=${u[r]} isNarrow=${c} />`)}
      ${i>0&&o`<p class="flow-more soft" style="left: 50%; bottom: -1.2rem">and ${i} more</p>`}
    </div>
  `}function J(t,n,s){const e=s?H:q;return t.map(({stage:a},$)=>({x:Math.max(2,e[a]*n),y:g+($+.5)*w}))}function K(t,n){const s={inside:({said:e})=>e.round===t.round,waiting:({znode:e})=>B(t,e)};return n.some(e=>s[e.stage]?.(e))}function Q({barrier:t,people:n,width:s,isNarrow:e,begun:a,chosen:$,choose:d}){const i=e?k:x,l=n.some(({stage:h})=>h==="leaving"),c=`round-${t.round}`,u=b(b(t.path,"ready"),c),f=!!t.ready[c],p=t.round+1,r=Object.values(t.processes).filter(({round:h})=>h===p).length;return o`
    <span class="zone-word" style=${`left: ${i.enter*s}rem`}>${a?o`<button class=${`ready-znode ${$.znode===u?"picked":""}`} disabled=${!f} data-testid="ready"
            title=${`${u}
names the processes of this round`} onClick=${()=>d({znode:u})}>ready · ${e?"":"round "}${t.round}</button>`:o`<span class="ready-znode missing" data-testid="ready">no ready for round ${p}: ${r} of ${t.size}</span>`}</span>
    <i class=${`gate ${a?"open":""}`} style=${`left: ${i.enter*s}rem`} data-testid="gate-enter" data-open=${String(a)}></i>
    <span class="zone-word" style=${`left: ${i.leave*s}rem`}>${l?"until all are done":""}</span>
    <i class=${`gate leave ${l?"":"open"}`} style=${`left: ${i.leave*s}rem`}></i>
  `}function U({people:t,places:n,width:s,barrier:e,isNarrow:a}){const $=(a?k:x).enter*s,d=new Map(t.map(({znode:l},c)=>[l?`processes/${l.name}`:null,c])),i=g+t.length*w;return o`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${s} ${i}`}>
      ${t.map(({id:l,candidate:c,stage:u},f)=>{const p=c.process==="exited"?null:c.watches,r=n[f];if(u==="waiting"&&p?.startsWith("ready/"))return o`<path key=${l} class="flow-watch first" d=${`M${r.x+1.7} ${r.y}C${$-1} ${r.y} ${$} ${r.y-1} ${$} ${g-.6}`} />`;const h=d.get(p);if(u!=="leaving"||h===void 0||h===f)return null;const m=n[h],y=Math.max(r.x,m.x)+2.6;return o`<path key=${l} class="flow-watch" d=${`M${r.x+1.4} ${r.y}C${y} ${r.y} ${y} ${m.y} ${m.x+1.4} ${m.y}`} />`})}
    </svg>
  `}var V=Object.freeze({__proto__:null,Board:I});function X({barrier:{rounds:t,late:n}}){const s=t.filter(e=>Object.keys(e.out??{}).length).slice(-4).reverse();return o`
    <section class="rounds" aria-label="Rounds">
      <p class="handoff-title"><b>Rounds</b>${n>0&&o`<span class="soft" data-testid="late">${C(n,"late arrival")}</span>`}</p>
      ${s.length?o`<table><thead><tr><th>round</th><th>passed</th><th>entered within</th><th>first one waited</th><th>left within</th></tr></thead>
          <tbody>${s.map(e=>o`<${tt} key=${e.round} one=${e} />`)}</tbody></table>`:o`<p class="soft">No round is over yet.</p>`}
    </section>
  `}function tt({one:t}){const[n,s,e]=[t.in,t.done,t.out].map(d=>Object.values(d??{})),a=Object.keys(t.fell??{}),$=s.length&&e.length?Math.max(...e)-Math.min(...s):null;return o`
    <tr data-testid=${`round-${t.round}`}>
      <td class="number">${t.round}</td><td>${Object.keys(t.out).join(" ")}${a.length>0&&o` <em class="tone-dead">without ${a.join(" ")}</em>`}</td>
      <td class="number">${_(n)}</td><td class="number">${$===null?"":O($*1e3)}</td>
      <td class="number">${_(e)}</td>
    </tr>
  `}function _(t){return t.length>1?O((Math.max(...t)-Math.min(...t))*1e3):""}var et=Object.freeze({__proto__:null,Rounds:X});export{V as b,et as r};
