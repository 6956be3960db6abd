/** What `GET /analytics/figures` answers: counts of an app, without a text or a user. */
export interface Figures {
  readonly app: string;
  readonly name: string;
  readonly at: string;
  readonly users: number;
  readonly categories: readonly { readonly category: string; readonly title: string }[];
  readonly deliveries: readonly Delivery[];
  readonly opens: readonly { readonly category: string; readonly confirmed: number; readonly opened: number }[];
  readonly optOuts: readonly { readonly category: string; readonly users: number; readonly optedOut: number }[];
  readonly etaLatency: Latency | null;
  readonly quickReplyUse: { readonly lateArrivals: number; readonly firstByAction: number };
  readonly failures: { readonly from: string; readonly items: readonly { readonly category: string; readonly counts: readonly number[] }[] };
  readonly alerts: readonly { readonly rule: string; readonly subject?: string; readonly firedAt: string; readonly test: boolean }[];
}

export interface Delivery {
  readonly category: string;
  readonly channel: string;
  readonly sent: number;
  readonly accepted: number;
  readonly failed: number;
  readonly expired: number;
  readonly unknown: number;
  readonly confirmed: number;
  readonly latency: Latency | null;
}

export interface Latency {
  readonly count: number;
  readonly p95: number;
}

/** A part of a whole; a whole of 0 has no share. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/** The rates of some figures, by the definitions of docs/analytics.md. */
export interface Rates {
  readonly sent: number;
  readonly accepted: Share;
  readonly confirmed: Share;
  readonly opened: Share;
  readonly optedOut: Share;
}

/** The rates of one category, or of all of them together; of opt-outs the category with the most. */
export function ratesOf(figures: Figures, category?: string): Rates {
  const isOf = (one: { readonly category: string }): boolean => category === undefined || one.category === category;
  const pushes = figures.deliveries.filter((one) => one.channel === 'push' && isOf(one));
  const opens = figures.opens.filter(isOf);
  const sum = <T>(list: readonly T[], count: (one: T) => number): number => list.reduce((total, one) => total + count(one), 0);
  const sent = sum(pushes, (one) => one.sent);
  const accepted = sum(pushes, (one) => one.accepted);
  const optedOut = figures.optOuts.filter(isOf).reduce((most, one) => Math.max(most, one.optedOut), 0);
  return {
    sent,
    accepted: { part: accepted, whole: accepted + sum(pushes, (one) => one.failed + one.expired + one.unknown) },
    confirmed: { part: sum(pushes, (one) => one.confirmed), whole: sent },
    opened: { part: sum(opens, (one) => one.opened), whole: sum(opens, (one) => one.confirmed) },
    optedOut: { part: optedOut, whole: figures.users },
  };
}

/** The slowest category's time in which 95 of 100 pushes were accepted, in milliseconds; `null` without one. */
export function slowest(figures: Figures): number | null {
  const times = figures.deliveries.flatMap((one) => (one.channel === 'push' && one.latency ? [one.latency.p95] : []));
  return times.length ? Math.max(...times) : null;
}
