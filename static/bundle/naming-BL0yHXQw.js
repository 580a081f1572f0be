import{a9 as T,aj as P,b9 as _,a2 as d,ba as I,k as R,v as Z,ag as E,b3 as L,b4 as W,q as B,b6 as j,aX as D,aZ as F,bb as m,bc as H,am as f,bd as v,be as x,bf as K,o as N,a$ as q}from"./page.js";import{u as V,S as k,h as X,A as Y,d as G,Z as J}from"./more-BR-OAo5m.js";const b=104,y={row:46,across:46,radius:17},Q=6,w=40,M=108;function U({width:t,unit:s},a,e){const n=t<560*s,r=e<=Q,o=t*(n?.27:.28),i=r?1:Math.max(1,Math.floor(o/(y.across*s))),c=r?e:Math.ceil(e/i),l=Math.max(a*b,c*(r?b:y.row),2*b)*s,h=(w+14)*s+l,$=w*s,g=ts({x:o,width:t-2*o},$+l/2,s,n),u={x:o,width:t-2*o,height:g.y+g.height+16*s};return{width:t,height:h,unit:s,narrow:n,lane:u,card:g,providers:{radius:(n?21:26)*s,at:O(a,o/2,$,l)},clients:{radius:(r?n?18:22:y.radius)*s,roomy:r,at:r?O(e,t-o/2,$,l):ss(e,i,t-o/2,$+l/2,s)}}}function O(t,s,a,e){return Array.from({length:t},(n,r)=>({x:s,y:a+e*(r+.5)/t}))}function ss(t,s,a,e,n){const r=Math.ceil(t/s);return Array.from({length:t},(o,i)=>({x:a+(i%s-(s-1)/2)*y.across*n,y:e+(Math.floor(i/s)-(r-1)/2)*y.row*n}))}function ts(t,s,a,e){const n=Math.min(300*a,t.width-(e?20:90)*a);return{x:t.x+(t.width-n)/2,y:s-M/2*a,width:n,height:M*a}}function z(t,s){const a=(t.x+s.x)/2;return`M${t.x} ${t.y}C${a} ${t.y} ${a} ${s.y} ${s.x} ${s.y}`}function as(t,s,{x:a,width:e,height:n},r){const o=n+20*r,[i,c]=[a,a+e],l=20*r;return`M${t.x} ${t.y}C${c+l} ${t.y} ${c+l} ${o} ${c} ${o}L${i} ${o}C${i-l} ${o} ${i-l} ${s.y} ${s.x} ${s.y}`}const C=16;function S({d:t,r:s,looks:a,ms:e,easing:n="linear"}){const r=T(null);P(()=>{if(_())return;const c=r.current.animate(es(t),{duration:e,easing:n,iterations:1/0});return()=>c.cancel()},[t,e,n]);const[,o,i]=t.match(/^M(\S+) ([^C]+)/);return d`<circle ref=${r} class=${`pulse ${a}`} cx=${o} cy=${i} r=${s} />`}function es(t){const s=I(t,C),[a]=s;return s.map(({x:e,y:n},r)=>{const o=r/C;return{transform:`translate(${e-a.x}px, ${n-a.y}px)`,opacity:Math.min(1,o/.15,(1-o)/.2)}})}function ns(t){const{state:s,name:a,page:e}=t,[n,r]=V(),[o,i]=[R(a),Z(a)],c=o.some(({session_ends:u})=>u!==null);E(c?100:null);const l=L(s),h=e.status.state!=="connected"||!l,$=U(r,o.length,i.length),g=!o.length&&!i.length;return d`
    <div class=${`names-board ${h?"stale":""}`} ref=${n} data-testid="names-board">
      ${r.width>0&&a&&d`<svg width=${$.width} height=${$.height} role="group" aria-label="Providers, the name, and clients">
        <rect class="zookeeper-lane" x=${$.lane.x} y="0" width=${$.lane.width} height=${$.lane.height} rx="12" />
        ${i.map((u,p)=>d`<${$s} key=${u.id} one=${u} at=${$.clients.at[p]} providers=${o} layout=${$} />`)}
        ${o.map((u,p)=>d`<${os} key=${u.id} one=${u} at=${$.providers.at[p]} layout=${$} />`)}
        ${i.map((u,p)=>d`<${is} key=${u.id} one=${u} at=${$.clients.at[p]} layout=${$} />`)}
        ${o.map((u,p)=>d`<${ds} key=${u.id} ...${t} one=${u} at=${$.providers.at[p]} layout=${$} />`)}
        ${i.map((u,p)=>d`<${cs} key=${u.id} ...${t} one=${u} at=${$.clients.at[p]} layout=${$} />`)}
      </svg>`}
      ${a&&r.width>0&&d`<${ls} ...${t} layout=${$} />`}
      ${g?d`<div class="spread-empty"><${W} ...${t} /></div>`:d`
        <span class="lane-name believed">Providers</span>
        <span class="lane-name middle">${l?"ZooKeeper: what is true":"ZooKeeper is out of reach"}</span>
        <span class="lane-name true">Clients</span>`}
    </div>
  `}const rs=({card:t},s=.5)=>({x:t.x,y:t.y+t.height*s}),A=({card:t},s=.5)=>({x:t.x+t.width,y:t.y+t.height*s});function os({one:t,at:s,layout:a}){const e=t.standing==="registered"||t.standing==="fading";if(!e&&t.standing!=="standby")return null;const n={x:s.x+a.providers.radius,y:s.y},r=z(n,rs(a,e?.35:.7)),o=e?`name-session ${t.standing==="fading"?"broken":""}`:`config-watch tone-wait ${t.listed?"seen":""}`;return d`<g><path class=${o} d=${r} />
    ${t.standing==="registered"&&d`<${S} looks="beat" d=${r} r=${3.2*a.unit} ms=${1300} />`}</g>`}function is({one:t,at:s,layout:a}){const e={x:s.x-a.clients.radius,y:s.y},n=`config-watch tone-${j(t)} ${t.belief==="watching"?"":"off"} ${t.listed?"seen":""}`;return d`<path class=${n} data-evidence=${t.listed?"server":"reported"} d=${z(e,A(a))} />`}function $s({one:t,at:s,providers:a,layout:e}){const n=B(t),r=a.findIndex(({id:l,address:h})=>t.call?.by?l===t.call.by:h===t.call?.address);if(n==="none"||r<0&&n==="ok")return null;const o=r<0?{x:e.lane.x*.5,y:e.height-20*e.unit}:e.providers.at[r],{unit:i}=e,c=as({x:s.x-e.clients.radius*.7,y:s.y+e.clients.radius*.7},{x:o.x+e.providers.radius*.8,y:o.y+e.providers.radius*.8},e.lane,i);return d`<g class=${`call-of ${n}`} data-testid=${`call-${t.id}`} data-outcome=${n} data-by=${t.call?.by??""}>
    <path class=${`call ${n}`} d=${c} />
    ${n==="ok"&&d`<${S} looks="calling" d=${c} r=${3.4*i} ms=${1100} easing="ease-in-out" />`}</g>`}function ds(t){const{state:s,one:a,layout:e,clock:n}=t,{unit:r,narrow:o,providers:{radius:i}}=e,c=a.standing==="fading"&&!D(s)?F(a.timeout_ms,a.session_ends,n.now()):null,l=2*Math.PI*i,h=i*.6,$=[a.id,m(a),`listens at ${a.address??"no address yet"}`],g={"data-testid":`provider-${a.id}`,"data-standing":a.standing,"data-process":a.process,"data-address":a.address??""};return d`
    <${k} ...${t} unit=${r} radius=${i} parts=${$} looks=${`provider tone-${H(a)}`} data=${g}>
      ${c!==null&&d`<circle class="running-out" r=${i} transform="rotate(-90)" stroke-dasharray=${`${(c*l).toFixed(1)} 999`} />`}
      ${a.process==="exited"&&d`<path class="cross" d=${`M${-h} ${-h}L${h} ${h}M${h} ${-h}L${-h} ${h}`} />`}
      <text class="belief" y=${-i-7*r}>${o?f(m(a),16):m(a)}</text>${" "}
      <text class="value" y=${i+16*r}>${v(a.address)}</text>${" "}
    <//>
  `}function cs(t){const{one:s,at:a,layout:e,clock:n,name:r}=t,{unit:o,narrow:i,clients:{radius:c,roomy:l}}=e,h=[s.id,x(s),s.missing||s.value===null?"knows no address":`uses ${s.value}`],$={"data-testid":`client-${s.id}`,"data-standing":s.standing,"data-process":s.process,"data-missing":String(!!s.missing),"data-address":s.missing?"":s.value??"",style:X(s)};return d`
    <${k} ...${t} unit=${o} radius=${c} parts=${h} looks=${`tone-${K(s)} ${l?"":"dense"}`} data=${$}>
      <${Y} one=${s} at=${a} from=${A(e)} radius=${c} unit=${o} token=${6} delay=${G(s,r,n.now())} />
      ${l&&d`<text class="belief" y=${-c-7*o}>${i?f(x(s),15):x(s)}</text>${" "}
        <text class="value" y=${c+15*o}>${s.missing?"":v(s.value)}</text>${" "}`}
    <//>
  `}function ls({service:t,name:s,layout:a,...e}){const{znode:n}=s,r=N(s);return d`
    <${J} ...${e} znode=${n} path=${q(t.path,s.name)} place=${a.card}
      data=${{"data-testid":"name-znode","data-address":n?.value??""}}>
      <span class="znode-path"><code>${f(t.path,24)}/</code><b>${f(s.name,20)}</b></span>
      <span key=${n?.mzxid} class="znode-value">${n?f(n.value,40):"leads nowhere"}</span>
      <span class="znode-stat">${n?r?d`<b>${r.id}</b>'s session`:"from another program":"watched for its registration"}</span>
    <//>
  `}export{ns as Board};
//# sourceMappingURL=naming-BL0yHXQw.js.map
