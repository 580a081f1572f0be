import{be as R,ac as z,bf as M,aS as j,bg as A,bh as N,a0 as o,aX as b,x as v,b0 as T,a$ as S,bi as W,ak as B,ag as O}from"./page.js";import{p as C,D as E,a as G}from"./more-D1aC5s9h.js";const L=100;function D({person:t,at:a,barrier:e,clock:s,chosen:n,choose:l}){const{id:r,candidate:c,said:i,stage:d,znode:u}=t,f=d==="inside"&&typeof i.stopped!="number"&&c.process==="running",p=R(c,u);z(f||p!==null?L:null);const $=s.now(),h=n.candidate===r,m=M(t,e),g={candidate:c,share:j(c.session_timeout_ms,p,$),done:d==="inside"?C(i,$):null};return o`
    <div class=${`person traveller is-${d} tone-${N(t)} ${h?"chosen":""}`}
      style=${`transform: translate(${a.x}rem, ${a.y}rem) translate(-1.7rem, -50%)`} data-testid=${`person-${r}`} data-stage=${d}
      data-process=${c.process??""}>
      <${E} id=${r} label=${`process ${r}: ${m}`} chosen=${n} choose=${l} disc=${g} />
      <div class="person-words">
        <span>${m}</span>
        <${A} ends=${p} now=${$} />
        ${u&&o`<${P} znode=${u} barrier=${e} chosen=${n} choose=${l} />`}
      </div>
    </div>
  `}function P({znode:t,barrier:a,chosen:e,choose:s}){const n=b(b(a.path,"processes"),t.name);return o`
    <button class=${`process-znode ${e.znode===n?"picked":""}`} title=${`${n}
ephemeral: it ends with session ${t.session??""}`}
      onClick=${()=>s({znode:n})}>r${t.round}</button>
  `}const w=4.1,y=2.6,F=12,X=40,Z={outside:.055,waiting:.27,inside:.55,leaving:.79},q={outside:.1,waiting:.33,inside:.6,leaving:.86},x={enter:.46,leave:.745},k={enter:.47,leave:.735};function H(t){const[a,e]=G(),{state:s,barrier:n,page:l}=t,r=v(t).slice(0,F),c=n?v(t).length-r.length:0;if(!r.length)return o`<div class="flow flow-empty" ref=${a}><${T} ...${t} /></div>`;const i=l.status.state!=="connected"||!S(s),d=e<X,u=I(r,e,d),f=J(n,r);return o`
    <div class=${`flow lanes ${i?"stale":""} ${d?"narrow":""}`} ref=${a} data-testid="barrier-board"
      data-round=${n.round} style=${`height: ${y+r.length*w}rem`}>
      <${K} ...${t} width=${e} isNarrow=${d} begun=${f} people=${r} />
      ${r.map((p,$)=>o`<i class="lane-line" key=${$} style=${`top: ${y+($+.5)*w}rem`}></i>`)}
      <${Q} people=${r} places=${u} width=${e} barrier=${n} isNarrow=${d} />
      ${r.map((p,$)=>o`<${D} key=${p.id} ...${t} person=${p} at=${u[$]} isNarrow=${d} />`)}
      ${c>0&&o`<p class="flow-more soft" style="left: 50%; bottom: -1.2rem">and ${c} more</p>`}
    </div>
  `}function I(t,a,e){const s=e?q:Z;return t.map(({stage:n},l)=>({x:Math.max(2,s[n]*a),y:y+(l+.5)*w}))}function J(t,a){const e={inside:({said:s})=>s.round===t.round,waiting:({znode:s})=>W(t,s)};return a.some(s=>e[s.stage]?.(s))}function K({barrier:t,people:a,width:e,isNarrow:s,begun:n,chosen:l,choose:r}){const c=s?k:x,i=a.some(({stage:h})=>h==="leaving"),d=`round-${t.round}`,u=b(b(t.path,"ready"),d),f=!!t.ready[d],p=t.round+1,$=Object.values(t.processes).filter(({round:h})=>h===p).length;return o`
    <span class="zone-word" style=${`left: ${c.enter*e}rem`}>${n?o`<button class=${`ready-znode ${l.znode===u?"picked":""}`} disabled=${!f} data-testid="ready"
            title=${`${u}
names the processes of this round`} onClick=${()=>r({znode:u})}>ready · ${s?"":"round "}${t.round}</button>`:o`<span class="ready-znode missing" data-testid="ready">no ready for round ${p}: ${$} of ${t.size}</span>`}</span>
    <i class=${`gate ${n?"open":""}`} style=${`left: ${c.enter*e}rem`} data-testid="gate-enter" data-open=${String(n)}></i>
    <span class="zone-word" style=${`left: ${c.leave*e}rem`}>${i?"until all are done":""}</span>
    <i class=${`gate leave ${i?"":"open"}`} style=${`left: ${c.leave*e}rem`}></i>
  `}function Q({people:t,places:a,width:e,barrier:s,isNarrow:n}){const l=(n?k:x).enter*e,r=new Map(t.map(({znode:i},d)=>[i?`processes/${i.name}`:null,d])),c=y+t.length*w;return o`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${e} ${c}`}>
      ${t.map(({id:i,candidate:d,stage:u},f)=>{const p=d.process==="exited"?null:d.watches,$=a[f];if(u==="waiting"&&p?.startsWith("ready/"))return o`<path key=${i} class="flow-watch first" d=${`M${$.x+1.7} ${$.y}C${l-1} ${$.y} ${l} ${$.y-1} ${l} ${y-.6}`} />`;const h=r.get(p);if(u!=="leaving"||h===void 0||h===f)return null;const m=a[h],g=Math.max($.x,m.x)+2.6;return o`<path key=${i} class="flow-watch" d=${`M${$.x+1.4} ${$.y}C${g} ${$.y} ${g} ${m.y} ${m.x+1.4} ${m.y}`} />`})}
    </svg>
  `}var U=Object.freeze({__proto__:null,Board:H});function V({barrier:{rounds:t,late:a}}){const e=t.filter(s=>Object.keys(s.out??{}).length).slice(-4).reverse();return o`
    <section class="rounds" aria-label="Rounds">
      <p class="handoff-title"><b>Rounds</b>${a>0&&o`<span class="soft" data-testid="late">${B(a,"late arrival")}</span>`}</p>
      ${e.length?o`<table><thead><tr><th>round</th><th>passed</th><th>entered within</th><th>first one waited</th><th>left within</th></tr></thead>
          <tbody>${e.map(s=>o`<${Y} key=${s.round} one=${s} />`)}</tbody></table>`:o`<p class="soft">No round is over yet.</p>`}
    </section>
  `}function Y({one:t}){const[a,e,s]=[t.in,t.done,t.out].map(r=>Object.values(r??{})),n=Object.keys(t.fell??{}),l=e.length&&s.length?Math.max(...s)-Math.min(...e):null;return o`
    <tr data-testid=${`round-${t.round}`}>
      <td class="number">${t.round}</td><td>${Object.keys(t.out).join(" ")}${n.length>0&&o` <em class="tone-dead">without ${n.join(" ")}</em>`}</td>
      <td class="number">${_(a)}</td><td class="number">${l===null?"":O(l*1e3)}</td>
      <td class="number">${_(s)}</td>
    </tr>
  `}function _(t){return t.length>1?O((Math.max(...t)-Math.min(...t))*1e3):""}var tt=Object.freeze({__proto__:null,Rounds:V});export{U as b,tt as r};
