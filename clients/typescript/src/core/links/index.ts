import type { Core } from '../Context.js';
import { mark } from '../inbox/mark.js';
import type { Destination, Links, Tap } from '../PealClient.js';
import { resolveLink } from './resolveLink.js';

type Navigate = Parameters<Links['onOpen']>[0];

/** A system may report the tap that started the app twice: at the start, and to whoever listens. */
const launchWindow = 60_000;

/** Nothing is opened before the catalog's routes are known. */
const unknown = { hosts: [], routes: [], fallback: '/' };

/** The deep-link router: the only place that reads a tap (R120–R129). */
export function createLinks(core: Core): Links {
  const navigators: Navigate[] = [];
  const taken = new Map<string, number>();
  /** Taps that came before it was known who is signed in. */
  let early: Tap[] | null = [];
  /** Taps that wait for the app's navigation, or for the routes. */
  let waiting: Pick<Tap, 'link' | 'entity' | 'notification'>[] = [];

  const resolve: Links['resolve'] = (link, entity, notification) =>
    resolveLink(core.config.get()?.links || unknown, link, entity, notification);

  async function isOpened(navigate: Navigate, destination: Destination): Promise<boolean> {
    try {
      return (await navigate(destination)) !== false;
    } catch (error) {
      core.log('links.failed', { route: destination.route, error: String(error) });
      return false;
    }
  }

  async function open(): Promise<void> {
    const navigate = navigators[navigators.length - 1];
    if (!navigate || !core.config.get()) return;
    const taps = waiting;
    waiting = [];
    for (const { link, entity, notification } of taps) {
      const destination = resolve(link, entity, notification);
      // The target may be deleted (R125).
      if (destination.isFallback || !(await isOpened(navigate, destination))) {
        const fallback = destination.isFallback ? destination : resolve(null, entity, notification);
        if (!(await isOpened(navigate, fallback))) core.log('links.unopened');
      }
    }
  }

  /** Whether this is the first report of a tap. Rows and banners can be tapped again, a push that was tapped is gone. */
  function isFirst({ source, notification, action, link }: Tap): boolean {
    if (source === 'inbox' || source === 'banner') return true;
    const now = core.platform.clock.now();
    for (const [key, at] of taken) if (now - at >= launchWindow) taken.delete(key);
    const key = JSON.stringify([notification || link, action && action.id]);
    if (taken.has(key)) return false;
    taken.set(key, now);
    return true;
  }

  const goTo = (tap: Pick<Tap, 'link' | 'entity' | 'notification'>): Promise<void> => {
    waiting.push(tap);
    return open();
  };

  core.config.subscribe(() => void open());
  core.hooks.session.on(user => {
    // What the last user tapped is not the next one's.
    if (user === null) waiting = [];
    const taps = early || [];
    early = null;
    for (const tap of taps) void take(tap);
  });

  async function take(tap: Tap): Promise<void> {
    const { action, entity, notification } = tap;
    if (notification) void core.platform.push?.clear?.([notification]).catch(error => core.log('links.clear', { error: String(error) }));
    if (action?.kind === 'dismiss') {
      if (notification) void mark(core, 'dismissed', notification);
      return;
    }
    if (action && notification && action.kind === 'quick-reply') {
      // `replies` opens the link that the server answers with.
      await core.client.replies.take(notification, action);
      return;
    }
    // The request is not waited for: navigation is immediate (R128).
    if (notification) void (action ? core.client.replies.take(notification, action) : mark(core, 'opened', notification));
    // A button without a link opens the app and nothing in it.
    if (!action || action.link) await goTo({ link: action ? action.link : tap.link, entity, notification });
  }

  return {
    resolve,
    async handle(tap) {
      if (!isFirst(tap)) return;
      if (early) early.push(tap);
      else await take(tap);
    },
    onOpen(navigate) {
      const own: Navigate = destination => navigate(destination);
      navigators.push(own);
      void open();
      return () => {
        const index = navigators.indexOf(own);
        if (index >= 0) navigators.splice(index, 1);
      };
    }
  };
}
