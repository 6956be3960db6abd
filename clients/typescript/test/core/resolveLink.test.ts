import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resolveLink } from '../../src/core/links/resolveLink.js';
import { randomOf } from './randomOf.js';

declare const URL: new (address: string, base: string) => { readonly origin: string; readonly pathname: string };

const links = {
  scheme: 'reports', hosts: ['reports.example'], fallback: '/reports',
  routes: ['/', '/reports', '/reports/{id}', '/rides/{id}', '/rides/queue', '/events/{event}/members/{user}', '/a b']
};

describe('R121, R122: a link that the catalog allows', () => {
  const cases: [string, string, string, Record<string, string>][] = [
    ['/reports/r1', '/reports/r1', '/reports/{id}', { id: 'r1' }],
    ['/reports/r%201', '/reports/r%201', '/reports/{id}', { id: 'r 1' }],
    ['/rides/queue?highlight=r1', '/rides/queue', '/rides/queue', {}],
    ['/rides/r1#map', '/rides/r1', '/rides/{id}', { id: 'r1' }],
    ['/events/e1/members/ann', '/events/e1/members/ann', '/events/{event}/members/{user}', { event: 'e1', user: 'ann' }],
    ['/a%20b', '/a%20b', '/a b', {}],
    ['/', '/', '/', {}],
    ['https://reports.example/reports/r1', '/reports/r1', '/reports/{id}', { id: 'r1' }],
    ['HTTPS://Reports.Example/reports/r1', '/reports/r1', '/reports/{id}', { id: 'r1' }],
    ['https://reports.example', '/', '/', {}],
    ['https://reports.example?x=1', '/', '/', {}],
    ['reports://reports/r1', '/reports/r1', '/reports/{id}', { id: 'r1' }],
    ['reports:///reports/r1', '/reports/r1', '/reports/{id}', { id: 'r1' }]
  ];
  for (const [link, path, route, parameters] of cases) {
    test(link, () => {
      const found = resolveLink(links, link, 'report/r1', 'n1');
      assert.deepEqual(
        { path: found.path, route: found.route, parameters: found.parameters, isFallback: found.isFallback,
          notification: found.notification },
        { path, route, parameters, isFallback: false, notification: 'n1' }
      );
    });
  }
});

describe('R125, R126: everything else opens the fallback', () => {
  const cases = [
    '', '/admin', '/reports/', '/reports//', '//', '//evil.example/reports', '///reports', '/reports/r1/edit', '/reports/..',
      '/reports/.',
    '/reports/%2e%2e', '/reports/%2E', '/reports/a%2f..', '/reports/%2e%5cb', '/reports%2fr1', '/reports/%00', '/reports/%0a', '/reports/%7f',
      '/reports/%zz', '/reports/%',
    '/reports/%ff', '/reports/r1?x=%ff', '/reports/r1#a#b', '/reports/r 1', '/reports/r\t1', '/reports/r1\n', '\n/reports/r1',
      ' /reports/r1',
    '/reports/ü', '\\\\evil.example\\reports', '/\\evil.example', '/reports\\r1', 'reports/r1', 'javascript:alert(1)',
      'JavaScript://reports.example/%0aalert(1)',
    'data:text/html,x', 'http://reports.example/reports/r1', 'https://evil.example/reports/r1',
      'https://reports.example.evil/reports',
    'https://reports.example:444/reports', 'https://reports.example@evil.example/reports', 'https://user@reports.example/reports',
    'https:/reports.example/reports', 'https:reports', 'https:///reports', 'https://\\reports.example/reports',
      'ftp://reports.example/reports',
    '://reports', 'file:///reports', 'blob:https://reports.example/reports', '/reports/' + 'a'.repeat(2048), '?x=1', '#x'
  ];
  for (const link of cases) {
    test(JSON.stringify(link.slice(0, 60)), () => {
      const found = resolveLink(links, link, 'report/r1', 'n1');
      assert.deepEqual(
        { path: found.path, href: found.href, route: found.route, isFallback: found.isFallback, highlight: found.highlight,
          notification: found.notification },
        { path: '/reports', href: '/reports', route: null, isFallback: true, highlight: null, notification: 'n1' }
      );
    });
  }
  test('null and nothing', () => {
    assert.equal(resolveLink(links, null).isFallback, true);
    assert.equal(resolveLink(links, undefined).path, '/reports');
  });
  test('a fallback that is no route, or has a query, is opened as the catalog says', () => {
    const other = resolveLink({ ...links, fallback: '/home' }, '/admin');
    assert.deepEqual([other.path, other.href, other.isFallback], ['/home', '/home', true]);
    const query = resolveLink({ ...links, fallback: '/reports?tab=mine' }, '/admin');
    assert.deepEqual([query.path, query.href, query.query.tab], ['/reports', '/reports?tab=mine', 'mine']);
  });
});

