import type { Core } from '../Context.js';
import type { PealError } from '../PealError.js';

interface Revocation {
  readonly id: string;
  readonly user: string;
}

const name = 'revocations';

/** Of what is kept; each stands for a sign-out without a network. */
const capacity = 10;

export interface Revocations {
  add(id: string, user: string, token: string | null): Promise<void>;
  retry(): Promise<void>;
}

/**
 * Devices that were signed out and that the server may not know of yet (R005). A device key cannot revoke its device, and
 * tokens are not stored: while this client lives, the leaving user's token is tried again; after a restart, the next session
 * of the same user revokes it. Until then nothing is shown: the address itself has ended on the device.
 */
export function createRevocations(core: Omit<Core, 'client'>): Revocations {
  const { api, log, storage, user } = core;
  const tokens = new Map<string, string>();
  let turn = Promise.resolve();

  async function send({ id, user: whose }: Revocation): Promise<boolean> {
    const token = tokens.get(id);
    const as = user.get() === whose ? 'session' : token ? { bearer: token } : null;
    if (!as) return false;
    try {
      await api.send({ method: 'DELETE', path: '/users/me/devices/' + encodeURIComponent(id), as });
    } catch (error) {
      const { status, isTemporary, code } = error as PealError;
      log('device.revoke-failed', { code });
      // 404: it is gone already.
      if (isTemporary || status === 401) return false;
    }
    return true;
  }

  function work(added: readonly Revocation[]): Promise<void> {
    turn = turn.then(async () => {
      const stored = await storage.app.read<Revocation[]>(name);
      const before = (Array.isArray(stored) ? stored : []).concat(added).slice(-capacity);
      if (!before.length) return;
      if (added.length) await storage.app.write(name, before);
      const left: Revocation[] = [];
      for (const each of before) {
        if (await send(each)) tokens.delete(each.id);
        else left.push(each);
      }
      if (left.length < before.length) await storage.app.write(name, left);
    });
    return turn;
  }

  return {
    add(id, whose, token) {
      if (token) tokens.set(id, token);
      return work([{ id, user: whose }]);
    },
    retry: () => work([]),
  };
}
