import type { Core } from '../Context.js';
import { mark } from '../inbox/mark.js';
import { logged } from '../logged.js';
import type { Destination, Links, Tap } from '../PealClient.js';
import { resolveLink } from './resolveLink.js';

type Navigate = Parameters<Links['onOpen']>[0];
type Target = Pick<Tap, 'link' | 'entity' | 'notification'>;

/** A system may report the tap that started the app twice: at the start, and to whoever listens. */
const launchWindow = 60_000;

/** Nothing is opened before the catalog's routes are known. */
const unknown = { hosts: [], routes: [], fallback: '/' };

/** The deep-link router: the only place that reads a tap (R120–R129). */
export function createLinks(core: Core): Links {
  const { config, platform: { clock, push } } = core;
  const navigators: Navigate[] = [];
  const taken = new Map<string, number>();
  /** Taps that came before it was known who is signed in. */
  let early: Tap[] | null = [];
  /** What waits for the app's navigation, or for the routes. */
  let waiting: Target[] = [];

  const resolve: Links['resolve'] = (link, entity, notification) =>
    resolveLink((config.get() || { links: unknown }).links, link, entity, notification);

  async function isOpened(navigate: Navigate, destination: Destination): Promise<boolean> {
    try {
      return (await navigate(destination)) !== false;
    } catch (error) {
      logged(core, 'links.failed')(error);
      return false;
    }
  }

  async function open(): Promise<void> {
    const navigate = navigators[navigators.length - 1];
    if (!navigate || !config.get()) return;
    for (const { link, entity, notification } of waiting.splice(0)) {
      const target = resolve(link, entity, notification);
      // The target may be deleted (R125).
      if (!target.isFallback && (await isOpened(navigate, target))) continue;
      if (!(await isOpened(navigate, resolve(null, entity, notification)))) core.log('links.unopened');
    }
  }

  async function take({ action, link, entity, notification }: Tap): Promise<void> {
    const { kind, link: own = '' } = action || {};
    if (notification && push && push.clear) push.clear([notification]).catch(logged(core, 'links.clear'));
    // The request is not waited for: navigation is immediate (R128).
    const work = notification && (kind === 'dismiss' ? mark(core, 'dismissed', notification)
      : action ? core.client.replies.take(notification, action) : mark(core, 'opened', notification));
    // The reply opens the link that the server answers with.
    if (kind === 'quick-reply') await work;
    else if (kind !== 'dismiss' && (!action || own)) {
      waiting.push({ link: own || link, entity, notification });
      await open();
    }
  }

  config.subscribe(() => void open());
  core.hooks.session.on(user => {
    // What the last user tapped is not the next one's.
    if (user === null) waiting = [];
    (early || []).forEach(take);
    early = null;
  });

  return {
    resolve,
    async handle(tap) {
      const { source, notification, action, link } = tap;
      const now = clock.now();
      const key = [notification || link, action && action.id].join(' ');
      // Rows and banners can be tapped again, a push that was tapped is gone.
      if (source === 'push' || source === 'launch') {
        if (now - (taken.get(key) || -launchWindow) < launchWindow) return;
        taken.forEach((time, old) => now - time < launchWindow || taken.delete(old));
        taken.set(key, now);
      }
      if (early) early.push(tap);
      else await take(tap);
    },
    onOpen(navigate) {
      const own: Navigate = destination => navigate(destination);
      navigators.push(own);
      void open();
      return () => void navigators.splice(0, Infinity, ...navigators.filter(each => each !== own));
    }
  };
}
