import{i as w,b6 as M,a2 as $,b7 as O,b9 as k,ba as Z,bb as S,bc as A,bd as E,ap as y,am as g,an as B}from"./page.js";import{u as W,d as L,h as R,S as C,A as I,Z as K}from"./more-BR-OAo5m.js";const P=[{most:14,room:52,radius:28,across:104,down:122,roomy:!0},{most:48,radius:18,across:50,down:52,roomy:!1},{most:1/0,radius:13,across:34,down:35,roomy:!1}],T=46,D=64,b={width:330,height:84};function F({width:s,unit:a},t){const{radius:d,across:o,down:i,roomy:n}=P.find(({most:m,room:p=0})=>t<=m&&s>=p*t*a),r=Math.max(1,Math.min(t||1,Math.floor(s/(o*a)))),h=Math.max(1,Math.ceil(t/r)),e=T*a,c=e+(h*i+(n?0:16))*a+14*a,l=G(s,c+D*.5*a,a),f=Array.from({length:t},(m,p)=>{const u=Math.floor(p/r),x=Math.min(r,t-u*r);return{x:s/2+(p-u*r-(x-1)/2)*Math.min(o*a*1.35,s/x),y:e+(u*i+d+(n?16:0))*a}}),z=[...f].sort((m,p)=>m.x-p.x),v=f.map(m=>({...m,port:N(z.indexOf(m),t,l)}));return{width:s,unit:a,roomy:n,radius:d*a,places:v,lane:c,znode:l,height:l.y+l.height+14*a}}function G(s,a,t){const d=Math.min(b.width*t,s-24*t);return{x:(s-d)/2,y:a,width:d,height:b.height*t}}function N(s,a,{x:t,y:d,width:o}){return{x:t+o*(.12+.76*(s+.5)/Math.max(1,a)),y:d}}function V(s){const{state:a,configuration:t,page:d}=s,[o,i]=W(),n=w(t),r=M(a),h=d.status.state!=="connected"||!r,e=F(i,n.length);return $`
    <div class=${`config-board ${h?"stale":""} ${e.roomy?"":"dense"}`} ref=${o} data-testid="config-board">
      ${i.width>0&&t&&$`<svg width=${e.width} height=${e.height} role="group"
        aria-label="The subscribers, and the znode they watch">
        <rect class="zookeeper-lane" x="0" y=${e.lane} width=${e.width} height=${e.height-e.lane} rx="12" />
        ${n.map((c,l)=>$`<${j} key=${c.id} one=${c} at=${e.places[l]} layout=${e} />`)}
        ${n.map((c,l)=>$`<${q} key=${c.id} ...${s} one=${c} at=${e.places[l]} layout=${e} />`)}
      </svg>`}
      ${t&&i.width>0&&$`<${H} ...${s} layout=${e} />`}
      ${n.length?$`
        <span class="lane-name believed">Processes: the value that each one uses</span>
        <span class="lane-name true" style=${{top:`${e.lane+6*e.unit}px`}}>${r?"ZooKeeper: what is true":"ZooKeeper is out of reach: what was true last"}</span>`:$`<div class="spread-empty"><${O} ...${s} /></div>`}
    </div>
  `}const _=36;function j({one:s,at:a,layout:t}){const d=s.belief==="watching",{x:o,y:i}=a.port,n=a.y+t.radius+(t.roomy?_*t.unit:0),r=(i-n)*.55,h=`config-watch tone-${k(s)} ${d?"":"off"} ${s.listed?"seen":""}`;return $`<path class=${h} data-testid=${`watch-${s.id}`} data-evidence=${s.listed?"server":"reported"}
    d=${`M${a.x} ${n}C${a.x} ${n+r} ${o} ${i-r} ${o} ${i}`} />`}function q({one:s,at:a,layout:t,clock:d,configuration:o,...i}){const{radius:n,unit:r,roomy:h}=t,e=L(s,o,d.now()),c={"data-testid":`subscriber-${s.id}`,"data-standing":s.standing,"data-process":s.process,"data-mzxid":s.mzxid??"","data-version":s.version??"","data-missing":String(!!s.missing),style:R(s)};return $`
    <${C} ...${i} one=${s} at=${a} unit=${r} radius=${n} parts=${Z(s)} looks=${`tone-${S(s)}`} data=${c}>
      <${I} one=${s} at=${a} from=${a.port} radius=${n} unit=${r} token=${7} delay=${e} />
      ${h&&$`<text class="belief" y=${-n-7*r}>${A(s)}</text>${" "}
        <g key=${`in use ${s.mzxid}`} class=${e===null?"":"arriving"} style=${e===null?"":`--delay: ${e.toFixed(2)}s`}>
          <text class="value" y=${n+16*r}>${E(s,13)}</text>${" "}
          <text class="version" y=${n+31*r}>${s.mzxid===null?"":`v${s.version} \xB7 ${y(s.mzxid)}`}</text></g>${" "}`}
    <//>
  `}function H({configuration:s,layout:a,...t}){const{path:d,znode:o}=s,i={"data-testid":"config-znode","data-mzxid":o?.mzxid??"","data-version":o?.version??""};return $`
    <${K} ...${t} znode=${o} path=${d} place=${a.znode} data=${i}>
      <span class="znode-path"><code>${g(d,40)}</code></span>
      <span key=${o?.mzxid} class="znode-value" data-testid="config-now">${o?g(B(o.value),60):"no such znode"}</span>
      <span class="znode-stat number">${o?$`version <b>${o.version}</b> · mzxid <b>${y(o.mzxid)}</b>`:"watched for its creation"}</span>
    <//>
  `}export{V as Board};
//# sourceMappingURL=configuration-DFtswkWx.js.map