describe('R124: highlight and autoScan', () => {
  test('the id of the link gets the type of the notification', () => {
    assert.equal(resolveLink(links, '/reports?highlight=r1', 'report/r1').highlight, 'report/r1');
    assert.equal(resolveLink(links, '/reports?highlight=r1', 'event/e1').highlight, 'r1');
    assert.equal(resolveLink(links, '/reports?highlight=report%2Fr1').highlight, 'report/r1');
    assert.equal(resolveLink(links, '/reports/r1', 'report/r1').highlight, null);
  });
  test('autoScan only where the link says so', () => {
    assert.equal(resolveLink(links, '/reports?autoScan=true').autoScan, true);
    assert.equal(resolveLink(links, '/reports?autoScan=1').autoScan, false);
    assert.equal(resolveLink(links, '/reports').autoScan, false);
  });
  test('a query reads as a form does, and cannot reach a prototype', () => {
    const { query, href } = resolveLink(links, '/reports?a=1&b=x%26y+z&c&&d=e=f&__proto__=p');
    assert.deepEqual({ ...query, ['__proto__']: undefined }, { a: '1', b: 'x&y z', c: '', d: 'e=f', ['__proto__']: undefined });
    assert.equal(Object.getOwnPropertyDescriptor(query, '__proto__')?.value, 'p');
    assert.equal(href, '/reports?a=1&b=x%26y+z&c&&d=e=f&__proto__=p');
  });
});

test('R126: no text leads out of the routes', () => {
  const pieces = ['/', '//', '..', '.', '%2e', '%2f', '%5c', '\\', '\n', '\0', '%00', 'reports', 'r1', 'rides', 'queue', '?', '#',
    '&', '=', ':', '@',
    'https://', 'reports://', 'javascript:', 'reports.example', 'evil.example', ' ', 'é', '%', '%c3%a9', '{id}', 'a b', ';', '+'];
  const random = randomOf(7);
  let allowed = 0;
  for (let round = 0; round < 30_000; round++) {
    let link = random(2) ? '/reports' : '';
    for (let count = 1 + random(6); count > 0; count--) link += pieces[random(pieces.length)]!;
    const { path, href, route, isFallback } = resolveLink(links, link);
    const decoded = path === '/' ? [] : path.slice(1).split('/').map(decodeURIComponent);
    assert(decoded.every(segment => !/^$|(^|[/\\])\.\.?([/\\]|$)|[\0-\x1f\x7f]/.test(segment)), JSON.stringify({ link, path }));
    assert(/^\/(?!\/)/.test(href) && new URL(href, 'https://here.example').origin === 'https://here.example',
      JSON.stringify({ link, href }));
    assert.equal(new URL(href, 'https://here.example').pathname, path, JSON.stringify({ link, path }));
    if (isFallback) {
      assert.equal(path, '/reports');
      continue;
    }
    allowed++;
    const parts = route!.split('/').filter(part => part);
    assert(parts.length === decoded.length && parts.every((part, index) => part[0] === '{' || part === decoded[index]),
      JSON.stringify({ link, path, route }));
  }
  assert(allowed > 500, `${allowed} links were allowed`);
});
