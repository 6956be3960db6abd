import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { FlatList, View, type ViewToken } from 'react-native';
import type { InboxView, Notification, PealClient } from 'peal-core';
import { useInbox, useStore } from 'peal-core/hooks';
import { categoriesOf, type GroupBy } from 'peal-core/words';
import { rowActions } from './history/actions.js';
import { entriesOf, type Entry } from './history/entries.js';
import { ListHeader } from './history/ListHeader.js';
import { NotificationRow, type RowHandlers } from './history/NotificationRow.js';
import { RowSheet } from './history/RowSheet.js';
import { Label } from './Label.js';
import { useUI } from './PealUI.js';
import { ReplySheet } from './reply/ReplySheet.js';
import { Snack } from './Snack.js';
import { Failed, LoadingRows, StateView } from './states.js';
import { useMessages } from './useMessages.js';
import { useNow } from './useNow.js';
import { withPeal } from './withPeal.js';

export interface NotificationHistoryScreenProps {
  readonly hideTitle?: boolean;
  readonly initialGroupBy?: GroupBy;
  /** The user pressed a row. With `false` the app opened it itself: the row is read, and its link stays closed. */
  readonly onOpen?: (item: Notification) => boolean | void;
  readonly onOpenPreferences?: () => void;
  /** The screen is hidden behind another one, as React Navigation's `useIsFocused` says: nothing counts as seen. */
  readonly isFocused?: boolean;
}

/** The user's notifications (S0.AC5). */
export const NotificationHistoryScreen = withPeal<NotificationHistoryScreenProps>(History, 'NotificationHistoryScreen');

/** A row that stays on the screen this long was viewed. */
const viewability = { minimumViewTime: 1_000, itemVisiblePercentThreshold: 50 };
const keyOf = ({ key }: Entry): string => key;

type Props = NotificationHistoryScreenProps & { readonly peal: PealClient };

function History({ peal, hideTitle = false, initialGroupBy = 'date', onOpen, onOpenPreferences, isFocused = true }: Props): ReactElement | null {
  const ui = useUI();
  const { theme: { colours }, t, dates, locale } = ui;
  const messages = useMessages();
  const { run, message } = messages;
  const view = useInbox();
  const config = useStore(peal.config);
  const preferences = useStore(peal.preferences.view).value;
  const now = useNow(peal);
  const [groupBy, setGroupBy] = useState<GroupBy>(initialGroupBy);
  const [optionsId, setOptionsId] = useState<string | null>(null);
  const [replyTo, setReplyTo] = useState<Notification | null>(null);
  const [isRefreshing, setRefreshing] = useState(false);
  const category = useMemo(() => categoriesOf(config, preferences, locale), [config, preferences, locale]);
  const actions = useMemo(() => rowActions({ peal, ...ui, ...messages }), [peal, ui, messages.say, messages.run]);
  const entries = useMemo(
    () => entriesOf(view.items, { by: groupBy, dates, now, titleOf: (name) => category(name).title, alertsTitle: t('inbox.alerts') }),
    [view.items, groupBy, dates, now, category, t],
  );
  const opened = useRef(onOpen);
  opened.current = onOpen;
  const on: RowHandlers = useMemo(() => ({
    ...actions,
    open: (item) => run(opened.current?.(item) === false ? peal.inbox.markRead(item.id) : peal.inbox.open(item.id)),
    options: ({ id }) => {
      setOptionsId(id);
      if (!peal.preferences.view.get().value) run(peal.preferences.load());
    },
    reply: setReplyTo,
  }), [actions, peal, run]);
  const onViewable = useViewed(peal, view, isFocused);
  const load = (): void => run(view.hasMore && view.items.length ? peal.inbox.loadMore() : peal.inbox.load(view.filter));
  const refresh = (): void => {
    setRefreshing(true);
    run(peal.inbox.refresh().finally(() => setRefreshing(false)));
  };
  const loadMore = (): void => {
    if (view.hasMore && !view.isLoadingMore && !view.error && view.status === 'ready') run(peal.inbox.loadMore());
  };
  if (view.status === 'off') return null;
  const open = view.items.find(({ id }) => id === optionsId);
  return (
    <View style={{ flex: 1, backgroundColor: colours.page }}>
      <FlatList
        style={{ flex: 1 }}
        contentContainerStyle={{ width: '100%', maxWidth: 720, alignSelf: 'center', paddingBottom: 88 }}
        data={entries}
        keyExtractor={keyOf}
        extraData={on}
        initialNumToRender={12}
        maxToRenderPerBatch={12}
        windowSize={7}
        renderItem={({ item: entry }) => (entry.kind === 'heading' ? <Heading entry={entry} /> : (
          <NotificationRow item={entry.item} category={category(entry.item.category)} now={now} on={on} isFirstAlert={entry.isFirstAlert === true} />
        ))}
        ListHeaderComponent={(
          <ListHeader
            view={view} hideTitle={hideTitle} groupBy={groupBy} onGroup={setGroupBy} onOpenPreferences={onOpenPreferences} onRetry={load}
            onShow={(status) => run(peal.inbox.load({ ...view.filter, status }))}
            onMarkAllRead={() => run(peal.inbox.markAllRead())} onClear={() => run(peal.inbox.clear())}
          />
        )}
        ListEmptyComponent={<Nothing view={view} retry={load} />}
        ListFooterComponent={view.isLoadingMore ? <Label kind="small" soft style={{ textAlign: 'center', padding: 16 }}>{t('loading')}</Label> : null}
        onEndReached={loadMore}
        onEndReachedThreshold={1}
        refreshing={isRefreshing}
        onRefresh={refresh}
        viewabilityConfig={viewability}
        onViewableItemsChanged={onViewable}
      />
      {view.undo ? (
        <Snack
          text={t(view.undo.kind === 'clear' ? 'inbox.cleared' : 'inbox.deleted', { count: view.undo.count })}
          action={{ title: t('inbox.undo'), run: () => run(peal.inbox.undo().then(() => messages.say(t('inbox.restored')))) }}
        />
      ) : message}
      {open ? <RowSheet item={open} category={category(open.category)} preferences={preferences} actions={actions} onClose={() => setOptionsId(null)} /> : null}
      {replyTo ? <ReplySheet peal={peal} item={replyTo} onClose={() => setReplyTo(null)} /> : null}
    </View>
  );
}

