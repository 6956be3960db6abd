import { plain } from './locale.js';

const DAY = 86_400_000;

/** Instants in the words of a language and in the time zone of the device. */
export class Dates {
  private readonly formats = new Map<string, Intl.DateTimeFormat>();
  private readonly ago: Intl.RelativeTimeFormat;
  private readonly days: Intl.RelativeTimeFormat;

  /** @param now The time in milliseconds, which the client may take from elsewhere than the browser. */
  constructor(private readonly tag: string, readonly now: () => number = Date.now) {
    this.ago = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short', ...plain });
    this.days = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', ...plain });
  }

  /** "now", "5 min. ago", "3 hr. ago", then the day. */
  relative(at: number, now: number): string {
    const seconds = Math.max(0, (now - at) / 1000);
    if (seconds < 45) return this.ago.format(0, 'second');
    if (seconds < 3570) return this.ago.format(-Math.round(seconds / 60), 'minute');
    if (seconds < 84_600) return this.ago.format(-Math.round(seconds / 3600), 'hour');
    return this.format(at, { day: 'numeric', month: 'short', ...this.yearUnless(at, now) });
  }

  full(at: number): string {
    return this.format(at, { dateStyle: 'full', timeStyle: 'short' });
  }

  time(at: number): string {
    return this.format(at, { hour: 'numeric', minute: '2-digit' });
  }

  /** Today, Yesterday, Monday, November 12. */
  day(at: number, now: number): string {
    const age = this.dayNumber(now) - this.dayNumber(at);
    if (age <= 1) return capitalised(this.days.format(Math.min(0, -age), 'day'), this.tag);
    if (age < 7) return capitalised(this.format(at, { weekday: 'long' }), this.tag);
    return this.format(at, { day: 'numeric', month: 'long', ...this.yearUnless(at, now) });
  }

  /** An instant of the next days, as short as it is clear: 18:30, Friday 18:30, 27 November 18:30. */
  coming(at: number, now: number): string {
    const days = this.dayNumber(at) - this.dayNumber(now);
    const time = { hour: 'numeric', minute: '2-digit' } as const;
    if (days === 0) return this.format(at, time);
    if (days > 0 && days < 7) return this.format(at, { weekday: 'long', ...time });
    return this.format(at, { day: 'numeric', month: 'long', ...this.yearUnless(at, now), ...time });
  }

  /** Two instants have the same number when they are on the same day here. */
  dayNumber(at: number): number {
    const date = new Date(at);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
  }

  private yearUnless(at: number, now: number): { year?: 'numeric' } {
    return new Date(at).getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' };
  }

  private format(at: number, options: Intl.DateTimeFormatOptions): string {
    // Making a format takes longer than using it a hundred times.
    const key = JSON.stringify(options);
    let made = this.formats.get(key);
    if (!made) this.formats.set(key, (made = new Intl.DateTimeFormat(this.tag, { ...plain, ...options })));
    // Fonts of old phones lack the narrow space before "PM".
    return made.format(at).replace(/\u202f/g, ' ');
  }
}

export function capitalised(text: string, tag: string): string {
  return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);
}
