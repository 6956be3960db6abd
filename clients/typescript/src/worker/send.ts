import { deviceOf, keepAddressHash } from './deviceOf.js';
import type { WorkerContext } from './WorkerContext.js';

export interface WorkerRequest {
  readonly method: 'POST' | 'PATCH';
  /** Below `/api/v1`; `{device}` is this device. */
  readonly path: string;
  readonly body?: unknown;
  /** The reply of a button; everything else is said by the device's key. */
  readonly reply?: Reply;
}

export interface Reply {
  readonly token: string;
  readonly notification: string;
  readonly link?: string;
  readonly entity?: string;
  readonly icon?: string;
  /** Of a button that has no answer to show. */
  readonly isQuiet: boolean;
  /** The user knows that it waits. */
  readonly isTold?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** One request to Peal; the status is 0 when no response arrived, and −1 when there is nobody to say it as yet. */
export async function send(context: WorkerContext, item: WorkerRequest): Promise<Answer> {
  const device = item.reply ? null : await deviceOf(context);
  if (!context.settings || !(item.reply || device)) return { status: -1, body: null };
  // Only another address is a PATCH: read now, because another one may have been sent since it was stored.
  const sent = item.method === 'PATCH' ? { ...item.body as object, oldAddressHash: device?.addressHash } : item.body;
  try {
    const response = await fetch(context.settings.baseUrl + '/api/v1' + item.path.replace('{device}', device ? encodeURIComponent(device.id) : ''), {
      method: item.method,
      headers: {
        'Authorization': item.reply ? `Peal-Action ${item.reply.token}` : `Peal-Device ${device!.id}:${device!.key}`,
        'Peal-Client-Time': new Date().toISOString(),
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' })
      },
      body: sent === undefined ? undefined : JSON.stringify(sent),
      credentials: 'omit',
      cache: 'no-store',
      // A network that swallows it must not hold up what comes after.
      signal: (AbortSignal as unknown as { timeout?(after: number): AbortSignal }).timeout?.(20_000)
    });
    // A page of a network's login, or of a broken proxy, is not an answer of Peal.
    const isOurs = response.status === 204 || /json/.test(response.headers.get('Content-Type') || '');
    const text = await response.text();
    const body = isOurs && text ? JSON.parse(text) : null;
    if (item.method === 'PATCH' && body?.addressHash) await keepAddressHash(context, body.addressHash);
    return { status: isOurs ? response.status : 0, body };
  } catch {
    return { status: 0, body: null };
  }
}
