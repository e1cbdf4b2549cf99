#include "report/style.hpp"

namespace solvent::report {

// The hues are those of drawing.cpp, lighter where the paper is dark.
const std::string_view kStyle = R"css(
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1b1d1f; --faint: #5b6168; --line: #d9dcdf; --shade: #f5f6f7;
  --link: #00568a;
  --good: #00694c; --near: #00568a; --off: #8a4b00; --bad: #a82f00;
  --serif: Charter, "Bitstream Charter", "Source Serif 4", "Sitka Text", Cambria, Georgia,
    "Liberation Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #16181b; --ink: #dfe2e5; --faint: #9aa1a9; --line: #363b41; --shade: #1f2226;
    --link: #7fc3f0;
    --good: #5fd0a8; --near: #7fc3f0; --off: #f0b45a; --bad: #ff9470;
    --hue-0: #5bb4ec; --hue-1: #f08a4b; --hue-2: #2fc79a; --hue-3: #dd93c2; --hue-4: #e3b341;
    --hue-5: #9fd0ff; --hue-6: #b9bec4;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.55 var(--serif); overflow-wrap: break-word;
}
main, header { max-width: 70rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
main { padding-bottom: 4rem; }
h1, h2, h3 { line-height: 1.2; font-weight: 600; }
h1 { font-size: 2rem; margin: 0 0 .75rem; }
h2 { font-size: 1.5rem; margin: 0 0 .25rem; }
h3 { font-size: 1.0625rem; margin: 1.75rem 0 .5rem; }
p { margin: 0 0 .8rem; max-width: 42rem; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .15em; }
code { font: .875em/1.4 var(--mono); background: var(--shade); padding: .08em .3em;
  border-radius: 3px; overflow-wrap: anywhere; }
section { margin-top: 3.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.source { color: var(--faint); font-style: italic; }
.question { font-size: 1.1875rem; line-height: 1.45; }
.notice { border-left: 3px solid var(--off); padding: .3rem .8rem; background: var(--shade);
  font: .9375rem/1.5 var(--sans); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1.25rem;
  margin: 1.25rem 0 0; font: .875rem/1.5 var(--sans); }
dt { color: var(--faint); }
dd { margin: 0; }
figure { margin: 1.75rem 0; }
figcaption { font: .875rem/1.5 var(--sans); max-width: 46rem; margin: 0 0 .5rem; }
figcaption b { font-weight: 600; }
.file { color: var(--faint); white-space: nowrap; }
.plots { display: grid; gap: 0 2rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); }
.plots figure { max-width: 35rem; min-width: 0; margin: 1.25rem 0; }
.plots figcaption { margin: .5rem 0 0; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { font-family: var(--sans); font-variant-numeric: tabular-nums; }
.scroll { overflow: auto; max-width: 100%; border-top: 1.5px solid var(--ink);
  border-bottom: 1.5px solid var(--ink); }
.scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.fits { width: fit-content; }
table { border-collapse: collapse; font: .875rem/1.45 var(--sans);
  font-variant-numeric: lining-nums tabular-nums; }
th, td { padding: .3rem .7rem; text-align: left; vertical-align: top; font-weight: 400; }
thead th { vertical-align: bottom; color: var(--faint); border-bottom: 1px solid var(--line);
  font-size: .8125rem; line-height: 1.3; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tfoot > tr > * { border-top: 1px solid var(--ink); }
.n { text-align: right; }
td.n, tbody .short, p code { white-space: nowrap; }
.words { min-width: 11rem; }
.wide td, .wide th { padding: .25rem .5rem; }
.wide th:first-child, .wide td:first-child, .long th:first-child, .long td:first-child {
  position: sticky; left: 0; background: var(--paper); }
.long thead th { position: sticky; top: 0; background: var(--paper); z-index: 1;
  box-shadow: inset 0 -1px var(--line); }
.long thead th:first-child { z-index: 2; }
.long { max-height: 32rem; }
.figures { width: 100%; table-layout: fixed; }
.figures thead th { width: 29%; }
.figures thead .value { width: 17%; }
.figures thead .judged { width: 37%; }
.figures .value { white-space: normal; }
.figures .judged { padding-left: 1.5rem; }
.figures .comment { display: block; max-width: 34rem; color: var(--faint); margin-top: .1rem; }
.verdict { display: inline-block; white-space: nowrap; border: 1px solid; border-radius: 3px;
  padding: 0 .45em; font-weight: 600; font-size: .8125rem; }
.equal, .holds { color: var(--good); }
.within { color: var(--near); }
.differs { color: var(--off); border-style: dashed; }
.fails { color: var(--bad); border-style: double; border-width: 3px; }
.ours { color: var(--faint); border-style: dotted; }
.none { color: var(--faint); }
summary { cursor: pointer; font: .875rem/1.5 var(--sans); max-width: 46rem; }
summary b { font-weight: 600; }
details[open] > summary { margin-bottom: .5rem; }
@media screen and (max-width: 42rem) {
  body { font-size: 1rem; }
  header { padding-top: 1.5rem; }
  h1 { font-size: 1.625rem; }
  h2 { font-size: 1.3125rem; }
  main, header { padding-left: 1rem; padding-right: 1rem; }
  section { margin-top: 2.25rem; }
  th, td { padding: .3rem .5rem; }
  .figures thead, .overview thead { position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); }
  .figures, .figures tbody { display: block; }
  .figures tr { display: grid; grid-template-columns: 1fr 1fr; gap: .15rem .75rem;
    padding: .6rem 0; }
  .figures tr + tr { border-top: 1px solid var(--line); }
  .figures tbody tr > * { border: 0; padding: 0; text-align: left; }
  .figures .judged { padding: 0; }
  .figures th, .figures .judged { grid-column: 1 / -1; }
  .figures th { font-weight: 600; }
  .figures [data-label]::before { content: attr(data-label); display: block; color: var(--faint);
    font-size: .75rem; }
  .overview, .overview tbody, .overview tfoot { display: block; }
  .overview tr { display: flex; flex-wrap: wrap; gap: 0 .9rem; padding: .5rem 0; }
  .overview tbody tr + tr { border-top: 1px solid var(--line); }
  .overview tfoot tr { border-top: 1px solid var(--ink); }
  .overview tr > * { border: 0 !important; padding: 0; }
  .overview th { flex-basis: 100%; }
  .overview .none { display: none; }
  .overview [data-label]::after { content: " " attr(data-label); color: var(--faint); }
}
@media print {
  @page { margin: 16mm 15mm; }
  :root { color-scheme: light; --paper: #fff; --ink: #000; --faint: #444; --line: #bbb;
    --shade: #fff; --link: #000; --good: #000; --near: #000; --off: #000; --bad: #000; }
  body { font-size: 10pt; line-height: 1.4; }
  header, main { max-width: none; padding: 0; }
  h1 { font-size: 18pt; }
  h2 { font-size: 14pt; }
  h1, h2, h3, figcaption, summary { break-after: avoid; }
  .plots figcaption { break-before: avoid; break-after: auto; }
  section { margin-top: 2em; padding-top: 1em; }
  p { max-width: none; orphans: 3; widows: 3; }
  a { color: inherit; text-decoration: none; }
  code { padding: 0; }
  .plots { display: block; }
  .plots figure, tr, .notice { break-inside: avoid; }
  .plots figure { max-width: 110mm; margin-left: auto; margin-right: auto; }
  .scroll, .long { overflow: visible; max-height: none; }
  thead { display: table-header-group; }
  .wide th:first-child, .long th:first-child, .long thead th { position: static; box-shadow: none; }
  table, dl, figcaption, summary { font-size: 8.5pt; }
  thead th, .verdict { font-size: 8pt; }
  th, td { padding: .15rem .4rem; }
  .words { min-width: 0; }
  .figures .judged { padding-left: .8rem; }
  .wide table { font-size: 6.8pt; }
  .wide thead th { font-size: 6.5pt; }
  .wide th, .wide td { padding: .12rem .22rem; }
  summary { list-style: none; }
  summary::-webkit-details-marker { display: none; }
}
)css";

}  // namespace solvent::report
