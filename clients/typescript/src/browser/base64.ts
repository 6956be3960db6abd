/** The bytes of a text in base64 with the URL alphabet, as a VAPID key is written. */
export function bytesOf(text: string): Uint8Array {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, character => character.charCodeAt(0));
}
