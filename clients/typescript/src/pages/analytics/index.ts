import { languageFor, textsFor as pageTexts } from '../texts.js';
import de from './locales/de.json';
import en from './locales/en.json';
import es from './locales/es.json';
import fr from './locales/fr.json';
import { ratesOf, slowest, type Figures, type Share } from './figures.js';

/** How often the figures are read again while the page is seen. */
const EVERY = 60_000;
const periods = [1, 7, 30] as const;

// The page's address is `…/p/<app>/analytics#key=…`; Peal may be served below a path.
const root = new URL('../../', location.href);
const key = new URLSearchParams(location.hash.slice(1)).get('key') ?? '';
const main = document.querySelector<HTMLElement>('#main')!;
const nav = document.querySelector<HTMLElement>('#pages')!;

const languages: Readonly<Record<string, typeof en>> = { de, en, es, fr };
const language = languageFor(navigator.language);
const tag = navigator.language.startsWith(language) ? navigator.language : language;
const texts = languages[language]!;
const shared = pageTexts(language);
const isName = (name: string): name is keyof typeof en => name in texts;

let days: (typeof periods)[number] = 1;
let shown: Figures | null = null;
let asked = 0;

document.documentElement.lang = language;
document.title = texts.title;
nav.setAttribute('aria-label', texts.period);
addEventListener('hashchange', () => location.reload());
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void read());
setInterval(() => document.visibilityState === 'visible' && void read(), EVERY);
void read();

async function read(): Promise<void> {
  const turn = ++asked;
  let response: Response | null = null;
  try {
    response = await fetch(new URL(`api/v1/analytics/figures?days=${days}&locale=${encodeURIComponent(tag)}`, root), { headers: { Authorization: `Bearer ${key}` }, cache: 'no-store' });
    if (turn !== asked) return;
    if (response.status === 401 || response.status === 403) return state(texts.expired, texts.expiredHint);
    if (!response.ok) throw new Error(`figures ${response.status}`);
    shown = (await response.json()) as Figures;
    if (turn === asked) draw(shown);
  } catch {
    // What is shown stays, with its time.
    if (turn === asked && !shown) state(shared.failed, response ? '' : shared.network, true);
  }
}

function draw(figures: Figures): void {
  document.querySelector('#name')!.textContent = `${figures.name} · ${texts.title}`;
  document.title = `${texts.title} · ${figures.name}`;
  // A button that stays keeps the focus.
  if (!nav.children.length) {
    nav.append(...periods.map((period) => {
      const button = h('button', texts[`days${period}`]);
      button.addEventListener('click', () => {
        days = period;
        void read();
        mark();
      });
      return button;
    }));
    mark();
  }
  main.replaceChildren(alerts(figures), rates(figures), types(figures), failures(figures), h('p.foot.soft', fill(texts.updated, { time: time(figures.at) })));
}

function mark(): void {
  periods.forEach((period, index) => nav.children[index]!.setAttribute('aria-pressed', String(period === days)));
}

function alerts(figures: Figures): HTMLElement {
  const card = h('section.card', h('h2', texts.alerts));
  if (!figures.alerts.length) card.append(h('p.is', texts.noAlerts));
  else {
    card.append(h('ul.alerts', ...figures.alerts.map((alert) => {
      const name = isName(alert.rule) ? texts[alert.rule] : alert.rule;
      const words = [name, alert.subject, alert.test ? texts.test : ''].filter(Boolean).join(' · ');
      return h('li', h('span', words), h('time', fill(texts.since, { time: day(alert.firedAt) })));
    })));
  }
  return card;
}

function rates(figures: Figures): HTMLElement {
  const all = ratesOf(figures);
  const { lateArrivals, firstByAction } = figures.quickReplyUse;
  const tiles = [
    tile(texts.accepted, texts.acceptedIs, all.accepted),
    tile(texts.confirmed, texts.confirmedIs, all.confirmed),
    tile(texts.opened, texts.openedIs, all.opened),
    tile(texts.latency, texts.latencyIs, slowest(figures)),
  ];
  // Only apps with arrivals have replies to a host's board.
  if (lateArrivals || figures.etaLatency) {
    tiles.push(tile(texts.quick, texts.quickIs, { part: firstByAction, whole: lateArrivals }), tile(texts.replies, texts.repliesIs, figures.etaLatency?.p95 ?? null));
  }
  return h('section.tiles', ...tiles);
}

