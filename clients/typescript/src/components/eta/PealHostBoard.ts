import type { EtaBoardView, OpenBoard, PealClient } from '../../core/PealClient.js';
import type { EtaBoard, ParticipantETAStatus } from '../../core/model/Eta.js';
import type { Store } from '../../core/store.js';
import { button, notice, stateView } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import { PealElement } from '../base/PealElement.js';
import { Announcer } from './Announcer.js';
import { detailsDialog, type OpenDetails } from './details.js';
import { overview, type Colour } from './overview.js';
import { boardSheet } from './styles.js';
import { participantTable } from './table.js';
import { etaText, summaryText } from './words.js';

const ANNOUNCE_EVERY = 5_000;
const PAGE = 100;

/** Who arrives when, live, for the host of `event`. Sends `peal-not-found` when the user is not its host. */
export class PealHostBoard extends PealElement {
  static override readonly sheets = [boardSheet];
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'event'];
  }

  private board: OpenBoard | null = null;
  private endBoard: () => void = () => {};
  private filter: Colour | null = null;
  private shown = PAGE;
  private details: OpenDetails | null = null;
  private announced = '';
  private readonly announcer = new Announcer(ANNOUNCE_EVERY, (text) => {
    this.announced = text;
    this.update();
  });

  protected override stores(): readonly Store<unknown>[] {
    return [];
  }

  protected override started(client: PealClient): void {
    this.open(client);
    this.whileConnected(() => this.close());
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (name === 'event' && old !== value && this.isConnected && this.client) this.open(this.client);
  }

  private open(client: PealClient): void {
    this.close();
    const event = this.getAttribute('event');
    if (!event) return;
    const board = (this.board = client.eta.board(event));
    this.endBoard = board.subscribe((view) => this.changed(view));
    this.update();
  }

  private close(): void {
    this.endBoard();
    this.board?.close();
    this.announcer.stop();
    this.board = null;
  }

  private changed(view: EtaBoardView): void {
    if (view.status === 'not-found') this.send('peal-not-found');
    if (view.board && view.changed.length) this.announcer.say(this.announcement(view.board, view.changed, view.phase));
    this.update();
  }

  /** The one row that changed, then the summary; of many rows only the summary. */
  private announcement(board: EtaBoard, changed: readonly string[], phase: EtaBoardView['phase']): string {
    const summary = this.summary(board, phase);
    const one = changed.length === 1 && board.participants.find((participant) => participant.userId === changed[0]);
    return one && phase !== 'cleared' ? `${one.displayName}: ${etaText(this.t, one)}. ${summary}` : summary;
  }

  private summary(board: EtaBoard, phase: EtaBoardView['phase']): string {
    if (phase !== 'cleared') return summaryText(this.t, board.summary);
    const coming = board.participants.filter((one) => one.rsvpStatus !== 'cancelled');
    return this.t('board.checkedIn', { count: coming.filter((one) => one.checkedIn).length, total: coming.length });
  }

  protected override view(client: PealClient): Child {
    const view = this.board?.get();
    if (!view) return null;
    const { board, phase } = view;
    return h('div', { key: 'board', class: 'board', part: 'board', 'aria-busy': view.status === 'loading' },
      h('div', { class: 'top' },
        h('h2', { tabindex: -1 }, this.t('board.title')),
        board && view.mode !== 'polling' && h('span', { class: view.mode === 'live' ? 'live on' : 'live', part: 'mode' },
          this.t(view.mode === 'live' ? 'live.on' : view.mode === 'connecting' ? 'loading' : 'live.off'))),
      board ? this.content(client, view, board) : this.nothing(client, view),
      h('p', { key: 'announcement', class: 'sr', role: 'status', 'aria-live': 'polite' }, this.announced),
      this.details && detailsDialog(this.details, {
        t: this.t,
        dates: this.dates,
        hasReplies: phase !== 'cleared',
        close: () => this.show(null),
        retry: () => this.load(client, this.details!.participant),
      }));
  }

  private nothing(client: PealClient, view: EtaBoardView): Child {
    if (view.status === 'not-found') return stateView('lock', this.t('board.notFound'), this.t('board.notFoundHint'));
    if (view.status === 'failed') return this.failed(view.error, view.mode === 'offline', () => this.open(client));
    return [
      h('p', { key: 'status', class: 'sr', role: 'status' }, this.t('loading')),
      h('div', { key: 'bones', 'aria-hidden': 'true' }, [46, 100, 62, 54, 70, 48].map((width, index) =>
        h('span', { key: index, class: 'bone', style: { width: `${width}%`, 'margin-bottom': '18px' } }))),
    ];
  }

  private content(client: PealClient, view: EtaBoardView, board: EtaBoard): Child {
    const { phase } = view;
    const isCleared = phase === 'cleared';
    const shown = board.participants.filter((one) => isCleared || !this.filter || one.colour === this.filter);
    return [
      h('div', { key: 'notices', role: 'status' },
        view.mode === 'polling' && notice('', 'polling', this.t('live.polling')),
        view.mode === 'offline' && notice('warn', 'offline', this.t('offlineStale'))),
      h('div', { key: 'sum' },
        h('p', { class: 'summary', part: 'summary' }, this.summary(board, phase)),
        h('p', { class: 'soft small' }, this.when(board, phase))),
      !isCleared && overview(this.t, board, this.filter, (filter) => this.choose(filter)),
      board.participants.length === 0
        ? stateView('calendar', this.t('board.empty'), null)
        : shown.length === 0
          ? stateView('check', this.t('board.noneOfFilter'), null)
          : participantTable(shown.slice(0, this.shown), {
            t: this.t, dates: this.dates, isCleared, changed: view.changed, open: (one) => this.load(client, one),
          }),
      shown.length > this.shown && button('more', () => this.showMore(), { key: 'more' },
        this.t('board.more', { count: shown.length - this.shown })),
    ];
  }

  private when(board: EtaBoard, phase: EtaBoardView['phase']): string {
    const at = (iso: string | undefined): string => (iso ? this.dates.coming(Date.parse(iso), this.dates.now()) : '');
    if (phase === 'cleared') return this.t('board.cleared');
    if (phase === 'early' && board.opensAt) return this.t('board.early', { time: at(board.opensAt) });
    return board.startsAt ? this.t('board.starts', { time: at(board.startsAt) }) : '';
  }

  private load(client: PealClient, participant: ParticipantETAStatus): void {
    this.show({ participant, details: null, error: null });
    const isShown = (): boolean => this.details?.participant.userId === participant.userId;
    client.eta.participant(this.getAttribute('event')!, participant.userId).then(
      ({ details }) => isShown() && this.show({ participant, details, error: null }),
      (error: unknown) => isShown() && this.show({ participant, details: null, error: this.explain(error) }),
    );
  }

  private show(details: OpenDetails | null): void {
    this.details = details;
    this.update();
  }

  private choose(filter: Colour | null): void {
    this.filter = filter;
    this.shown = PAGE;
    this.update();
  }

  private showMore(): void {
    this.shown += PAGE;
    this.update();
  }
}
