import{a8 as T,ah as _,ba as P,a2 as $,bb as I,k as R,v as E,ae as W,b2 as Z,b3 as B,q as L,b5 as j,aT as D,aV as F,bc as x,bd as H,aj as f,be as v,bf as m,bg as K,o as N,a_ as V}from"./page.js";import{u as q,S as k,h as Y,A as G,d as J,Z as Q}from"./more-SxfHoWSS.js";const b=104,y={row:46,across:46,radius:17},U=6,w=40,M=108;function X({width:t,unit:s},a,n){const e=t<560*s,r=n<=U,o=t*(e?.27:.28),d=r?1:Math.max(1,Math.floor(o/(y.across*s))),c=r?n:Math.ceil(n/d),l=Math.max(a*b,c*(r?b:y.row),2*b)*s,p=(w+14)*s+l,i=w*s,g={x:o,width:t-2*o},u=ts(g,i+l/2,s,e);return{width:t,height:p,unit:s,narrow:e,lane:g,card:u,providers:{radius:(e?21:26)*s,at:O(a,o/2,i,l)},clients:{radius:(r?e?18:22:y.radius)*s,roomy:r,at:r?O(n,t-o/2,i,l):ss(n,d,t-o/2,i+l/2,s)}}}function O(t,s,a,n){return Array.from({length:t},(e,r)=>({x:s,y:a+n*(r+.5)/t}))}function ss(t,s,a,n,e){const r=Math.ceil(t/s);return Array.from({length:t},(o,d)=>({x:a+(d%s-(s-1)/2)*y.across*e,y:n+(Math.floor(d/s)-(r-1)/2)*y.row*e}))}function ts(t,s,a,n){const e=Math.min(300*a,t.width-(n?20:90)*a);return{x:t.x+(t.width-e)/2,y:s-M/2*a,width:e,height:M*a}}function z(t,s){const a=(t.x+s.x)/2;return`M${t.x} ${t.y}C${a} ${t.y} ${a} ${s.y} ${s.x} ${s.y}`}function as(t,s,{x:a,y:n,width:e,height:r},o){const c=(t.y+s.y)/2>=n+r/2-1?n+r+26*o:n-26*o,l=Math.abs(t.x-s.x)*.18;return`M${t.x} ${t.y}C${t.x-l} ${c} ${a+e} ${c} ${a+e/2} ${c}S${s.x+l} ${c} ${s.x} ${s.y}`}const S=16;function C({d:t,r:s,looks:a,ms:n,easing:e="linear"}){const r=T(null);_(()=>{if(P())return;const c=r.current.animate(ns(t),{duration:n,easing:e,iterations:1/0});return()=>c.cancel()},[t,n,e]);const[,o,d]=t.match(/^M(\S+) ([^C]+)/);return $`<circle ref=${r} class=${`pulse ${a}`} cx=${o} cy=${d} r=${s} />`}function ns(t){const s=I(t,S),[a]=s;return s.map(({x:n,y:e},r)=>{const o=r/S;return{transform:`translate(${n-a.x}px, ${e-a.y}px)`,opacity:Math.min(1,o/.15,(1-o)/.2)}})}function es(t){const{state:s,name:a,page:n}=t,[e,r]=q(),[o,d]=[R(a),E(a)],c=o.some(({session_ends:u})=>u!==null);W(c?100:null);const l=Z(s),p=n.status.state!=="connected"||!l,i=X(r,o.length,d.length),g=!o.length&&!d.length;return $`
    <div class=${`names-board ${p?"stale":""}`} ref=${e} data-testid="names-board">
      ${r.width>0&&a&&$`<svg width=${i.width} height=${i.height} role="group" aria-label="Providers, the name, and clients">
        <rect class="zookeeper-lane" x=${i.lane.x} y="0" width=${i.lane.width} height=${i.height} rx="12" />
        ${d.map((u,h)=>$`<${is} key=${u.id} one=${u} at=${i.clients.at[h]} providers=${o} layout=${i} />`)}
        ${o.map((u,h)=>$`<${os} key=${u.id} one=${u} at=${i.providers.at[h]} layout=${i} />`)}
        ${d.map((u,h)=>$`<${ds} key=${u.id} one=${u} at=${i.clients.at[h]} layout=${i} />`)}
        ${o.map((u,h)=>$`<${$s} key=${u.id} ...${t} one=${u} at=${i.providers.at[h]} layout=${i} />`)}
        ${d.map((u,h)=>$`<${cs} key=${u.id} ...${t} one=${u} at=${i.clients.at[h]} layout=${i} />`)}
      </svg>`}
      ${a&&r.width>0&&$`<${ls} ...${t} layout=${i} />`}
      ${g?$`<div class="spread-empty"><${B} ...${t} /></div>`:$`
        <span class="lane-name believed">Providers</span>
        <span class="lane-name middle">${l?"ZooKeeper: what is true":"ZooKeeper is out of reach"}</span>
        <span class="lane-name true">Clients</span>`}
    </div>
  `}const rs=({card:t},s=.5)=>({x:t.x,y:t.y+t.height*s}),A=({card:t},s=.5)=>({x:t.x+t.width,y:t.y+t.height*s});function os({one:t,at:s,layout:a}){const n=t.standing==="registered"||t.standing==="fading";if(!n&&t.standing!=="standby")return null;const e={x:s.x+a.providers.radius,y:s.y},r=z(e,rs(a,n?.35:.7)),o=n?`name-session ${t.standing==="fading"?"broken":""}`:`config-watch tone-wait ${t.listed?"seen":""}`;return $`<g><path class=${o} d=${r} />
    ${t.standing==="registered"&&$`<${C} looks="beat" d=${r} r=${3.2*a.unit} ms=${1300} />`}</g>`}function ds({one:t,at:s,layout:a}){const n={x:s.x-a.clients.radius,y:s.y},e=`config-watch tone-${j(t)} ${t.belief==="watching"?"":"off"} ${t.listed?"seen":""}`;return $`<path class=${e} data-evidence=${t.listed?"server":"reported"} d=${z(n,A(a))} />`}function is({one:t,at:s,providers:a,layout:n}){const e=L(t),r=a.findIndex(({id:l,address:p})=>t.call?.by?l===t.call.by:p===t.call?.address);if(e==="none"||r<0&&e==="ok")return null;const o=r<0?{x:n.lane.x*.5,y:n.height-20*n.unit}:n.providers.at[r],{unit:d}=n,c=as({x:s.x-n.clients.radius*.7,y:s.y+n.clients.radius*.7},{x:o.x+n.providers.radius*.8,y:o.y+n.providers.radius*.8},n.card,d);return $`<g class=${`call-of ${e}`} data-testid=${`call-${t.id}`} data-outcome=${e} data-by=${t.call?.by??""}>
    <path class=${`call ${e}`} d=${c} />
    ${e==="ok"&&$`<${C} looks="calling" d=${c} r=${3.4*d} ms=${1100} easing="ease-in-out" />`}</g>`}function $s(t){const{state:s,one:a,layout:n,clock:e}=t,{unit:r,narrow:o,providers:{radius:d}}=n,c=a.standing==="fading"&&!D(s)?F(a.timeout_ms,a.session_ends,e.now()):null,l=2*Math.PI*d,p=d*.6,i=[a.id,x(a),`listens at ${a.address??"no address yet"}`],g={"data-testid":`provider-${a.id}`,"data-standing":a.standing,"data-process":a.process,"data-address":a.address??""};return $`
    <${k} ...${t} unit=${r} radius=${d} parts=${i} looks=${`provider tone-${H(a)}`} data=${g}>
      ${c!==null&&$`<circle class="running-out" r=${d} transform="rotate(-90)" stroke-dasharray=${`${(c*l).toFixed(1)} 999`} />`}
      ${a.process==="exited"&&$`<path class="cross" d=${`M${-p} ${-p}L${p} ${p}M${p} ${-p}L${-p} ${p}`} />`}
      <text class="belief" y=${-d-7*r}>${o?f(x(a),16):x(a)}</text>${" "}
      <text class="value" y=${d+16*r}>${v(a.address)}</text>${" "}
    <//>
  `}function cs(t){const{one:s,at:a,layout:n,clock:e,name:r}=t,{unit:o,narrow:d,clients:{radius:c,roomy:l}}=n,p=[s.id,m(s),s.missing||s.value===null?"knows no address":`uses ${s.value}`],i={"data-testid":`client-${s.id}`,"data-standing":s.standing,"data-process":s.process,"data-missing":String(!!s.missing),"data-address":s.missing?"":s.value??"",style:Y(s)};return $`
    <${k} ...${t} unit=${o} radius=${c} parts=${p} looks=${`tone-${K(s)} ${l?"":"dense"}`} data=${i}>
      <${G} one=${s} at=${a} from=${A(n)} radius=${c} unit=${o} token=${6} delay=${J(s,r,e.now())} />
      ${l&&$`<text class="belief" y=${-c-7*o}>${d?f(m(s),15):m(s)}</text>${" "}
        <text class="value" y=${c+15*o}>${s.missing?"":v(s.value)}</text>${" "}`}
    <//>
  `}function ls({service:t,name:s,layout:a,...n}){const{znode:e}=s,r=N(s);return $`
    <${Q} ...${n} znode=${e} path=${V(t.path,s.name)} place=${a.card}
      data=${{"data-testid":"name-znode","data-address":e?.value??""}}>
      <span class="znode-path"><code>${f(t.path,24)}/</code><b>${f(s.name,20)}</b></span>
      <span key=${e?.mzxid} class="znode-value">${e?f(e.value,40):"leads nowhere"}</span>
      <span class="znode-stat">${e?r?$`<b>${r.id}</b>'s session`:"from another program":"watched for its registration"}</span>
    <//>
  `}export{es as Board};
//# sourceMappingURL=naming-DE1SkiFi.js.map
