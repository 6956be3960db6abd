import { Heights } from './Heights.js';

/** What is drawn above and below the visible part, in pixels. */
const OVERSCAN = 500;
const GUESSED_HEIGHT = 84;

/** The part of a long list that is drawn: what is on the screen, a little around it, and the row with the focus. */
export class ListWindow {
  /** The row that is drawn wherever it is. */
  pinned: string | undefined;
  private readonly heights = new Heights(GUESSED_HEIGHT);
  private keys: readonly string[] = [];
  private range: readonly [from: number, to: number] = [0, 30];
  private isOn = false;

  get isVirtual(): boolean {
    return this.isOn;
  }

  /** The list has these entries, headings and rows, from its top. */
  arrange(keys: readonly string[], isVirtual: boolean): void {
    this.keys = keys;
    this.isOn = isVirtual;
    if (isVirtual) this.heights.arrange(keys);
  }

  isDrawn(index: number): boolean {
    return !this.isOn || (index >= this.range[0] && index < this.range[1]) || this.keys[index] === this.pinned;
  }

  /** Attributes that put an entry where it belongs. */
  place(index: number): Record<string, unknown> {
    return this.isOn ? { style: { transform: this.shift(index) } } : {};
  }

  get height(): string {
    return this.isOn ? `${this.heights.total}px` : 'auto';
  }

  /** The width changed: heights are others. */
  forget(): void {
    this.heights.forget();
  }

  /** Measures what was drawn. A height that is another than was guessed moves what is below it, never what is on the screen. */
  settle(list: HTMLElement): void {
    const drawn = new Map<string, HTMLElement>();
    const heights = new Map<string, number>();
    for (const one of list.querySelectorAll<HTMLElement>('[data-entry]')) {
      drawn.set(one.dataset['entry']!, one);
      heights.set(one.dataset['entry']!, one.offsetHeight);
    }
    const anchor = this.heights.indexAt(Math.max(0, visiblePart(list)[0]));
    const before = this.heights.offset(anchor);
    if (!this.heights.measure(heights)) return;
    this.keys.forEach((key, index) => drawn.get(key)?.style.setProperty('transform', this.shift(index)));
    list.style.height = this.height;
    const moved = this.heights.offset(anchor) - before;
    if (moved) scrollerOf(list).scrollBy(0, moved);
  }

  /** @returns whether another part is to be drawn. */
  follow(list: HTMLElement): boolean {
    if (!this.isOn) return false;
    const [top, bottom] = visiblePart(list);
    const from = this.heights.indexAt(Math.max(0, top - OVERSCAN));
    const to = this.heights.indexAt(bottom + OVERSCAN) + 1;
    const isSame = from === this.range[0] && to === this.range[1];
    this.range = [from, to];
    return !isSame;
  }

  isNearEnd(list: HTMLElement): boolean {
    return list.offsetHeight - visiblePart(list)[1] < OVERSCAN;
  }

  private shift(index: number): string {
    return `translateY(${this.heights.offset(index)}px)`;
  }
}

/** From where to where a list is on the screen, from its top: the list's own scroller and the window both cut it. */
function visiblePart(list: HTMLElement): readonly [top: number, bottom: number] {
  const { top } = list.getBoundingClientRect();
  const clip = list.parentElement!.getBoundingClientRect();
  return [Math.max(0, clip.top) - top, Math.min(innerHeight, clip.bottom) - top];
}

function scrollerOf(list: HTMLElement): Element | Window {
  const own = list.parentElement!;
  return own.scrollHeight > own.clientHeight + 1 ? own : window;
}
