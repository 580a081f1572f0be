import{bW as I,am as H,bG as P,bX as D,a6 as $,bI as v,E as F,bB as V,bY as Y,bZ as Z,a7 as q,a4 as X,aq as _,av as z}from"./page.js";import{p as J,r as g,D as K,a as A,R as Q}from"./more-C-QkUQmj.js";const U=100,w=.6,tt=.74;function nt(t,s,{width:e,enter:n,leave:a,disc:d}){const c=d/2+w;if(t==="outside")return{from:s+c,to:n-w};if(t==="waiting")return{from:n+w,to:a-w};const o=t==="inside"?s-c:a-w;return{from:n+w,to:o,ends:e-o}}function et({state:t,person:s,at:e,places:n,clock:a,chosen:d,choose:c}){const{id:o,candidate:r,said:u,stage:l,znode:h}=s,{tone:p,words:b}=u,m=l==="inside"&&typeof u.stopped!="number"&&r.process==="running",f=I(t,r,h);H(m||f!==null?U:null);const i=a.now(),y=d.candidate===o,x={candidate:r,share:P(r.session_timeout_ms,f,i),done:l==="inside"?J(u,i):null},{from:O,to:M,ends:k}=nt(l,e.x,n),G=`width: ${g(M-O)}; ${k===void 0?`left: ${g(O)}`:`right: ${g(k)}; text-align: right`}`;return $`
    <div class=${`person traveller is-${l} tone-${p} ${y?"chosen":""}`} style=${`top: ${g(e.y)}; --disc: ${g(n.disc)}; --x: ${g(e.x)}; --name: ${Math.max(24,tt*72/n.disc).toFixed(1)}px`}
      data-testid=${`person-${o}`} data-stage=${l} data-process=${r.process??""}>
      <p class="person-words" key=${l} style=${G}><span>${b}</span>${f!==null&&", "}<${D} ends=${f} now=${i} /></p>
      <${K} id=${o} label=${`${o}, process: ${b}`} chosen=${d} choose=${c} disc=${x} />
    </div>
  `}function st({id:t,znode:s,at:e,barrier:n,chosen:a,choose:d}){const c=v(v(n.path,"processes"),s.name);return $`
    <button class=${`process-znode ${a.znode===c?"picked":""}`} style=${A(e)} title=${`${c}
ephemeral: it ends with session ${s.session??""}`}
      onClick=${()=>d({znode:c})}>${t} r${s.round}</button>
  `}const ot=12,L=32,N={least:1.65,disc:4.4},at=12,j=4.3,S=1.75,R={outside:.06,waiting:.21,enter:.33,inside:.66,leave:.8,leaving:.93};function rt(t){const{barrier:s}=t,e=F(t),n=e.slice(0,ot);if(!n.length)return $`<${V} ...${t} />`;const a={"data-testid":"barrier-board","data-round":s.round};return $`<${Q} ...${t} looks="lanes" data=${a} need=${(o,r,u)=>o<L&&!u?1/0:B(n,o,0,r).need} draw=${({width:o,height:r,top:u})=>$`<${dt} ...${t} people=${n} more=${e.length-n.length} places=${B(n,o,r,u)} />`} />`}function B(t,s,e,n){const[a,d]=[R.enter*s,R.leave*s],c=s<L,o={left:a+(c?4.2:5.2)},r=Math.max(1,Math.floor((s-o.left)/j)),u=Math.max(1,Math.ceil(t.filter(({znode:f})=>f).length/r)),l=a-(c?4.2:5.2)<at?1.5:.35,h=l+u*S+.3,p=(e-n-h-.4)/t.length,b=Math.min(N.disc,p*.95),m=t.map(({stage:f},i)=>({x:R[f]*s,y:n+(i+.5)*p}));return{width:s,height:e,top:n,enter:a,leave:d,isNarrow:c,ground:e-h,lane:p,disc:b,at:m,first:l,chips:o,perRow:r,need:n+t.length*N.least+h+.4}}function dt({people:t,more:s,places:e,...n}){const{state:a,barrier:d}=n,c=ct(d,t);return $`
    <${lt} ...${n} places=${e} begun=${c} people=${t} />
    <${it} people=${t} places=${e} />
    ${t.map((o,r)=>$`<${et} key=${o.id} ...${n} person=${o} at=${e.at[r]} places=${e} />`)}
    <${Y} state=${a} class="barrier-ground" style=${`top: ${g(e.ground)}`}>
      <${$t} ...${n} places=${e} begun=${c} />
      ${t.filter(({znode:o})=>o).map(({id:o,znode:r},u)=>$`<${st} key=${o} ...${n} id=${o} znode=${r} at=${E(u,e)} />`)}
    <//>
    ${s>0&&$`<p class="lanes-more">and ${s} more</p>`}
  `}function E(t,{chips:s,perRow:e,first:n}){return{x:s.left+t%e*j,y:n+Math.floor(t/e)*S}}function ct(t,s){const e={inside:({said:n})=>n.round===t.round,waiting:({znode:n})=>Z(t,n)};return s.some(n=>e[n.stage]?.(n))}function lt({people:t,places:{top:s,enter:e,leave:n,ground:a},begun:d}){const c=t.some(({stage:r})=>r==="leaving"),o=r=>`left: ${g(r)}; top: ${g(s)}; height: ${g(a-s-.2)}`;return $`
    <i class=${`gate ${d?"open":""}`} style=${o(e)} data-testid="gate-enter" data-open=${String(d)}></i>
    <i class=${`gate leave ${c?"":"open"}`} style=${`${o(n)}`}></i>
  `}function $t({barrier:t,places:{enter:s,first:e,isNarrow:n},begun:a,chosen:d,choose:c}){const o=`round-${t.round}`,r=v(v(t.path,"ready"),o),u=t.round+1,l=Object.values(t.processes).filter(({round:p})=>p===u).length,h=A({x:s,y:e});return a?$`<button class=${`ready-znode ${d.znode===r?"picked":""}`} style=${h} disabled=${!t.ready[o]} data-testid="ready"
    title=${`${r}
names the processes of this round`} onClick=${()=>c({znode:r})}>ready · ${n?"":"round "}${t.round}</button>`:$`<span class="ready-znode missing" style=${h} data-testid="ready">no ready${n?"":" yet"}: ${l} of ${t.size}</span>`}function it({people:t,places:s}){const{width:e,height:n,enter:a,leave:d,ground:c,disc:o,at:r}=s,u=t.filter(({znode:l})=>l).map(({znode:l})=>`processes/${l.name}`);return $`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${e} ${n}`}>
      ${r.map(({y:l},h)=>$`<rect key=${h} class="lane-line" x="0" y=${l-.02} width=${e} height="0.04" />`)}
      ${t.map(({id:l,candidate:h,stage:p,znode:b},m)=>{const f=h.process==="exited"?null:h.watches,{x:i,y}=r[m];if(p==="waiting"&&f?.startsWith("ready/")){const k=a-.65;return $`<path key=${l} class="flow-watch first" d=${`M${i+o/2} ${y}H${k}V${c+s.first}`} />`}const x=u.indexOf(f??"");if(p!=="leaving"||x<0||f===`processes/${b?.name}`)return null;const O=E(x,s),M=d+.65+.12*(m%4);return $`<path key=${l} class="flow-watch" d=${`M${i-o/2} ${y}H${M}V${c-.1}L${O.x+j/2-.2} ${c+O.y}`} />`})}
    </svg>
  `}var ut=Object.freeze({__proto__:null,Board:rt});function ht({barrier:t,clock:s}){return $`<${q} word="round" clock=${s} empty="No round yet. Start four processes." roundsOf=${e=>T(t,e)} />`}function T(t,s){const e=t?.under_way??1/0,n=(t?.rounds??[]).filter(({round:a})=>a<=e).reverse();return[...ft(t,s),...n.map(a=>pt(a,s))]}const W=[{phase:"gather",name:"gather",until:"all were there"},{phase:"enter",name:"enter",until:"the last had entered"},{phase:"work",name:"work",until:"the last was done"},{phase:"leave",name:"leave",until:"the last had left"}];function ft(t,s){if(typeof t?.under_way=="number")return[];const e=Object.values(t?.processes??{}).filter(({round:d})=>d>t.round).map(({at:d})=>d);if(!e.length)return[];const n=W.map(d=>({...d,at:null})),a=`round ${t.round+1}`;return[{of:t.round+1,who:a,what:`${e.length} of ${t.size} there`,ears:a,phases:z(Math.min(...e),n,s)}]}function pt({round:t,first:s,began:e,in:n,done:a,out:d,fell:c},o){const r=Object.keys(n??{}),u=i=>Object.hasOwn(c??{},i),l=r.filter(i=>!u(i)),h=i=>l.length&&l.every(y=>typeof i?.[y]=="number")?Math.max(...l.map(y=>i[y])):null,p=l.every(i=>typeof d?.[i]=="number"),b=[e,h(n),h(a),h(d)],m=`round ${t}`,f=r.filter(u);return{of:t,who:m,what:f.length?$`<span class="tone-dead">without ${f.join(" ")}</span>`:null,ears:f.length?`${m}, without ${f.join(" ")}`:m,phases:z(s,W.map((i,y)=>({...i,at:b[y]})),p&&r.length?null:o)}}function mt({barrier:{rounds:t,late:s}}){const e=t.filter(n=>Object.keys(n.out??{}).length).slice(-4).reverse();return $`
    <section class="rounds" aria-label="Rounds">
      <p class="handoff-title"><b>Rounds</b>${s>0&&$`<span class="soft" data-testid="late">${X(s,"late arrival")}</span>`}</p>
      ${e.length?$`<table><thead><tr><th>round</th><th>passed</th><th>entered within</th><th>first one waited</th><th>left within</th></tr></thead>
          <tbody>${e.map(n=>$`<${yt} key=${n.round} one=${n} />`)}</tbody></table>`:$`<p class="soft">No round is over yet.</p>`}
    </section>
  `}function yt({one:t}){const[s,e,n]=[t.in,t.done,t.out].map(c=>Object.values(c??{})),a=Object.keys(t.fell??{}),d=e.length&&n.length?Math.max(...n)-Math.min(...e):null;return $`
    <tr data-testid=${`round-${t.round}`}>
      <td class="number">${t.round}</td><td>${Object.keys(t.out).join(" ")}${a.length>0&&$` <em class="tone-dead">without ${a.join(" ")}</em>`}</td>
      <td class="number">${C(s)}</td><td class="number">${d===null?"":_(d*1e3)}</td>
      <td class="number">${C(n)}</td>
    </tr>
  `}function C(t){return t.length>1?_((Math.max(...t)-Math.min(...t))*1e3):""}var gt=Object.freeze({__proto__:null,Round:ht,Rounds:mt,roundsOf:T});export{ut as b,gt as r};
//# sourceMappingURL=barrier-BlxZo3Vr.js.map
