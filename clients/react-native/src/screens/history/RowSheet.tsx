import type { ReactElement } from 'react';
import { View } from 'react-native';
import type { Mute, Notification, NotificationPreferences } from 'peal-core';
import { muteEnd, muteTimes, type CategoryOfRow } from 'peal-core/words';
import { Label } from '../Label.js';
import { useUI } from '../PealUI.js';
import { Sheet } from '../Sheet.js';
import type { RowActions } from './actions.js';

export interface RowSheetProps {
  readonly item: Notification;
  readonly category: CategoryOfRow;
  readonly preferences: NotificationPreferences | null;
  readonly actions: RowActions;
  readonly onClose: () => void;
}

/** Why the user gets a notification, and what they can do about it and those like it. */
export function RowSheet({ item, category, preferences, actions, onClose }: RowSheetProps): ReactElement {
  const { theme: { colours, space, radius }, components: { Button, Icon }, t } = useUI();
  const muteOf = (scope: Mute['scope'], target: string): Mute | undefined =>
    preferences?.mutes.find((mute) => mute.scope === scope && mute.target === target);
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  const muting = (scope: 'thread' | 'category', target: string, title: string): ReactElement => (
    <MuteGroup
      title={title} active={muteOf(scope, target)}
      onMute={(length) => then(() => actions.mute(scope, target, length))()} onUnmute={(id) => then(() => actions.unmute(id))()}
    />
  );
  return (
    <Sheet title={t('inbox.why')} onClose={onClose}>
      <View style={{ gap: space.xs, padding: space.m, borderRadius: radius.s, backgroundColor: colours.sunken }}>
        <Label kind="small" weight="600" lines={2}>{item.title}</Label>
        <Label kind="small">{item.why ?? category.title}</Label>
        {category.lockReason ? (
          <View style={{ flexDirection: 'row', alignItems: 'center', gap: space.xs }}>
            <Icon name="lock" size={16} color={colours.soft} />
            <Label kind="small" soft style={{ flex: 1 }}>{category.lockReason}</Label>
          </View>
        ) : null}
      </View>
      {item.thread ? muting('thread', item.thread, t('inbox.muteThread')) : null}
      {category.canTurnOff ? muting('category', category.key, t('inbox.muteCategory', { category: category.title })) : null}
      <View style={{ gap: space.s, paddingTop: space.s }}>
        <Button isWide title={t(item.readAt ? 'inbox.markUnread' : 'inbox.markRead')} onPress={then(() => actions.setRead(item, !item.readAt))} />
        {category.canTurnOff ? (
          <Button
            isWide title={t(category.isOff ? 'inbox.turnOn' : 'inbox.turnOff', { category: category.title })}
            onPress={then(() => actions.turn(category, category.isOff))}
          />
        ) : null}
        {item.alert ? null : <Button kind="danger" isWide icon="trash" title={t('delete')} onPress={then(() => actions.remove(item))} />}
      </View>
    </Sheet>
  );
}

interface MuteGroupProps {
  readonly title: string;
  readonly active: Mute | undefined;
  readonly onMute: (length: string) => void;
  readonly onUnmute: (id: string) => void;
}

function MuteGroup({ title, active, onMute, onUnmute }: MuteGroupProps): ReactElement {
  const { theme: { space }, components: { Button }, t, dates } = useUI();
  return (
    <View style={{ gap: space.xs }}>
      <Label kind="small" weight="600">{title}</Label>
      {active ? <Label kind="small" soft>{muteEnd(t, dates, active)}</Label> : null}
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', gap: space.s }}>
        {active
          ? <Button title={t('mute.end')} accessibilityLabel={`${t('mute.end')}: ${title}`} onPress={() => onUnmute(active.id)} />
          : muteTimes.map(([length, key]) => <Button key={length} title={t(key)} accessibilityLabel={`${title}: ${t(key)}`} onPress={() => onMute(length)} />)}
      </View>
    </View>
  );
}
