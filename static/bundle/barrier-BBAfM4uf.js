import{bS as E,ag as W,bz as G,bT as H,a2 as d,bB as k,E as P,bF as V,bU as D,bV as F,ak as I,al as M,am as U,ap as j}from"./page.js";import{p as Y,D as Z,r as y,b as _,R as q}from"./more-DqiqwnTA.js";const J=100;function K({state:t,person:s,at:n,places:{track:e,disc:l},clock:o,chosen:c,choose:r}){const{id:a,candidate:$,said:i,stage:p,znode:g}=s,{tone:b,words:f}=i,m=p==="inside"&&typeof i.stopped!="number"&&$.process==="running",u=E(t,$,g);W(m||u!==null?J:null);const h=o.now(),w=c.candidate===a,O={candidate:$,share:G($.session_timeout_ms,u,h),done:p==="inside"?Y(i,h):null};return d`
    <div class=${`person traveller is-${p} tone-${b} ${w?"chosen":""}`} style=${`top: ${y(n.y)}; --disc: ${y(l)}; --x: ${y(n.x)}`}
      data-testid=${`person-${a}`} data-stage=${p} data-process=${$.process??""}>
      <p class="person-words" style=${`width: ${y(e)}`}><span>${f}</span> <${H} ends=${u} now=${h} /></p>
      <${Z} id=${a} label=${`${a}, process: ${f}`} chosen=${c} choose=${r} disc=${O} />
    </div>
  `}function Q({id:t,znode:s,at:n,barrier:e,chosen:l,choose:o}){const c=k(k(e.path,"processes"),s.name);return d`
    <button class=${`process-znode ${l.znode===c?"picked":""}`} style=${_(n)} title=${`${c}
ephemeral: it ends with session ${s.session??""}`}
      onClick=${()=>o({znode:c})}>${t} r${s.round}</button>
  `}const X=12,R=32,z={least:2.1,disc:4.4},tt=12,v=4.3,L=1.75,x={outside:.07,waiting:.24,enter:.36,inside:.55,leave:.75,leaving:.89};function et(t){const{barrier:s}=t,n=P(t),e=n.slice(0,X);if(!e.length)return d`<${V} ...${t} />`;const l={"data-testid":"barrier-board","data-round":s.round};return d`<${q} ...${t} looks="lanes" data=${l} need=${(r,a,$)=>r<R&&!$?1/0:S(e,r,0,a).need} draw=${({width:r,height:a,top:$})=>d`<${nt} ...${t} people=${e} more=${n.length-e.length} places=${S(e,r,a,$)} />`} />`}function S(t,s,n,e){const l=Math.min(9.5,Math.max(6.2,s*.17)),o=h=>l+h*(s-l),[c,r]=[o(x.enter),o(x.leave)],a=s<R,$={left:c+(a?3:5.2)},i=Math.max(1,Math.floor((s-$.left)/v)),p=Math.max(1,Math.ceil(t.filter(({znode:h})=>h).length/i)),g=c-(a?3:5.2)<tt?1.5:.35,b=g+p*L+.3,f=(n-e-b-.4)/t.length,m=Math.min(z.disc,f*.9),u=t.map(({stage:h},w)=>({x:o(x[h]),y:e+(w+.5)*f}));return{width:s,height:n,top:e,track:l,enter:c,leave:r,isNarrow:a,ground:n-b,lane:f,disc:m,at:u,first:g,chips:$,perRow:i,need:e+t.length*z.least+b+.4}}function nt({people:t,more:s,places:n,...e}){const{state:l,barrier:o}=e,c=st(o,t);return d`
    <${at} ...${e} places=${n} begun=${c} people=${t} />
    ${n.at.map(({y:r},a)=>d`<i class="lane-line" key=${a} style=${`top: ${y(r)}; left: ${y(n.track)}`}></i>`)}
    <${rt} people=${t} places=${n} />
    ${t.map((r,a)=>d`<${K} key=${r.id} ...${e} person=${r} at=${n.at[a]} places=${n} />`)}
    <${D} state=${l} class="barrier-ground" style=${`top: ${y(n.ground)}`}>
      <${ot} ...${e} places=${n} begun=${c} />
      ${t.filter(({znode:r})=>r).map(({id:r,znode:a},$)=>d`<${Q} key=${r} ...${e} id=${r} znode=${a} at=${A($,n)} />`)}
    <//>
    ${s>0&&d`<p class="lanes-more">and ${s} more</p>`}
  `}function A(t,{chips:s,perRow:n,first:e}){return{x:s.left+t%n*v,y:e+Math.floor(t/n)*L}}function st(t,s){const n={inside:({said:e})=>e.round===t.round,waiting:({znode:e})=>F(t,e)};return s.some(e=>n[e.stage]?.(e))}function at({people:t,places:{top:s,enter:n,leave:e,ground:l},begun:o}){const c=t.some(({stage:a})=>a==="leaving"),r=a=>`left: ${y(a)}; top: ${y(s)}; height: ${y(l-s-.2)}`;return d`
    <i class=${`gate ${o?"open":""}`} style=${r(n)} data-testid="gate-enter" data-open=${String(o)}></i>
    <span class="gate-word" style=${`left: ${y(e)}; top: ${y(l-1.15)}`}>${c?"until all are done":""}</span>
    <i class=${`gate leave ${c?"":"open"}`} style=${`${r(e)}`}></i>
  `}function ot({barrier:t,places:{enter:s,first:n,isNarrow:e},begun:l,chosen:o,choose:c}){const r=`round-${t.round}`,a=k(k(t.path,"ready"),r),$=t.round+1,i=Object.values(t.processes).filter(({round:g})=>g===$).length,p=_({x:s,y:n});return l?d`<button class=${`ready-znode ${o.znode===a?"picked":""}`} style=${p} disabled=${!t.ready[r]} data-testid="ready"
    title=${`${a}
names the processes of this round`} onClick=${()=>c({znode:a})}>ready · ${e?"":"round "}${t.round}</button>`:d`<span class="ready-znode missing" style=${p} data-testid="ready">no ready${e?"":" yet"}: ${i} of ${t.size}</span>`}function rt({people:t,places:s}){const{width:n,height:e,enter:l,leave:o,ground:c,disc:r,at:a}=s,$=t.filter(({znode:i})=>i).map(({znode:i})=>`processes/${i.name}`);return d`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${n} ${e}`}>
      ${t.map(({id:i,candidate:p,stage:g,znode:b},f)=>{const m=p.process==="exited"?null:p.watches,{x:u,y:h}=a[f];if(g==="waiting"&&m?.startsWith("ready/")){const C=l-.65;return d`<path key=${i} class="flow-watch first" d=${`M${u+r/2} ${h}H${C}V${c+s.first}`} />`}const w=$.indexOf(m??"");if(g!=="leaving"||w<0||m===`processes/${b?.name}`)return null;const O=A(w,s),T=o+.65+.12*(f%4);return d`<path key=${i} class="flow-watch" d=${`M${u-r/2} ${h}H${T}V${c-.1}L${O.x+v/2-.2} ${c+O.y}`} />`})}
    </svg>
  `}var lt=Object.freeze({__proto__:null,Board:et});function ct({barrier:{rounds:t,late:s}}){const n=t.filter(e=>Object.keys(e.out??{}).length).slice(-4).reverse();return d`
    <section class="rounds" aria-label="Rounds">
      <p class="handoff-title"><b>Rounds</b>${s>0&&d`<span class="soft" data-testid="late">${I(s,"late arrival")}</span>`}</p>
      ${n.length?d`<table><thead><tr><th>round</th><th>passed</th><th>entered within</th><th>first one waited</th><th>left within</th></tr></thead>
          <tbody>${n.map(e=>d`<${dt} key=${e.round} one=${e} />`)}</tbody></table>`:d`<p class="soft">No round is over yet.</p>`}
    </section>
  `}function dt({one:t}){const[s,n,e]=[t.in,t.done,t.out].map(c=>Object.values(c??{})),l=Object.keys(t.fell??{}),o=n.length&&e.length?Math.max(...e)-Math.min(...n):null;return d`
    <tr data-testid=${`round-${t.round}`}>
      <td class="number">${t.round}</td><td>${Object.keys(t.out).join(" ")}${l.length>0&&d` <em class="tone-dead">without ${l.join(" ")}</em>`}</td>
      <td class="number">${B(s)}</td><td class="number">${o===null?"":M(o*1e3)}</td>
      <td class="number">${B(e)}</td>
    </tr>
  `}function B(t){return t.length>1?M((Math.max(...t)-Math.min(...t))*1e3):""}var $t=Object.freeze({__proto__:null,Rounds:ct});function it({barrier:t,clock:s}){const n=[...t?.rounds??[]].reverse();return d`<${U} word="round" clock=${s} empty="No round yet. Start four processes."
    roundsOf=${e=>[...ut(t,e),...n.map(l=>ht(l,e))]} />`}const N=[{phase:"gather",name:"gather",until:"all were there"},{phase:"enter",name:"enter",until:"the last had entered"},{phase:"work",name:"work",until:"the last was done"},{phase:"leave",name:"leave",until:"the last had left"}];function ut(t,s){const n=Object.values(t?.processes??{}).filter(({round:o})=>o>t.round).map(({at:o})=>o);if(!n.length)return[];const e=N.map(o=>({...o,at:null})),l=`round ${t.round+1}`;return[{of:t.round+1,who:l,what:`${n.length} of ${t.size} there`,ears:l,phases:j(Math.min(...n),e,s)}]}function ht({round:t,first:s,began:n,in:e,done:l,out:o,fell:c},r){const a=Object.keys(e??{}),$=u=>Object.hasOwn(c??{},u),i=a.filter(u=>!$(u)),p=u=>i.length&&i.every(h=>typeof u?.[h]=="number")?Math.max(...i.map(h=>u[h])):null,g=i.every(u=>typeof o?.[u]=="number"),b=[n,p(e),p(l),p(o)],f=`round ${t}`,m=a.filter($);return{of:t,who:f,what:m.length?d`<span class="tone-dead">without ${m.join(" ")}</span>`:null,ears:m.length?`${f}, without ${m.join(" ")}`:f,phases:j(s,N.map((u,h)=>({...u,at:b[h]})),g&&a.length?null:r)}}var pt=Object.freeze({__proto__:null,Round:it});export{pt as a,lt as b,$t as r};
//# sourceMappingURL=barrier-BBAfM4uf.js.map
