import type { ClientConfig } from '../model/ClientConfig.js';
import type { Destination } from '../PealClient.js';

// RFC 3986 and nothing else: no control character, space or backslash, and only whole percent escapes.
const linkShape = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-Fa-f]{2}){1,2048}$/;
/** What is not in a segment once it is decoded: nothing, a control character, or a climb. A separator is a part of an id. */
const unsafe = /^$|(^|[/\\])\.\.?([/\\]|$)|[\0-\x1f\x7f]/;

/** The app path in front of query and fragment; empty when scheme or host is not the app's. */
function appPath(address: string, { scheme, hosts }: ClientConfig['links']): string {
  const [, name = '', host = '', path = ''] = /^(?:([^:/]+):\/\/([^/]*))?(\/.*)?$/.exec(address) || [];
  const isScheme = !!scheme && name.toLowerCase() === scheme.toLowerCase();
  if (isScheme) return host ? `/${host}${path}` : path || '/';
  return !name ? path : name.toLowerCase() === 'https' && hosts.includes(host.toLowerCase()) ? path || '/' : '';
}

function readLink(links: ClientConfig['links'], link: string): Destination | null {
  const [, address, search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#[^#]*)?$/.exec(link) || [];
  const path = address && linkShape.test(link) ? appPath(address, links) : '';
  if (!path) return null;
  try {
    const segments = path === '/' ? [] : path.slice(1).split('/').map(decodeURIComponent);
    if (segments.some(segment => unsafe.test(segment))) return null;
    const pairs = search.slice(1).replace(/\+/g, ' ').split('&').filter(pair => pair);
    const query = Object.fromEntries(pairs.map(pair => /^([^=]*)=?(.*)$/.exec(pair)!.slice(1).map(decodeURIComponent)));
    const holes = (route: string): number => route.split('{').length;
    // `/rides/queue` wins over `/rides/{id}`.
    const route = [...links.routes].sort((a, b) => holes(a) - holes(b)).find(each => {
      const parts = each.split('/').filter(part => part);
      return parts.length === segments.length && parts.every((part, index) => part[0] === '{' || part === segments[index]);
    });
    if (route === undefined) return null;
    const values = route.split('/').filter(part => part).map((part, index) => [part, segments[index]!] as const);
    const named = values.filter(([part]) => part[0] === '{').map(([part, value]) => [part.slice(1, -1), value]);
    const parameters = Object.fromEntries(named);
    return {
      path, href: path + search + hash, route, parameters, query,
      highlight: query.highlight || null, autoScan: query.autoScan === 'true', isFallback: false, notification: null
    };
  } catch {
    // An escape that is no UTF-8.
    return null;
  }
}

/**
 * Where a link leads: a path of the app that the catalog allows, or the catalog's fallback (R125, R126).
 *
 * The rules are the server's: percent escapes are decoded once, so that `%2e%2e` cannot name another path, and `%2f` is a
 * part of an id and never of a path.
 */
export function resolveLink(
  links: ClientConfig['links'],
  link: string | null | undefined,
  entity = '',
  notification: string | null = null
): Destination {
  const match = readLink(links, link || '');
  if (match) {
    // A link has the id to highlight; the notification's entity says of what type it is.
    const { highlight } = match;
    return { ...match, notification, highlight: highlight && entity.endsWith('/' + highlight) ? entity : highlight };
  }
  const { fallback } = links;
  // The fallback is the catalog's own: it is opened even where it is no route.
  return {
    path: fallback, href: fallback, parameters: {}, query: {}, autoScan: false, ...readLink(links, fallback),
    route: null, highlight: null, isFallback: true, notification
  };
}
