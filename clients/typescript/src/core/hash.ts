/** Tells whether a text has changed without storing it: two 32-bit FNV-1a hashes. Protects nothing. */
export function hash(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x1000193;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ (unit + index), 0x85ebca6b);
  }
  return (first >>> 0).toString(36) + (second >>> 0).toString(36);
}
