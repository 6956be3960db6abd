import { sheet } from '../base/sheet.js';

export const inboxSheet = sheet(`
:host { display: flex; flex-direction: column; min-height: 0; background: var(--_surface); }
header { display: grid; gap: 8px; padding: 14px 16px 12px; border-bottom: 1px solid var(--_line); }
header .line { justify-content: space-between; }
.tool-line { display: flex; margin-inline-end: -8px; }
.filters { justify-self: start; display: inline-flex; flex-wrap: wrap; gap: 2px; padding: 3px;
  border-radius: calc(var(--_small-radius) + 3px); background: var(--_sunken); }
.filters .btn { gap: 6px; min-height: calc(var(--_target) - 4px); border-color: transparent; background: transparent;
  color: var(--_soft); }
.filters .btn[aria-pressed=true] { background: light-dark(var(--_surface), var(--_line)); color: var(--_ink);
  box-shadow: 0 1px 2px rgb(0 0 0 / 12%); }
.scroll { flex: 1; min-height: 0; overflow-y: auto; overflow-x: hidden; overflow-anchor: none; }
.list { position: relative; }
h3 { padding: 16px 16px 6px; }
h4 { padding: 8px 16px 2px; color: var(--_soft); font-size: var(--t4); font-weight: 600; }
h3 + h4 { padding-top: 0; }
h3:has(+ h4) { color: var(--_ink); }
.alerts { border-bottom: 1px solid var(--_line); background: var(--_red-bg); }
.alerts h3 { display: flex; align-items: center; gap: 8px; color: var(--_red); }
.virtual h3, .virtual h4, .virtual .row { position: absolute; inset-inline: 0; }
.row { position: relative; overflow: hidden; }
.row + .row .card::before { content: ""; position: absolute; top: 0; inset-inline: 64px 16px; border-top: 1px solid var(--_line);
  }
.card { position: relative; display: flex; gap: 12px; padding: 12px 8px 12px 16px; background: var(--_surface);
  touch-action: pan-y; transition: transform .18s ease-out; }
.card:dir(rtl) { padding: 12px 16px 12px 8px; }
.alerts .card { background: transparent; }
.alerts .under { display: none; }
.swiping .card { transition: none; user-select: none; }
.card:hover { background: var(--_sunken); }
.alerts .card:hover { background: transparent; }
.under { position: absolute; inset: 0; display: flex; align-items: center; justify-content: space-between; padding: 0 24px;
  background: var(--_red); color: var(--_surface); visibility: hidden; }
.swiping .under { visibility: visible; }
.row:not(.unread, .critical) .mark { background: var(--_sunken); color: var(--_soft); }
.card:hover .mark { box-shadow: 0 0 0 1px var(--_line); }
.words { flex: 1; min-width: 0; display: grid; gap: 2px; align-content: start; }
.first { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; }
.first time { padding-top: .1em; white-space: nowrap; pointer-events: none; }
.open { display: flex; flex: 1 1 9em; gap: 7px; min-width: 0; color: var(--_soft); font-weight: 500; }
.unread .open { color: var(--_ink); font-weight: 650; }
.unread .open::before { content: ""; flex: none; width: 8px; height: 8px; margin-top: .45em; border-radius: 50%;
  background: var(--_accent); }
.critical .open::before { display: none; }
.critical .body { color: var(--_ink); display: block; }
.acts { margin-top: 8px; }
peal-quick-reply, .options { margin-inline-end: calc(6px - var(--_target)); }
.tools { flex: none; align-self: start; margin-top: -6px; }
.bin { position: absolute; inset-inline-end: 100%; opacity: 0; }
.card:hover .bin, .card:focus-within .bin { opacity: 1; }
@media (pointer: fine) { .card:hover time, .card:focus-within time { visibility: hidden; } .critical time {
  visibility: visible !important; } }
.bin:hover { color: var(--_red); background: var(--_red-bg); }
.options { container-type: inline-size; display: grid; gap: 12px; margin-top: 10px; padding: 12px; border: 1px solid var(--_line);
  border-radius: var(--_small-radius); background: var(--_surface); }
.mute { gap: 6px; }
.mute .grow { flex-basis: 100%; }
@container (min-width: 400px) { .mute .grow { flex-basis: 8em; } }
.menu { margin: 0; inset: auto; padding: 6px; }
.menu .btn { display: flex; width: 100%; justify-content: start; border-color: transparent; background: transparent;
  text-align: start; }
.menu .btn:hover { background: var(--_sunken); }
.menu .btn.danger:hover { background: var(--_red-bg); }
.menu .btn .icon { color: var(--_link); }
.undo:not(:empty) { position: sticky; bottom: 0; z-index: 4; display: flex; align-items: center; gap: 12px; padding: 8px 8px 8px 16px;
  background: var(--_ink); color: var(--_surface); font-size: var(--t3); font-weight: 560; }
.skeleton { display: flex; gap: 12px; padding: 14px 16px; }
.skeleton .mark { animation: breathe 1.6s ease-in-out infinite; }
.more { padding: 14px; text-align: center; }
@media (pointer: coarse) { .bin { display: none; } }
@media (forced-colors: active) { .unread .open::before { background: Highlight; forced-color-adjust: none; } .row {
  border-bottom: 1px solid CanvasText; } }
`);
