import { sheet } from './sheet.js';

/**
 * Colours, four sizes of text and the controls that all elements share. `--peal-…` is for the page that holds the elements,
 * `--_…` is ours. Colours follow the page's `color-scheme`; the attribute `theme` sets one.
 */
export const baseSheet = sheet(`
:host {
  --_ink: var(--peal-ink, light-dark(#15181e, #eceef2));
  --_surface: var(--peal-surface, light-dark(#fff, #16181d));
  --_accent: var(--peal-accent, light-dark(#2f55c8, #94b2ff));
  --_on-accent: var(--peal-on-accent, light-dark(#fff, #0c1222));
  --_soft: color-mix(in srgb, var(--_ink) 68%, var(--_surface));
  --_line: color-mix(in srgb, var(--_ink) 13%, var(--_surface));
  --_edge: color-mix(in srgb, var(--_ink) 52%, var(--_surface));
  --_sunken: color-mix(in srgb, var(--_ink) 6%, var(--_surface));
  --_tint: color-mix(in srgb, var(--_accent) 12%, var(--_surface));
  --_readable: var(--_accent);
  --_link: color-mix(in srgb, var(--_readable) 84%, var(--_ink));
  --_away: var(--_ink);
  --_green: light-dark(#0b6b42, #6bd9a3); --_green-bg: light-dark(#e0f3e9, #143527); --_green-fill: light-dark(#1d9a61, #41c286);
  --_yellow: light-dark(#7d4c00, #f2bd66); --_yellow-bg: light-dark(#fcefd3, #38290e);
    --_yellow-fill: light-dark(#e8a511, #f0b445);
  --_red: light-dark(#a52a20, #ffa097); --_red-bg: light-dark(#fce6e3, #401d19); --_red-fill: light-dark(#d0392d, #f4766a);
  --_gray-fill: color-mix(in srgb, var(--_ink) 30%, var(--_surface));
  --_radius: var(--peal-radius, 12px);
  --_small-radius: calc(var(--_radius) * .66);
  --_size: var(--peal-font-size, 1rem);
  --t1: calc(var(--_size) * 1.25); --t2: calc(var(--_size) * .9375); --t3: calc(var(--_size) * .8125);
    --t4: calc(var(--_size) * .75);
  --_target: 34px; --_round: 99px;
  display: block; box-sizing: border-box; color: var(--_ink); overflow-wrap: anywhere; text-align: start;
  font: 400 var(--t2)/1.45
    var(--peal-font, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif);
  -webkit-font-smoothing: antialiased;
}
/* One colour of a brand is enough. Text on it is black or white, whichever has more contrast: both have 4.58 at a luminance of
   .179. The accent as text is as dark, or in the dark as light, as AA needs. */
@supports (color: color(from red srgb-linear r g b)) {
  :host {
    --_on-accent: var(--peal-on-accent, color(from var(--_accent) srgb-linear
      clamp(0, (.179 - .2126 * r - .7152 * g - .0722 * b) * 9999, 1)
      clamp(0, (.179 - .2126 * r - .7152 * g - .0722 * b) * 9999, 1)
      clamp(0, (.179 - .2126 * r - .7152 * g - .0722 * b) * 9999, 1)));
    --_away: color(from var(--_on-accent) srgb calc(1 - r) calc(1 - g) calc(1 - b));
    --_readable: light-dark(oklch(from var(--_accent) min(l, .5) c h), oklch(from var(--_accent) max(l, .76) c h));
  }
}
:host([hidden]), :host([empty]) { display: none; }
/* Texts in a left-to-right language on a right-to-left page: the layout is mirrored, the words of a text are not. */
:host(:dir(rtl)) { text-align: right; }
:host(:dir(rtl)) * { unicode-bidi: plaintext; }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
:host([theme=auto]) { color-scheme: light dark; }
@media (pointer: coarse) { :host { --_target: 44px; } }
*, ::before, ::after { box-sizing: border-box; }
h2, h3, h4, p, ul, ol, dl, dd, dt { margin: 0; padding: 0; font: inherit; }
ul, ol { list-style: none; }
[hidden] { display: none !important; }
h2 { font-size: var(--t1); font-weight: 680; line-height: 1.25; letter-spacing: -.012em; }
h3 { font-size: var(--t3); font-weight: 650; color: var(--_soft); }
button, input { font: inherit; color: inherit; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--_link); outline-offset: 2px; border-radius: 6px; }
h2:focus, section:focus, [role=dialog]:focus { outline: none; }
.sr { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.soft { color: var(--_soft); }
.small { font-size: var(--t3); }
.grow { flex: 1; min-width: 0; }
.line { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; }
.icon { width: 18px; height: 18px; flex: none; fill: none; stroke: currentcolor; stroke-width: 1.9; stroke-linecap: round;
  stroke-linejoin: round; }
.dots { stroke-width: 3.2; }
.flip:dir(rtl) { transform: scaleX(-1); }

.btn {
  display: inline-flex; align-items: center; justify-content: center; gap: 7px; min-height: var(--_target); padding: 5px 13px;
  border: 1px solid var(--_line); border-radius: var(--_small-radius); background: var(--_surface); color: var(--_ink);
  font-size: var(--t3); font-weight: 580; line-height: 1.25; text-decoration: none; text-align: center;
}
.btn:hover { border-color: var(--_edge); background: var(--_sunken); }
.btn:disabled, .btn[aria-disabled=true] { opacity: .55; cursor: default; }
.btn.primary { border-color: transparent; background: var(--_accent); color: var(--_on-accent); }
.btn.primary:hover { background: color-mix(in srgb, var(--_accent) 88%, var(--_away)); }
.btn.quiet { border-color: transparent; background: transparent; color: var(--_link); padding-inline: 8px; }
.btn.quiet:hover { background: var(--_tint); }
.btn.plain { border-color: transparent; background: transparent; color: inherit; padding-inline: 8px; text-decoration: underline;
  text-underline-offset: 3px; }
.btn.danger { color: var(--_red); }
.btn.danger:hover { background: var(--_red-bg); border-color: transparent; }
.btn[aria-pressed=true] { border-color: var(--_accent); background: var(--_tint); color: var(--_link); }
.round { display: inline-grid; place-items: center; flex: none; width: var(--_target); height: var(--_target); padding: 0;
  border: 0;
  border-radius: 50%; background: transparent; color: var(--_soft); }
.round:hover, .round[aria-expanded=true] { background: var(--_sunken); color: var(--_ink); }
.round:focus-visible { border-radius: 50%; }
/* Out of the layout, and never out of the accessibility tree: a region that comes with its text is not read out. */
[role=status]:empty { position: absolute; }
.dot { width: 9px; height: 9px; flex: none; border-radius: 50%; }
.fill-green { background: var(--_green-fill); } .fill-yellow { background: var(--_yellow-fill); } .fill-red {
  background: var(--_red-fill); } .fill-gray { background: var(--_gray-fill); }
.pill { display: inline-flex; align-items: center; gap: 6px; padding: 2px 9px; border-radius: 99px; font-size: var(--t4);
  font-weight: 620;
  line-height: 1.45; background: var(--_sunken); color: var(--_soft); }
.pill::before { content: ""; width: 7px; height: 7px; flex: none; border-radius: 50%; background: var(--_gray-fill); }
.pill.green::before { background: var(--_green-fill); } .pill.yellow::before { background: var(--_yellow-fill); }
  .pill.red::before { background: var(--_red-fill); }
.pill.green { background: var(--_green-bg); color: var(--_green); }
.pill.yellow { background: var(--_yellow-bg); color: var(--_yellow); }
.pill.red { background: var(--_red-bg); color: var(--_red); }
.count { display: inline-grid; place-items: center; min-width: 1.67em; padding: 0 6px; border-radius: 99px;
  background: var(--_tint); color: var(--_link);
  font-size: var(--t4); font-weight: 680; line-height: 1.67; font-variant-numeric: tabular-nums; }

.notice { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; padding: 9px 14px; font-size: var(--t3);
  background: var(--_sunken); color: var(--_ink); }
.notice.warn { background: var(--_yellow-bg); color: var(--_yellow); }
.notice.bad { background: var(--_red-bg); color: var(--_red); }
.state { display: grid; justify-items: center; gap: 8px; padding: 44px 24px; text-align: center; }
.state .icon { width: 30px; height: 30px; stroke-width: 1.6; color: var(--_soft); }
.state strong { font-weight: 650; }
.state .btn { margin-top: 6px; }
.mark { display: grid; place-items: center; flex: none; width: 36px; height: 36px; overflow: hidden; border-radius: 50%;
  background: var(--_tint); color: var(--_link); }
.critical .mark { background: var(--_red); color: var(--_surface); }
/* A button that covers what it stands in: a row, a card, a banner. */
.cover { padding: 0; border: 0; background: none; text-align: inherit; }
.cover::after { content: ""; position: absolute; inset: 0; }
.cover:focus-visible { outline: none; }
.cover:focus-visible::after { outline: 2px solid var(--_link); outline-offset: -3px; border-radius: var(--_small-radius); }
.above { position: relative; z-index: 1; }
/* Only what is seen is cut: screen readers have the whole text. */
.clamp { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
p.clamp { -webkit-line-clamp: 3; font-size: var(--t3); color: var(--_soft); }
.steps { padding: 10px 14px; border-radius: var(--_small-radius); background: var(--_sunken); font-size: var(--t3); }
.bone { display: block; height: 12px; border-radius: 6px; background: var(--_line); animation: breathe 1.6s ease-in-out infinite;
  }
@keyframes breathe { 50% { opacity: .45; } }
.snack:not(:empty) { position: sticky; bottom: 12px; z-index: 5; display: flex; align-items: center; gap: 12px;
  width: fit-content; max-width: calc(100% - 24px);
  margin: 0 auto 12px; padding: 8px 16px; border-radius: 99px; background: var(--_ink); color: var(--_surface);
    font-size: var(--t3); font-weight: 560;
  box-shadow: 0 8px 24px rgb(0 0 0 / 22%); }
.snack .btn { margin-block: -4px; }

dialog { width: min(440px, calc(100vw - 32px)); max-height: calc(100dvh - 48px); padding: 22px; overflow: auto; }
dialog, .raised { border: 1px solid var(--_line); border-radius: calc(var(--_radius) * 1.2); background: var(--_surface);
  color: var(--_ink); box-shadow: 0 14px 48px rgb(0 0 0 / 24%); }
dialog::backdrop { background: rgb(8 10 14 / 45%); }
dialog .line { justify-content: flex-end; margin-top: 18px; }

@media (forced-colors: active) {
  .btn, .pill, .count, .raised, dialog { border: 1px solid CanvasText; }
  .pill::before, .dot { forced-color-adjust: none; }
  .btn[aria-pressed=true] { outline: 2px solid Highlight; }
}
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; } }
`);
