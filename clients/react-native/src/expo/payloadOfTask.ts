type Values = Readonly<Record<string, unknown>>;

function valuesOf(value: unknown): Values {
  try {
    const found: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof found === 'object' && found !== null ? (found as Values) : {};
  } catch {
    return {};
  }
}

/**
 * The payload in what Expo hands to a task. Where Expo's service puts `data` differs: in `body` as a text for Android, in `body` as an
 * object for iOS, and since SDK 53 as a text in `dataString`. Before, Android had all of it below `notification`.
 */
export function payloadOfTask(task: Values): unknown {
  const data = valuesOf(task['data']);
  const notification = valuesOf(task['notification']);
  const content = valuesOf(valuesOf(notification['request'])['content']);
  const inner = valuesOf(notification['data']);
  const parts = [data, valuesOf(data['dataString']), valuesOf(data['body']), valuesOf(task['body']), valuesOf(content['data']), inner,
    valuesOf(inner['body'])];
  const found = parts.find((place) => place['peal'] !== undefined) || data;
  // On Android `body` is taken by the data: the text is in `message`.
  const words = [content, notification, ...[data, inner].map((place) => ({ ...place, body: place['message'] ?? place['body'] }))]
    .map((place: Values) => ({ title: place['title'], body: place['body'] })).find(({ title }) => typeof title === 'string') || {};
  return { ...words, data: found };
}
