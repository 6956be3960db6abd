/** Why this browser has no address; the core logs the code. */
export const pushError = (code: string): Error => Object.assign(new Error(code), { code });
