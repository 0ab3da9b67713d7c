// The rides as data, as a page and as a picture.

#include <cmath>

#include <nlohmann/json.hpp>

#include "wend/locomotion/ride.hpp"

namespace wend::locomotion {
namespace {

using PageJson = nlohmann::ordered_json;

double rounded(double value) {
    return std::round(value * 1e6) / 1e6;
}

PageJson ride_json(const RideScene& scene, const RideRun& run, const Ride& ride) {
    PageJson path = PageJson::array();
    for (const Vec3 p : ride.path) path.push_back({rounded(p.x), rounded(p.y), rounded(p.z)});
    std::string support;
    for (const Support s : ride.support) support += s == Support::air ? 'a' : 'g';
    PageJson legs = PageJson::array();
    const auto controllers = analytic_controllers(scene.skills, scene.walks);
    for (const PlannedMove& leg : ride.plan.moves)
        legs.push_back({{"controller", std::string(controllers[leg.controller]->name())},
                        {"from", leg.from},
                        {"to", leg.to},
                        {"wait_from", leg.arrived * run.timing.seconds()},
                        {"depart", leg.move.depart * run.timing.seconds()},
                        {"arrive", leg.move.arrive * run.timing.seconds()}});
    return {{"name", ride.name},
            {"status", std::string(to_string(ride.status))},
            {"from", ride.from},
            {"cost", ride.plan.price()},
            {"arrive", ride.plan.arrive * run.timing.seconds()},
            {"trajectories", ride.stats.trajectories},
            {"expanded", ride.stats.expanded},
            {"culled", ride.stats.culled},
            {"planning_seconds", ride.stats.seconds},
            {"heuristic_seconds", ride.stats.heuristic_seconds},
            {"legs", legs},
            {"support", support},
            {"path", path}};
}

PageJson page_data(const RideScene& scene, const RideRun& run) {
    PageJson data = PageJson::parse(rides_text(scene, run));
    data["scene"] = PageJson::parse(ride_scene_text(scene));
    data["landmarks"] = data["gaps"] = PageJson::array();
    for (const Landmark& l : run.landmarks) data["landmarks"].push_back({l.block, l.local.x, l.local.y});
    for (const auto& gaps : run.gaps) {
        PageJson times = PageJson::array();
        for (const Step step : gaps) times.push_back(step * run.timing.seconds());
        data["gaps"].push_back(times);
    }
    for (std::size_t i = 0; i < run.rides.size(); ++i) {
        PageJson nodes = PageJson::array();
        for (const ExploredNode& node : run.rides[i].explored)
            nodes.push_back({node.landmark, node.step * run.timing.seconds(), static_cast<int>(node.fate)});
        data["rides"][i]["explored"] = std::move(nodes);
    }
    return data;
}

constexpr const char* page_head =
    R"(<!doctype html><html lang="en"><head><meta charset="utf-8"><title>wend ride</title>
<style>body{margin:0;background:#14171c;color:#d8dee9;font:14px sans-serif}canvas{display:block;width:100vw;height:78vh}
#bar{padding:6px 12px}input[type=range]{width:50vw;vertical-align:middle}label{margin-left:12px}</style></head><body>
<canvas id="view"></canvas><div id="bar"><button id="play">pause</button> <input type="range" id="time" min="0" step="0.016">
<span id="clock"></span><label><input type="checkbox" id="marks" checked>landmarks</label>
<label><input type="checkbox" id="nodes" checked>explored and culled</label><p id="text"></p></div><script>
"use strict";const data=)";

constexpr const char* page_tail = R"(;
const view=document.getElementById("view"),pen=view.getContext("2d"),slider=document.getElementById("time");
const blocks=data.scene.blocks;let playing=true,now=0,last=performance.now();
const end=Math.max(5,...data.rides.map(r=>(r.from+r.path.length)/60+2));slider.max=end;
function place(b,t){const k=b.motion,n=k.length;if(b.loops&&t>k[n-1][0]){const p=k[n-1][0]-k[0][0];t=k[0][0]+(t-k[0][0])%p}
 if(t<=k[0][0])return k[0].slice(1);for(let i=1;i<n;i++)if(t<=k[i][0]){const w=(t-k[i-1][0])/(k[i][0]-k[i-1][0]);
 return [1,2,3].map(j=>k[i-1][j]+w*(k[i][j]-k[i-1][j]))}return k[n-1].slice(1)}
let box=[1e9,1e9,-1e9,-1e9];const grow=(x,y)=>{box=[Math.min(box[0],x),Math.min(box[1],y),Math.max(box[2],x),Math.max(box[3],y)]};
for(const r of data.rides)for(const p of r.path)grow(p[0],p[1]);for(const b of blocks)if(b.motion.length==1)for(const c of b.outline)grow(b.motion[0][1]+c[0],b.motion[0][2]+c[1]);
function fit(){view.width=innerWidth;view.height=innerHeight*.78;const s=Math.min(view.width/(box[2]-box[0]+6),view.height/((box[3]-box[1])*.7+9));
 const cx=(box[0]+box[2])/2,cy=(box[1]+box[3])/2;return (x,y,z)=>[view.width/2+(x-cx)*s+(y-cy)*s*.25,view.height/2-(y-cy)*s*.7-z*s*.8,s]}
function prism(at,b,o){const lo=b.outline.map(c=>at(o[0]+c[0],o[1]+c[1],o[2]+b.bottom)),hi=b.outline.map(c=>at(o[0]+c[0],o[1]+c[1],o[2]+b.top));
 const n=lo.length;pen.strokeStyle="#0008";for(let i=0;i<n;i++){const j=(i+1)%n;pen.fillStyle=b.carries?"#3b4656":"#5a3338";path([lo[i],lo[j],hi[j],hi[i]])}
 pen.fillStyle=b.motion.length>1?(b.carries?"#6b8fb5":"#b56b6b"):(b.carries?"#7d8490":"#8a5a5a");path(hi)}
function path(ps){pen.beginPath();ps.forEach((p,i)=>i?pen.lineTo(p[0],p[1]):pen.moveTo(p[0],p[1]));pen.closePath();pen.fill();pen.stroke()}
function dot(p,r,c){pen.fillStyle=c;pen.beginPath();pen.arc(p[0],p[1],r,0,7);pen.fill()}
function spot(l,t){const b=blocks[l[0]],o=place(b,t);return [o[0]+l[1],o[1]+l[2],o[2]+b.top]}
function body(r,t){const i=t*60-r.from,n=r.path.length;if(i<=0)return r.path[0];if(i<n-1){const a=r.path[Math.floor(i)],b=r.path[Math.floor(i)+1],w=i%1;return a.map((v,k)=>v+w*(b[k]-v))}
 const leg=r.legs[r.legs.length-1];if(!leg)return r.path[n-1];const b=blocks[data.landmarks[leg.to][0]],o=place(b,(r.from+n-1)/60),q=place(b,t);return r.path[n-1].map((v,k)=>v+q[k]-o[k])}
function draw(){const at=fit();pen.clearRect(0,0,view.width,view.height);
 blocks.map(b=>[b,place(b,now)]).sort((a,b)=>(b[1][1]-a[1][1])||(a[0].top-b[0].top)).forEach(([b,o])=>prism(at,b,o));
 if(document.getElementById("marks").checked)data.landmarks.forEach((l,i)=>{const blocked=data.gaps[i].some(g=>Math.abs(g-now)<.4);dot(at(...spot(l,now)),blocked?6:2.5,blocked?"#ff3b30":"#f5d76e")});
 if(document.getElementById("nodes").checked)for(const r of data.rides)for(const e of r.explored)if(Math.abs(e[1]-now)<.25)dot(at(...spot(data.landmarks[e[0]],now)),4,["#7CFC00","#ff8c8c66","#40c4ffaa"][e[2]]);
 for(const r of data.rides){pen.strokeStyle="#ffffff66";pen.beginPath();const i=Math.max(0,Math.min(r.path.length-1,Math.floor(now*60-r.from)));
  for(let k=Math.max(0,i-120);k<=i;k++){const q=at(...r.path[k]);k?pen.lineTo(q[0],q[1]):pen.moveTo(q[0],q[1])}pen.stroke();
  const p=body(r,now),a=at(...p),h=at(p[0],p[1],p[2]+1.8),air=r.support[Math.min(i,r.support.length-1)]=="a";pen.strokeStyle=air?"#ffd166":"#fff";pen.lineWidth=.5*a[2];pen.lineCap="round";
  pen.beginPath();pen.moveTo(a[0],a[1]);pen.lineTo(h[0],h[1]);pen.stroke();pen.lineWidth=1}
 const words=data.rides.map(r=>{const leg=r.legs.find(l=>now<=l.arrive);const does=!leg?"stands":now<leg.depart?"waits until "+leg.depart.toFixed(2)+" s":leg.controller;
  return r.name+": "+r.status+", "+does+"; arrives at "+r.arrive.toFixed(2)+" s; "+r.trajectories+" trajectories, "+r.expanded+" nodes expanded, "+r.culled+" culled"});
 document.getElementById("text").textContent=words.join(" | ")+". Yellow: landmarks; red: gap marker; green: expanded, blue: waited, pale red: culled at this time.";
 document.getElementById("clock").textContent=now.toFixed(2)+" s";slider.value=now}
function frame(t){if(playing){now+=(t-last)/1000;if(now>end)now=0}last=t;draw();requestAnimationFrame(frame)}
slider.oninput=()=>{now=+slider.value;playing=false;document.getElementById("play").textContent="play"};
document.getElementById("play").onclick=e=>{playing=!playing;e.target.textContent=playing?"pause":"play"};requestAnimationFrame(frame);
</script></body></html>
)";

}  // namespace

