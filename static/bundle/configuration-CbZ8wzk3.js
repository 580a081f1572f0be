import{c5 as q,u as J,bI as _,h as d,c6 as K,j as N,bu as Q,i as U,e as V,o as X,c7 as ss,c8 as ts,bA as as,c9 as es,ca as os,cb as ns,cc as rs}from"./page.js";import{R as ds,i as is,Z as cs,d as $s,h as ls,S as hs,A as fs}from"./more-BDEiNFfz.js";const ms=100;function ps(s){const t=s.configuration?q(s):[];return J(t.some(({standing:o})=>o==="dead")?ms:null),s.configuration?d`<${ds} ...${s} looks="config-board" data=${{"data-testid":"config-board"}} need=${(o,e,r)=>r||vs(o*16,t.length)?ys(o*16,e*16,t.length,r)/16:1/0} draw=${o=>d`<${gs} ...${s} all=${t} layout=${zs(is(o),t.length)} />`} />`:d`<${_} ...${s} />`}function gs({all:s,layout:t,...n}){const{state:a}=n,o=K(s.filter(({mzxid:e})=>e!==null).map(({mzxid:e})=>N(e)));return d`
    <div class=${t.roomy?"":"dense"}>
      <svg width=${t.width} height=${t.height} role="group" aria-label="The subscribers, and the znode they watch">
        <rect class=${`ground ${U(a)?"":"unreached"}`} x="0" y=${t.lane} width=${t.width} height=${t.height-t.lane} rx="12" />
        ${s.map((e,r)=>d`<${xs} key=${e.id} one=${e} at=${t.places[r]} layout=${t} />`)}
        ${s.map((e,r)=>d`<${us} key=${e.id} ...${n} one=${e} short=${o} at=${t.places[r]} layout=${t} />`)}
      </svg>
      ${!s.length&&d`<div class="config-nobody" style=${{height:`${t.lane}px`}}><${_} ...${n} /></div>`}
      <${ws} ...${n} all=${s} layout=${t} />
      <div class=${`config-ground ${t.isTight?"beside":""}`} style=${t.label}><${Q} state=${a} /></div>
    </div>
  `}function xs({one:s,at:t,layout:n}){if(s.standing==="dead")return null;const a=s.belief==="watching",{x:o,y:e}=t.port,r=t.y+n.radius+(n.roomy?bs(s,n)*n.unit:0),i=(e-r)*.55,c=`config-watch tone-${ss(s)} ${a?"":"off"} ${s.listed?"seen":""}`;return d`<path class=${c} data-testid=${`watch-${s.id}`} data-evidence=${s.listed?"server":"reported"}
    d=${`M${t.x} ${r}C${t.x} ${r+i} ${o} ${e-i} ${o} ${e}`} />`}const bs=({mzxid:s},{hasVersions:t})=>t&&s!==null?33:18;function us({one:s,short:t,at:n,layout:a,clock:o,configuration:e,...r}){const{radius:i,unit:c,roomy:u}=a,p=o.now(),x=s.standing==="dead"?ts(r.state,s,!0):null,l=$s(s,e,p),w={"data-testid":`subscriber-${s.id}`,"data-standing":s.standing,"data-process":s.process,"data-mzxid":s.mzxid??"","data-version":s.version??"","data-missing":String(!!s.missing),style:ls(s)};return d`
    <${hs} ...${r} one=${s} at=${n} unit=${c} radius=${i} left=${as(s.session_timeout_ms,x,p)} parts=${es(s)} looks=${`tone-${s.tone}`} data=${w}>
      <${fs} one=${s} at=${n} from=${n.port} radius=${i} unit=${c} token=${7} delay=${l} />
      ${u&&d`<text class="belief" y=${-i-7*c}>${s.words}</text>${" "}
        <g key=${`in use ${s.mzxid}`} class=${l===null?"":"arriving"} style=${l===null?"":`--delay: ${l.toFixed(2)}s`}>
          <text class="value" y=${i+16*c}>${x===null?os(s,a.letters):ns(x,p,a.letters<m.most)}</text>${" "}
          ${a.hasVersions&&d`<text class="version" y=${i+31*c}>${rs(s,t,a.idLetters)}</text>`}</g>${" "}`}
    <//>
  `}function ws({configuration:s,all:t,layout:n,...a}){const{path:o,znode:e}=s,r=t.length?"watched for its creation":"nobody watches it",i={"data-testid":"config-znode","data-mzxid":e?.mzxid??"","data-version":e?.version??""};return d`
    <${cs} ...${a} znode=${e} path=${o} place=${n.znode} data=${i}>
      <span class="znode-path"><code>${V(o,40)}</code></span>
      <span key=${e?.mzxid} class="znode-value" data-testid="config-now">${e?V(X(e.value),60):"no such znode"}</span>
      <span class="znode-stat number">${e?d`version <b>${e.version}</b> · mzxid <b>${N(e.mzxid)}</b>`:r}</span>
    <//>
  `}const k=[{most:14,room:72,radius:26,across:104,down:112,roomy:!0},{most:48,radius:18,across:50,down:52,roomy:!1},{most:1/0,radius:13,across:34,down:35,roomy:!1}],b={wide:112,narrow:165,from:480},m={most:13,wide:7.5,id:7,apart:8,across:72},C={isTight:!1,above:6,saved:0,gap:26,wide:330,high:74,label:26},D={isTight:!0,above:8,saved:18,gap:22,wide:300,high:64,label:10},F=s=>s>=b.from,vs=(s,t)=>t>k[0].most||s>=k[0].room*t,ys=(s,t,n,a)=>L({width:s,height:0,top:t,unit:1},n,a&&F(s)?D:C).height;function zs(s,t){const n=L(s,t,C);return n.height>s.height+1&&F(s.width/s.unit)?L(s,t,D):n}function L({width:s,height:t,top:n,unit:a},o,{isTight:e,above:r,saved:i,gap:c,wide:u,high:p,label:x}){const{radius:l,across:w,down:G,roomy:h}=k.find(({most:f,room:g=0})=>o<=f&&s>=g*o*a),A=s<b.from*a,I=o?G-(h?i:0):A?b.narrow:b.wide,$=Math.max(1,Math.min(o||1,Math.floor(s/((h&&A?m.across:w)*a)))),v=Math.max(1,Math.ceil(o/$)),y=n+r*a,R=y+(v*I+(h?0:16)+2*c+p+x)*a,z=Math.max(t,R),M=z-R,Z=I*a+M*.3/v,O=y+v*Z+(h?0:16)*a+c*a+M*.3,S=Ms(s,O+c*a+M*.2,u*a,p*a,a),B=Array.from({length:o},(f,g)=>{const T=Math.floor(g/$),W=Math.min($,o-T*$);return{x:s/2+(g-T*$-(W-1)/2)*s/(h?W:$),y:y+T*Z+(l+(h?16:0))*a}}),Y=[...B].sort((f,g)=>f.x-g.x),j=B.map(f=>({...f,port:Os(Y.indexOf(f),o,S)})),E=Math.min(m.most,Math.floor(s/$/a/m.wide)),H=Math.floor((s/$/a-m.apart)/m.id),P=e?{top:`${O}px`,width:`${S.x}px`}:{top:`${z-24*a}px`};return{width:s,unit:a,roomy:h,radius:l*a,isTight:e,letters:E,idLetters:H,hasVersions:!e&&E===m.most,label:P,places:j,lane:O,znode:S,height:z}}function Ms(s,t,n,a,o){const e=Math.min(n,s-24*o);return{x:(s-e)/2,y:t,width:e,height:a}}function Os(s,t,{x:n,y:a,width:o}){return{x:n+o*(.12+.76*(s+.5)/Math.max(1,t)),y:a}}export{ps as Board};
//# sourceMappingURL=configuration-CbZ8wzk3.js.map
