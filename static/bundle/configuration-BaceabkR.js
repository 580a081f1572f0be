import{u as L,bB as A,a6 as i,bD as N,az as P,a3 as S,aB as W,aE as Z,bN as C,bO as G,bP as I}from"./page.js";import{R as T,i as Y,Z as F,d as V,h as _,S as j,A as q}from"./more-DE-Yuwlg.js";function H(s){const t=L(s.configuration);return s.configuration?i`<${T} ...${s} looks="config-board" data=${{"data-testid":"config-board"}} need=${(o,e)=>E({width:o*16,height:0,top:e*16,unit:1},t.length).height/16} draw=${o=>i`<${J} ...${s} all=${t} layout=${E(Y(o),t.length)} />`} />`:i`<${A} ...${s} />`}function J({all:s,layout:t,...n}){const{state:a}=n;return i`
    <div class=${t.roomy?"":"dense"}>
      <svg width=${t.width} height=${t.height} role="group" aria-label="The subscribers, and the znode they watch">
        <rect class=${`ground ${P(a)?"":"unreached"}`} x="0" y=${t.lane} width=${t.width} height=${t.height-t.lane} rx="12" />
        ${s.map((o,e)=>i`<${Q} key=${o.id} one=${o} at=${t.places[e]} layout=${t} />`)}
        ${s.map((o,e)=>i`<${U} key=${o.id} ...${n} one=${o} at=${t.places[e]} layout=${t} />`)}
      </svg>
      ${!s.length&&i`<div class="config-nobody" style=${{height:`${t.lane}px`}}><${A} ...${n} /></div>`}
      <${X} ...${n} all=${s} layout=${t} />
      <div class="config-ground" style=${{top:`${t.height-24*t.unit}px`}}><${N} state=${a} /></div>
    </div>
  `}const K=36;function Q({one:s,at:t,layout:n}){const a=s.belief==="watching",{x:o,y:e}=t.port,r=t.y+n.radius+(n.roomy?K*n.unit:0),d=(e-r)*.55,$=`config-watch tone-${C(s)} ${a?"":"off"} ${s.listed?"seen":""}`;return i`<path class=${$} data-testid=${`watch-${s.id}`} data-evidence=${s.listed?"server":"reported"}
    d=${`M${t.x} ${r}C${t.x} ${r+d} ${o} ${e-d} ${o} ${e}`} />`}function U({one:s,at:t,layout:n,clock:a,configuration:o,...e}){const{radius:r,unit:d,roomy:$}=n,h=V(s,o,a.now()),c={"data-testid":`subscriber-${s.id}`,"data-standing":s.standing,"data-process":s.process,"data-mzxid":s.mzxid??"","data-version":s.version??"","data-missing":String(!!s.missing),style:_(s)};return i`
    <${j} ...${e} one=${s} at=${t} unit=${d} radius=${r} parts=${G(s)} looks=${`tone-${s.tone}`} data=${c}>
      <${q} one=${s} at=${t} from=${t.port} radius=${r} unit=${d} token=${7} delay=${h} />
      ${$&&i`<text class="belief" y=${-r-7*d}>${s.words}</text>${" "}
        <g key=${`in use ${s.mzxid}`} class=${h===null?"":"arriving"} style=${h===null?"":`--delay: ${h.toFixed(2)}s`}>
          <text class="value" y=${r+16*d}>${I(s,13)}</text>${" "}
          <text class="version" y=${r+31*d}>${s.mzxid===null?"":`v${s.version} \xB7 ${Z(s.mzxid)}`}</text></g>${" "}`}
    <//>
  `}function X({configuration:s,all:t,layout:n,...a}){const{path:o,znode:e}=s,r=t.length?"watched for its creation":"nobody watches it",d={"data-testid":"config-znode","data-mzxid":e?.mzxid??"","data-version":e?.version??""};return i`
    <${F} ...${a} znode=${e} path=${o} place=${n.znode} data=${d}>
      <span class="znode-path"><code>${S(o,40)}</code></span>
      <span key=${e?.mzxid} class="znode-value" data-testid="config-now">${e?S(W(e.value),60):"no such znode"}</span>
      <span class="znode-stat number">${e?i`version <b>${e.version}</b> · mzxid <b>${Z(e.mzxid)}</b>`:r}</span>
    <//>
  `}const ss=[{most:14,room:62,radius:26,across:104,down:112,roomy:!0},{most:48,radius:18,across:50,down:52,roomy:!1},{most:1/0,radius:13,across:34,down:35,roomy:!1}],b={wide:112,narrow:165,from:480},ts=6,u=26,w={width:330,height:74};function E({width:s,height:t,top:n,unit:a},o){const{radius:e,across:r,down:d,roomy:$}=ss.find(({most:l,room:m=0})=>o<=l&&s>=m*o*a),h=o?d:s<b.from*a?b.narrow:b.wide,c=Math.max(1,Math.min(o||1,Math.floor(s/(r*a)))),f=Math.max(1,Math.ceil(o/c)),g=n+ts*a,y=g+(f*h+($?0:16)+2*u+w.height+26)*a,z=Math.max(t,y),p=z-y,v=h*a+p*.3/f,O=g+f*v+($?0:16)*a+u*a+p*.3,M=as(s,O+u*a+p*.2,a),k=Array.from({length:o},(l,m)=>{const x=Math.floor(m/c),B=Math.min(c,o-x*c);return{x:s/2+(m-x*c-(B-1)/2)*s/($?B:c),y:g+x*v+(e+($?16:0))*a}}),R=[...k].sort((l,m)=>l.x-m.x),D=k.map(l=>({...l,port:os(R.indexOf(l),o,M)}));return{width:s,unit:a,roomy:$,radius:e*a,places:D,lane:O,znode:M,height:z}}function as(s,t,n){const a=Math.min(w.width*n,s-24*n);return{x:(s-a)/2,y:t,width:a,height:w.height*n}}function os(s,t,{x:n,y:a,width:o}){return{x:n+o*(.12+.76*(s+.5)/Math.max(1,t)),y:a}}export{H as Board};
//# sourceMappingURL=configuration-BaceabkR.js.map
