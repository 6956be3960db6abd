/** Parses stored JSON; what cannot be read counts as absent. */
export function parseOr<T>(text: string | null, otherwise: T): T {
  try {
    return text === null ? otherwise : JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}
