import type { Http, PealClient, Platform } from 'peal-core';
import type { PhoneOptions } from './phone.js';

/** A screen that comes later was not the tap's. */
const longest = 10_000;

interface Measured {
  readonly options: Pick<PhoneOptions, 'measuresTaps' | 'token' | 'baseUrl'>;
  readonly clock: Platform['clock'];
  readonly http: Http;
  readonly client: PealClient;
  readonly log: NonNullable<Platform['log']>;
}

/** Begins to measure from the tap on a notification to the screen (R128); what cannot be reported is left out. */
export function screenTime({ options, clock, http, client, log }: Measured): (notification: string) => void {
  if (!options.measuresTaps) return () => undefined;
  let tapped: { readonly notification: string; readonly at: number } | null = null;

  async function claim(notification: string, screenAfterMs: number): Promise<void> {
    const token = await options.token(false);
    const body = { notificationId: notification, action: 'opened', channel: 'push', actionPayload: { screenAfterMs } };
    if (token) {
      await http({
        method: 'POST', url: `${options.baseUrl.replace(/\/+$/, '')}/api/v1/analytics/notification-audit`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify(body),
      });
    }
  }

  const { screenViewed } = client;
  client.screenViewed = (link) => {
    if (tapped && clock.now() - tapped.at < longest) {
      claim(tapped.notification, clock.now() - tapped.at).catch((error: unknown) => log('phone.screen-time-failed', { error: String(error) }));
    }
    tapped = null;
    return screenViewed(link);
  };
  return (notification) => {
    tapped = { notification, at: clock.now() };
  };
}
