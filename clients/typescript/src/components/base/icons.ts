import { h, type Description } from './h.js';

/** Drawings on a grid of 24, by the names that catalogs use (`icon:`) and ours. */
const paths: Readonly<Record<string, string>> = {
  bell: 'M6 9a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 14 6 9M10 19a2 2 0 0 0 4 0',
  calendar: 'M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M4 10h16M8 3v4M16 3v4',
  flame: 'M12 3c1 4 6 6 6 11a6 6 0 0 1-12 0c0-2.5 1.5-4 2.5-5.5C9 10 10 11 11 11c1-2 0-5 1-8',
  map: 'M9 4 3 6.5v13.5l6-2.5 6 2.5 6-2.5V4l-6 2.5zM9 4v13.5M15 6.5V20',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L12 16.8l-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8z',
  wallet: 'M4 7h15a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h11v3M16 13.5h.01',
  trophy: 'M8 4h8v6a4 4 0 0 1-8 0zM8 5H4v2a3 3 0 0 0 4 3M16 5h4v2a3 3 0 0 1-4 3M12 14v4M8 20h8',
  clock: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M12 7.5V12l3 2',
  info: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M12 11v5.5M12 7.5h.01',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 7.8-7.5 9.5-4.5-1.7-7.5-5-7.5-9.5V6z',
  badge: 'M12 3a6 6 0 1 1 0 12 6 6 0 0 1 0-12M8.5 14 7 21l5-2.5 5 2.5-1.5-7',
  car: 'M4 16v-3l2-6h12l2 6v3zM4 13h16M6 16v3M18 16v3',
  'steering-wheel': 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M3.5 10.5h17M9.5 13 8 20M14.5 13l1.5 7',
  'id-card': 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M8.5 9a2 2 0 1 1 0 4 2 2 0 0 1 0-4M6 16h5M14 10h4M14 14h4',
  heart: 'M12 20S4 15 4 9a4.3 4.3 0 0 1 8-2 4.3 4.3 0 0 1 8 2c0 6-8 11-8 11',
  chat: 'M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-5 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1',
  megaphone: 'M4 10v4h3l10 4.5v-13L7 10zM8 14.5 9.5 20h2.5l-1.5-4.5M20 10.5v3',
  bluetooth: 'm7 8 10 8-5 4V4l5 4L7 16',
  'clipboard-check': 'M9 4h6v3H9zM9 5H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1h-3M9 14l2 2 4-4',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  alert: 'M12 4 2.5 20h19zM12 10v4.5M12 17.5h.01',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  back: 'M14.5 5 8 12l6.5 7',
  down: 'm6 9.5 6 6 6-6',
  phone: 'M6 3h3l1.5 5-2 1.5a12 12 0 0 0 6 6l1.5-2 5 1.5v3a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  offline: 'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.4M19 12.5a10 10 0 0 0-3-2M8.5 16a5 5 0 0 1 7 0M12 19.5h.01M2 9a14 14 0 0 1 4-2.6M22 9a15 15 0 0 0-11-3.9',
  settings: 'M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h11M19 17h1M17 15v4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5',
  mute: 'M6 9a6 6 0 0 1 10-4.5M18 9c0 5 2 6.5 2 6.5h-5M11 15.5H4S6 14 6 9M10 19a2 2 0 0 0 4 0M3 3l18 18',
};

/** A category's or control's icon; a name that is unknown draws the bell. */
export function icon(name: string, className = 'icon ' + name): Description {
  const props = { viewBox: '0 0 24 24', class: className, 'aria-hidden': 'true' };
  return h('svg', props, h('path', { d: paths[name] ?? paths['bell'] }));
}