function tile(title: string, definition: string, value: Share | number | null): HTMLElement {
  const isShare = typeof value === 'object' && value !== null;
  const text = isShare ? percent(value) : value === null ? null : seconds(value);
  return h('article.card.tile', h('h3', title), text === null ? h('strong.none', texts.none) : h('strong', text),
    isShare && value.whole > 0 ? h('span.of', part(value)) : '', h('p.is', definition));
}

function types(figures: Figures): HTMLElement {
  const heads = [texts.sent, texts.accepted, texts.confirmed, texts.opened, texts.optedOut];
  const rows = figures.categories.map(({ category, title }) => {
    const { sent, accepted, confirmed, opened, optedOut } = ratesOf(figures, category);
    const values = [number(sent), ...[accepted, confirmed, opened, optedOut].map((share) => percent(share) ?? '–')];
    const cells = values.map((value, index) => {
      const cell = h('td', value);
      cell.dataset['label'] = heads[index]!;
      return cell;
    });
    const head = h('th', title);
    head.setAttribute('scope', 'row');
    return h('tr', head, ...cells);
  });
  const columns = [texts.type, ...heads].map((name) => {
    const head = h('th', name);
    head.setAttribute('scope', 'col');
    return head;
  });
  return h('section.card', h('h2', texts.types), h('p.is', texts.typesIs), h('table', h('thead', h('tr', ...columns)), h('tbody', ...rows)));
}

function failures({ failures: { from, items }, categories }: Figures): HTMLElement {
  const card = h('section.card', h('h2', texts.failures), h('p.is', texts.failuresIs));
  if (!items.length) {
    card.append(h('p.soft.nothing', texts.noFailures));
    return card;
  }
  const most = Math.max(...items.flatMap(({ counts }) => counts));
  const at = (hour: number): string => time(Date.parse(from) + hour * 3_600_000);
  const list = h('ul.failures', ...items.map(({ category, counts }) => {
    const title = categories.find((one) => one.category === category)?.title ?? category;
    const bars = h('span.bars', ...counts.map((count) => {
      const bar = h(count ? 'i.some' : 'i');
      if (count) bar.style.setProperty('height', `${4 + (40 * count) / most}px`);
      return bar;
    }));
    bars.setAttribute('role', 'img');
    bars.setAttribute('aria-label', counts.flatMap((count, hour) => (count ? [`${at(hour)}: ${number(count)}`] : [])).join(', '));
    const total = counts.reduce((sum, count) => sum + count, 0);
    return h('li', h('b', title, h('span', number(total))), bars);
  }));
  list.append(h('li', h('span.axis', ...[0, 12, 23].map((hour) => h('span', at(hour))))));
  card.append(list);
  return card;
}

function state(title: string, detail: string, canRetry = false): void {
  const view = h('div.state.card', h('h1', title), h('p', detail));
  if (canRetry) {
    const button = h('button', shared.retry);
    button.addEventListener('click', () => void read());
    view.append(button);
  }
  document.querySelector('#name')!.textContent = '';
  nav.replaceChildren();
  main.replaceChildren(view);
}

/** An element as `tag.class.class` with its content. */
function h(name: string, ...content: (Node | string)[]): HTMLElement {
  const [element, ...classes] = name.split('.');
  const made = document.createElement(element!);
  if (classes.length) made.className = classes.join(' ');
  made.append(...content);
  return made;
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

function number(value: number): string {
  return value.toLocaleString(tag);
}

/** A share in per cent, `null` of nothing. Only all is 100 %. */
function percent({ part: some, whole }: Share): string | null {
  if (!whole) return null;
  const share = some / whole;
  const shownShare = share < 1 ? Math.min(share, 0.999) : 1;
  return shownShare.toLocaleString(tag, { style: 'percent', minimumFractionDigits: share > 0 && share < 1 ? 1 : 0, maximumFractionDigits: 1 });
}

function part(share: Share): string {
  return fill(texts.of, { part: number(share.part), whole: number(share.whole) });
}

function seconds(milliseconds: number): string {
  const value = milliseconds / 1000;
  return value.toLocaleString(tag, { style: 'unit', unit: 'second', maximumFractionDigits: value < 10 ? 2 : 0 });
}

function time(at: string | number): string {
  return new Date(at).toLocaleTimeString(tag, { hour: 'numeric', minute: '2-digit' });
}

function day(at: string): string {
  return new Date(at).toLocaleString(tag, { weekday: 'short', hour: 'numeric', minute: '2-digit' });
}
