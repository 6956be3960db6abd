import { sheet } from '../base/sheet.js';

export const boardSheet = sheet(`
:host { container-type: inline-size; background: var(--_surface); }
.board { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; padding: 18px; }
.top { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 16px; }
.live { display: inline-flex; align-items: center; gap: 7px; font-size: var(--t3); color: var(--_soft); }
.live::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: var(--_edge); }
.live.on::before { background: var(--_green-fill); }
.summary { font-size: var(--t1); font-weight: 640; letter-spacing: -.012em; line-height: 1.3; }
.bar { display: flex; gap: 3px; height: 12px; overflow: hidden; border-radius: 99px; background: var(--_sunken); }
.bar span { min-width: 4px; transition: flex-grow .3s; }
.filters { display: flex; flex-wrap: wrap; gap: 6px; }
.filters .btn { gap: 7px; border-radius: 99px; color: var(--_soft); }
.filters .btn b { color: var(--_ink); font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; }
th { padding: 6px 10px; border-bottom: 1px solid var(--_line); font-size: var(--t3); font-weight: 600; color: var(--_soft);
  text-align: inherit; }
.name, .message { overflow-wrap: anywhere; }
td { padding: 9px 10px; border-bottom: 1px solid var(--_line); vertical-align: middle; }
tr:last-child td { border-bottom: 0; }
td > :is(.in, .pill) { vertical-align: middle; }
th, .small-cell, .pill { white-space: nowrap; }
th:first-child, td:first-child { padding-inline-start: 4px; }
tbody tr { position: relative; }
tbody tr:hover { background: var(--_sunken); }
tbody tr.changed { animation: changed 2.4s ease-out; }
@keyframes changed { from { background: var(--_tint); } }
.who { display: flex; align-items: center; gap: 11px; min-width: 0; }
.who .mark { font-size: var(--t4); font-weight: 680; }
.mark img { width: 100%; height: 100%; object-fit: cover; }
.who button { font-weight: 600; }
.message { display: block; margin-top: 3px; font-size: var(--t3); color: var(--_soft); }
.cancelled .who button { text-decoration: line-through; color: var(--_soft); }
.in { display: inline-flex; align-items: center; gap: 6px; color: var(--_green); font-weight: 580; }
.gone { color: var(--_soft); }
.more { justify-self: center; }
dl { display: grid; grid-template-columns: minmax(7em, max-content) 1fr; gap: 8px 18px; margin-top: 16px; }
dt { color: var(--_soft); font-size: var(--t3); padding-top: .12em; }
dd { min-width: 0; }
.contacts { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 16px; }
@container (max-width: 640px) {
  table, tbody { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; padding: 10px 14px 12px;
    border: 1px solid var(--_line); border-radius: var(--_radius); }
  tbody tr + tr { margin-top: 8px; }
  td.small-cell, .pill { white-space: normal; }
  td, td:first-child { display: block; padding: 0; border: 0; }
  td.name { flex: 1 1 9em; }
  /* The reply is next to the name. */
  td.small-cell { order: 1; }
  td.small-cell, td.eta:has(.message) { flex-basis: 100%; }
  td.small-cell { font-size: var(--t3); color: var(--_soft); }
  td.small-cell::before { content: attr(data-label) ": "; }
  .board { padding: 14px; }
  dl { grid-template-columns: 1fr; gap: 1px; }
  dd { margin-bottom: 9px; }
}
@media (pointer: coarse) { .who button { min-height: 40px; } }
@media (forced-colors: active) { .bar span, .live::before { forced-color-adjust: none; } .bar { border: 1px solid CanvasText; } }
`);
