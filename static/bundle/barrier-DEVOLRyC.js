import{bV as v,aa as l,c1 as V,ae as N,ak as W,cc as P,K as D,ay as F,cd as K,ce as Y,ab as Z,a8 as q,ax as S,aE as E}from"./page.js";import{p as j,a as J,r as g,D as Q,R as U}from"./more-CN9IXTmW.js";const X=100,O=.6,tt=.74;function nt(t,s,{width:e,enter:n,leave:r,disc:c}){const d=c/2+O;if(t==="outside")return{from:s+d,to:n-O};if(t==="waiting")return{from:n+O,to:r-O};const o=s-d;return{from:n+O,to:o,ends:e-o}}function et({state:t,person:s,at:e,places:n,clock:r,chosen:c,choose:d}){const{id:o,candidate:a,said:i,stage:$}=s,{tone:u,words:p}=i,b=$==="inside"&&typeof i.stopped!="number"&&a.process==="running",m=V(t,a,!0);N(b||m!==null?X:null);const y=r.now(),h=c.candidate===o,f={candidate:a,share:W(a.session_timeout_ms,m,y),done:$==="inside"?J(i,y):null},{from:w,to:x,ends:k}=nt($,e.x,n),M=`width: ${g(x-w)}; ${k===void 0?`left: ${g(w)}`:`right: ${g(k)}; text-align: right`}`;return l`
    <div class=${`person traveller is-${$} tone-${u} ${h?"chosen":""}`} style=${`top: ${g(e.y)}; --disc: ${g(n.disc)}; --x: ${g(e.x)}; --name: ${Math.max(24,tt*72/n.disc).toFixed(1)}px`}
      data-testid=${`person-${o}`} data-stage=${$} data-process=${a.process??""}>
      <p class="person-words" key=${$} style=${M}><span>${p}</span>${m!==null&&", "}<${P} ends=${m} now=${y} /></p>
      <${Q} id=${o} label=${`${o}, process: ${p}`} chosen=${c} choose=${d} disc=${f} />
    </div>
  `}function st({id:t,znode:s,at:e,barrier:n,chosen:r,choose:c}){const d=v(v(n.path,"processes"),s.name);return l`
    <button class=${`process-znode ${r.znode===d?"picked":""}`} style=${j(e)} title=${`${d}
ephemeral: it ends with session ${s.session??""}`}
      onClick=${()=>c({znode:d})}>${t} r${s.round}</button>
  `}const ot=12,L=32,R={least:1.8,disc:4.4,ring:1.2},at=12,_=4.3,rt=1,z=.39,ct=500,T=1.75,A={outside:.06,waiting:.21,enter:.33,inside:.74,leave:.94};function dt(t){const{barrier:s}=t,e=D(t),n=e.slice(0,ot);if(N(e.some(({candidate:o})=>o.process==="exited")?ct:null),!n.length)return l`<${F} ...${t} />`;const r={"data-testid":"barrier-board","data-round":s.round};return l`<${U} ...${t} looks="lanes" data=${r} need=${(o,a,i)=>o<L&&!i?1/0:B(n,o,0,a).need} draw=${({width:o,height:a,top:i})=>l`<${lt} ...${t} people=${n} more=${e.length-n.length} places=${B(n,o,a,i)} />`} />`}function B(t,s,e,n){const[r,c]=[A.enter*s,A.leave*s],d=s<L,o={left:r+(d?4.2:5.2)},a=Math.max(1,Math.floor((s-o.left)/_)),i=Math.max(1,Math.ceil(t.filter(({znode:f})=>f).length/a)),$=r-(d?4.2:5.2)<at?1.5:.35,u=$+i*T+.3,p=n+rt,b=(e-p-u-.4)/t.length,m=Math.min(R.disc,b*R.ring),y=f=>f==="leaving"?c-1.1-m*z:A[f]*s,h=t.map(({stage:f},w)=>({x:y(f),y:p+(w+.5)*b}));return{width:s,height:e,lanes:p,enter:r,leave:c,isNarrow:d,ground:e-u,lane:b,disc:m,at:h,first:$,chips:o,perRow:a,need:p+t.length*R.least+u+.4}}function lt({people:t,more:s,places:e,...n}){const{state:r,barrier:c}=n,d=$t(c,t);return l`
    <${K} state=${r} class="barrier-ground" style=${`top: ${g(e.ground)}`}>
      <${ut} ...${n} places=${e} begun=${d} />
      ${t.filter(({znode:o})=>o).map(({id:o,znode:a},i)=>l`<${st} key=${o} ...${n} id=${o} znode=${a} at=${C(i,e)} />`)}
    <//>
    <${ht} people=${t} places=${e} />
    <${it} ...${n} places=${e} begun=${d} people=${t} />
    ${t.map((o,a)=>l`<${et} key=${o.id} ...${n} person=${o} at=${e.at[a]} places=${e} />`)}
    ${s>0&&l`<p class="lanes-more">and ${s} more</p>`}
  `}function C(t,{chips:s,perRow:e,first:n}){return{x:s.left+t%e*_,y:n+Math.floor(t/e)*T}}function $t(t,s){const e={inside:({said:n})=>n.round===t.round,waiting:({znode:n})=>Y(t,n)};return s.some(n=>e[n.stage]?.(n))}function it({people:t,places:{lanes:s,enter:e,leave:n,ground:r},begun:c}){const d=t.some(({stage:a,candidate:i})=>a==="leaving"&&i.process!=="exited"),o=a=>`left: ${g(a)}; top: ${g(s)}; height: ${g(r-s-.2)}`;return l`
    ${Object.entries({entry:e,exit:n}).map(([a,i])=>l`<span key=${a} class="gate-name" style=${j({x:i,y:s})}>${a}</span>`)}
    <i class=${`gate ${c?"open":""}`} style=${o(e)} data-testid="gate-enter" data-open=${String(c)}></i>
    <i class=${`gate leave ${d?"":"open"}`} style=${`${o(n)}`}></i>
  `}function ut({barrier:t,places:{enter:s,first:e,isNarrow:n},begun:r,chosen:c,choose:d}){const o=`round-${t.round}`,a=v(v(t.path,"ready"),o),i=t.round+1,$=Object.values(t.processes).filter(({round:p})=>p===i).length,u=j({x:s,y:e});return r?l`<button class=${`ready-znode ${c.znode===a?"picked":""}`} style=${u} disabled=${!t.ready[o]} data-testid="ready"
    title=${`${a}
names the processes of this round`} onClick=${()=>d({znode:a})}>ready · ${n?"":"round "}${t.round}</button>`:l`<span class="ready-znode missing" style=${u} data-testid="ready">no ready${n?"":" yet"}: ${$} of ${t.size}</span>`}function ht({people:t,places:s}){const{width:e,height:n,enter:r,leave:c,ground:d,disc:o,at:a}=s,i=t.filter(({znode:$})=>$).map(({znode:$})=>`processes/${$.name}`);return l`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${e} ${n}`}>
      ${a.map(({y:$},u)=>l`<rect key=${u} class="lane-line" x="0" y=${$-.02} width=${e} height="0.04" />`)}
      ${t.map(({id:$,candidate:u,stage:p,znode:b},m)=>{const y=u.process==="exited"?null:u.watches,{x:h,y:f}=a[m];if(p==="waiting"&&y?.startsWith("ready/")){const M=r-.65;return l`<path key=${$} class="flow-watch first" d=${`M${h+o*z} ${f}H${M}V${d+s.first}`} />`}const w=i.indexOf(y??"");if(p!=="leaving"||w<0||y===`processes/${b?.name}`)return null;const x=C(w,s),k=c-.85+.1*(m%4);return l`<path key=${$} class="flow-watch" d=${`M${h+o*z} ${f}H${k}V${d-.2}H${x.x+_*.35}V${d+x.y}`} />`})}
    </svg>
  `}var ft=Object.freeze({__proto__:null,Board:dt});function pt({barrier:t,state:s,clock:e}){return l`<${Z} word="round" state=${s} clock=${e} empty="No round yet." invites="Start four processes." roundsOf=${n=>G(t,n)} />`}function G(t,s){const e=t?.under_way??1/0,n=(t?.rounds??[]).filter(({round:r})=>r<=e).reverse();return[...mt(t,s),...n.map(r=>yt(r,s))]}const I=[{phase:"gather",name:"gather",until:"all were there"},{phase:"enter",name:"enter",until:"the last had entered"},{phase:"work",name:"work",until:"the last was done"},{phase:"leave",name:"leave",until:"the last had left"}];function mt(t,s){if(typeof t?.under_way=="number")return[];const e=Object.values(t?.processes??{}).filter(({round:c})=>c>t.round).map(({at:c})=>c);if(!e.length)return[];const n=I.map(c=>({...c,at:null})),r=`round ${t.round+1}`;return[{of:t.round+1,who:r,what:`${e.length} of ${t.size} there`,ears:r,phases:E(Math.min(...e),n,s)}]}function yt({round:t,first:s,began:e,in:n,done:r,out:c,fell:d},o){const a=Object.keys(n??{}),i=h=>Object.hasOwn(d??{},h),$=a.filter(h=>!i(h)),u=h=>$.length&&$.every(f=>typeof h?.[f]=="number")?Math.max(...$.map(f=>h[f])):null,p=$.every(h=>typeof c?.[h]=="number"),b=[e,u(n),u(r),u(c)],m=`round ${t}`,y=a.filter(i);return{of:t,who:m,what:y.length?l`<span class="tone-dead">without ${y.join(" ")}</span>`:null,ears:y.length?`${m}, without ${y.join(" ")}`:m,phases:E(s,I.map((h,f)=>({...h,at:b[f]})),p&&a.length?null:o)}}function gt({barrier:{rounds:t,late:s}}){const e=t.filter(n=>Object.keys(n.out??{}).length).slice(-4).reverse();return l`
    <section class="rounds" aria-label="Rounds">
      <p class="handoff-title"><b>Rounds</b>${s>0&&l`<span class="soft" data-testid="late">${q(s,"late arrival")}</span>`}</p>
      ${e.length?l`<table><thead><tr><th>round</th><th>passed</th><th>entered within</th><th>first one waited</th><th>left within</th></tr></thead>
          <tbody>${e.map(n=>l`<${bt} key=${n.round} one=${n} />`)}</tbody></table>`:l`<p class="soft">No round is over yet.</p>`}
    </section>
  `}function bt({one:t}){const[s,e,n]=[t.in,t.done,t.out].map(d=>Object.values(d??{})),r=Object.keys(t.fell??{}),c=e.length&&n.length?Math.max(...n)-Math.min(...e):null;return l`
    <tr data-testid=${`round-${t.round}`}>
      <td class="number">${t.round}</td><td>${Object.keys(t.out).join(" ")}${r.length>0&&l` <em class="tone-dead">without ${r.join(" ")}</em>`}</td>
      <td class="number">${H(s)}</td><td class="number">${c===null?"":S(c*1e3)}</td>
      <td class="number">${H(n)}</td>
    </tr>
  `}function H(t){return t.length>1?S((Math.max(...t)-Math.min(...t))*1e3):""}var wt=Object.freeze({__proto__:null,Round:pt,Rounds:gt,roundsOf:G});export{ft as b,wt as r};
//# sourceMappingURL=barrier-DEVOLRyC.js.map
