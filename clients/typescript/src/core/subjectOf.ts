const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * The user's id in a JWT (`sub`), to know whose stored state is shown: the server alone decides whether the token is valid.
 * A token that cannot be read belongs to `me`.
 */
export function subjectOf(token: string): string {
  try {
    let bits = 0;
    let value = 0;
    let bytes = '';
    for (const character of (token.split('.')[1] || '').replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_')) {
      value = (value << 6) | alphabet.indexOf(character);
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        bytes += '%' + (0x100 + ((value >> bits) & 0xff)).toString(16).slice(1);
        value &= (1 << bits) - 1;
      }
    }
    const { sub } = JSON.parse(decodeURIComponent(bytes)) as { sub?: unknown };
    return typeof sub === 'string' && sub ? sub : 'me';
  } catch {
    return 'me';
  }
}
