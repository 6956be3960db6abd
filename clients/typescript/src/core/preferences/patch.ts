/** Members of an object that change, at any depth. */
export interface Patch {
  readonly [name: string]: Patch | boolean | string | undefined;
}

const isPatch = (value: unknown): value is Patch => typeof value === 'object' && value !== null;

/** The value with the patch's members; those that it does not have are left out: a newer app may know more than the server. */
export function patched<T>(value: T, patch: Patch): T {
  const next = { ...value } as Record<string, unknown>;
  for (const [name, change] of Object.entries(patch)) {
    if (change !== undefined && next[name] !== undefined) next[name] = isPatch(change) ? patched(next[name], change) : change;
  }
  return next as unknown as T;
}

/** What is left of a patch after a later one: the members that the later one does not name. */
export function left(older: Patch, newer: Patch): Patch | null {
  const rest = Object.entries(older).flatMap(([name, change]) => {
    const later = newer[name];
    const kept = later === undefined ? change : isPatch(change) && isPatch(later) ? left(change, later) : undefined;
    return kept === undefined || kept === null ? [] : [[name, kept] as const];
  });
  return rest.length ? (Object.fromEntries(rest) as Patch) : null;
}
