import type { PealClient } from '../../core/PealClient.js';
import type { Mute } from '../../core/model/Preferences.js';
import type { Notification } from '../../core/model/Notification.js';
import type { CategoryOfRow } from '../../words/categories.js';
import type { Dates } from '../../words/Dates.js';
import { muteEnd, muteTimes } from '../../words/preferences.js';
import type { Translate } from '../../words/texts.js';
import { button, iconButton } from '../base/controls.js';
import { h, type Child, type Description } from '../base/h.js';
import { icon } from '../base/icons.js';

export interface RowContext {
  readonly client: PealClient;
  readonly t: Translate;
  readonly dates: Dates;
  readonly now: number;
  readonly openId: string | null;
  readonly replyId: string | null;
  readonly category: (name: string) => CategoryOfRow;
  readonly muteOf: (scope: 'thread' | 'category', target: string) => Mute | undefined;
  readonly act: (what: RowAct, item: Notification, value?: string) => void;
}

export type RowAct =
  | 'open' | 'options' | 'delete' | 'read' | 'unread' | 'acknowledge' | 'reply' | 'action' | 'turn-off' | 'turn-on'
  | 'mute-thread' | 'mute-category' | 'unmute';

export function row(item: Notification, context: RowContext, props: Record<string, unknown>): Description {
  const { t, dates, act } = context;
  const category = context.category(item.category);
  const isUnread = !item.readAt;
  const isOpen = context.openId === item.id;
  const at = Date.parse(item.createdAt);
  const look = `row${isUnread ? ' unread' : ''}${item.alert ? ' critical' : ''}`;
  const open = { type: 'button', class: 'cover open', dir: 'auto', 'data-focus': item.id, onclick: () => act('open', item) };
  return h('li', { ...props, key: item.id, 'data-row': item.id, class: look, part: 'row' },
    !item.alert && h('div', { class: 'under', 'aria-hidden': 'true' }, icon('trash'), icon('trash')),
    h('div', { class: 'card' },
      h('span', { class: 'mark' }, icon(item.alert ? 'alert' : category.icon)),
      h('div', { class: 'words' },
        h('div', { class: 'first' },
          h('button', { ...open, part: 'title' },
            // A direction of its own: the title's is that of the title.
            isUnread && h('span', { class: 'sr', dir: 'auto' }, `${t('inbox.unread')}. `),
            h('span', { class: 'clamp' }, item.title)),
          isUnread && item.count && h('span', { class: 'count', part: 'count' }, String(item.count)),
          h('time', { class: 'soft small', datetime: item.createdAt, title: dates.full(at) }, dates.relative(at, context.now))),
        item.body && h('p', { class: 'clamp body', dir: 'auto' }, item.body),
        h('span', { class: 'sr' }, category.title),
        actions(item, context, isUnread || isOpen),
        isOpen && options(item, category, context)),
      h('div', { class: 'tools above' },
        !item.alert && iconButton('trash', `${t('delete')}: ${item.title}`, () => act('delete', item), { class: 'round bin' }),
        iconButton('dots', `${t('options')}: ${item.title}`, () => act('options', item), { 'aria-expanded': isOpen }))));
}

function actions(item: Notification, context: RowContext, isShown: boolean): Child {
  const { t, act } = context;
  if (item.alert) {
    return h('div', { class: 'line acts above' },
      button('primary', () => act('acknowledge', item), {}, icon('check'), t('inbox.acknowledge')));
  }
  // It stays with the confirmation, although the reply reads the row.
  if (context.replyId === item.id) {
    return h('peal-quick-reply', { class: 'acts above', notification: item.id, '.client': context.client });
  }
  const all = (item.actions ?? []).filter((one) => (one.kind ?? one.type) !== 'dismiss');
  if (!isShown || !all.length) return null;
  if (all.length > 2) {
    const props = { 'aria-expanded': false, 'aria-label': `${t('inbox.reply')}: ${item.title}` };
    return h('div', { class: 'line acts above' }, button('', () => act('reply', item), props, t('inbox.reply')));
  }
  return h('div', { class: 'line acts above' },
    all.map((one) => button('', () => act('action', item, one.id), { key: one.id }, one.title)));
}

function options(item: Notification, category: CategoryOfRow, context: RowContext): Description {
  const { t, act } = context;
  return h('div', { class: 'options above', role: 'group', 'aria-label': t('inbox.why') },
    h('p', { class: 'small' }, h('strong', null, t('inbox.why')), ' ', h('span', { dir: 'auto' }, item.why ?? category.title)),
    category.lockReason && h('p', { class: 'small soft line' }, icon('lock'), category.lockReason),
    item.thread && mute(item, 'thread', item.thread, t('inbox.muteThread'), context),
    category.canTurnOff && mute(item, 'category', category.key, t('inbox.muteCategory', { category: category.title }), context),
    h('div', { class: 'line' },
      item.readAt
        ? button('', () => act('unread', item), { key: 'unread' }, t('inbox.markUnread'))
        : button('', () => act('read', item), { key: 'read' }, t('inbox.markRead')),
      category.canTurnOff && (category.isOff
        ? button('', () => act('turn-on', item), { key: 'on' }, t('inbox.turnOn', { category: category.title }))
        : button('', () => act('turn-off', item), { key: 'off' }, t('inbox.turnOff', { category: category.title }))),
      !item.alert && button('danger', () => act('delete', item), { key: 'delete' }, icon('trash'), t('delete'))));
}

function mute(item: Notification, scope: 'thread' | 'category', target: string, label: string, context: RowContext): Description {
  const { t, act } = context;
  const active = context.muteOf(scope, target);
  return h('div', { class: 'line mute', role: 'group', 'aria-label': label, key: scope },
    h('span', { class: 'small grow' }, label),
    active
      ? [h('span', { class: 'small soft' }, muteEnd(t, context.dates, active)),
        button('plain', () => act('unmute', item, active.id), {}, t('mute.end'))]
      : muteTimes.map(([duration, key]) =>
        button('', () => act(scope === 'thread' ? 'mute-thread' : 'mute-category', item, duration), { key: duration }, t(key))));
}

/** Rows without words, while the list loads. */
export function loadingRows(loading: string): Child {
  const bone = (width: number): Child => h('span', { class: 'bone', style: { width: `${width}%`, 'margin-block': '4px 8px' } });
  const rows = [62, 48, 70, 54, 66, 44].map((width) => h('div', { key: width, class: 'skeleton', 'aria-hidden': 'true' },
    h('span', { class: 'mark' }), h('span', { class: 'words' }, bone(width), bone(88))));
  return [h('p', { key: 'status', class: 'sr', role: 'status' }, loading), rows];
}
