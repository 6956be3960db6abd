/** Reads what another program wrote, without trust in its types. */

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

export const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

export function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
