import{a6 as T,af as P,b7 as _,a0 as i,b8 as I,o as R,t as E,ac as W,a$ as Z,b0 as B,u as L,b2 as D,aS as F,b9 as x,ba as K,ah as g,bb as v,bc as m,bd as N,q as j,aX as q}from"./page.js";import{u as H,S as k,h as V,A as X,d as Y,Z as G}from"./more-D1aC5s9h.js";const b=104,f={row:46,across:46,radius:17},J=6,w=40,M=108;function Q({width:t,unit:s},e,a){const n=t<560*s,o=a<=J,r=t*(n?.27:.28),c=o?1:Math.max(1,Math.floor(r/(f.across*s))),l=o?a:Math.ceil(a/c),d=Math.max(e*b,l*(o?b:f.row),2*b)*s,p=(w+14)*s+d,$=w*s,y={x:r,width:t-2*r},u=ss(y,$+d/2,s,n);return{width:t,height:p,unit:s,narrow:n,lane:y,card:u,providers:{radius:(n?21:26)*s,at:O(e,r/2,$,d)},clients:{radius:(o?n?18:22:f.radius)*s,roomy:o,at:o?O(a,t-r/2,$,d):U(a,c,t-r/2,$+d/2,s)}}}function O(t,s,e,a){return Array.from({length:t},(n,o)=>({x:s,y:e+a*(o+.5)/t}))}function U(t,s,e,a,n){const o=Math.ceil(t/s);return Array.from({length:t},(r,c)=>({x:e+(c%s-(s-1)/2)*f.across*n,y:a+(Math.floor(c/s)-(o-1)/2)*f.row*n}))}function ss(t,s,e,a){const n=Math.min(300*e,t.width-(a?20:90)*e);return{x:t.x+(t.width-n)/2,y:s-M/2*e,width:n,height:M*e}}function S(t,s){const e=(t.x+s.x)/2;return`M${t.x} ${t.y}C${e} ${t.y} ${e} ${s.y} ${s.x} ${s.y}`}function ts(t,s,{x:e,y:a,width:n,height:o},r){const l=(t.y+s.y)/2>=a+o/2-1?a+o+26*r:a-26*r,d=Math.abs(t.x-s.x)*.18;return`M${t.x} ${t.y}C${t.x-d} ${l} ${e+n} ${l} ${e+n/2} ${l}S${s.x+d} ${l} ${s.x} ${s.y}`}const z=16;function C({d:t,r:s,looks:e,ms:a,easing:n="linear"}){const o=T(null);P(()=>{if(_())return;const l=o.current.animate(as(t),{duration:a,easing:n,iterations:1/0});return()=>l.cancel()},[t,a,n]);const[,r,c]=t.match(/^M(\S+) ([^C]+)/);return i`<circle ref=${o} class=${`pulse ${e}`} cx=${r} cy=${c} r=${s} />`}function as(t){const s=I(t,z),[e]=s;return s.map(({x:a,y:n},o)=>{const r=o/z;return{transform:`translate(${a-e.x}px, ${n-e.y}px)`,opacity:Math.min(1,r/.15,(1-r)/.2)}})}function ns(t){const{state:s,name:e,page:a}=t,[n,o]=H(),[r,c]=[R(e),E(e)],l=r.some(({session_ends:u})=>u!==null);W(l?100:null);const d=Z(s),p=a.status.state!=="connected"||!d,$=Q(o,r.length,c.length),y=!r.length&&!c.length;return i`
    <div class=${`names-board ${p?"stale":""}`} ref=${n} data-testid="names-board">
      ${o.width>0&&e&&i`<svg width=${$.width} height=${$.height} role="group" aria-label="Providers, the name, and clients">
        <rect class="zookeeper-lane" x=${$.lane.x} y="0" width=${$.lane.width} height=${$.height} rx="12" />
        ${c.map((u,h)=>i`<${ds} key=${u.id} one=${u} at=${$.clients.at[h]} providers=${r} layout=${$} />`)}
        ${r.map((u,h)=>i`<${rs} key=${u.id} one=${u} at=${$.providers.at[h]} layout=${$} />`)}
        ${c.map((u,h)=>i`<${os} key=${u.id} one=${u} at=${$.clients.at[h]} layout=${$} />`)}
        ${r.map((u,h)=>i`<${$s} key=${u.id} ...${t} one=${u} at=${$.providers.at[h]} layout=${$} />`)}
        ${c.map((u,h)=>i`<${is} key=${u.id} ...${t} one=${u} at=${$.clients.at[h]} layout=${$} />`)}
      </svg>`}
      ${e&&o.width>0&&i`<${cs} ...${t} layout=${$} />`}
      ${y?i`<div class="spread-empty"><${B} ...${t} /></div>`:i`
        <span class="lane-name believed">Providers</span>
        <span class="lane-name middle">${d?"ZooKeeper: what is true":"ZooKeeper is out of reach"}</span>
        <span class="lane-name true">Clients</span>`}
    </div>
  `}const es=({card:t},s=.5)=>({x:t.x,y:t.y+t.height*s}),A=({card:t},s=.5)=>({x:t.x+t.width,y:t.y+t.height*s});function rs({one:t,at:s,layout:e}){const a=t.standing==="registered"||t.standing==="fading";if(!a&&t.standing!=="standby")return null;const n={x:s.x+e.providers.radius,y:s.y},o=S(n,es(e,a?.35:.7)),r=a?`name-session ${t.standing==="fading"?"broken":""}`:`config-watch tone-wait ${t.listed?"seen":""}`;return i`<g><path class=${r} d=${o} />
    ${t.standing==="registered"&&i`<${C} looks="beat" d=${o} r=${3.2*e.unit} ms=${1300} />`}</g>`}function os({one:t,at:s,layout:e}){const a={x:s.x-e.clients.radius,y:s.y},n=`config-watch tone-${D(t)} ${t.belief==="watching"?"":"off"} ${t.listed?"seen":""}`;return i`<path class=${n} data-evidence=${t.listed?"server":"reported"} d=${S(a,A(e))} />`}function ds({one:t,at:s,providers:e,layout:a}){const n=L(t),o=e.findIndex(({id:d,address:p})=>t.call?.by?d===t.call.by:p===t.call?.address);if(n==="none"||o<0&&n==="ok")return null;const r=o<0?{x:a.lane.x*.5,y:a.height-20*a.unit}:a.providers.at[o],{unit:c}=a,l=ts({x:s.x-a.clients.radius*.7,y:s.y+a.clients.radius*.7},{x:r.x+a.providers.radius*.8,y:r.y+a.providers.radius*.8},a.card,c);return i`<g class=${`call-of ${n}`} data-testid=${`call-${t.id}`} data-outcome=${n} data-by=${t.call?.by??""}>
    <path class=${`call ${n}`} d=${l} />
    ${n==="ok"&&i`<${C} looks="calling" d=${l} r=${3.4*c} ms=${1100} easing="ease-in-out" />`}</g>`}function $s(t){const{one:s,layout:e,clock:a}=t,{unit:n,narrow:o,providers:{radius:r}}=e,c=s.standing==="fading"?F(s.timeout_ms,s.session_ends,a.now()):null,l=2*Math.PI*r,d=r*.6,p=[s.id,x(s),`listens at ${s.address??"no address yet"}`],$={"data-testid":`provider-${s.id}`,"data-standing":s.standing,"data-process":s.process,"data-address":s.address??""};return i`
    <${k} ...${t} unit=${n} radius=${r} parts=${p} looks=${`provider tone-${K(s)}`} data=${$}>
      ${c!==null&&i`<circle class="running-out" r=${r} transform="rotate(-90)" stroke-dasharray=${`${(c*l).toFixed(1)} 999`} />`}
      ${s.process==="exited"&&i`<path class="cross" d=${`M${-d} ${-d}L${d} ${d}M${d} ${-d}L${-d} ${d}`} />`}
      <text class="belief" y=${-r-7*n}>${o?g(x(s),16):x(s)}</text>${" "}
      <text class="value" y=${r+16*n}>${v(s.address)}</text>${" "}
    <//>
  `}function is(t){const{one:s,at:e,layout:a,clock:n,name:o}=t,{unit:r,narrow:c,clients:{radius:l,roomy:d}}=a,p=[s.id,m(s),s.missing||s.value===null?"knows no address":`uses ${s.value}`],$={"data-testid":`client-${s.id}`,"data-standing":s.standing,"data-process":s.process,"data-missing":String(!!s.missing),"data-address":s.missing?"":s.value??"",style:V(s)};return i`
    <${k} ...${t} unit=${r} radius=${l} parts=${p} looks=${`tone-${N(s)} ${d?"":"dense"}`} data=${$}>
      <${X} one=${s} at=${e} from=${A(a)} radius=${l} unit=${r} token=${6} delay=${Y(s,o,n.now())} />
      ${d&&i`<text class="belief" y=${-l-7*r}>${c?g(m(s),15):m(s)}</text>${" "}
        <text class="value" y=${l+15*r}>${s.missing?"":v(s.value)}</text>${" "}`}
    <//>
  `}function cs({service:t,name:s,layout:e,...a}){const{znode:n}=s,o=j(s);return i`
    <${G} ...${a} znode=${n} path=${q(t.path,s.name)} place=${e.card}
      data=${{"data-testid":"name-znode","data-address":n?.value??""}}>
      <span class="znode-path"><code>${g(t.path,24)}/</code><b>${g(s.name,20)}</b></span>
      <span key=${n?.mzxid} class="znode-value">${n?g(n.value,40):"leads nowhere"}</span>
      <span class="znode-stat">${n?o?i`<b>${o.id}</b>'s session`:"from another program":"watched for its registration"}</span>
    <//>
  `}export{ns as Board};
