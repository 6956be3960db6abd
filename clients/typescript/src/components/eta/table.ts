import type { ParticipantETAStatus } from '../../core/model/Eta.js';
import { etaText, rsvpText } from '../../words/board.js';
import type { Dates } from '../../words/Dates.js';
import type { Translate } from '../../words/texts.js';
import { h, type Child, type Description } from '../base/h.js';
import { checkIn } from './details.js';
import type { Host } from '../base/LazyElement.js';
import { face } from './face.js';

export interface TableContext {
  readonly t: Translate;
  readonly dates: Dates;
  readonly icon: Host['icon'];
  /** Replies are cleared: check-in comes first (S0 W3.10). */
  readonly isCleared: boolean;
  readonly changed: readonly string[];
  readonly open: (participant: ParticipantETAStatus) => void;
}

/** Of more rows than this, none is highlighted when they change together. */
const MOST_HIGHLIGHTED = 20;

/** A row for each participant, on a narrow screen a card. Roles are written out: cards are no table for the browser any more. */
export function participantTable(rows: readonly ParticipantETAStatus[], context: TableContext): Description {
  const { t, isCleared } = context;
  const names = [t('board.name'), t('board.rsvp'), t('board.eta'), t('board.checkIn')] as const;
  const head = isCleared ? [names[0], names[3], names[1]] : names;
  return h('table', { key: 'table', role: 'table', 'aria-label': t('board.title'), part: 'table' },
    h('thead', { role: 'rowgroup' },
      h('tr', { role: 'row' }, head.map((name) => h('th', { role: 'columnheader', scope: 'col', key: name }, name)))),
    h('tbody', { role: 'rowgroup' }, rows.map((one) => participantRow(one, names, context))));
}

function participantRow(one: ParticipantETAStatus, names: readonly string[], context: TableContext): Description {
  const { t, isCleared, changed, open } = context;
  const cell = (className: string, label: string, ...children: Child[]): Child =>
    h('td', { role: 'cell', class: className, 'data-label': label, key: label }, ...children);
  const rsvp = cell('small-cell', names[1]!, rsvpText(t, one));
  const check = cell('small-cell', names[3]!, checkIn(one, context));
  const reply = cell('eta', names[2]!,
    h('span', { class: `pill ${one.colour}`, part: `eta-${one.colour}` }, etaText(t, one)),
    one.etaStatus?.message && h('span', { class: 'message', dir: 'auto' }, one.etaStatus.message));
  const isChanged = changed.includes(one.userId) && changed.length < MOST_HIGHLIGHTED;
  const button = { type: 'button', class: 'cover', dir: 'auto', 'aria-haspopup': 'dialog', onclick: () => open(one) };
  return h('tr', { key: one.userId, role: 'row', class: `${one.rsvpStatus}${isChanged ? ' changed' : ''}`, part: 'row' },
    cell('name', names[0]!, h('div', { class: 'who' }, face(one), h('button', button, one.displayName))),
    isCleared ? [check, rsvp] : [rsvp, reply, check]);
}
