import{bg as M,ag as j,aZ as A,bh as N,a2 as a,a$ as g,x as v,b4 as T,b3 as S,bi as W,ak as B,al as O}from"./page.js";import{p as C,D as E,a as G}from"./more-BR-OAo5m.js";const L=100;function D({state:t,person:o,at:s,barrier:e,clock:n,chosen:i,choose:r}){const{id:$,candidate:l,said:c,stage:u,znode:h}=o,{tone:d,words:p}=c,f=u==="inside"&&typeof c.stopped!="number"&&l.process==="running",m=M(t,l,h);j(f||m!==null?L:null);const w=n.now(),R=i.candidate===$,z={candidate:l,share:A(l.session_timeout_ms,m,w),done:u==="inside"?C(c,w):null};return a`
    <div class=${`person traveller is-${u} tone-${d} ${R?"chosen":""}`}
      style=${`transform: translate(${s.x}rem, ${s.y}rem) translate(-1.7rem, -50%)`} data-testid=${`person-${$}`} data-stage=${u}
      data-process=${l.process??""}>
      <${E} id=${$} label=${`process ${$}: ${p}`} chosen=${i} choose=${r} disc=${z} />
      <div class="person-words">
        <span>${p}</span>
        <${N} ends=${m} now=${w} />
        ${h&&a`<${P} znode=${h} barrier=${e} chosen=${i} choose=${r} />`}
      </div>
    </div>
  `}function P({znode:t,barrier:o,chosen:s,choose:e}){const n=g(g(o.path,"processes"),t.name);return a`
    <button class=${`process-znode ${s.znode===n?"picked":""}`} title=${`${n}
ephemeral: it ends with session ${t.session??""}`}
      onClick=${()=>e({znode:n})}>r${t.round}</button>
  `}const b=4.1,y=2.6,Z=12,F=36,q={outside:.055,waiting:.23,inside:.51,leaving:.79},H={outside:.1,waiting:.33,inside:.6,leaving:.86},x={enter:.42,leave:.745},k={enter:.47,leave:.735};function I(t){const[o,s]=G(),{state:e,barrier:n,page:i}=t,r=v(t).slice(0,Z),$=n?v(t).length-r.length:0;if(!r.length)return a`<div class="flow flow-empty" ref=${o}><${T} ...${t} /></div>`;const l=i.status.state!=="connected"||!S(e),c=s<F,u=J(r,s,c),h=K(n,r);return a`
    <div class=${`flow lanes ${l?"stale":""} ${c?"narrow":""}`} ref=${o} data-testid="barrier-board"
      data-round=${n.round} style=${`height: ${y+r.length*b}rem`}>
      <${Q} ...${t} width=${s} isNarrow=${c} begun=${h} people=${r} />
      ${r.map((d,p)=>a`<i class="lane-line" key=${p} style=${`top: ${y+(p+.5)*b}rem`}></i>`)}
      <${U} people=${r} places=${u} width=${s} isNarrow=${c} />
      ${r.map((d,p)=>a`<${D} key=${d.id} ...${t} person=${d} at=${u[p]} isNarrow=${c} />`)}
      ${$>0&&a`<p class="flow-more soft" style="left: 50%; bottom: -1.2rem">and ${$} more</p>`}
    </div>
  `}function J(t,o,s){const e=s?H:q;return t.map(({stage:n},i)=>({x:Math.max(2,e[n]*o),y:y+(i+.5)*b}))}function K(t,o){const s={inside:({said:e})=>e.round===t.round,waiting:({znode:e})=>W(t,e)};return o.some(e=>s[e.stage]?.(e))}function Q({barrier:t,people:o,width:s,isNarrow:e,begun:n,chosen:i,choose:r}){const $=e?k:x,l=o.some(({stage:f})=>f==="leaving"),c=`round-${t.round}`,u=g(g(t.path,"ready"),c),h=!!t.ready[c],d=t.round+1,p=Object.values(t.processes).filter(({round:f})=>f===d).length;return a`
    <span class="zone-word" style=${`left: ${$.enter*s}rem`}>${n?a`<button class=${`ready-znode ${i.znode===u?"picked":""}`} disabled=${!h} data-testid="ready"
            title=${`${u}
names the processes of this round`} onClick=${()=>r({znode:u})}>ready · ${e?"":"round "}${t.round}</button>`:a`<span class="ready-znode missing" data-testid="ready">no ready for round ${d}: ${p} of ${t.size}</span>`}</span>
    <i class=${`gate ${n?"open":""}`} style=${`left: ${$.enter*s}rem`} data-testid="gate-enter" data-open=${String(n)}></i>
    <span class="zone-word" style=${`left: ${$.leave*s}rem`}>${l?"until all are done":""}</span>
    <i class=${`gate leave ${l?"":"open"}`} style=${`left: ${$.leave*s}rem`}></i>
  `}function U({people:t,places:o,width:s,isNarrow:e}){const n=(e?k:x).enter*s,i=new Map(t.map(({znode:$},l)=>[$?`processes/${$.name}`:null,l])),r=y+t.length*b;return a`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${s} ${r}`}>
      ${t.map(({id:$,candidate:l,stage:c},u)=>{const h=l.process==="exited"?null:l.watches,d=o[u];if(c==="waiting"&&h?.startsWith("ready/"))return a`<path key=${$} class="flow-watch first" d=${`M${d.x+1.7} ${d.y}C${n-1} ${d.y} ${n} ${d.y-1} ${n} ${y-.6}`} />`;const p=i.get(h);if(c!=="leaving"||p===void 0||p===u)return null;const f=o[p],m=Math.max(d.x,f.x)+2.6;return a`<path key=${$} class="flow-watch" d=${`M${d.x+1.4} ${d.y}C${m} ${d.y} ${m} ${f.y} ${f.x+1.4} ${f.y}`} />`})}
    </svg>
  `}var V=Object.freeze({__proto__:null,Board:I});function X({barrier:{rounds:t,late:o}}){const s=t.filter(e=>Object.keys(e.out??{}).length).slice(-4).reverse();return a`
    <section class="rounds" aria-label="Rounds">
      <p class="handoff-title"><b>Rounds</b>${o>0&&a`<span class="soft" data-testid="late">${B(o,"late arrival")}</span>`}</p>
      ${s.length?a`<table><thead><tr><th>round</th><th>passed</th><th>entered within</th><th>first one waited</th><th>left within</th></tr></thead>
          <tbody>${s.map(e=>a`<${Y} key=${e.round} one=${e} />`)}</tbody></table>`:a`<p class="soft">No round is over yet.</p>`}
    </section>
  `}function Y({one:t}){const[o,s,e]=[t.in,t.done,t.out].map(r=>Object.values(r??{})),n=Object.keys(t.fell??{}),i=s.length&&e.length?Math.max(...e)-Math.min(...s):null;return a`
    <tr data-testid=${`round-${t.round}`}>
      <td class="number">${t.round}</td><td>${Object.keys(t.out).join(" ")}${n.length>0&&a` <em class="tone-dead">without ${n.join(" ")}</em>`}</td>
      <td class="number">${_(o)}</td><td class="number">${i===null?"":O(i*1e3)}</td>
      <td class="number">${_(e)}</td>
    </tr>
  `}function _(t){return t.length>1?O((Math.max(...t)-Math.min(...t))*1e3):""}var tt=Object.freeze({__proto__:null,Rounds:X});export{V as b,tt as r};
//# sourceMappingURL=barrier-BDhM-xYZ.js.map
