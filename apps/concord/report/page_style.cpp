#include "report/page.hpp"

namespace concord::app::report {

const std::string_view page_style = R"CSS(
:root{--paper:#fff;--ink:#1b1f24;--muted:#5b6570;--line:#d9dee3;--faint:#f4f6f8;--accent:#1f5fa8;--soft:#bcd3ec;
--mark:#b3261e;--mark-soft:#fde3e0;--a:#1a8a3c;--c:#1f5fa8;--g:#b87700;--t:#c0282d;--other:#6b4fa0}
@media (prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#e8eaed;--muted:#9aa4af;--line:#343b43;--faint:#1e2329;
--accent:#7db4f0;--soft:#2c4a6b;--mark:#ff8a80;--mark-soft:#4a2523;--a:#5fcf80;--c:#7db4f0;--g:#f0b93a;--t:#ff7b76;
--other:#b9a0ec}}
@media print{:root{--paper:#fff;--ink:#000;--muted:#444;--line:#bbb;--faint:#fff;--accent:#1f5fa8;--soft:#bcd3ec;
--mark:#b3261e;--mark-soft:#fde3e0;--a:#1a8a3c;--c:#1f5fa8;--g:#b87700;--t:#c0282d;--other:#6b4fa0}
button{display:none}#found{max-height:none!important}figure,section{break-inside:avoid}.scroll{overflow:visible!important;max-height:none!important}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,
"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}
.kicker{margin:0;color:var(--muted);font-size:.85rem;letter-spacing:.06em}
h1{margin:.1rem 0 1.2rem;font-size:1.7rem;line-height:1.25;font-weight:650;overflow-wrap:anywhere}
h2{margin:0 0 .6rem;font-size:1.05rem;font-weight:650}
bdi,dd,td{overflow-wrap:anywhere}
.finding{display:flex;gap:.6rem;align-items:flex-start;background:var(--faint);border:1px solid var(--line);
border-radius:6px;padding:.7rem .8rem;margin:0 0 .8rem}
pre{margin:0;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
font-variant-ligatures:none}
.finding pre{flex:1;min-width:0;white-space:pre-wrap;overflow-wrap:anywhere}
#found{max-height:15rem;overflow-y:auto;font-size:1.15rem;letter-spacing:.04em;font-weight:600}
button{font:inherit;font-size:.8rem;color:var(--accent);background:var(--paper);border:1px solid var(--line);
border-radius:4px;padding:.1rem .5rem;cursor:pointer}
.numbers{list-style:none;display:flex;flex-wrap:wrap;gap:.4rem 2.2rem;margin:1.2rem 0 0;padding:0}
.numbers li{display:flex;flex-direction:column;max-width:100%}
.numbers b{font-size:1.45rem;font-weight:650;line-height:1.2}
.numbers span{color:var(--muted);font-size:.85rem}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:0 2.5rem}
figure,section{margin:2.2rem 0 0;min-width:0}
figcaption,.aside{color:var(--muted);font-size:.85rem;margin:.5rem 0 0;max-width:46rem}
svg{display:block;width:100%;height:auto;max-width:44rem;font-family:inherit}
figure>img{display:block;max-width:100%;height:auto;background:#fff;border:1px solid var(--line)}
.scroll{overflow-x:auto;max-width:100%}.tall{max-height:34rem;overflow-y:auto}
.grid svg{max-width:32rem}td .letters{white-space:nowrap}
table{border-collapse:collapse;font-size:.9rem;min-width:min(100%,22rem)}
th,td{text-align:left;padding:.2rem .9rem .2rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--muted);font-weight:500;white-space:nowrap}
.number{text-align:right}
code,.letters{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.4rem;margin:0;font-size:.92rem}
dt{color:var(--muted)}dd{margin:0;min-width:0}
.rows{font-size:.82rem;line-height:1.5;width:max-content;min-width:100%}
.rows i{font-style:normal;color:var(--muted)}
.rows b{font-weight:700;color:var(--mark);background:var(--mark-soft);text-decoration:underline}
.rows u{text-decoration:none;color:var(--muted)}
.tick{font-size:12.5px;fill:var(--muted)}.label{font-size:13px;fill:var(--ink)}.small{font-size:11px;fill:var(--muted)}
.axis{stroke:var(--muted);stroke-width:1;fill:none}.rule{stroke:var(--line);stroke-width:1;fill:none}
.bar{fill:var(--accent)}.bar:hover,.dot:hover{fill:var(--mark)}
.curve{stroke:var(--accent);stroke-width:2;fill:none}.between{fill:var(--soft);opacity:.55}.dot{fill:var(--accent)}
.open{fill:var(--paper);stroke:var(--accent);stroke-width:1.5}
.chosen{stroke:var(--mark);stroke-width:1.5;stroke-dasharray:4 3;fill:none}.chosen-dot{fill:var(--mark)}
.chosen-text{font-size:12.5px;fill:var(--mark)}
.frame{fill:none;stroke:var(--line)}.way{fill:none;stroke:var(--mark);stroke-width:1.6;stroke-linejoin:round}
.seen1{fill:var(--ink);opacity:.28}.seen2{fill:var(--ink);opacity:.5}.seen3{fill:var(--ink);opacity:.85}
.track{fill:var(--line)}.place{fill:var(--mark);opacity:.75}
.glyph{fill:none;stroke-width:17;stroke-linecap:butt;stroke-linejoin:miter;stroke-miterlimit:1.5}
.kA{stroke:var(--a)}.kC{stroke:var(--c)}.kG{stroke:var(--g)}.kT{stroke:var(--t)}.kO{stroke:var(--other)}
.fO{fill:var(--other)}
@media (max-width:30rem){h1{font-size:1.35rem}main{padding:1.2rem 1rem 3rem}.numbers{gap:.6rem 1.6rem}
dl{grid-template-columns:1fr;gap:0}dd{margin:0 0 .5rem}.finding{flex-direction:column}}
)CSS";

// One button; where the clipboard is out of reach, the text is selected instead.
const std::string_view page_script =
    R"JS(for(const b of document.querySelectorAll("button[data-copy]")){b.hidden=false;b.addEventListener("click",async()=>{)JS"
    R"JS(const e=document.getElementById(b.dataset.copy);try{await navigator.clipboard.writeText(e.textContent);)JS"
    R"JS(b.textContent="Copied"}catch{getSelection().selectAllChildren(e)}})})JS";

// The script by its hash, so that nothing that an input smuggled in would run; a test keeps the two together.
const std::string_view page_policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                                     "script-src 'sha256-eAoSqH+PPRXebfB+oAVp3CaIequplttLxvUn4SfAI5M='";

} // namespace concord::app::report