std::string rides_text(const RideScene& scene, const RideRun& run) {
    PageJson data{
        {"scene", scene.name}, {"ticks_per_second", ticks_per_second}, {"rides", PageJson::array()}};
    for (const Ride& ride : run.rides) data["rides"].push_back(ride_json(scene, run, ride));
    return data.dump() + "\n";
}

std::string ride_page(const RideScene& scene, const RideRun& run) {
    std::string json = page_data(scene, run).dump();
    // Nothing in a name may end the script.
    for (std::size_t at = 0; (at = json.find("</", at)) != std::string::npos; at += 3)
        json.replace(at, 2, "<\\/");
    return page_head + json + page_tail;
}

std::string ride_svg(const RideScene& scene, const RideRun& run) {
    Box2 box;
    std::string body;
    for (std::uint32_t i = 0; i < scene.blocks.size(); ++i) {
        const Vec3 o = run.world.origin(i, 0);
        std::string points;
        for (const Vec2 p : scene.blocks[i].outline) {
            points += std::to_string(o.x + p.x) + "," + std::to_string(-o.y - p.y) + " ";
            box.add(o.xy() + p);
        }
        body += "<polygon points=\"" + points + "\" fill=\"" + (run.world.is_static(i) ? "#ccc" : "#9bd") +
                "\" stroke=\"#555\" stroke-width=\"0.05\"/>\n";
    }
    for (const Ride& ride : run.rides) {
        std::string points;
        for (const Vec3 p : ride.path) {
            points += std::to_string(p.x) + "," + std::to_string(-p.y) + " ";
            box.add(p.xy());
        }
        body += "<polyline points=\"" + points + "\" fill=\"none\" stroke=\"#c22\" stroke-width=\"0.15\"/>\n";
    }
    for (const Landmark& l : run.landmarks) {
        const Vec3 p = place_of(run.world, l, 0);
        body += "<circle cx=\"" + std::to_string(p.x) + "\" cy=\"" + std::to_string(-p.y) +
                "\" r=\"0.15\" fill=\"#b80\"/>\n";
    }
    box = box.grown(1);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" + std::to_string(box.low.x) + " " +
           std::to_string(-box.high.y) + " " + std::to_string(box.high.x - box.low.x) + " " +
           std::to_string(box.high.y - box.low.y) + "\">\n" + body + "</svg>\n";
}

}  // namespace wend::locomotion
