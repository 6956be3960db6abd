import { useState, type ReactElement } from 'react';
import { View } from 'react-native';
import type { InboxView } from 'peal-core';
import type { GroupBy } from 'peal-core/words';
import { Chip } from '../Chip.js';
import { IconButton } from '../IconButton.js';
import { Label } from '../Label.js';
import { Count } from '../pieces.js';
import { useUI } from '../PealUI.js';
import { Sheet } from '../Sheet.js';
import { Notice } from '../states.js';

export interface ListHeaderProps {
  readonly view: InboxView;
  readonly hideTitle: boolean;
  readonly groupBy: GroupBy;
  readonly onShow: (status: 'all' | 'unread') => void;
  readonly onGroup: (by: GroupBy) => void;
  readonly onMarkAllRead: () => void;
  readonly onClear: () => void;
  readonly onRetry: () => void;
  readonly onOpenPreferences?: () => void;
}

/** What is shown of the list, what is done with all of it, and in which mode it is. */
export function ListHeader(props: ListHeaderProps): ReactElement {
  const { view, hideTitle, onShow, onMarkAllRead, onOpenPreferences } = props;
  const { theme: { space }, components: { Button }, t } = useUI();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isUnread = view.filter.status === 'unread';
  const count = view.unreadCount;
  return (
    <View style={{ paddingTop: space.s, gap: space.xs }}>
      <View style={{ flexDirection: 'row', alignItems: 'center', paddingStart: space.l, paddingEnd: space.xs }}>
        {hideTitle ? <View style={{ flex: 1 }} /> : <Label kind="title" weight="700" accessibilityRole="header" style={{ flex: 1 }}>{t('inbox.title')}</Label>}
        {onOpenPreferences ? <IconButton icon="settings" label={t('bell.preferences')} onPress={onOpenPreferences} /> : null}
        <IconButton icon="dots" label={t('inbox.menu')} accessibilityState={{ expanded: isMenuOpen }} onPress={() => setMenuOpen(true)} />
      </View>
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', columnGap: space.s, paddingHorizontal: space.l }}>
        <Chip role="togglebutton" title={t('inbox.all')} isOn={!isUnread} onPress={() => onShow('all')} />
        <Chip role="togglebutton" title={t('inbox.unread')} isOn={isUnread} onPress={() => onShow('unread')} end={count > 0 ? <Count value={count} /> : null} />
        {count > 0 ? <Button kind="quiet" title={t('inbox.markAllRead')} onPress={onMarkAllRead} /> : null}
      </View>
      <Notices {...props} />
      {isMenuOpen ? <ListMenu {...props} onClose={() => setMenuOpen(false)} /> : null}
    </View>
  );
}

function Notices({ view, onRetry }: ListHeaderProps): ReactElement | null {
  const { theme: { space }, t, explain } = useUI();
  const notice = view.mode === 'offline' && view.items.length ? <Notice tone="yellow" text={t('offlineStale')} />
    : view.mode === 'polling' ? <Notice text={t('live.polling')} />
      : view.error && view.items.length ? <Notice tone="red" text={explain(view.error)} retry={onRetry} /> : null;
  return notice && <View style={{ paddingHorizontal: space.l }}>{notice}</View>;
}

function ListMenu({ view, groupBy, onGroup, onClear, onClose }: ListHeaderProps & { readonly onClose: () => void }): ReactElement {
  const { theme: { space }, components: { Button }, t } = useUI();
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Sheet title={t('inbox.menu')} onClose={onClose}>
      <View accessibilityRole="radiogroup" accessibilityLabel={t('inbox.menu')} style={{ flexDirection: 'row', flexWrap: 'wrap', gap: space.s }}>
        <Chip role="radio" title={t('inbox.byDate')} isOn={groupBy === 'date'} onPress={then(() => onGroup('date'))} />
        <Chip role="radio" title={t('inbox.byType')} isOn={groupBy === 'type'} onPress={then(() => onGroup('type'))} />
      </View>
      {view.items.some((item) => !item.alert) ? <Button kind="danger" isWide icon="trash" title={t('inbox.clear')} onPress={then(onClear)} /> : null}
    </Sheet>
  );
}
