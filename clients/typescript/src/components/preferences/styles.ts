import { sheet } from '../base/sheet.js';

export const preferencesSheet = sheet(`
:host { background: var(--_surface); }
.page { display: grid; grid-template-columns: minmax(0, 1fr); gap: 22px; padding: 16px; }
.notice { border-radius: var(--_small-radius); }
.top { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 16px; }
section { display: grid; }
section > h3 { padding-bottom: 8px; }
.box { border: 1px solid var(--_line); border-radius: var(--_radius); overflow: hidden; }
.item { display: grid; gap: 4px; padding: 11px 14px; }
.item + .item { border-top: 1px solid var(--_line); }
.item > .head { flex-wrap: wrap; }
.item > .head > .grow { flex: 1 1 9em; }
.item > label, .item > .head { display: flex; align-items: center; gap: 12px; min-height: 40px; }
label { cursor: pointer; }
label .name, .head .name { display: block; font-weight: 580; }
.item .indent { padding-inline-start: 30px; }
.item > label > .icon, .item > .head > .icon { color: var(--_soft); }
.locked .name { color: var(--_soft); }
input[role=switch] { appearance: none; flex: none; position: relative; width: 42px; height: 25px; margin: 0;
  border: 1.5px solid var(--_edge); border-radius: 99px; background: var(--_sunken); cursor: pointer;
  transition: background .15s, border-color .15s; }
input[role=switch]::after { content: ""; position: absolute; inset-block-start: 3px; inset-inline-start: 3px; width: 16px;
  height: 16px; border-radius: 50%; background: var(--_edge); transition: inset-inline-start .15s, background .15s; }
input[role=switch]:checked { background: var(--_accent); border-color: var(--_accent); }
input[role=switch]:checked::after { inset-inline-start: 20px; background: var(--_on-accent); }
input[role=switch]:disabled { opacity: .6; cursor: default; }
input[role=switch]:focus-visible { border-radius: 99px; }
.chips { display: flex; flex-wrap: wrap; gap: 6px; }
.chips .btn { gap: 5px; border-radius: 99px; min-height: var(--_chip, 28px); font-weight: 540; color: var(--_soft); }
.chips .quiet { margin-inline-start: -8px; }
@media (pointer: coarse) { .chips { --_chip: 44px; } }
.chips .btn[aria-pressed=true] { border-color: var(--_line); color: var(--_ink); background: var(--_sunken); }
.chips .icon { width: 14px; height: 14px; stroke-width: 2.6; }
.times { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; }
.times label { display: grid; gap: 3px; font-size: var(--t3); color: var(--_soft); }
input[type=time]:focus-within { outline: 2px solid var(--_link); outline-offset: 2px; }
input[type=time] { min-height: max(36px, var(--_target)); min-width: 6.5em; padding: 4px 8px; border: 1px solid var(--_edge);
  border-radius: var(--_small-radius); background: var(--_surface); color: var(--_ink); font-size: var(--t2); }
.failure { padding-inline-start: 30px; display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; font-size: var(--t3);
  color: var(--_red); }
.failure .icon { width: 16px; height: 16px; }
.foot { display: flex; justify-content: flex-start; }
@media (forced-colors: active) {
  input[role=switch]::after { background: CanvasText; forced-color-adjust: none; }
  input[role=switch]:checked { background: Highlight; forced-color-adjust: none; }
}
`);
