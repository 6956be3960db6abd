import { memo, type ReactElement } from 'react';
import { Pressable, View, type AccessibilityActionEvent } from 'react-native';
import type { Notification } from 'peal-core';
import type { CategoryOfRow } from 'peal-core/words';
import { IconButton } from '../IconButton.js';
import { Label } from '../Label.js';
import { Count, Dot, Mark } from '../pieces.js';
import { useUI } from '../PealUI.js';
import { SwipeRow } from './SwipeRow.js';

export interface RowHandlers {
  open(item: Notification): void;
  options(item: Notification): void;
  reply(item: Notification): void;
  remove(item: Notification): void;
  setRead(item: Notification, isRead: boolean): void;
  acknowledge(item: Notification): void;
  take(item: Notification, action: string): void;
}

export interface NotificationRowProps {
  readonly item: Notification;
  readonly category: CategoryOfRow;
  readonly now: number;
  readonly on: RowHandlers;
  readonly isFirstAlert: boolean;
}

/** S0.AC5.3: icon of the category, title, body, time, and whether it is read. */
export const NotificationRow = memo(function NotificationRow(props: NotificationRowProps): ReactElement {
  const { item, on } = props;
  const { theme: { colours, space } } = useUI();
  const isUnread = !item.readAt;
  const row = (
    <View
      style={{
        backgroundColor: item.alert ? colours.red.background : isUnread ? colours.surface : colours.page, borderBottomWidth: 1,
        borderColor: colours.line,
      }}
    >
      <View style={{ flexDirection: 'row', alignItems: 'flex-start' }}>
        <RowText {...props} isUnread={isUnread} />
        <OptionsButton item={item} onPress={() => on.options(item)} />
      </View>
      <RowButtons {...props} isUnread={isUnread} start={space.l + 40 + space.m} />
    </View>
  );
  // An alert leaves by its acknowledgement only.
  return item.alert ? row : <SwipeRow onSwiped={() => on.remove(item)}>{row}</SwipeRow>;
});

function OptionsButton({ item, onPress }: { readonly item: Notification; readonly onPress: () => void }): ReactElement {
  const { t, theme: { space } } = useUI();
  return (
    <View style={{ paddingTop: space.xs, paddingEnd: space.xs }}>
      <IconButton icon="dots" label={`${t('options')}: ${item.title}`} onPress={onPress} />
    </View>
  );
}

type PartProps = NotificationRowProps & { readonly isUnread: boolean };

/** One element for a screen reader, with what a swipe and the buttons do as its actions. */
function RowText({ item, category, now, on, isUnread }: PartProps): ReactElement {
  const { theme: { colours, space }, t, dates } = useUI();
  const time = dates.relative(Date.parse(item.createdAt), now);
  const label = [isUnread ? t('inbox.unread') : '', item.alert ? t('inbox.alerts') : '', item.title, item.body, category.title, time];
  const acts: Readonly<Record<string, { readonly label: string; readonly run: () => void }>> = {
    ...(item.alert ? { acknowledge: { label: t('inbox.acknowledge'), run: () => on.acknowledge(item) } } : {
      delete: { label: t('delete'), run: () => on.remove(item) },
      read: { label: t(isUnread ? 'inbox.markRead' : 'inbox.markUnread'), run: () => on.setRead(item, isUnread) },
    }),
    options: { label: t('options'), run: () => on.options(item) },
  };
  return (
    <Pressable
      accessibilityRole="button"
      accessibilityLabel={label.filter(Boolean).join('. ')}
      accessibilityActions={Object.entries(acts).map(([name, act]) => ({ name, label: act.label }))}
      onAccessibilityAction={({ nativeEvent }: AccessibilityActionEvent) => acts[nativeEvent.actionName]?.run()}
      onPress={() => on.open(item)}
      style={({ pressed }) => ({
        flex: 1, flexDirection: 'row', gap: space.m, paddingVertical: space.m, paddingStart: space.l, opacity: pressed ? 0.6 : 1,
      })}
    >
      <View>
        <Mark icon={item.alert ? 'alert' : category.icon} tone={item.alert ? 'alert' : 'tint'} />
        {isUnread ? (
          <View
            style={{
              position: 'absolute', top: -1, end: -1, padding: 2, borderRadius: 8,
              backgroundColor: item.alert ? colours.red.background : colours.surface,
            }}
          >
            <Dot color={item.alert ? colours.red.fill : colours.accent} size={10} />
          </View>
        ) : null}
      </View>
      <View style={{ flex: 1, gap: 2 }}>
        <View style={{ flexDirection: 'row', alignItems: 'flex-start', gap: space.s }}>
          <Label weight={isUnread ? '600' : '400'} lines={2} style={{ flex: 1 }}>{item.title}</Label>
          {isUnread && item.count ? <Count value={item.count} /> : null}
        </View>
        {item.body ? <Label kind="small" soft lines={3}>{item.body}</Label> : null}
        <Label kind="tiny" soft>{time}</Label>
      </View>
    </Pressable>
  );
}

function RowButtons({ item, on, isUnread, isFirstAlert, start }: PartProps & { readonly start: number }): ReactElement | null {
  const { theme: { space }, components: { Button }, t } = useUI();
  const actions = (item.actions ?? []).filter((one) => (one.kind ?? one.type) !== 'dismiss');
  if (!item.alert && (!isUnread || !actions.length)) return null;
  return (
    <View style={{ flexDirection: 'row', flexWrap: 'wrap', gap: space.s, paddingStart: start, paddingEnd: space.l, paddingBottom: space.m }}>
      {item.alert ? (
        <Button
          kind={isFirstAlert ? 'primary' : 'secondary'} icon="check" title={t('inbox.acknowledge')}
          accessibilityLabel={`${t('inbox.acknowledge')}: ${item.title}`} onPress={() => on.acknowledge(item)}
        />
      ) : actions.length > 2 ? (
        <Button
          title={t('inbox.reply')} accessibilityLabel={`${t('inbox.reply')}: ${item.title}`} accessibilityState={{ expanded: false }}
          onPress={() => on.reply(item)}
        />
      ) : actions.map((one) => (
        <Button key={one.id} title={one.title} onPress={() => on.take(item, one.id)} />
      ))}
    </View>
  );
}
