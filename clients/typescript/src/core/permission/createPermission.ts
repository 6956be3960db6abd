import type { Core } from '../Context.js';
import { createStorage } from '../createStorage.js';
import { createStore } from '../createStore.js';
import type { DeviceControl } from '../devices/DeviceControl.js';
import { resolveLink } from '../links/resolveLink.js';
import type { Permission, PermissionView } from '../PealClient.js';
import type { PermissionState, Push } from '../platform.js';
import { sameJson } from '../sameJson.js';
import { isGranted, isPromptDue, isSoftPromptDue } from './permissionRules.js';

const name = 'permission';

export interface PermissionControl extends Permission {
  /** Reads what is stored and the system's state. */
  start(): Promise<void>;
}

export function createPermission(core: Core, devices: DeviceControl): PermissionControl {
  const { config, hooks, log, options, platform, storage, user } = core;
  const { push, clock, session } = platform;
  const sessions = session && createStorage(session, log, () => `peal:${options.app}:`);
  const view = createStore<PermissionView>({ state: 'not-determined', prompt: null, softPrompt: null });
  // Survive a restart: the system's state as it was found last, and when a soft prompt was shown.
  let state: PermissionState = 'not-determined';
  let softPromptAt: number | null = null;
  // Hold for the session: nobody is asked twice.
  let isDismissed = false;
  let isSoftShown = false;
  let milestones: readonly string[] = [];
  let whose: string | null = null;
  let screen = '';
  let isSoftOpen = false;
  let isStarted = false;

  function keep(): void {
    void storage.app.write(name, { state, softPromptAt });
    if (sessions) void sessions.write(name, { isDismissed, isSoftShown });
  }

  function show(): void {
    const now = config.get();
    if (!isStarted || !push) return;
    const policy = now && now.permission;
    const { texts = {}, softPrompt = {} } = policy || {};
    const isSoftScreen = !!now && !resolveLink({ ...now.links, routes: softPrompt.routes || [] }, screen).isFallback;
    const facts = {
      state, policy, isSignedIn: user.get() !== null, isDismissed, isSoftShown, milestones, softPromptAt, isSoftScreen,
      now: clock.now(),
    };
    isSoftOpen = isSoftOpen && isSoftScreen && state === 'denied' && !isDismissed;
    if (isSoftPromptDue(facts)) {
      isSoftOpen = isSoftShown = true;
      softPromptAt = facts.now;
      keep();
    }
    const next: PermissionView = {
      state,
      prompt: isPromptDue(facts) ? { text: texts.prompt || null } : null,
      softPrompt: isSoftOpen ? { text: texts.softPrompt || null } : null,
    };
    if (!sameJson(next, view.get())) view.set(next);
  }

  /** Asks the system; a failure is logged, and the state stays. */
  async function read(ask: (push: Push) => Promise<PermissionState>): Promise<boolean> {
    const before = state;
    try {
      if (push) state = await ask(push);
    } catch (error) {
      log('permission.failed', { error: String(error) });
    }
    if (state === before) return false;
    log(name, { state });
    keep();
    return true;
  }

  async function take(isChanged: boolean): Promise<void> {
    show();
    if (isChanged && user.get() !== null) await devices.permissionChanged(state);
  }

  const refresh = async (): Promise<void> => take(await read((system) => system.permission()));

  config.subscribe(show);
  hooks.session.on((next) => {
    if (whose !== null && whose !== next) milestones = [];
    whose = next;
    show();
  });

  return {
    view,
    async start() {
      ({ state, softPromptAt } = { state, softPromptAt, ...(await storage.app.read<{}>(name)) });
      if (sessions) ({ isDismissed, isSoftShown } = { isDismissed, isSoftShown, ...(await sessions.read<{}>(name)) });
      // A clock that ran ahead when it was noted shall not silence it for ever.
      if (softPromptAt! > clock.now()) {
        softPromptAt = clock.now();
        keep();
      }
      isStarted = true;
      await refresh();
    },
    async ask() {
      const isChanged = await read((system) => system.request());
      if (!isGranted(state)) isDismissed = true;
      keep();
      await take(isChanged);
      return push ? state : 'denied';
    },
    dismiss() {
      isDismissed = true;
      keep();
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
    openSettings() {
      if (push && push.openSettings) push.openSettings();
    },
    canOpenSettings: !!push && !!push.openSettings,
  };
}
