import type { EtaBoardView, OpenBoard, PealClient } from '../../core/PealClient.js';
import type { EtaBoard, ParticipantETAStatus } from '../../core/model/Eta.js';
import { boardAnnouncement, boardSummary, boardTime, replyCounts, type ReplyColour } from '../../words/board.js';
import { button, notice } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import { Announcer } from './Announcer.js';
import { detailsDialog, type OpenDetails } from './details.js';
import type { Host, Part } from '../base/LazyElement.js';
import { boardSheet } from './styles.js';
import { participantTable } from './table.js';

const ANNOUNCE_EVERY = 5_000;
const PAGE = 100;

/** What `<peal-host-board>` shows. */
export class Board implements Part {
  readonly sheet = boardSheet;
  private board: OpenBoard | null = null;
  private endBoard: () => void = () => {};
  private filter: ReplyColour | null = null;
  private shown = PAGE;
  private details: OpenDetails | null = null;
  private announced = '';
  private readonly announcer = new Announcer(ANNOUNCE_EVERY, (text) => {
    this.announced = text;
    this.host.update();
  });

  constructor(private readonly host: Host) {}

  open(client: PealClient): void {
    this.close();
    const event = this.host.element.getAttribute('event');
    if (!event) return;
    const board = (this.board = client.eta.board(event));
    this.endBoard = board.subscribe((view) => this.changed(view));
    this.host.update();
  }

  close(): void {
    this.endBoard();
    this.board?.close();
    this.announcer.stop();
    this.board = null;
  }

  private changed(view: EtaBoardView): void {
    if (view.status === 'not-found') this.host.send('peal-not-found');
    if (view.board && view.changed.length) this.announcer.say(boardAnnouncement(this.host.t, view.board, view.changed, view.phase));
    this.host.update();
  }

  view(client: PealClient): Child {
    const view = this.board?.get();
    if (!view) return null;
    const { board, phase } = view;
    return h('div', { key: 'board', class: 'board', part: 'board', 'aria-busy': view.status === 'loading' },
      h('div', { class: 'top' },
        h('h2', { tabindex: -1 }, this.host.t('board.title')),
        board && view.mode !== 'polling' && h('span', { class: view.mode === 'live' ? 'live on' : 'live', part: 'mode' },
          this.host.t(view.mode === 'live' ? 'live.on' : view.mode === 'connecting' ? 'loading' : 'live.off'))),
      board ? this.content(client, view, board) : this.nothing(client, view),
      h('p', { key: 'announcement', class: 'sr', role: 'status', 'aria-live': 'polite' }, this.announced),
      this.details && detailsDialog(this.details, {
        t: this.host.t,
        dates: this.host.dates(),
        icon: this.host.icon,
        hasReplies: phase !== 'cleared',
        close: () => this.show(null),
        retry: () => this.load(client, this.details!.participant),
      }));
  }

  private nothing(client: PealClient, view: EtaBoardView): Child {
    if (view.status === 'not-found') return this.host.stateView('lock', this.host.t('board.notFound'), this.host.t('board.notFoundHint'));
    if (view.status === 'failed') return this.host.failed(view.error, view.mode === 'offline', () => this.open(client));
    return this.host.waiting();
  }

  private content(client: PealClient, view: EtaBoardView, board: EtaBoard): Child {
    const { t } = this.host;
    const { phase } = view;
    const isCleared = phase === 'cleared';
    const shown = board.participants.filter((one) => isCleared || !this.filter || one.colour === this.filter);
    return [
      h('div', { key: 'notices', role: 'status' },
        view.mode === 'polling' && notice('', 'polling', this.host.t('live.polling')),
        view.mode === 'offline' && notice('warn', 'offline', this.host.t('offlineStale'))),
      h('div', { key: 'sum' },
        h('p', { class: 'summary', part: 'summary' }, boardSummary(t, board, phase)),
        h('p', { class: 'soft small' }, boardTime(t, this.host.dates(), board, phase))),
      !isCleared && this.overview(board),
      board.participants.length === 0
        ? this.host.stateView('calendar', this.host.t('board.empty'), null)
        : shown.length === 0
          ? this.host.stateView('check', this.host.t('board.noneOfFilter'), null)
          : participantTable(shown.slice(0, this.shown), {
            t: this.host.t, dates: this.host.dates(), icon: this.host.icon, isCleared, changed: view.changed, open: (one) => this.load(client, one),
          }),
      shown.length > this.shown && button('more', () => this.showMore(), { key: 'more' },
        this.host.t('board.more', { count: shown.length - this.shown })),
    ];
  }

  /** How many gave each reply, as a bar and as buttons that show only these. */
  private overview(board: EtaBoard): Child {
    const { t } = this.host;
    const counts = replyCounts(board);
    return [
      h('div', { key: 'bar', class: 'bar', part: 'bar', 'aria-hidden': 'true' }, counts.map(([colour, count]) => count > 0
        && h('span', { key: colour, class: `fill-${colour}`, style: { 'flex-grow': String(count), 'flex-basis': '0' } }))),
      h('div', { key: 'filters', class: 'filters', role: 'group', 'aria-label': t('board.eta') },
        counts.map(([colour, count, name]) =>
          button('', () => this.choose(this.filter === colour ? null : colour), { key: colour, 'aria-pressed': this.filter === colour },
            h('span', { class: `dot fill-${colour}` }), t(name), h('b', null, count)))),
    ];
  }

  private load(client: PealClient, participant: ParticipantETAStatus): void {
    this.show({ participant, details: null, error: null });
    const isShown = (): boolean => this.details?.participant.userId === participant.userId;
    client.eta.participant(this.host.element.getAttribute('event')!, participant.userId).then(
      ({ details }) => isShown() && this.show({ participant, details, error: null }),
      (error: unknown) => isShown() && this.show({ participant, details: null, error: this.host.explain(error) }),
    );
  }

  private show(details: OpenDetails | null): void {
    this.details = details;
    this.host.update();
  }

  private choose(filter: ReplyColour | null): void {
    this.filter = filter;
    this.shown = PAGE;
    this.host.update();
  }

  private showMore(): void {
    this.shown += PAGE;
    this.host.update();
  }
}
