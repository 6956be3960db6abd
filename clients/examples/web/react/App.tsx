import type { MouseEvent, ReactElement } from 'react';
import { useEffect } from 'react';
import {
  PealBell, PealEtaButton, PealHostBoard, PealInbox, PealPermission, PealPreferences, PealQuickReply, PealToast, useInbox, usePeal,
} from 'peal-client/react';
import { useRoute } from './useRoute.js';

const pages = { '/notifications': 'Notifications', '/settings/notifications': 'Settings', '/events/lunch-run': 'Lunch run' };

export function App(): ReactElement {
  const [path, go] = useRoute();
  const peal = usePeal();
  const { unreadCount } = useInbox();

  // Taps on pushes, rows and banners come here: the router of the app opens them.
  useEffect(() => peal?.links.onOpen(({ href }) => go(href)), [peal, go]);
  useEffect(() => void peal?.screenViewed(path), [peal, path]);
  useEffect(() => void (document.title = unreadCount ? `(${unreadCount}) Community` : 'Community'), [unreadCount]);

  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    event.preventDefault();
    go(event.currentTarget.pathname);
  };
  return (
    <>
      <header>
        <nav>{Object.entries(pages).map(([href, name]) => <a key={href} href={href} onClick={follow}>{name}</a>)}</nav>
        <PealBell preferencesHref="/settings/notifications" />
      </header>
      <PealPermission />
      <main><Screen path={path} /></main>
      <PealToast />
    </>
  );
}

function Screen({ path }: { readonly path: string }): ReactElement {
  const [, event, isBoard] = /^\/events\/([^/]+)(\/eta)?$/.exec(path) || [];
  if (event && isBoard) return <PealHostBoard event={event} />;
  if (event) return <><PealEtaButton event={event} href={`/events/${event}/eta`} /><PealQuickReply event={event} /></>;
  if (path === '/settings/notifications') return <PealPreferences />;
  if (path === '/' || path === '/notifications') return <PealInbox className="list" groupBy="type" />;
  return <h1>{path}</h1>;
}
