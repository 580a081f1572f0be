import{bY as Q,ae as j,ay as I,aa as d,bP as q,aL as J,a7 as N,aN as K,aQ as V,bZ as U,b_ as X,ak as ss,b$ as ts,c0 as as,c1 as es}from"./page.js";import{R as os,i as ns,Z as rs,d as ds,h as is,S as $s,A as cs}from"./more-BU6pWFIa.js";const ls=100;function hs(s){const t=s.configuration?Q(s):[];return j(t.some(({standing:e})=>e==="dead")?ls:null),s.configuration?d`<${os} ...${s} looks="config-board" data=${{"data-testid":"config-board"}} need=${(e,o,r)=>r||bs(e*16,t.length)?us(e*16,o*16,t.length,r)/16:1/0} draw=${e=>d`<${fs} ...${s} all=${t} layout=${ws(ns(e),t.length)} />`} />`:d`<${I} ...${s} />`}function fs({all:s,layout:t,...n}){const{state:a}=n;return d`
    <div class=${t.roomy?"":"dense"}>
      <svg width=${t.width} height=${t.height} role="group" aria-label="The subscribers, and the znode they watch">
        <rect class=${`ground ${J(a)?"":"unreached"}`} x="0" y=${t.lane} width=${t.width} height=${t.height-t.lane} rx="12" />
        ${s.map((e,o)=>d`<${ms} key=${e.id} one=${e} at=${t.places[o]} layout=${t} />`)}
        ${s.map((e,o)=>d`<${ps} key=${e.id} ...${n} one=${e} at=${t.places[o]} layout=${t} />`)}
      </svg>
      ${!s.length&&d`<div class="config-nobody" style=${{height:`${t.lane}px`}}><${I} ...${n} /></div>`}
      <${xs} ...${n} all=${s} layout=${t} />
      <div class=${`config-ground ${t.isTight?"beside":""}`} style=${t.label}><${q} state=${a} /></div>
    </div>
  `}function ms({one:s,at:t,layout:n}){if(s.standing==="dead")return null;const a=s.belief==="watching",{x:e,y:o}=t.port,r=t.y+n.radius+(n.roomy?gs(s,n)*n.unit:0),i=(o-r)*.55,$=`config-watch tone-${U(s)} ${a?"":"off"} ${s.listed?"seen":""}`;return d`<path class=${$} data-testid=${`watch-${s.id}`} data-evidence=${s.listed?"server":"reported"}
    d=${`M${t.x} ${r}C${t.x} ${r+i} ${e} ${o-i} ${e} ${o}`} />`}const gs=({mzxid:s},{hasVersions:t})=>t&&s!==null?33:18;function ps({one:s,at:t,layout:n,clock:a,configuration:e,...o}){const{radius:r,unit:i,roomy:$}=n,p=a.now(),f=s.standing==="dead"?X(o.state,s,!0):null,m=ds(s,e,p),b={"data-testid":`subscriber-${s.id}`,"data-standing":s.standing,"data-process":s.process,"data-mzxid":s.mzxid??"","data-version":s.version??"","data-missing":String(!!s.missing),style:is(s)};return d`
    <${$s} ...${o} one=${s} at=${t} unit=${i} radius=${r} left=${ss(s.session_timeout_ms,f,p)} parts=${ts(s)} looks=${`tone-${s.tone}`} data=${b}>
      <${cs} one=${s} at=${t} from=${t.port} radius=${r} unit=${i} token=${7} delay=${m} />
      ${$&&d`<text class="belief" y=${-r-7*i}>${s.words}</text>${" "}
        <g key=${`in use ${s.mzxid}`} class=${m===null?"":"arriving"} style=${m===null?"":`--delay: ${m.toFixed(2)}s`}>
          <text class="value" y=${r+16*i}>${f===null?as(s,n.letters):es(f,p,n.letters<x.most)}</text>${" "}
          ${n.hasVersions&&d`<text class="version" y=${r+31*i}>${s.mzxid===null?"":`v${s.version} \xB7 ${V(s.mzxid)}`}</text>`}</g>${" "}`}
    <//>
  `}function xs({configuration:s,all:t,layout:n,...a}){const{path:e,znode:o}=s,r=t.length?"watched for its creation":"nobody watches it",i={"data-testid":"config-znode","data-mzxid":o?.mzxid??"","data-version":o?.version??""};return d`
    <${rs} ...${a} znode=${o} path=${e} place=${n.znode} data=${i}>
      <span class="znode-path"><code>${N(e,40)}</code></span>
      <span key=${o?.mzxid} class="znode-value" data-testid="config-now">${o?N(K(o.value),60):"no such znode"}</span>
      <span class="znode-stat number">${o?d`version <b>${o.version}</b> · mzxid <b>${V(o.mzxid)}</b>`:r}</span>
    <//>
  `}const S=[{most:14,room:72,radius:26,across:104,down:112,roomy:!0},{most:48,radius:18,across:50,down:52,roomy:!1},{most:1/0,radius:13,across:34,down:35,roomy:!1}],u={wide:112,narrow:165,from:480},x={most:13,wide:7.5,across:72},W={isTight:!1,above:6,saved:0,gap:26,wide:330,high:74,label:26},Y={isTight:!0,above:8,saved:18,gap:22,wide:300,high:64,label:10},C=s=>s>=u.from,bs=(s,t)=>t>S[0].most||s>=S[0].room*t,us=(s,t,n,a)=>T({width:s,height:0,top:t,unit:1},n,a&&C(s)?Y:W).height;function ws(s,t){const n=T(s,t,W);return n.height>s.height+1&&C(s.width/s.unit)?T(s,t,Y):n}function T({width:s,height:t,top:n,unit:a},e,{isTight:o,above:r,saved:i,gap:$,wide:p,high:f,label:m}){const{radius:b,across:D,down:F,roomy:c}=S.find(({most:h,room:g=0})=>e<=h&&s>=g*e*a),L=s<u.from*a,R=e?F-(c?i:0):L?u.narrow:u.wide,l=Math.max(1,Math.min(e||1,Math.floor(s/((c&&L?x.across:D)*a)))),w=Math.max(1,Math.ceil(e/l)),y=n+r*a,Z=y+(w*R+(c?0:16)+2*$+f+m)*a,z=Math.max(t,Z),v=z-Z,A=R*a+v*.3/w,M=y+w*A+(c?0:16)*a+$*a+v*.3,O=ys(s,M+$*a+v*.2,p*a,f*a,a),_=Array.from({length:e},(h,g)=>{const k=Math.floor(g/l),E=Math.min(l,e-k*l);return{x:s/2+(g-k*l-(E-1)/2)*s/(c?E:l),y:y+k*A+(b+(c?16:0))*a}}),G=[..._].sort((h,g)=>h.x-g.x),P=_.map(h=>({...h,port:zs(G.indexOf(h),e,O)})),B=Math.min(x.most,Math.floor(s/l/a/x.wide)),H=o?{top:`${M}px`,width:`${O.x}px`}:{top:`${z-24*a}px`};return{width:s,unit:a,roomy:c,radius:b*a,isTight:o,letters:B,hasVersions:!o&&B===x.most,label:H,places:P,lane:M,znode:O,height:z}}function ys(s,t,n,a,e){const o=Math.min(n,s-24*e);return{x:(s-o)/2,y:t,width:o,height:a}}function zs(s,t,{x:n,y:a,width:e}){return{x:n+e*(.12+.76*(s+.5)/Math.max(1,t)),y:a}}export{hs as Board};
//# sourceMappingURL=configuration-DTFEWepP.js.map
