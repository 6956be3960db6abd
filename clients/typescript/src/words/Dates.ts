import { plain, type Locale } from './Locale.js';

const DAY = 86_400_000;

/** Instants in the words of a language and in the time zone of the client, or else of the device. */
export class Dates {
  private readonly formats = new Map<string, Intl.DateTimeFormat>();
  private readonly tag: string;

  /**
   * @param now The time in milliseconds, which the client may take from elsewhere than the device.
   * @param zone As texts of the server have it; one that the device does not know counts as none.
   */
  constructor(private readonly locale: Locale, readonly now: () => number = Date.now, private readonly zone: () => string | undefined = () => undefined) {
    this.tag = locale.tag;
  }

  /** "now", "5 min. ago", "3 hr. ago", then the day. */
  relative(at: number, now: number): string {
    const { text } = this.locale;
    const seconds = Math.max(0, (now - at) / 1000);
    if (seconds < 45) return text('time.now');
    if (seconds < 3570) return text('time.minutesAgo', { count: Math.round(seconds / 60) });
    if (seconds < 84_600) return text('time.hoursAgo', { count: Math.round(seconds / 3600) });
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
    if (age <= 1) return this.locale.text(age > 0 ? 'time.yesterday' : 'time.today');
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
    const [month, day, year] = this.numbers(at);
    return Date.UTC(year!, month! - 1, day) / DAY;
  }

  private yearUnless(at: number, now: number): { year?: 'numeric' } {
    return this.numbers(at)[2] === this.numbers(now)[2] ? {} : { year: 'numeric' };
  }

  /** The month, the day and the year: in American English they are always written in this order, and each engine knows it. */
  private numbers(at: number): number[] {
    return this.format(at, { month: 'numeric', day: 'numeric', year: 'numeric' }, 'en-US').split('/').map(Number);
  }

  private format(at: number, options: Intl.DateTimeFormatOptions, tag = this.tag): string {
    // Making a format takes longer than using it a hundred times.
    const timeZone = this.zone();
    const key = JSON.stringify([tag, timeZone, options]);
    let made = this.formats.get(key);
    if (!made) {
      try {
        made = new Intl.DateTimeFormat(tag, { ...plain, ...options, timeZone });
      } catch {
        made = new Intl.DateTimeFormat(tag, { ...plain, ...options });
      }
      this.formats.set(key, made);
    }
    // Fonts of old phones lack the narrow space before "PM".
    return made.format(at).replace(/\u202f/g, ' ');
  }
}

function capitalised(text: string, tag: string): string {
  return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);
}

/** The name of a time zone in a language, such as "Central European Time"; the zone itself where the runtime has no name for it. */
export function zoneName(tag: string, zone: string): string {
  try {
    const options = { timeZone: zone, timeZoneName: 'longGeneric' } as Intl.DateTimeFormatOptions;
    const parts = new Intl.DateTimeFormat(tag, options).formatToParts(0);
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
  } catch {
    return zone;
  }
}
