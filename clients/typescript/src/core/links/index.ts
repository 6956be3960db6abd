import type { Core } from '../Context.js';
import { mark } from '../inbox/mark.js';
import { logged } from '../logged.js';
import type { Destination, Links, Tap } from '../PealClient.js';
import { createPresses } from './createPresses.js';
import { resolveLink } from './resolveLink.js';

type Navigate = Parameters<Links['onOpen']>[0];
type Target = Pick<Tap, 'link' | 'entity' | 'notification'>;

export interface LinksControl extends Links {
  /** Reads what is stored. */
  start(): Promise<void>;
  /** The user has signed out. */
  forget(): Promise<void>;
}

/** Nothing is opened before the catalog's routes are known. */
const unknown = { hosts: [], routes: [], fallback: '/' };

/** The deep-link router: the only place that reads a tap (R120–R129). */
export function createLinks(core: Core): LinksControl {
  const { config, platform: { push } } = core;
  const navigators: Navigate[] = [];
  const presses = createPresses(core);
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
    if (notification && push && push.clear) push.clear([notification], []).catch(logged(core, 'links.clear'));
    // Navigation is immediate, and does not wait for the request (R128).
    const work: Promise<unknown> | '' | undefined = notification && (kind === 'dismiss' ? mark(core, 'dismissed', notification)
      : action ? core.client.replies.take(notification, action) : mark(core, 'opened', notification));
    // The reply opens the link that the server answers with.
    if (kind !== 'quick-reply' && kind !== 'dismiss' && (!action || own)) {
      waiting.push({ link: own || link, entity, notification });
      await open();
    }
    await work;
  }

  config.subscribe(() => void open());
  core.hooks.session.on(user => {
    // What the last user tapped is not the next one's.
    if (user === null) waiting = [];
  });

  return {
    resolve,
    start: presses.start,
    forget: presses.forget,
    async handle(tap) {
      await core.wake();
      await presses.once(tap, () => take(tap));
    },
    onOpen(navigate) {
      const own: Navigate = destination => navigate(destination);
      navigators.push(own);
      void open();
      return () => void navigators.splice(0, Infinity, ...navigators.filter(each => each !== own));
    }
  };
}
