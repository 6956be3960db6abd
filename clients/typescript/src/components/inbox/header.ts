import type { InboxView } from '../../core/PealClient.js';
import type { GroupBy } from '../../words/groups.js';
import type { TextKey } from '../../words/texts.js';
import { button, iconButton } from '../base/controls.js';
import { h, type Description } from '../base/h.js';
import { icon } from '../base/icons.js';

export interface HeaderContext {
  readonly t: (key: TextKey) => string;
  readonly groupBy: GroupBy;
  readonly show: (status: 'all' | 'unread') => void;
  readonly group: (by: GroupBy) => void;
  readonly openMenu: (anchor: Element) => void;
  readonly markAllRead: () => void;
  readonly clear: () => void;
}

/** The heading of the list: what is shown, what is done with all of it. */
export function listHeader(view: InboxView, context: HeaderContext): Description {
  const { t, show, markAllRead, openMenu } = context;
  const isUnread = view.filter.status === 'unread';
  const count = view.unreadCount > 0 && h('span', { class: 'count' }, view.unreadCount);
  const menu = { key: 'menu', 'aria-haspopup': 'true' };
  return h('header', { key: 'header', part: 'header' },
    h('div', { class: 'line' },
      h('h2', { tabindex: -1 }, t('inbox.title')),
      h('div', { class: 'tool-line' },
        iconButton('dots', t('inbox.menu'), (event) => openMenu(event.currentTarget as Element), menu),
        h('slot', { key: 'actions', name: 'actions' }))),
    h('div', { class: 'line' },
      h('div', { class: 'filters', role: 'group', 'aria-label': t('inbox.title') },
        button('', () => show('all'), { 'aria-pressed': !isUnread }, t('inbox.all')),
        button('', () => show('unread'), { 'aria-pressed': isUnread }, t('inbox.unread'), count)),
      count && button('quiet', markAllRead, { key: 'all-read' }, t('inbox.markAllRead'))),
    listMenu(view, context));
}

function listMenu({ items }: InboxView, { t, groupBy, group, clear }: HeaderContext): Description {
  const grouping = (by: GroupBy, key: TextKey): Description =>
    button('', () => group(by), { key: by, 'aria-pressed': groupBy === by }, t(key), groupBy === by && icon('check'));
  return h('div', { class: 'menu raised', popover: 'auto', role: 'group', 'aria-label': t('inbox.menu') },
    grouping('date', 'inbox.byDate'), grouping('type', 'inbox.byType'),
    items.some((item) => !item.alert) && button('danger', clear, { key: 'clear' }, icon('trash'), t('inbox.clear')));
}
