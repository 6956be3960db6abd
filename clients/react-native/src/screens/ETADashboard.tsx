import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { FlatList, useWindowDimensions, View } from 'react-native';
import type { EtaBoard, EtaBoardView, ParticipantETAStatus, PealClient } from 'peal-core';
import { useEtaBoard } from 'peal-core/hooks';
import { boardAnnouncement, boardSummary, boardTime, type ReplyColour } from 'peal-core/words';
import { announce } from './announce.js';
import { Overview } from './board/Overview.js';
import { ColumnNames, ParticipantRow } from './board/ParticipantRow.js';
import { ParticipantSheet } from './board/ParticipantSheet.js';
import { Label } from './Label.js';
import { Dot } from './pieces.js';
import { useUI } from './PealUI.js';
import { Failed, LoadingRows, Notice, StateView } from './states.js';
import { withPeal } from './withPeal.js';

export interface ETADashboardProps {
  readonly eventId: string;
  readonly hideTitle?: boolean;
  /** The user is not a host of the event. */
  readonly onNotFound?: () => void;
}

/** Of more rows than this, none is highlighted when they change together. */
const MOST_HIGHLIGHTED = 20;
/** So wide that the four columns of S0 fit. */
const WIDE = 700;
const keyOf = ({ userId }: ParticipantETAStatus): string => userId;

/** Who arrives when, live, for the host of an event (S0.AC4). */
export const ETADashboard = withPeal<ETADashboardProps>(Dashboard, 'ETADashboard');

type Props = ETADashboardProps & { readonly peal: PealClient };

function Dashboard(props: Props): ReactElement {
  const [attempt, setAttempt] = useState(0);
  // Another try opens the board again.
  return <Board key={`${props.eventId} ${attempt}`} {...props} retry={() => setAttempt(attempt + 1)} />;
}

function Board({ peal, eventId, hideTitle = false, onNotFound, retry }: Props & { readonly retry: () => void }): ReactElement {
  const { theme: { colours }, t } = useUI();
  const view = useEtaBoard(eventId);
  const isWide = useWindowDimensions().width >= WIDE;
  const [filter, setFilter] = useState<ReplyColour | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const openRow = useCallback(({ userId }: ParticipantETAStatus) => setOpen(userId), []);
  const { board, phase, changed, status } = view;
  const isCleared = phase === 'cleared';
  useEffect(() => {
    if (status === 'not-found') onNotFound?.();
  }, [status]);
  useEffect(() => {
    if (board && changed.length) announce(boardAnnouncement(t, board, changed, phase));
  }, [board, changed, phase, t]);
  const shown = board?.participants.filter((one) => isCleared || !filter || one.colour === filter) ?? [];
  const opened = board?.participants.find(({ userId }) => userId === open);
  return (
    <View style={{ flex: 1, backgroundColor: colours.page }}>
      <FlatList
        style={{ flex: 1 }}
        contentContainerStyle={{ width: '100%', maxWidth: 960, alignSelf: 'center', paddingBottom: 40 }}
        data={shown}
        keyExtractor={keyOf}
        extraData={view}
        initialNumToRender={12}
        windowSize={7}
        renderItem={({ item: one }) => (
          <ParticipantRow
            one={one} isWide={isWide} isCleared={isCleared} onPress={openRow}
            isChanged={changed.length < MOST_HIGHLIGHTED && changed.includes(one.userId)}
          />
        )}
        ListHeaderComponent={(
          <Header view={view} hideTitle={hideTitle} filter={filter} onFilter={setFilter} hasColumns={isWide && shown.length > 0} />
        )}
        ListEmptyComponent={<Nothing view={view} retry={retry} />}
      />
      {opened ? <ParticipantSheet peal={peal} eventId={eventId} one={opened} hasReplies={!isCleared} onClose={() => setOpen(null)} /> : null}
    </View>
  );
}

interface HeaderProps {
  readonly view: EtaBoardView;
  readonly hideTitle: boolean;
  readonly filter: ReplyColour | null;
  readonly onFilter: (filter: ReplyColour | null) => void;
  readonly hasColumns: boolean;
}

function Header({ view, hideTitle, filter, onFilter, hasColumns }: HeaderProps): ReactElement {
  const { theme: { space }, t } = useUI();
  const { board, mode } = view;
  return (
    <View>
      <View style={{ padding: space.l, gap: space.m }}>
        <View style={{ flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: space.s }}>
          {hideTitle ? null : <Label kind="title" weight="700" accessibilityRole="header">{t('board.title')}</Label>}
          {board && mode !== 'polling' ? <Mode mode={mode} /> : null}
        </View>
        {board && mode === 'polling' ? <Notice text={t('live.polling')} /> : null}
        {board && mode === 'offline' ? <Notice tone="yellow" text={t('offlineStale')} /> : null}
        {board ? <Summary board={board} view={view} /> : null}
        {board && view.phase !== 'cleared' ? <Overview board={board} filter={filter} onFilter={onFilter} /> : null}
      </View>
      {hasColumns ? <ColumnNames isCleared={view.phase === 'cleared'} /> : null}
    </View>
  );
}

function Mode({ mode }: { readonly mode: EtaBoardView['mode'] }): ReactElement {
  const { theme: { colours, space }, t } = useUI();
  return (
    <View accessible style={{ flexDirection: 'row', alignItems: 'center', gap: space.s }}>
      <Dot color={mode === 'live' ? colours.green.fill : colours.edge} />
      <Label kind="small" soft>{t(mode === 'live' ? 'live.on' : mode === 'connecting' ? 'loading' : 'live.off')}</Label>
    </View>
  );
}

function Summary({ board, view: { phase } }: { readonly board: EtaBoard; readonly view: EtaBoardView }): ReactElement {
  const { t, dates } = useUI();
  const time = boardTime(t, dates, board, phase);
  return (
    <View accessible accessibilityRole="summary">
      <Label weight="600">{boardSummary(t, board, phase)}</Label>
      {time ? <Label kind="small" soft>{time}</Label> : null}
    </View>
  );
}

function Nothing({ view, retry }: { readonly view: EtaBoardView; readonly retry: () => void }): ReactElement {
  const { t } = useUI();
  if (view.board?.participants.length) return <StateView icon="check" title={t('board.noneOfFilter')} />;
  if (view.board) return <StateView icon="calendar" title={t('board.empty')} />;
  if (view.status === 'not-found') return <StateView icon="lock" title={t('board.notFound')} detail={t('board.notFoundHint')} />;
  if (view.status === 'failed') return <Failed error={view.error} isOffline={view.mode === 'offline'} retry={retry} />;
  return <LoadingRows />;
}