function Heading({ entry }: { readonly entry: Extract<Entry, { kind: 'heading' }> }): ReactElement {
  const { theme: { colours, space }, components: { Icon } } = useUI();
  const isFirst = entry.level === 1;
  return (
    <View
      style={{
        flexDirection: 'row', alignItems: 'center', gap: space.s, paddingHorizontal: space.l,
        paddingTop: isFirst ? space.l : space.s, paddingBottom: space.s,
      }}
    >
      {entry.isAlerts ? <Icon name="alert" size={20} color={colours.red.ink} /> : null}
      <Label
        kind={isFirst ? 'body' : 'small'} weight={isFirst ? '700' : '600'} color={entry.isAlerts ? colours.red.ink : isFirst ? colours.ink : colours.soft}
        accessibilityRole="header" style={{ flex: 1 }}
      >
        {entry.title}
      </Label>
    </View>
  );
}

function Nothing({ view, retry }: { readonly view: InboxView; readonly retry: () => void }): ReactElement {
  const { t } = useUI();
  if (view.status === 'loading') return <LoadingRows count={8} />;
  if (view.status === 'failed') return <Failed error={view.error} isOffline={view.mode === 'offline'} retry={retry} />;
  if (view.filter.status === 'unread') return <StateView icon="check" title={t('inbox.noUnread')} />;
  return <StateView icon="bell" title={t('inbox.empty')} detail={t('inbox.emptyHint')} />;
}

/** Reports the rows that were on the screen, and that the list was seen. */
function useViewed(peal: PealClient, view: InboxView, isFocused: boolean): (info: { readonly viewableItems: readonly ViewToken<Entry>[] }) => void {
  const isSeen = isFocused && view.status === 'ready';
  useEffect(() => {
    // A failure is tried again by the outbox.
    if (isSeen && view.unseenCount > 0) peal.inbox.markAllSeen().catch(() => undefined);
  }, [peal, isSeen, view.unseenCount]);
  const state = useRef({ peal, isFocused });
  state.current = { peal, isFocused };
  return useCallback(({ viewableItems }) => {
    const ids = viewableItems.flatMap(({ item }) => (item.kind === 'row' ? [item.item.id] : []));
    if (ids.length && state.current.isFocused) state.current.peal.inbox.viewed(ids).catch(() => undefined);
  }, []);
}
