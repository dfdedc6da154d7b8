/** A JSON pointer to a place in a document, as the fragment of an address. */
export function pointerTo(...keys: string[]): string {
  return `#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}
