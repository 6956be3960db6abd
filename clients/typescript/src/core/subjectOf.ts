const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What a JWT says, unverified: the server alone decides whether it is valid. Empty when it cannot be read. */
export function claimsOf(token: string): { readonly sub?: unknown; readonly exp?: unknown } {
  try {
    let bits = '';
    for (const character of token.split('.')[1]!) bits += (64 + alphabet.indexOf(character)).toString(2).slice(1);
    const bytes = bits.replace(/.{8}|.+/g, (byte) => (byte[7] ? '%' + (256 + parseInt(byte, 2)).toString(16).slice(1) : ''));
    return Object(JSON.parse(decodeURIComponent(bytes)));
  } catch {
    return {};
  }
}

/** The user's id in a JWT, to know whose stored state is shown. A token that cannot be read belongs to `me`. */
export const subjectOf = (token: string): string => String(claimsOf(token).sub || 'me');
