import{c1 as M,h as $,c8 as P,u as L,bA as V,cj as D,b6 as F,bI as K,i as q,ck as Y,cl as Z,L as J,g as Q,m as S,q as B}from"./page.js";import{p as j,a as U,r as b,D as X,R as tt}from"./more-BDEiNFfz.js";const nt=100,v=.6,et=.74;function st(t,s,{width:e,enter:n,leave:c,disc:a}){const l=a/2+v;if(t==="outside")return{from:s+l,to:n-v};if(t==="waiting")return{from:n+v,to:c-v};const r=s-l;return{from:n+v,to:r,ends:e-r}}function ot({state:t,person:s,at:e,places:n,clock:c,chosen:a,choose:l}){const{id:r,candidate:o,said:i,stage:d}=s,{tone:f,words:m}=i,w=d==="inside"&&typeof i.stopped!="number"&&o.process==="running",p=P(t,o,!0);L(w||p!==null?nt:null);const h=c.now(),u=a.candidate===r,y={candidate:o,share:V(o.session_timeout_ms,p,h),done:d==="inside"?U(i,h):null},{from:O,to:x,ends:g}=st(d,e.x,n),k=`width: ${b(x-O)}; ${g===void 0?`left: ${b(O)}`:`right: ${b(g)}; text-align: right`}`;return $`
    <div class=${`person traveller is-${d} tone-${f} ${u?"chosen":""}`} style=${`top: ${b(e.y)}; --disc: ${b(n.disc)}; --x: ${b(e.x)}; --name: ${Math.max(24,et*72/n.disc).toFixed(1)}px`}
      data-testid=${`person-${r}`} data-stage=${d} data-process=${o.process??""}>
      <p class="person-words" key=${d} style=${k}><span>${m}</span>${p!==null&&", "}<${D} ends=${p} now=${h} /></p>
      <${X} id=${r} label=${`${r}, process: ${m}`} chosen=${a} choose=${l} disc=${y} />
    </div>
  `}function at({id:t,znode:s,at:e,barrier:n,chosen:c,choose:a}){const l=M(M(n.path,"processes"),s.name);return $`
    <button class=${`process-znode ${c.znode===l?"picked":""}`} style=${j(e)} title=${`${l}
ephemeral: it ends with session ${s.session??""}`}
      onClick=${()=>a({znode:l})}>${t} r${s.round}</button>
  `}const rt=12,E=32,R={least:1.7,disc:4.4,ring:1.2},ct=12,_=4.3,dt=1,A=.39,lt=500,z=1.75,I=1.15,N={outside:.06,waiting:.21,enter:.33,inside:.74,leave:.94};function $t(t){const{barrier:s}=t,e=F(t),n=e.slice(0,rt);if(L(e.some(({candidate:o})=>o.process==="exited")?lt:null),!n.length)return $`<${K} ...${t} />`;const c={"data-testid":"barrier-board","data-round":s.round},a=q(t.state);return $`<${tt} ...${t} looks="lanes" data=${c} need=${(o,i,d)=>o<E&&!d?1/0:T(n,o,0,i,a).need} draw=${({width:o,height:i,top:d})=>$`<${it} ...${t} people=${n} more=${e.length-n.length} places=${T(n,o,i,d,a)} />`} />`}function T(t,s,e,n,c){const[a,l]=[N.enter*s,N.leave*s],r=s<E,o={left:a+(r?4.2:5.2)},i=Math.max(1,Math.floor((s-o.left)/_)),d=Math.max(1,Math.ceil(t.filter(({znode:g})=>g).length/i)),f=a-(r?4.2:5.2)<ct,m=f&&c,w=f&&!m?.35+I:.35,p=w+Math.max(d*z,m?z+I:0)+.3,h=n+dt,u=(e-h-p-.4)/t.length,y=Math.min(R.disc,u*R.ring),O=g=>g==="leaving"?l-1.1-y*A:N[g]*s,x=t.map(({stage:g},k)=>({x:O(g),y:h+(k+.5)*u}));return{width:s,height:e,lanes:h,enter:a,leave:l,isNarrow:r,ground:e-p,lane:u,disc:y,at:x,first:w,isBelow:m,chips:o,perRow:i,need:h+t.length*R.least+p+.4}}function it({people:t,more:s,places:e,...n}){const{state:c,barrier:a}=n,l=ut(a,t);return $`
    <${Y} state=${c} class=${`barrier-ground ${e.isBelow?"is-below":""}`} style=${`top: ${b(e.ground)}`}>
      <${ft} ...${n} places=${e} begun=${l} />
      ${t.filter(({znode:r})=>r).map(({id:r,znode:o},i)=>$`<${at} key=${r} ...${n} id=${r} znode=${o} at=${C(i,e)} />`)}
    <//>
    <${pt} people=${t} places=${e} />
    <${ht} ...${n} places=${e} begun=${l} people=${t} />
    ${t.map((r,o)=>$`<${ot} key=${r.id} ...${n} person=${r} at=${e.at[o]} places=${e} />`)}
    ${s>0&&$`<p class="lanes-more">and ${s} more</p>`}
  `}function C(t,{chips:s,perRow:e,first:n}){return{x:s.left+t%e*_,y:n+Math.floor(t/e)*z}}function ut(t,s){const e={inside:({said:n})=>n.round===t.round,waiting:({znode:n})=>Z(t,n)};return s.some(n=>e[n.stage]?.(n))}function ht({people:t,places:{lanes:s,enter:e,leave:n,ground:c},begun:a}){const l=t.some(({stage:o,candidate:i})=>o==="leaving"&&i.process!=="exited"),r=o=>`left: ${b(o)}; top: ${b(s)}; height: ${b(c-s-.2)}`;return $`
    ${Object.entries({entry:e,exit:n}).map(([o,i])=>$`<span key=${o} class="gate-name" style=${j({x:i,y:s})}>${o}</span>`)}
    <i class=${`gate ${a?"open":""}`} style=${r(e)} data-testid="gate-enter" data-open=${String(a)}></i>
    <i class=${`gate leave ${l?"":"open"}`} style=${`${r(n)}`}></i>
  `}function ft({barrier:t,places:{enter:s,first:e,isNarrow:n},begun:c,chosen:a,choose:l}){const r=`round-${t.round}`,o=M(M(t.path,"ready"),r),i=t.round+1,d=Object.values(t.processes).filter(({round:m})=>m===i).length,f=j({x:s,y:e});return c?$`<button class=${`ready-znode ${a.znode===o?"picked":""}`} style=${f} disabled=${!t.ready[r]} data-testid="ready"
    title=${`${o}
names the processes of this round`} onClick=${()=>l({znode:o})}>ready · ${n?"":"round "}${t.round}</button>`:$`<span class="ready-znode missing" style=${f} data-testid="ready">no ready${n?"":" yet"}: ${d} of ${t.size}</span>`}function pt({people:t,places:s}){const{width:e,height:n,enter:c,leave:a,ground:l,disc:r,at:o}=s,i=t.filter(({znode:d})=>d).map(({znode:d})=>`processes/${d.name}`);return $`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${e} ${n}`}>
      ${o.map(({y:d},f)=>$`<rect key=${f} class="lane-line" x="0" y=${d-.02} width=${e} height="0.04" />`)}
      ${t.map(({id:d,candidate:f,stage:m,znode:w},p)=>{const h=f.process==="exited"?null:f.watches,{x:u,y}=o[p];if(m==="waiting"&&h?.startsWith("ready/")){const k=c-.65;return $`<path key=${d} class="flow-watch first" d=${`M${u+r*A} ${y}H${k}V${l+s.first}`} />`}const O=i.indexOf(h??"");if(m!=="leaving"||O<0||h===`processes/${w?.name}`)return null;const x=C(O,s),g=a-.85+.1*(p%4);return $`<path key=${d} class="flow-watch" d=${`M${u+r*A} ${y}H${g}V${l-.2}H${x.x+_*.35}V${l+x.y}`} />`})}
    </svg>
  `}var mt=Object.freeze({__proto__:null,Board:$t});function yt({barrier:t,state:s,clock:e}){return $`<${J} word="round" state=${s} clock=${e} empty="No round yet." invites="Start four processes." roundsOf=${n=>G(t,n)} />`}function G(t,s){const e=t?.under_way??1/0,n=(t?.rounds??[]).filter(({round:c})=>c<=e).reverse();return[...gt(t,s),...n.map(c=>bt(c,s))]}const H=[{phase:"gather",name:"gather",until:"all were there"},{phase:"enter",name:"enter",until:"the last had entered"},{phase:"work",name:"work",until:"the last was done"},{phase:"leave",name:"leave",until:"the last had left"}];function gt(t,s){if(typeof t?.under_way=="number")return[];const e=Object.values(t?.processes??{}).filter(({round:a})=>a>t.round).map(({at:a})=>a);if(!e.length)return[];const n=H.map(a=>({...a,at:null})),c=`round ${t.round+1}`;return[{of:t.round+1,who:c,what:`${e.length} of ${t.size} there`,ears:c,phases:B(Math.min(...e),n,s)}]}function bt({round:t,first:s,began:e,in:n,done:c,out:a,fell:l},r){const o=Object.keys(n??{}),i=u=>Object.hasOwn(l??{},u),d=o.filter(u=>!i(u)),f=u=>d.length&&d.every(y=>typeof u?.[y]=="number")?Math.max(...d.map(y=>u[y])):null,m=d.every(u=>typeof a?.[u]=="number"),w=[e,f(n),f(c),f(a)],p=`round ${t}`,h=o.filter(i);return{of:t,who:p,what:h.length?$`<span class="tone-dead">without ${h.join(" ")}</span>`:null,ears:h.length?`${p}, without ${h.join(" ")}`:p,phases:B(s,H.map((u,y)=>({...u,at:w[y]})),m&&o.length?null:r)}}function wt({barrier:{rounds:t,late:s}}){const e=t.filter(n=>Object.keys(n.out??{}).length).slice(-4).reverse();return $`
    <section class="rounds" aria-label="Rounds">
      <p class="handoff-title"><b>Rounds</b>${s>0&&$`<span class="soft" data-testid="late">${Q(s,"late arrival")}</span>`}</p>
      ${e.length?$`<table><thead><tr><th>round</th><th>passed</th><th>entered within</th><th>first one waited</th><th>left within</th></tr></thead>
          <tbody>${e.map(n=>$`<${Ot} key=${n.round} one=${n} />`)}</tbody></table>`:$`<p class="soft">No round is over yet.</p>`}
    </section>
  `}function Ot({one:t}){const[s,e,n]=[t.in,t.done,t.out].map(l=>Object.values(l??{})),c=Object.keys(t.fell??{}),a=e.length&&n.length?Math.max(...n)-Math.min(...e):null;return $`
    <tr data-testid=${`round-${t.round}`}>
      <td class="number">${t.round}</td><td>${Object.keys(t.out).join(" ")}${c.length>0&&$` <em class="tone-dead">without ${c.join(" ")}</em>`}</td>
      <td class="number">${W(s)}</td><td class="number">${a===null?"":S(a*1e3)}</td>
      <td class="number">${W(n)}</td>
    </tr>
  `}function W(t){return t.length>1?S((Math.max(...t)-Math.min(...t))*1e3):""}var xt=Object.freeze({__proto__:null,Round:yt,Rounds:wt,roundsOf:G});export{mt as b,xt as r};
//# sourceMappingURL=barrier-A-Foj9p_.js.map
