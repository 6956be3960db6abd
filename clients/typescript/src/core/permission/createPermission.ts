import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { DeviceControl } from '../devices/DeviceControl.js';
import { resolveLink } from '../links/resolveLink.js';
import type { Permission, PermissionView } from '../PealClient.js';
import type { PermissionState } from '../platform.js';
import { createStorage } from '../createStorage.js';
import { isPromptDue, isSoftPromptDue, type PermissionFacts } from './permissionRules.js';

const name = 'permission';

/** What survives a restart. */
interface Kept {
  /** The system's state, as it was found last. */
  readonly state: PermissionState;
  readonly softPromptAt: number | null;
}

/** What the session knows: that nobody is asked twice. */
interface Session {
  readonly isDismissed: boolean;
  readonly isSoftShown: boolean;
}

export interface PermissionControl extends Permission {
  /** Reads what is stored and the system's state. */
  start(): Promise<void>;
}

export function createPermission(core: Core, devices: DeviceControl): PermissionControl {
  const { config, hooks, log, options, platform, storage, user } = core;
  const { push, clock } = platform;
  const sessions = platform.session && createStorage(platform.session, log, () => `peal:${options.app}:`);
  const view = createStore<PermissionView>({ state: 'not-determined', prompt: null, softPrompt: null });
  let kept: Kept = { state: 'not-determined', softPromptAt: null };
  let session: Session = { isDismissed: false, isSoftShown: false };
  let milestones: readonly string[] = [];
  let whose: string | null = null;
  let screen: string | null = null;
  let isSoftOpen = false;
  let isStarted = false;

  const keep = (changed: Partial<Kept>): void => {
    kept = { ...kept, ...changed };
    void storage.app.write(name, kept);
  };
  const note = (changed: Partial<Session>): void => {
    session = { ...session, ...changed };
    void sessions?.write(name, session);
  };

  function isSoftScreen(): boolean {
    const { links, permission } = config.get() || {};
    const routes = permission?.softPrompt?.routes;
    return !!links && !!routes && screen !== null && !resolveLink({ ...links, routes }, screen).isFallback;
  }

  function show(): void {
    if (!push || !isStarted) return;
    const policy = config.get()?.permission || null;
    const facts: PermissionFacts = {
      state: kept.state, policy, isSignedIn: user.get() !== null, ...session, milestones,
      softPromptAt: kept.softPromptAt, isSoftScreen: isSoftScreen(), now: clock.now(),
    };
    isSoftOpen = isSoftOpen && facts.isSoftScreen && facts.state === 'denied' && !session.isDismissed;
    if (isSoftPromptDue(facts)) {
      isSoftOpen = true;
      note({ isSoftShown: true });
      keep({ softPromptAt: facts.now });
    }
    const texts = policy?.texts;
    const next: PermissionView = {
      state: kept.state,
      prompt: isPromptDue(facts) ? { text: texts?.prompt ?? null } : null,
      softPrompt: isSoftOpen ? { text: texts?.softPrompt ?? null } : null,
    };
    if (JSON.stringify(next) !== JSON.stringify(view.get())) view.set(next);
  }

  async function take(state: PermissionState): Promise<void> {
    const isChanged = state !== kept.state;
    if (isChanged) {
      log('permission', { state });
      keep({ state });
    }
    show();
    if (isChanged && user.get() !== null) await devices.permissionChanged(state);
  }

  async function refresh(): Promise<void> {
    if (!push) return;
    try {
      await take(await push.permission());
    } catch (error) {
      log('permission.unreadable', { error: String(error) });
    }
  }

  config.subscribe(show);
  hooks.session.on((now) => {
    if (whose !== null && whose !== now) milestones = [];
    whose = now;
    show();
  });

  return {
    view,
    async start() {
      kept = { ...kept, ...(await storage.app.read<Kept>(name)) };
      session = { ...session, ...(await sessions?.read<Session>(name)) };
      // A clock that ran ahead when it was noted shall not silence it for ever.
      if (kept.softPromptAt !== null && kept.softPromptAt > clock.now()) keep({ softPromptAt: clock.now() });
      isStarted = true;
      await refresh();
    },
    async ask() {
      if (!push) return 'denied';
      let state: PermissionState;
      try {
        state = await push.request();
      } catch (error) {
        log('permission.failed', { error: String(error) });
        state = kept.state;
      }
      if (state !== 'granted' && state !== 'provisional') note({ isDismissed: true });
      await take(state);
      return state;
    },
    dismiss() {
      note({ isDismissed: true });
      show();
    },
    async milestone(reached) {
      milestones = [...milestones, reached];
      show();
    },
    screen(link) {
      screen = link;
      show();
    },
    refresh,
    openSettings: () => push?.openSettings?.(),
    canOpenSettings: !!push?.openSettings,
  };
}
