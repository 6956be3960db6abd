import type { Button } from './Categories.js';

/** What the system shows of a notification. */
export interface ShownNotification {
  /** `id` and `tag` in one text, such as `0/tag-1`: what a test names it by. */
  readonly key: string;
  readonly id: string;
  readonly tag: string | null;
  readonly title: string;
  readonly body: string;
  readonly buttons: readonly Button[];
  readonly group?: string;
  readonly channel?: string;
  readonly category?: string;
  readonly sound: string | null;
  readonly image?: string;
  readonly isFullScreen: boolean;
  /** What it adds to the number on Android's icon. */
  readonly count?: number;
  /** `system` and `library` drew it from a push, `app` by a call. */
  readonly drawnBy: 'system' | 'library' | 'app';
  readonly at: number;
  /** What the library needs to report it. */
  readonly source: unknown;
}

export const keyOf = (id: string, tag: string | null): string => (tag === null ? id : `${id}/${tag}`);

/** The notifications that are shown, the newest last. */
export class Screen {
  private shown: ShownNotification[] = [];
  /** The number on the icon; on Android what a launcher is told. */
  icon = 0;

  constructor(private readonly replaces: boolean) {}

  get all(): readonly ShownNotification[] {
    return this.shown;
  }

  draw(notification: ShownNotification): void {
    if (this.replaces) this.shown = this.shown.filter(({ key }) => key !== notification.key);
    this.shown = [...this.shown, notification];
  }

  /** Looks again which buttons a category has. */
  relabel(buttonsOf: (one: ShownNotification) => readonly Button[]): void {
    this.shown = this.shown.map((one) => ({ ...one, buttons: buttonsOf(one) }));
  }

  /** By its key, id, tag or title. */
  find(name: string): ShownNotification {
    const by = (match: (one: ShownNotification) => boolean): ShownNotification | undefined => this.shown.find(match);
    const found = by(({ key }) => key === name) ?? by(({ id }) => id === name) ?? by(({ tag }) => tag === name) ?? by(({ title }) => title === name);
    if (!found) throw new Error(`${name} is not shown; shown are: ${this.shown.map(({ key }) => key).join(', ') || 'none'}`);
    return found;
  }

  remove(match: (one: ShownNotification) => boolean): void {
    this.shown = this.shown.filter((one) => !match(one));
  }

  clear(): void {
    this.shown = [];
  }
}
