import{b_ as q,ae as J,ay as N,aa as d,b$ as K,aS as W,bR as Q,aN as U,a7 as V,aP as X,c0 as ss,c1 as ts,ak as as,c2 as es,c3 as os,c4 as ns,c5 as rs}from"./page.js";import{R as ds,i as is,Z as $s,d as cs,h as ls,S as hs,A as fs}from"./more-CN9IXTmW.js";const ms=100;function ps(s){const t=s.configuration?q(s):[];return J(t.some(({standing:o})=>o==="dead")?ms:null),s.configuration?d`<${ds} ...${s} looks="config-board" data=${{"data-testid":"config-board"}} need=${(o,e,r)=>r||ys(o*16,t.length)?vs(o*16,e*16,t.length,r)/16:1/0} draw=${o=>d`<${gs} ...${s} all=${t} layout=${zs(is(o),t.length)} />`} />`:d`<${N} ...${s} />`}function gs({all:s,layout:t,...n}){const{state:a}=n,o=K(s.filter(({mzxid:e})=>e!==null).map(({mzxid:e})=>W(e)));return d`
    <div class=${t.roomy?"":"dense"}>
      <svg width=${t.width} height=${t.height} role="group" aria-label="The subscribers, and the znode they watch">
        <rect class=${`ground ${U(a)?"":"unreached"}`} x="0" y=${t.lane} width=${t.width} height=${t.height-t.lane} rx="12" />
        ${s.map((e,r)=>d`<${xs} key=${e.id} one=${e} at=${t.places[r]} layout=${t} />`)}
        ${s.map((e,r)=>d`<${us} key=${e.id} ...${n} one=${e} short=${o} at=${t.places[r]} layout=${t} />`)}
      </svg>
      ${!s.length&&d`<div class="config-nobody" style=${{height:`${t.lane}px`}}><${N} ...${n} /></div>`}
      <${ws} ...${n} all=${s} layout=${t} />
      <div class=${`config-ground ${t.isTight?"beside":""}`} style=${t.label}><${Q} state=${a} /></div>
    </div>
  `}function xs({one:s,at:t,layout:n}){if(s.standing==="dead")return null;const a=s.belief==="watching",{x:o,y:e}=t.port,r=t.y+n.radius+(n.roomy?bs(s,n)*n.unit:0),i=(e-r)*.55,$=`config-watch tone-${ss(s)} ${a?"":"off"} ${s.listed?"seen":""}`;return d`<path class=${$} data-testid=${`watch-${s.id}`} data-evidence=${s.listed?"server":"reported"}
    d=${`M${t.x} ${r}C${t.x} ${r+i} ${o} ${e-i} ${o} ${e}`} />`}const bs=({mzxid:s},{hasVersions:t})=>t&&s!==null?33:18;function us({one:s,short:t,at:n,layout:a,clock:o,configuration:e,...r}){const{radius:i,unit:$,roomy:u}=a,p=o.now(),x=s.standing==="dead"?ts(r.state,s,!0):null,l=cs(s,e,p),w={"data-testid":`subscriber-${s.id}`,"data-standing":s.standing,"data-process":s.process,"data-mzxid":s.mzxid??"","data-version":s.version??"","data-missing":String(!!s.missing),style:ls(s)};return d`
    <${hs} ...${r} one=${s} at=${n} unit=${$} radius=${i} left=${as(s.session_timeout_ms,x,p)} parts=${es(s)} looks=${`tone-${s.tone}`} data=${w}>
      <${fs} one=${s} at=${n} from=${n.port} radius=${i} unit=${$} token=${7} delay=${l} />
      ${u&&d`<text class="belief" y=${-i-7*$}>${s.words}</text>${" "}
        <g key=${`in use ${s.mzxid}`} class=${l===null?"":"arriving"} style=${l===null?"":`--delay: ${l.toFixed(2)}s`}>
          <text class="value" y=${i+16*$}>${x===null?os(s,a.letters):ns(x,p,a.letters<m.most)}</text>${" "}
          ${a.hasVersions&&d`<text class="version" y=${i+31*$}>${rs(s,t,a.idLetters)}</text>`}</g>${" "}`}
    <//>
  `}function ws({configuration:s,all:t,layout:n,...a}){const{path:o,znode:e}=s,r=t.length?"watched for its creation":"nobody watches it",i={"data-testid":"config-znode","data-mzxid":e?.mzxid??"","data-version":e?.version??""};return d`
    <${$s} ...${a} znode=${e} path=${o} place=${n.znode} data=${i}>
      <span class="znode-path"><code>${V(o,40)}</code></span>
      <span key=${e?.mzxid} class="znode-value" data-testid="config-now">${e?V(X(e.value),60):"no such znode"}</span>
      <span class="znode-stat number">${e?d`version <b>${e.version}</b> · mzxid <b>${W(e.mzxid)}</b>`:r}</span>
    <//>
  `}const T=[{most:14,room:72,radius:26,across:104,down:112,roomy:!0},{most:48,radius:18,across:50,down:52,roomy:!1},{most:1/0,radius:13,across:34,down:35,roomy:!1}],b={wide:112,narrow:165,from:480},m={most:13,wide:7.5,id:7,apart:8,across:72},C={isTight:!1,above:6,saved:0,gap:26,wide:330,high:74,label:26},D={isTight:!0,above:8,saved:18,gap:22,wide:300,high:64,label:10},F=s=>s>=b.from,ys=(s,t)=>t>T[0].most||s>=T[0].room*t,vs=(s,t,n,a)=>L({width:s,height:0,top:t,unit:1},n,a&&F(s)?D:C).height;function zs(s,t){const n=L(s,t,C);return n.height>s.height+1&&F(s.width/s.unit)?L(s,t,D):n}function L({width:s,height:t,top:n,unit:a},o,{isTight:e,above:r,saved:i,gap:$,wide:u,high:p,label:x}){const{radius:l,across:w,down:G,roomy:h}=T.find(({most:f,room:g=0})=>o<=f&&s>=g*o*a),R=s<b.from*a,A=o?G-(h?i:0):R?b.narrow:b.wide,c=Math.max(1,Math.min(o||1,Math.floor(s/((h&&R?m.across:w)*a)))),y=Math.max(1,Math.ceil(o/c)),v=n+r*a,I=v+(y*A+(h?0:16)+2*$+p+x)*a,z=Math.max(t,I),M=z-I,Z=A*a+M*.3/y,O=v+y*Z+(h?0:16)*a+$*a+M*.3,S=Ms(s,O+$*a+M*.2,u*a,p*a,a),_=Array.from({length:o},(f,g)=>{const k=Math.floor(g/c),E=Math.min(c,o-k*c);return{x:s/2+(g-k*c-(E-1)/2)*s/(h?E:c),y:v+k*Z+(l+(h?16:0))*a}}),P=[..._].sort((f,g)=>f.x-g.x),Y=_.map(f=>({...f,port:Os(P.indexOf(f),o,S)})),B=Math.min(m.most,Math.floor(s/c/a/m.wide)),H=Math.floor((s/c/a-m.apart)/m.id),j=e?{top:`${O}px`,width:`${S.x}px`}:{top:`${z-24*a}px`};return{width:s,unit:a,roomy:h,radius:l*a,isTight:e,letters:B,idLetters:H,hasVersions:!e&&B===m.most,label:j,places:Y,lane:O,znode:S,height:z}}function Ms(s,t,n,a,o){const e=Math.min(n,s-24*o);return{x:(s-e)/2,y:t,width:e,height:a}}function Os(s,t,{x:n,y:a,width:o}){return{x:n+o*(.12+.76*(s+.5)/Math.max(1,t)),y:a}}export{ps as Board};
//# sourceMappingURL=configuration--NDkgihi.js.map
