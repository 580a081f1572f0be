import{y as L,D as P,am as _,bB as D,a6 as i,bD as W,az as B,z as E,bI as N,a3 as g,A as F,bN as G,bE as H,bG as Y,bQ as m,bR as Z,bS as w,bT as y,bU as j,af as Q,ap as U,b5 as V,bV as q}from"./page.js";import{R as J,i as K,Z as X,S as M,h as ss,A as ts,d as as}from"./more-DE-Yuwlg.js";const b=88,f={row:46,across:46,radius:17},ns=6,k=14,v=92;function O({width:s,height:a,top:t,unit:n},r,o){const d=s<560*n,e=o<=ns,$=d?s*.27:Math.max(130*n,s*.19),l=d||!e?.5:.4,c=e?1:Math.max(1,Math.floor($/(f.across*n))),h=e?o:Math.ceil(o/c),p=Math.max(r*b,h*(e?b:f.row),2*b)*n,x=Math.max(a,t+p+k*n),u=x-t-k*n,T=rs({x:$,width:s-2*$},t+u/2,n,d),I={x:$,width:s-2*$,height:u,below:x-k/2*n};return{width:s,height:x,top:t,unit:n,narrow:d,lane:I,card:T,providers:{radius:(d?21:26)*n,at:z(r,$*l,t,u)},clients:{radius:(e?d?18:22:f.radius)*n,roomy:e,at:e?z(o,s-$*l,t,u):es(o,c,s-$/2,t+u/2,n)}}}function z(s,a,t,n){return Array.from({length:s},(r,o)=>({x:a,y:t+n*(o+.5)/s}))}function es(s,a,t,n,r){const o=Math.ceil(s/a);return Array.from({length:s},(d,e)=>({x:t+(e%a-(a-1)/2)*f.across*r,y:n+(Math.floor(e/a)-(o-1)/2)*f.row*r}))}function rs(s,a,t,n){const r=Math.min(300*t,s.width-(n?20:90)*t);return{x:s.x+(s.width-r)/2,y:a-v/2*t,width:r,height:v*t}}function C(s,a){const t=(s.x+a.x)/2;return`M${s.x} ${s.y}C${t} ${s.y} ${t} ${a.y} ${a.x} ${a.y}`}function os(s,a,{x:t,width:n,below:r},o){const[d,e]=[t,t+n],$=20*o;return`M${s.x} ${s.y}C${e+$} ${s.y} ${e+$} ${r} ${e} ${r}L${d} ${r}C${d-$} ${r} ${d-$} ${a.y} ${a.x} ${a.y}`}function $s(s){const[a,t]=[L(s.name),P(s.name)],n=a.some(({session_ends:e})=>e!==null);if(_(n?100:null),!a.length&&!t.length&&!s.name?.znode)return i`<${D} ...${s} />`;const r=[a.length,t.length];return i`<${J} ...${s} looks="names-board" data=${{"data-testid":"names-board"}} need=${(e,$)=>O({width:e*16,height:0,top:$*16,unit:1},...r).height/16} draw=${e=>i`<${ds} ...${s} providers=${a} all=${t} layout=${O(K(e),...r)} />`} />`}function ds({providers:s,all:a,layout:t,...n}){const{state:r}=n,{lane:o,top:d}=t;return i`
    <svg width=${t.width} height=${t.height} role="group" aria-label="Providers, the name, and clients">
      <rect class=${`ground ${B(r)?"":"unreached"}`} x=${o.x} y=${d} width=${o.width} height=${o.height} rx="12" />
      ${a.map((e,$)=>i`<${hs} key=${e.id} one=${e} at=${t.clients.at[$]} providers=${s} layout=${t} />`)}
      ${s.map((e,$)=>i`<${cs} key=${e.id} one=${e} at=${t.providers.at[$]} layout=${t} />`)}
      ${a.map((e,$)=>i`<${ls} key=${e.id} one=${e} at=${t.clients.at[$]} layout=${t} />`)}
      ${s.map((e,$)=>i`<${us} key=${e.id} ...${n} one=${e} at=${t.providers.at[$]} layout=${t} />`)}
      ${a.map((e,$)=>i`<${gs} key=${e.id} ...${n} one=${e} at=${t.clients.at[$]} layout=${t} />`)}
    </svg>
    <${fs} ...${n} layout=${t} />
    <div class="names-ground" style=${{left:`${o.x}px`,top:`${d}px`,width:`${o.width}px`}}><${W} state=${r} /></div>
  `}const is=({card:s},a=.5)=>({x:s.x,y:s.y+s.height*a}),S=({card:s},a=.5)=>({x:s.x+s.width,y:s.y+s.height*a});function cs({one:s,at:a,layout:t}){const n=s.standing==="registered"||s.standing==="fading";if(!n&&s.standing!=="standby")return null;const r={x:a.x+t.providers.radius,y:a.y},o=C(r,is(t,n?.35:.7)),d=n?`name-session ${s.standing==="fading"?"broken":""}`:`config-watch tone-wait ${s.listed?"seen":""}`;return i`<g><path class=${d} d=${o} />
    ${s.standing==="registered"&&i`<${R} looks="beat" d=${o} r=${3.2*t.unit} ms=${1300} />`}</g>`}function ls({one:s,at:a,layout:t}){const n={x:a.x-t.clients.radius,y:a.y},r=`config-watch tone-${G(s)} ${s.belief==="watching"?"":"off"} ${s.listed?"seen":""}`;return i`<path class=${r} data-evidence=${s.listed?"server":"reported"} d=${C(n,S(t))} />`}function hs({one:s,at:a,providers:t,layout:n}){const r=F(s),o=t.findIndex(({id:l,address:c})=>s.call?.by?l===s.call.by:c===s.call?.address);if(r==="none"||o<0&&r==="ok")return null;const d=o<0?{x:n.lane.x*.5,y:n.height-20*n.unit}:n.providers.at[o],{unit:e}=n,$=os({x:a.x-n.clients.radius*.7,y:a.y+n.clients.radius*.7},{x:d.x+n.providers.radius*.8,y:d.y+n.providers.radius*.8},n.lane,e);return i`<g class=${`call-of ${r}`} data-testid=${`call-${s.id}`} data-outcome=${r} data-by=${s.call?.by??""}>
    <path class=${`call ${r}`} d=${$} />
    ${r==="ok"&&i`<${R} looks="calling" d=${$} r=${3.4*e} ms=${1100} easing="ease-in-out" />`}</g>`}function us(s){const{state:a,one:t,layout:n,clock:r}=s,{unit:o,narrow:d,providers:{radius:e}}=n,$=t.standing==="fading"&&!H(a)?Y(t.timeout_ms,t.session_ends,r.now()):null,l=2*Math.PI*e,c=e*.6,h=[t.id,m(t),`listens at ${t.address??"no address yet"}`],p={"data-testid":`provider-${t.id}`,"data-standing":t.standing,"data-process":t.process,"data-address":t.address??""};return i`
    <${M} ...${s} unit=${o} radius=${e} parts=${h} looks=${`provider tone-${Z(t)}`} data=${p}>
      ${$!==null&&i`<circle class="running-out" r=${e} transform="rotate(-90)" stroke-dasharray=${`${($*l).toFixed(1)} 999`} />`}
      ${t.process==="exited"&&i`<path class="cross" d=${`M${-c} ${-c}L${c} ${c}M${c} ${-c}L${-c} ${c}`} />`}
      <text class="belief" y=${-e-7*o}>${d?g(m(t),16):m(t)}</text>${" "}
      <text class="value" y=${e+16*o}>${w(t.address)}</text>${" "}
    <//>
  `}function gs(s){const{one:a,at:t,layout:n,clock:r,name:o}=s,{unit:d,narrow:e,clients:{radius:$,roomy:l}}=n,c=[a.id,y(a),a.missing||a.value===null?"knows no address":`uses ${a.value}`],h={"data-testid":`client-${a.id}`,"data-standing":a.standing,"data-process":a.process,"data-missing":String(!!a.missing),"data-address":a.missing?"":a.value??"",style:ss(a)};return i`
    <${M} ...${s} unit=${d} radius=${$} parts=${c} looks=${`tone-${j(a)} ${l?"":"dense"}`} data=${h}>
      <${ts} one=${a} at=${t} from=${S(n)} radius=${$} unit=${d} token=${6} delay=${as(a,o,r.now())} />
      ${l&&i`<text class="belief" y=${-$-7*d}>${e?g(y(a),15):y(a)}</text>${" "}
        <text class="value" y=${$+15*d}>${a.missing?"":w(a.value)}</text>${" "}`}
    <//>
  `}function fs({service:s,name:a,layout:t,...n}){const{znode:r}=a,o=E(a);return i`
    <${X} ...${n} znode=${r} path=${N(s.path,a.name)} place=${t.card}
      data=${{"data-testid":"name-znode","data-address":r?.value??""}}>
      <span class="znode-path"><code>${g(s.path,24)}/</code><b>${g(a.name,20)}</b></span>
      <span key=${r?.mzxid} class="znode-value">${r?g(r.value,40):"leads nowhere"}</span>
      <span class="znode-stat">${r?o?i`<b>${o.id}</b>'s session`:"from another program":"watched for its registration"}</span>
    <//>
  `}const A=16;function R({d:s,r:a,looks:t,ms:n,easing:r="linear"}){const o=Q(null);U(()=>{if(V())return;const $=o.current.animate(ps(s),{duration:n,easing:r,iterations:1/0});return()=>$.cancel()},[s,n,r]);const[,d,e]=s.match(/^M(\S+) ([^C]+)/);return i`<circle ref=${o} class=${`pulse ${t}`} cx=${d} cy=${e} r=${a} />`}function ps(s){const a=q(s,A),[t]=a;return a.map(({x:n,y:r},o)=>{const d=o/A;return{transform:`translate(${n-t.x}px, ${r-t.y}px)`,opacity:Math.min(1,d/.15,(1-d)/.2)}})}export{$s as Board};
//# sourceMappingURL=naming-C5R0t-WX.js.map
