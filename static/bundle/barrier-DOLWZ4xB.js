import{bW as G,am as H,bG as I,bX as P,a6 as $,bI as v,E as D,bB as F,bY as V,bZ as Y,a7 as Z,a4 as q,av as z,aq as _}from"./page.js";import{p as X,r as y,D as J,a as A,R as K}from"./more-DE-Yuwlg.js";const Q=100,w=.6,U=.74;function tt(t,s,{width:e,enter:n,leave:r,disc:d}){const c=d/2+w;if(t==="outside")return{from:s+c,to:n-w};if(t==="waiting")return{from:n+w,to:r-w};const o=t==="inside"?s-c:r-w;return{from:n+w,to:o,ends:e-o}}function nt({state:t,person:s,at:e,places:n,clock:r,chosen:d,choose:c}){const{id:o,candidate:a,said:u,stage:l,znode:h}=s,{tone:p,words:b}=u,m=l==="inside"&&typeof u.stopped!="number"&&a.process==="running",f=G(t,a,h);H(m||f!==null?Q:null);const i=r.now(),g=d.candidate===o,x={candidate:a,share:I(a.session_timeout_ms,f,i),done:l==="inside"?X(u,i):null},{from:O,to:M,ends:k}=tt(l,e.x,n),C=`width: ${y(M-O)}; ${k===void 0?`left: ${y(O)}`:`right: ${y(k)}; text-align: right`}`;return $`
    <div class=${`person traveller is-${l} tone-${p} ${g?"chosen":""}`} style=${`top: ${y(e.y)}; --disc: ${y(n.disc)}; --x: ${y(e.x)}; --name: ${Math.max(24,U*72/n.disc).toFixed(1)}px`}
      data-testid=${`person-${o}`} data-stage=${l} data-process=${a.process??""}>
      <p class="person-words" key=${l} style=${C}><span>${b}</span>${f!==null&&", "}<${P} ends=${f} now=${i} /></p>
      <${J} id=${o} label=${`${o}, process: ${b}`} chosen=${d} choose=${c} disc=${x} />
    </div>
  `}function et({id:t,znode:s,at:e,barrier:n,chosen:r,choose:d}){const c=v(v(n.path,"processes"),s.name);return $`
    <button class=${`process-znode ${r.znode===c?"picked":""}`} style=${A(e)} title=${`${c}
ephemeral: it ends with session ${s.session??""}`}
      onClick=${()=>d({znode:c})}>${t} r${s.round}</button>
  `}const st=12,L=32,N={least:1.75,disc:4.4},ot=12,j=4.3,S=1.75,R={outside:.06,waiting:.21,enter:.33,inside:.66,leave:.8,leaving:.93};function at(t){const{barrier:s}=t,e=D(t),n=e.slice(0,st);if(!n.length)return $`<${F} ...${t} />`;const r={"data-testid":"barrier-board","data-round":s.round};return $`<${K} ...${t} looks="lanes" data=${r} need=${(o,a,u)=>o<L&&!u?1/0:B(n,o,0,a).need} draw=${({width:o,height:a,top:u})=>$`<${rt} ...${t} people=${n} more=${e.length-n.length} places=${B(n,o,a,u)} />`} />`}function B(t,s,e,n){const[r,d]=[R.enter*s,R.leave*s],c=s<L,o={left:r+(c?4.2:5.2)},a=Math.max(1,Math.floor((s-o.left)/j)),u=Math.max(1,Math.ceil(t.filter(({znode:f})=>f).length/a)),l=r-(c?4.2:5.2)<ot?1.5:.35,h=l+u*S+.3,p=(e-n-h-.4)/t.length,b=Math.min(N.disc,p*.95),m=t.map(({stage:f},i)=>({x:R[f]*s,y:n+(i+.5)*p}));return{width:s,height:e,top:n,enter:r,leave:d,isNarrow:c,ground:e-h,lane:p,disc:b,at:m,first:l,chips:o,perRow:a,need:n+t.length*N.least+h+.4}}function rt({people:t,more:s,places:e,...n}){const{state:r,barrier:d}=n,c=dt(d,t);return $`
    <${ct} ...${n} places=${e} begun=${c} people=${t} />
    <${$t} people=${t} places=${e} />
    ${t.map((o,a)=>$`<${nt} key=${o.id} ...${n} person=${o} at=${e.at[a]} places=${e} />`)}
    <${V} state=${r} class="barrier-ground" style=${`top: ${y(e.ground)}`}>
      <${lt} ...${n} places=${e} begun=${c} />
      ${t.filter(({znode:o})=>o).map(({id:o,znode:a},u)=>$`<${et} key=${o} ...${n} id=${o} znode=${a} at=${E(u,e)} />`)}
    <//>
    ${s>0&&$`<p class="lanes-more">and ${s} more</p>`}
  `}function E(t,{chips:s,perRow:e,first:n}){return{x:s.left+t%e*j,y:n+Math.floor(t/e)*S}}function dt(t,s){const e={inside:({said:n})=>n.round===t.round,waiting:({znode:n})=>Y(t,n)};return s.some(n=>e[n.stage]?.(n))}function ct({people:t,places:{top:s,enter:e,leave:n,ground:r},begun:d}){const c=t.some(({stage:a})=>a==="leaving"),o=a=>`left: ${y(a)}; top: ${y(s)}; height: ${y(r-s-.2)}`;return $`
    <i class=${`gate ${d?"open":""}`} style=${o(e)} data-testid="gate-enter" data-open=${String(d)}></i>
    <i class=${`gate leave ${c?"":"open"}`} style=${`${o(n)}`}></i>
  `}function lt({barrier:t,places:{enter:s,first:e,isNarrow:n},begun:r,chosen:d,choose:c}){const o=`round-${t.round}`,a=v(v(t.path,"ready"),o),u=t.round+1,l=Object.values(t.processes).filter(({round:p})=>p===u).length,h=A({x:s,y:e});return r?$`<button class=${`ready-znode ${d.znode===a?"picked":""}`} style=${h} disabled=${!t.ready[o]} data-testid="ready"
    title=${`${a}
names the processes of this round`} onClick=${()=>c({znode:a})}>ready · ${n?"":"round "}${t.round}</button>`:$`<span class="ready-znode missing" style=${h} data-testid="ready">no ready${n?"":" yet"}: ${l} of ${t.size}</span>`}function $t({people:t,places:s}){const{width:e,height:n,enter:r,leave:d,ground:c,disc:o,at:a}=s,u=t.filter(({znode:l})=>l).map(({znode:l})=>`processes/${l.name}`);return $`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${e} ${n}`}>
      ${a.map(({y:l},h)=>$`<rect key=${h} class="lane-line" x="0" y=${l-.02} width=${e} height="0.04" />`)}
      ${t.map(({id:l,candidate:h,stage:p,znode:b},m)=>{const f=h.process==="exited"?null:h.watches,{x:i,y:g}=a[m];if(p==="waiting"&&f?.startsWith("ready/")){const k=r-.65;return $`<path key=${l} class="flow-watch first" d=${`M${i+o/2} ${g}H${k}V${c+s.first}`} />`}const x=u.indexOf(f??"");if(p!=="leaving"||x<0||f===`processes/${b?.name}`)return null;const O=E(x,s),M=d+.65+.12*(m%4);return $`<path key=${l} class="flow-watch" d=${`M${i-o/2} ${g}H${M}V${c-.1}L${O.x+j/2-.2} ${c+O.y}`} />`})}
    </svg>
  `}var it=Object.freeze({__proto__:null,Board:at});function ut({barrier:t,clock:s}){const e=[...t?.rounds??[]].reverse();return $`<${Z} word="round" clock=${s} empty="No round yet. Start four processes."
    roundsOf=${n=>[...ht(t,n),...e.map(r=>ft(r,n))]} />`}const T=[{phase:"gather",name:"gather",until:"all were there"},{phase:"enter",name:"enter",until:"the last had entered"},{phase:"work",name:"work",until:"the last was done"},{phase:"leave",name:"leave",until:"the last had left"}];function ht(t,s){const e=Object.values(t?.processes??{}).filter(({round:d})=>d>t.round).map(({at:d})=>d);if(!e.length)return[];const n=T.map(d=>({...d,at:null})),r=`round ${t.round+1}`;return[{of:t.round+1,who:r,what:`${e.length} of ${t.size} there`,ears:r,phases:z(Math.min(...e),n,s)}]}function ft({round:t,first:s,began:e,in:n,done:r,out:d,fell:c},o){const a=Object.keys(n??{}),u=i=>Object.hasOwn(c??{},i),l=a.filter(i=>!u(i)),h=i=>l.length&&l.every(g=>typeof i?.[g]=="number")?Math.max(...l.map(g=>i[g])):null,p=l.every(i=>typeof d?.[i]=="number"),b=[e,h(n),h(r),h(d)],m=`round ${t}`,f=a.filter(u);return{of:t,who:m,what:f.length?$`<span class="tone-dead">without ${f.join(" ")}</span>`:null,ears:f.length?`${m}, without ${f.join(" ")}`:m,phases:z(s,T.map((i,g)=>({...i,at:b[g]})),p&&a.length?null:o)}}function pt({barrier:{rounds:t,late:s}}){const e=t.filter(n=>Object.keys(n.out??{}).length).slice(-4).reverse();return $`
    <section class="rounds" aria-label="Rounds">
      <p class="handoff-title"><b>Rounds</b>${s>0&&$`<span class="soft" data-testid="late">${q(s,"late arrival")}</span>`}</p>
      ${e.length?$`<table><thead><tr><th>round</th><th>passed</th><th>entered within</th><th>first one waited</th><th>left within</th></tr></thead>
          <tbody>${e.map(n=>$`<${mt} key=${n.round} one=${n} />`)}</tbody></table>`:$`<p class="soft">No round is over yet.</p>`}
    </section>
  `}function mt({one:t}){const[s,e,n]=[t.in,t.done,t.out].map(c=>Object.values(c??{})),r=Object.keys(t.fell??{}),d=e.length&&n.length?Math.max(...n)-Math.min(...e):null;return $`
    <tr data-testid=${`round-${t.round}`}>
      <td class="number">${t.round}</td><td>${Object.keys(t.out).join(" ")}${r.length>0&&$` <em class="tone-dead">without ${r.join(" ")}</em>`}</td>
      <td class="number">${W(s)}</td><td class="number">${d===null?"":_(d*1e3)}</td>
      <td class="number">${W(n)}</td>
    </tr>
  `}function W(t){return t.length>1?_((Math.max(...t)-Math.min(...t))*1e3):""}var gt=Object.freeze({__proto__:null,Round:ut,Rounds:pt});export{it as b,gt as r};
//# sourceMappingURL=barrier-DOLWZ4xB.js.map
