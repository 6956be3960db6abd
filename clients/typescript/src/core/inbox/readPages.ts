import type { Api } from '../HttpApi.js';
import type { InboxPage } from '../model/Notification.js';
import type { InboxFilter } from '../PealClient.js';

const pageSize = 50;
const longestPage = 200;

export interface Pages {
  readonly page: InboxPage;
  readonly etag: string | null;
}

/** Reads the list until it has so many rows; `null` when it is still as the `ETag` says. */
export async function readPages(api: Api, filter: InboxFilter, count: number, etag: string | null): Promise<Pages | null> {
  const read = (limit: number, cursor?: string | null, known?: string | null) =>
    api.send<InboxPage>({ method: 'GET', path: '/notifications', query: { ...filter, limit, cursor }, etag: known || null });
  const first = await read(pageSize, null, etag);
  if (first.status === 304) return null;
  let page = first.body;
  while (page.nextCursor && page.items.length < count) {
    const { body } = await read(Math.min(longestPage, count - page.items.length), page.nextCursor);
    page = { ...body, items: [...page.items, ...body.items] };
  }
  return { page, etag: first.etag };
}

/** Reads the page behind a cursor. */
export const readMore = async (api: Api, filter: InboxFilter, cursor: string): Promise<InboxPage> =>
  (await api.send<InboxPage>({ method: 'GET', path: '/notifications', query: { ...filter, limit: pageSize, cursor } })).body;
