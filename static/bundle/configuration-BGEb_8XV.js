import{i as w,b3 as M,a2 as $,b4 as O,b6 as k,b7 as Z,b8 as S,ap as y,am as g,an as A}from"./page.js";import{u as E,d as B,h as L,S as R,A as W,Z as C}from"./more-BR-OAo5m.js";const I=[{most:14,room:52,radius:28,across:104,down:122,roomy:!0},{most:48,radius:18,across:50,down:52,roomy:!1},{most:1/0,radius:13,across:34,down:35,roomy:!1}],K=46,P=64,b={width:330,height:84};function T({width:s,unit:a},t){const{radius:d,across:o,down:i,roomy:n}=I.find(({most:m,room:p=0})=>t<=m&&s>=p*t*a),r=Math.max(1,Math.min(t||1,Math.floor(s/(o*a)))),h=Math.max(1,Math.ceil(t/r)),e=K*a,c=e+(h*i+(n?0:16))*a+14*a,l=D(s,c+P*.5*a,a),f=Array.from({length:t},(m,p)=>{const u=Math.floor(p/r),x=Math.min(r,t-u*r);return{x:s/2+(p-u*r-(x-1)/2)*Math.min(o*a*1.35,s/x),y:e+(u*i+d+(n?16:0))*a}}),z=[...f].sort((m,p)=>m.x-p.x),v=f.map(m=>({...m,port:F(z.indexOf(m),t,l)}));return{width:s,unit:a,roomy:n,radius:d*a,places:v,lane:c,znode:l,height:l.y+l.height+14*a}}function D(s,a,t){const d=Math.min(b.width*t,s-24*t);return{x:(s-d)/2,y:a,width:d,height:b.height*t}}function F(s,a,{x:t,y:d,width:o}){return{x:t+o*(.12+.76*(s+.5)/Math.max(1,a)),y:d}}function G(s){const{state:a,configuration:t,page:d}=s,[o,i]=E(),n=w(t),r=M(a),h=d.status.state!=="connected"||!r,e=T(i,n.length);return $`
    <div class=${`config-board ${h?"stale":""} ${e.roomy?"":"dense"}`} ref=${o} data-testid="config-board">
      ${i.width>0&&t&&$`<svg width=${e.width} height=${e.height} role="group"
        aria-label="The subscribers, and the znode they watch">
        <rect class="zookeeper-lane" x="0" y=${e.lane} width=${e.width} height=${e.height-e.lane} rx="12" />
        ${n.map((c,l)=>$`<${V} key=${c.id} one=${c} at=${e.places[l]} layout=${e} />`)}
        ${n.map((c,l)=>$`<${_} key=${c.id} ...${s} one=${c} at=${e.places[l]} layout=${e} />`)}
      </svg>`}
      ${t&&i.width>0&&$`<${j} ...${s} layout=${e} />`}
      ${n.length?$`
        <span class="lane-name believed">Processes: the value that each one uses</span>
        <span class="lane-name true" style=${{top:`${e.lane+6*e.unit}px`}}>${r?"ZooKeeper: what is true":"ZooKeeper is out of reach: what was true last"}</span>`:$`<div class="spread-empty"><${O} ...${s} /></div>`}
    </div>
  `}const N=36;function V({one:s,at:a,layout:t}){const d=s.belief==="watching",{x:o,y:i}=a.port,n=a.y+t.radius+(t.roomy?N*t.unit:0),r=(i-n)*.55,h=`config-watch tone-${k(s)} ${d?"":"off"} ${s.listed?"seen":""}`;return $`<path class=${h} data-testid=${`watch-${s.id}`} data-evidence=${s.listed?"server":"reported"}
    d=${`M${a.x} ${n}C${a.x} ${n+r} ${o} ${i-r} ${o} ${i}`} />`}function _({one:s,at:a,layout:t,clock:d,configuration:o,...i}){const{radius:n,unit:r,roomy:h}=t,e=B(s,o,d.now()),c={"data-testid":`subscriber-${s.id}`,"data-standing":s.standing,"data-process":s.process,"data-mzxid":s.mzxid??"","data-version":s.version??"","data-missing":String(!!s.missing),style:L(s)};return $`
    <${R} ...${i} one=${s} at=${a} unit=${r} radius=${n} parts=${Z(s)} looks=${`tone-${s.tone}`} data=${c}>
      <${W} one=${s} at=${a} from=${a.port} radius=${n} unit=${r} token=${7} delay=${e} />
      ${h&&$`<text class="belief" y=${-n-7*r}>${s.words}</text>${" "}
        <g key=${`in use ${s.mzxid}`} class=${e===null?"":"arriving"} style=${e===null?"":`--delay: ${e.toFixed(2)}s`}>
          <text class="value" y=${n+16*r}>${S(s,13)}</text>${" "}
          <text class="version" y=${n+31*r}>${s.mzxid===null?"":`v${s.version} \xB7 ${y(s.mzxid)}`}</text></g>${" "}`}
    <//>
  `}function j({configuration:s,layout:a,...t}){const{path:d,znode:o}=s,i={"data-testid":"config-znode","data-mzxid":o?.mzxid??"","data-version":o?.version??""};return $`
    <${C} ...${t} znode=${o} path=${d} place=${a.znode} data=${i}>
      <span class="znode-path"><code>${g(d,40)}</code></span>
      <span key=${o?.mzxid} class="znode-value" data-testid="config-now">${o?g(A(o.value),60):"no such znode"}</span>
      <span class="znode-stat number">${o?$`version <b>${o.version}</b> · mzxid <b>${y(o.mzxid)}</b>`:"watched for its creation"}</span>
    <//>
  `}export{G as Board};
//# sourceMappingURL=configuration-BGEb_8XV.js.map
