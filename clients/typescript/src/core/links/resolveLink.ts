import type { ClientConfig } from '../model/ClientConfig.js';
import type { Destination } from '../PealClient.js';

// RFC 3986 and nothing else: no control character, space or backslash, and only whole percent escapes.
const linkShape = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-Fa-f]{2}){1,2048}$/;

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** The app path in front of query and fragment; `null` when scheme or host is not the app's. */
function appPath(link: string, { scheme, hosts }: ClientConfig['links']): string | null {
  if (link[0] === '/') return link;
  const [, name, rest] = /^([^:/?#]+):\/\/(.*)$/.exec(link) || [];
  if (name === undefined || rest === undefined) return null;
  if (scheme && name.toLowerCase() === scheme.toLowerCase()) return rest[0] === '/' ? rest : '/' + rest;
  const slash = rest.indexOf('/') < 0 ? rest.length : rest.indexOf('/');
  const isOurs = name.toLowerCase() === 'https' && hosts.includes(rest.slice(0, slash).toLowerCase());
  return isOurs ? rest.slice(slash) || '/' : null;
}

/** The decoded segments of a path; `null` when one is empty, climbs, or hides a separator or control character. */
function segmentsOf(path: string): string[] | null {
  if (path === '/') return [];
  const segments = path.slice(1).split('/').map(decode);
  return segments.every((s): s is string => !!s && !/^\.\.?$|[\0-\x1f\x7f/\\]/.test(s)) ? segments : null;
}

/** The parameters of a route that matches; `null` otherwise. */
function parametersOf(route: string, segments: readonly string[]): [string, string][] | null {
  const parts = route.split('/').filter(part => part);
  if (parts.length !== segments.length) return null;
  const found: [string, string][] = [];
  for (const [index, part] of parts.entries()) {
    const segment = segments[index]!;
    if (/^\{.*\}$/.test(part)) found.push([part.slice(1, -1), segment]);
    else if (part !== segment) return null;
  }
  return found;
}

function queryOf(text: string): [string, string][] | null {
  const found: [string, string][] = [];
  for (const pair of text.split('&')) {
    if (!pair) continue;
    const [key, ...rest] = pair.replace(/\+/g, ' ').split('=');
    const [name, value] = [decode(key!), decode(rest.join('='))];
    if (name === null || value === null) return null;
    found.push([name, value]);
  }
  return found;
}

/**
 * Where a link leads: a path of the app that the catalog allows, or the catalog's fallback (R125, R126).
 *
 * The rules are the server's: percent escapes are decoded once, so that `%2e%2e` and `%2f` cannot name another path.
 */
export function resolveLink(
  links: ClientConfig['links'],
  link: string | null | undefined,
  entity?: string,
  notification?: string
): Destination {
  const about = { notification: notification || null };
  const match = link ? readLink(links, link) : null;
  if (match) {
    // A link has the id to highlight; the notification's entity says of what type it is.
    const { highlight } = match;
    return { ...match, ...about, highlight: highlight && entity && entity.endsWith('/' + highlight) ? entity : highlight };
  }
  // The fallback is the catalog's own: it is opened even where it is no route.
  const plain = { path: links.fallback, href: links.fallback, route: null, parameters: {}, query: {}, highlight: null, autoScan: false };
  return { ...(readLink(links, links.fallback) || plain), ...about, highlight: null, route: null, isFallback: true };
}

function readLink(links: ClientConfig['links'], link: string): Destination | null {
  if (!linkShape.test(link) || link.split('#').length > 2) return null;
  const [, before, search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(link)!;
  const path = appPath(before!, links);
  const segments = path && segmentsOf(path);
  const query = queryOf(search.slice(1));
  if (!path || !segments || !query) return null;
  // `/rides/queue` wins over `/rides/{id}`.
  const holes = (route: string): number => route.split('{').length;
  for (const route of [...links.routes].sort((a, b) => holes(a) - holes(b))) {
    const parameters = parametersOf(route, segments);
    if (!parameters) continue;
    const values = Object.fromEntries(query);
    return {
      path, href: path + search + hash, route, parameters: Object.fromEntries(parameters), query: values,
      highlight: values.highlight || null, autoScan: values.autoScan === 'true', isFallback: false, notification: null
    };
  }
  return null;
}
