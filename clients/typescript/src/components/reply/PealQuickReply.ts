import { moreActions } from '../../browser/moreActions.js';
import type { PealClient, ReplyResult } from '../../core/PealClient.js';
import type { Notification } from '../../core/model/Notification.js';
import type { Store } from '../../core/createStore.js';
import { button } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import { icon } from '../base/icons.js';
import { PealElement } from '../base/PealElement.js';
import { sheet } from '../base/sheet.js';
import { actionChoices, actionsOf, etaChoices, replyText, type ReplyChoice, type OfferedAction } from '../../words/replies.js';

const replySheet = sheet(`
.ask { display: grid; gap: 10px; }
.choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9.5em, 100%), 1fr)); gap: 8px; }
.choices .btn { justify-content: start; min-height: max(40px, var(--_target)); text-align: start; }
.result { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; padding: 12px 14px;
  border-radius: var(--_small-radius); background: var(--_green-bg); color: var(--_green); font-weight: 580; }
.result .grow { flex-basis: 9em; }
.result.queued { background: var(--_yellow-bg); color: var(--_yellow); }
.result.refused { background: var(--_red-bg); color: var(--_red); }
@media (forced-colors: active) { .result { border: 1px solid CanvasText; } }
`);

/**
 * Replies by one tap, without leaving the page. `event` asks when the user arrives; `notification` offers that one's actions,
 * property `actions` sets others; without any of them it shows the notification whose "More…" was pressed, and nothing before.
 * Sends `peal-reply` with the result.
 */
export class PealQuickReply extends PealElement {
  static override readonly sheets = [replySheet];
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'event', 'notification'];
  }

  /** Receives each result, also when the element has left the document before the server answered. */
  onreply: ((result: ReplyResult) => void) | null = null;
  private own: readonly OfferedAction[] | undefined;
  private offered: ReplyChoice[] = [];
  private chosen: ReplyChoice | null = null;
  private result: ReplyResult | null = null;
  private isSending = false;

  /** The actions to offer, where the inbox does not have the notification. */
  get actions(): readonly OfferedAction[] | undefined {
    return this.own;
  }

  set actions(actions: readonly OfferedAction[] | undefined) {
    this.own = actions;
    this.update();
  }

  set item(item: Notification) {
    this.actions = item.actions;
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (name !== 'lang' && old !== value) this.chosen = this.result = null;
    super.attributeChangedCallback(name, old, value);
  }

  protected override stores(client: PealClient): readonly Store<unknown>[] {
    return [client.inbox.view, moreActions];
  }

  protected override started(client: PealClient): void {
    if (this.notification !== null && client.inbox.view.get().status === 'loading') this.run(client.inbox.load());
  }

  protected override view(client: PealClient): Child {
    const choices = this.choices(client);
    const more = this.more;
    const isUnknown = this.notification === null || client.inbox.view.get().status === 'loading';
    if (!choices.length && isUnknown) return null;
    const { result, isSending } = this;
    const label = this.t(this.isEta ? 'eta.question' : 'inbox.reply');
    const isShown = !result || result.status === 'refused';
    return h('div', { key: 'ask', class: 'ask', part: 'reply' },
      this.isEta && h('strong', null, this.t('eta.question')),
      more && h('div', null, h('strong', { dir: 'auto' }, more.title), h('p', { class: 'soft', dir: 'auto' }, more.body)),
      choices.length === 0 && h('p', { class: 'soft' }, this.t('error.not-found')),
      isShown && h('div', { class: 'choices', role: 'group', 'aria-label': label, 'aria-busy': isSending },
        choices.map((choice) => button('', () => void this.choose(client, choice), {
          key: choice.id, 'aria-pressed': choice.id === this.chosen?.id, 'aria-disabled': isSending,
        }, choice.colour && h('span', { class: `dot fill-${choice.colour}` }), choice.title))),
      this.outcome(result));
  }

  private get isEta(): boolean {
    return this.getAttribute('event') !== null;
  }

  private get notification(): string | null {
    return this.getAttribute('notification');
  }

  private get more(): ReturnType<typeof moreActions.get> {
    return this.isEta || this.own || this.notification !== null ? null : moreActions.get();
  }

  private choices(client: PealClient): ReplyChoice[] {
    const actions = this.own ?? this.more?.actions ?? actionsOf(client.inbox.view.get().items, this.notification);
    const choices = actions ? actionChoices(actions) : this.isEta ? etaChoices(this.t) : [];
    // A reply may take the notification off the list. It can be changed all the same.
    if (choices.length || !this.chosen) this.offered = choices;
    return this.offered;
  }

  /** There before it says anything, and without its button: what is read out is what happened. */
  private outcome(result: ReplyResult | null): Child {
    const isRefused = result?.status === 'refused';
    const sign = isRefused ? 'alert' : result?.status === 'queued' ? 'offline' : 'check';
    return h('div', { key: 'outcome', class: result ? `result ${result.status}` : null }, result && icon(sign),
      h('span', { key: 'said', role: 'status', class: 'grow', dir: 'auto' }, result && replyText(result, this.t, this.explain)),
      result && !isRefused && button('plain', () => this.again(), { key: 'again' }, this.t('reply.change')));
  }

  private async choose(client: PealClient, choice: ReplyChoice): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.chosen = choice;
    this.result = null;
    this.update();
    try {
      this.result = await (choice.action
        ? client.replies.take(this.notification ?? this.more?.id ?? '', choice.action)
        : client.eta.reply(this.getAttribute('event')!, choice.reply!));
    } catch (error) {
      this.result = { status: 'refused', confirmation: null, link: null, error: error as ReplyResult['error'] };
    }
    this.isSending = false;
    this.update();
    this.onreply?.(this.result);
    this.send('peal-reply', this.result);
  }

  /** Another reply may follow; the latest counts. */
  private again(): void {
    this.result = null;
    this.draw();
    this.root.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
  }
}
