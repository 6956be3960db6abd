import type { Banner, PealClient, ReplyResult } from '../../core/PealClient.js';
import type { Store } from '../../core/createStore.js';
import { button, closeDialog, iconButton } from '../base/controls.js';
import { h, type Child, type Description } from '../base/h.js';
import { icon } from '../base/icons.js';
import { PealElement, type Message } from '../base/PealElement.js';
import { replyText } from '../../words/replies.js';
import { sheet } from '../base/sheet.js';

const BANNER_TIME = 8_000;
const MOST = 3;

const toastSheet = sheet(`
:host { position: fixed; inset: 0; z-index: 2147483000; display: grid; align-content: space-between; pointer-events: none; }
.banners { display: grid; gap: 10px; justify-items: end; padding: 16px; }
.banner { pointer-events: auto; position: relative; display: flex; gap: 12px; width: min(400px, 100%); padding: 14px 12px;
  animation: enter .22s ease-out; }
@keyframes enter { from { opacity: 0; transform: translateY(-8px); } }
.critical { border-color: var(--_red); }
.words { flex: 1; min-width: 0; }
.cover { font-weight: 650; }
.round { align-self: start; margin-top: -4px; }
.banner peal-quick-reply { display: block; margin-top: 12px; }
dialog { pointer-events: auto; width: min(440px, calc(100vw - 32px)); padding: 28px 24px 22px; text-align: center; }
dialog .mark { width: 52px; height: 52px; margin: 0 auto 14px; }
dialog .mark .icon { width: 26px; height: 26px; }
dialog p { margin-top: 8px; }
dialog peal-quick-reply { margin-top: 18px; }
dialog .line { justify-content: center; margin-top: 22px; }
dialog .btn { min-height: max(42px, var(--_target)); padding-inline: 20px; }
.snack { pointer-events: auto; animation: enter .2s ease-out; }
@media (max-width: 480px) { .banners { padding: 10px; } }
`);

/** Notifications while the page is open (R130, R133), and messages of the other elements. One for a page. */
export class PealToast extends PealElement {
  static override readonly sheets = [toastSheet];
  private readonly timers = new Map<string, number>();
  /** What the pointer or the focus is on stays. */
  private held: string | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.listen(document, 'peal-message', (event) => this.received(event));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  protected override stores(client: PealClient): readonly Store<unknown>[] {
    return [client.foreground.banners, client.config];
  }

  protected override view(client: PealClient): Child {
    // What leads to where the user is needs no banner: the page shows it.
    const banners = client.foreground.banners.get().filter((one) => one.actions || one.link !== location.pathname);
    const full = banners.find((one) => one.presentation === 'full-screen');
    return [
      h('div', { key: 'banners', class: 'banners', role: 'region', 'aria-label': this.t('inbox.title'), 'aria-live': 'polite' },
        banners.filter((one) => one !== full).slice(-MOST).map((one) => this.banner(client, one))),
      full && this.full(client, full),
    ];
  }

  private banner(client: PealClient, one: Banner): Description {
    this.hideLater(one);
    return h('div', {
      key: one.id, class: `banner raised ${one.priority}`, part: 'banner', role: one.priority === 'critical' ? 'alert' : null,
      onpointerenter: () => this.hold(one.id), onpointerleave: () => this.release(one),
    }, h('span', { class: 'mark' }, icon(one.priority === 'critical' ? 'alert' : 'bell')),
    h('div', { class: 'words' },
      h('button', {
        type: 'button', class: 'cover', dir: 'auto', onclick: () => this.run(client.foreground.tap(one.id)),
        onfocus: () => this.hold(one.id), onblur: () => this.release(one),
      }, h('span', { class: 'clamp' }, one.title)),
      one.body && h('p', { class: 'clamp', dir: 'auto' }, one.body),
      this.replies(client, one)),
    iconButton('close', this.t('close'), () => this.run(client.foreground.dismiss(one.id)), { class: 'round above' }));
  }

  private full(client: PealClient, one: Banner): Description {
    const decide = (event: Event, work: (id: string) => Promise<void>): void => {
      closeDialog(event);
      this.run(work.call(client.foreground, one.id));
    };
    return h('dialog', {
      key: `full-${one.id}`, class: one.priority, part: 'full-screen', role: 'alertdialog', 'aria-label': one.title,
      oncancel: (event: Event) => decide(event, client.foreground.dismiss),
    },
    h('span', { class: 'mark' }, icon(one.priority === 'critical' ? 'alert' : 'bell')),
    h('h2', { dir: 'auto' }, one.title), one.body && h('p', { class: 'soft', dir: 'auto' }, one.body),
    this.replies(client, one),
    h('div', { class: 'line' },
      button('', (event) => decide(event, client.foreground.dismiss), {}, this.t('close')),
      button('primary', (event) => decide(event, client.foreground.tap), { autofocus: true }, this.t('open'))));
  }

  /** What a notification that asks is answered with. */
  private replies(client: PealClient, one: Banner): Child {
    return one.actions && h('peal-quick-reply', {
      class: 'above', notification: one.id, '.client': client, '.actions': one.actions,
      onreply: (result: ReplyResult) => this.replied(client, one, result),
    });
  }

  /** The reply is given: its confirmation takes the notification's place. A refused one stays, with the reason. */
  private replied(client: PealClient, one: Banner, result: ReplyResult): void {
    if (result.status === 'refused' && client.foreground.banners.get().includes(one)) return;
    if (one.presentation === 'full-screen') this.root.querySelector('dialog')?.close();
    client.foreground.hide(one.id);
    this.say(replyText(result, this.t, this.explain));
  }

  /** A banner leaves the screen by itself; that is no dismissal (R127). What is critical or asks stays. */
  private hideLater(one: Banner): void {
    if (one.priority === 'critical' || one.actions || this.held === one.id || this.timers.has(one.id)) return;
    this.timers.set(one.id, window.setTimeout(() => {
      this.timers.delete(one.id);
      const { foreground } = this.client!;
      if (foreground.banners.get().includes(one)) foreground.hide(one.id);
    }, BANNER_TIME));
  }

  private hold(id: string): void {
    this.held = id;
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  private release(one: Banner): void {
    this.held = null;
    this.hideLater(one);
  }

  private received(event: Event): void {
    event.preventDefault();
    this.showMessage((event as CustomEvent<Message>).detail);
  }
}
