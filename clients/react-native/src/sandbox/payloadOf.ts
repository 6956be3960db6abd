type Values = Readonly<Record<string, unknown>>;

const valuesOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});

/** A push of a virtual phone: the request that the push service's simulator received. */
export interface SandboxPush {
  readonly number: number;
  readonly provider: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: unknown;
}

/**
 * What the app would have been given of a push (docs/payload.md), with what the system would have drawn it by: in a sandbox the app
 * draws everything.
 */
export function payloadOf({ provider, headers, payload }: SandboxPush): unknown {
  const outer = valuesOf(payload);
  if (provider === 'fcm') {
    const { data, notification, android, apns } = valuesOf(outer['message']) as Record<string, Values | undefined>;
    if (apns) return apple(valuesOf(apns['payload']), valuesOf(apns['headers']), valuesOf(data), notification);
    const drawn = valuesOf(valuesOf(android)['notification']);
    const { channel_id: channel, ...how } = drawn;
    return { data: { ...how, ...(channel ? { channel } : {}), ...data }, ...(notification ? { notification } : {}) };
  }
  if (provider === 'apns') return apple(outer, headers, { peal: outer['peal'] });
  return outer;
}

function apple(payload: Values, headers: Values, data: Values, notification?: Values): unknown {
  const { alert, category, sound } = valuesOf(payload['aps']);
  const words = typeof alert === 'object' ? alert : notification || (alert === undefined ? undefined : { body: alert });
  return {
    ...(words ? { notification: words } : {}),
    data: {
      ...data, ...(category ? { categoryId: category } : {}), ...(typeof sound === 'string' ? { sound } : {}),
      ...(headers['apns-collapse-id'] ? { tag: headers['apns-collapse-id'] } : {}),
    },
  };
}
