import { h, type Child } from '../base/h.js';

/** Rows without words, while the list loads. */
export function skeleton(loading: string): Child {
  const bone = (width: number): Child => h('span', { class: 'bone', style: { width: `${width}%`, 'margin-block': '4px 8px' } });
  const rows = [62, 48, 70, 54, 66, 44].map((width) => h('div', { key: width, class: 'skeleton', 'aria-hidden': 'true' },
    h('span', { class: 'mark' }), h('span', { class: 'words' }, bone(width), bone(88))));
  return [h('p', { key: 'status', class: 'sr', role: 'status' }, loading), rows];
}
