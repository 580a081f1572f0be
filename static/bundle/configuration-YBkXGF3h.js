import{u as q,bB as N,a6 as d,bD as J,az as K,a3 as D,aB as Q,aE as V,bN as U,bO as X,bP as ss}from"./page.js";import{R as as,i as ts,Z as es,d as os,h as ns,S as rs,A as ds}from"./more-C-QkUQmj.js";function $s(s){const a=q(s.configuration);return s.configuration?d`<${as} ...${s} looks="config-board" data=${{"data-testid":"config-board"}} need=${(e,o,r)=>r||fs(e*16,a.length)?ms(e*16,o*16,a.length,r)/16:1/0} draw=${e=>d`<${is} ...${s} all=${a} layout=${gs(ts(e),a.length)} />`} />`:d`<${N} ...${s} />`}function is({all:s,layout:a,...n}){const{state:t}=n;return d`
    <div class=${a.roomy?"":"dense"}>
      <svg width=${a.width} height=${a.height} role="group" aria-label="The subscribers, and the znode they watch">
        <rect class=${`ground ${K(t)?"":"unreached"}`} x="0" y=${a.lane} width=${a.width} height=${a.height-a.lane} rx="12" />
        ${s.map((e,o)=>d`<${cs} key=${e.id} one=${e} at=${a.places[o]} layout=${a} />`)}
        ${s.map((e,o)=>d`<${ls} key=${e.id} ...${n} one=${e} at=${a.places[o]} layout=${a} />`)}
      </svg>
      ${!s.length&&d`<div class="config-nobody" style=${{height:`${a.lane}px`}}><${N} ...${n} /></div>`}
      <${hs} ...${n} all=${s} layout=${a} />
      <div class=${`config-ground ${a.isTight?"beside":""}`} style=${a.label}><${J} state=${t} /></div>
    </div>
  `}function cs({one:s,at:a,layout:n}){const t=s.belief==="watching",{x:e,y:o}=a.port,r=a.y+n.radius+(n.roomy?n.below:0),$=(o-r)*.55,m=`config-watch tone-${U(s)} ${t?"":"off"} ${s.listed?"seen":""}`;return d`<path class=${m} data-testid=${`watch-${s.id}`} data-evidence=${s.listed?"server":"reported"}
    d=${`M${a.x} ${r}C${a.x} ${r+$} ${e} ${o-$} ${e} ${o}`} />`}function ls({one:s,at:a,layout:n,clock:t,configuration:e,...o}){const{radius:r,unit:$,roomy:m}=n,i=os(s,e,t.now()),x={"data-testid":`subscriber-${s.id}`,"data-standing":s.standing,"data-process":s.process,"data-mzxid":s.mzxid??"","data-version":s.version??"","data-missing":String(!!s.missing),style:ns(s)};return d`
    <${rs} ...${o} one=${s} at=${a} unit=${$} radius=${r} parts=${X(s)} looks=${`tone-${s.tone}`} data=${x}>
      <${ds} one=${s} at=${a} from=${a.port} radius=${r} unit=${$} token=${7} delay=${i} />
      ${m&&d`<text class="belief" y=${-r-7*$}>${s.words}</text>${" "}
        <g key=${`in use ${s.mzxid}`} class=${i===null?"":"arriving"} style=${i===null?"":`--delay: ${i.toFixed(2)}s`}>
          <text class="value" y=${r+16*$}>${ss(s,n.letters)}</text>${" "}
          ${n.hasVersions&&d`<text class="version" y=${r+31*$}>${s.mzxid===null?"":`v${s.version} \xB7 ${V(s.mzxid)}`}</text>`}</g>${" "}`}
    <//>
  `}function hs({configuration:s,all:a,layout:n,...t}){const{path:e,znode:o}=s,r=a.length?"watched for its creation":"nobody watches it",$={"data-testid":"config-znode","data-mzxid":o?.mzxid??"","data-version":o?.version??""};return d`
    <${es} ...${t} znode=${o} path=${e} place=${n.znode} data=${$}>
      <span class="znode-path"><code>${D(e,40)}</code></span>
      <span key=${o?.mzxid} class="znode-value" data-testid="config-now">${o?D(Q(o.value),60):"no such znode"}</span>
      <span class="znode-stat number">${o?d`version <b>${o.version}</b> · mzxid <b>${V(o.mzxid)}</b>`:r}</span>
    <//>
  `}const O=[{most:14,room:72,radius:26,across:104,down:112,roomy:!0},{most:48,radius:18,across:50,down:52,roomy:!1},{most:1/0,radius:13,across:34,down:35,roomy:!1}],g={wide:112,narrow:165,from:480},p={most:13,wide:7.5,across:72},C={isTight:!1,above:6,saved:0,below:36,gap:26,wide:330,high:74,label:26},G={isTight:!0,above:8,saved:18,below:20,gap:22,wide:300,high:64,label:10},P=s=>s>=g.from,fs=(s,a)=>a>O[0].most||s>=O[0].room*a,ms=(s,a,n,t)=>k({width:s,height:0,top:a,unit:1},n,t&&P(s)?G:C).height;function gs(s,a){const n=k(s,a,C);return n.height>s.height+1&&P(s.width/s.unit)?k(s,a,G):n}function k({width:s,height:a,top:n,unit:t},e,{isTight:o,above:r,saved:$,below:m,gap:i,wide:x,high:S,label:W}){const{radius:T,across:Y,down:F,roomy:c}=O.find(({most:h,room:f=0})=>e<=h&&s>=f*e*t),B=s<g.from*t,R=e?F-(c?$:0):B?g.narrow:g.wide,l=Math.max(1,Math.min(e||1,Math.floor(s/((c&&B?p.across:Y)*t)))),b=Math.max(1,Math.ceil(e/l)),w=n+r*t,E=w+(b*R+(c?0:16)+2*i+S+W)*t,u=Math.max(a,E),v=u-E,Z=R*t+v*.3/b,y=w+b*Z+(c?0:16)*t+i*t+v*.3,z=ps(s,y+i*t+v*.2,x*t,S*t,t),A=Array.from({length:e},(h,f)=>{const M=Math.floor(f/l),L=Math.min(l,e-M*l);return{x:s/2+(f-M*l-(L-1)/2)*s/(c?L:l),y:w+M*Z+(T+(c?16:0))*t}}),H=[...A].sort((h,f)=>h.x-f.x),_=A.map(h=>({...h,port:xs(H.indexOf(h),e,z)})),I=Math.min(p.most,Math.floor(s/l/t/p.wide)),j=o?{top:`${y}px`,width:`${z.x}px`}:{top:`${u-24*t}px`};return{width:s,unit:t,roomy:c,radius:T*t,isTight:o,letters:I,hasVersions:!o&&I===p.most,below:m*t,label:j,places:_,lane:y,znode:z,height:u}}function ps(s,a,n,t,e){const o=Math.min(n,s-24*e);return{x:(s-o)/2,y:a,width:o,height:t}}function xs(s,a,{x:n,y:t,width:e}){return{x:n+e*(.12+.76*(s+.5)/Math.max(1,a)),y:t}}export{$s as Board};
//# sourceMappingURL=configuration-YBkXGF3h.js.map
