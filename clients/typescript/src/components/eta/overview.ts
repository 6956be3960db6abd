import type { EtaBoard, ParticipantETAStatus } from '../../core/model/Eta.js';
import { button } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import type { TextKey } from '../base/locale.js';

export type Colour = ParticipantETAStatus['colour'];
type Translate = (key: TextKey) => string;

/** How many gave each reply, as a bar and as buttons that show only these. */
export function overview(
  t: Translate,
  { summary }: EtaBoard,
  filter: Colour | null,
  choose: (filter: Colour | null) => void,
): Child {
  const counts: readonly (readonly [colour: Colour, count: number, name: TextKey])[] = [
    ['green', summary.onTime, 'eta.onTime'],
    ['yellow', summary.runningLate, 'eta.runningLate'],
    ['red', summary.cantMakeIt, 'eta.cantMakeIt'],
    ['gray', summary.noResponse, 'eta.none'],
  ];
  return [
    h('div', { key: 'bar', class: 'bar', part: 'bar', 'aria-hidden': 'true' }, counts.map(([colour, count]) => count > 0
      && h('span', { key: colour, class: `fill-${colour}`, style: { 'flex-grow': String(count), 'flex-basis': '0' } }))),
    h('div', { key: 'filters', class: 'filters', role: 'group', 'aria-label': t('board.eta') },
      counts.map(([colour, count, name]) =>
        button('', () => choose(filter === colour ? null : colour), { key: colour, 'aria-pressed': filter === colour },
          h('span', { class: `dot fill-${colour}` }), t(name), h('b', null, count)))),
  ];
}
