import{u as Z,bF as B,a2 as r,bH as L,aq as E,as as k,at as N,av as _,bJ as P,bK as W,bL as j}from"./page.js";import{R as C,i as D,Z as F,d as G,h as I,S as T,A as q,a as H}from"./more-DqiqwnTA.js";const J=[{most:14,room:62,radius:26,across:104,down:112,roomy:!0},{most:48,radius:18,across:50,down:52,roomy:!1},{most:1/0,radius:13,across:34,down:35,roomy:!1}],K=6,u=26,x={width:330,height:74};function R({width:s,height:t,top:o,unit:e},a){const{radius:n,across:d,down:i,roomy:c}=J.find(({most:h,room:l=0})=>a<=h&&s>=l*a*e),$=Math.max(1,Math.min(a||1,Math.floor(s/(d*e)))),m=Math.max(1,Math.ceil(a/$)),f=o+K*e,b=f+(m*i+(c?0:16)+2*u+x.height+26)*e,z=Math.max(t,b),g=z-b,v=i*e+g*.3/m,y=f+m*v+(c?0:16)*e+u*e+g*.3,w=V(s,y+u*e+g*.2,e),M=Array.from({length:a},(h,l)=>{const p=Math.floor(l/$),O=Math.min($,a-p*$);return{x:s/2+(l-p*$-(O-1)/2)*s/(c?O:$),y:f+p*v+(n+(c?16:0))*e}}),S=[...M].sort((h,l)=>h.x-l.x),A=M.map(h=>({...h,port:Y(S.indexOf(h),a,w)}));return{width:s,unit:e,roomy:c,radius:n*e,places:A,lane:y,znode:w,height:z}}function V(s,t,o){const e=Math.min(x.width*o,s-24*o);return{x:(s-e)/2,y:t,width:e,height:x.height*o}}function Y(s,t,{x:o,y:e,width:a}){return{x:o+a*(.12+.76*(s+.5)/Math.max(1,t)),y:e}}function Q(s){const t=Z(s.configuration);return t.length?r`<${C} ...${s} looks="config-board" data=${{"data-testid":"config-board"}} need=${(a,n)=>R({width:a*16,height:0,top:n*16,unit:1},t.length).height/16} draw=${a=>r`<${U} ...${s} all=${t} layout=${R(D(a),t.length)} />`} />`:r`<${B} ...${s} />`}function U({all:s,layout:t,...o}){const{state:e}=o;return r`
    <div class=${t.roomy?"":"dense"}>
      <svg width=${t.width} height=${t.height} role="group" aria-label="The subscribers, and the znode they watch">
        <rect class=${`ground ${E(e)?"":"unreached"}`} x="0" y=${t.lane} width=${t.width} height=${t.height-t.lane} rx="12" />
        ${s.map((a,n)=>r`<${ss} key=${a.id} one=${a} at=${t.places[n]} layout=${t} />`)}
        ${s.map((a,n)=>r`<${ts} key=${a.id} ...${o} one=${a} at=${t.places[n]} layout=${t} />`)}
      </svg>
      <${as} ...${o} layout=${t} />
      <div class="config-ground" style=${{top:`${t.height-24*t.unit}px`}}><${L} state=${e} /></div>
    </div>
  `}const X=36;function ss({one:s,at:t,layout:o}){const e=s.belief==="watching",{x:a,y:n}=t.port,d=t.y+o.radius+(o.roomy?X*o.unit:0),i=(n-d)*.55,c=`config-watch tone-${P(s)} ${e?"":"off"} ${s.listed?"seen":""}`;return r`<path class=${c} data-testid=${`watch-${s.id}`} data-evidence=${s.listed?"server":"reported"}
    d=${`M${t.x} ${d}C${t.x} ${d+i} ${a} ${n-i} ${a} ${n}`} />`}function ts({one:s,at:t,layout:o,clock:e,configuration:a,...n}){const{radius:d,unit:i,roomy:c}=o,$=G(s,a,e.now()),m={"data-testid":`subscriber-${s.id}`,"data-standing":s.standing,"data-process":s.process,"data-mzxid":s.mzxid??"","data-version":s.version??"","data-missing":String(!!s.missing),style:I(s)};return r`
    <${T} ...${n} one=${s} at=${t} unit=${i} radius=${d} parts=${W(s)} looks=${`tone-${s.tone}`} data=${m}>
      <${q} one=${s} at=${t} from=${t.port} radius=${d} unit=${i} token=${7} delay=${$} />
      ${c&&r`<text class="belief" y=${-d-7*i}>${s.words}</text>${" "}
        <g key=${`in use ${s.mzxid}`} class=${$===null?"":"arriving"} style=${$===null?"":`--delay: ${$.toFixed(2)}s`}>
          <text class="value" y=${d+16*i}>${j(s,13)}</text>${" "}
          <text class="version" y=${d+31*i}>${s.mzxid===null?"":`v${s.version} \xB7 ${_(s.mzxid)}`}</text></g>${" "}`}
    <//>
  `}function as({configuration:s,layout:t,...o}){const{path:e,znode:a}=s,n={"data-testid":"config-znode","data-mzxid":a?.mzxid??"","data-version":a?.version??""};return r`
    <${F} ...${o} znode=${a} path=${e} place=${t.znode} data=${n}>
      <span class="znode-path"><code>${k(e,40)}</code></span>
      <span key=${a?.mzxid} class="znode-value" data-testid="config-now">${a?k(N(a.value),60):"no such znode"}</span>
      <span class="znode-stat number">${a?r`version <b>${a.version}</b> · mzxid <b>${_(a.mzxid)}</b>`:"watched for its creation"}</span>
    <//>
  `}var es=Object.freeze({__proto__:null,Board:Q});function os({configuration:s,clock:t}){return r`<${H} of=${s} clock=${t} word="change" gone="deleted" empty="No change yet. Publish a value." />`}var ns=Object.freeze({__proto__:null,Round:os});export{es as b,ns as r};
//# sourceMappingURL=configuration-CZkv8hny.js.map
