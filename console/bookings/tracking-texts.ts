/**
 * Returns the texts by which a call has a client's tracking id: in a body, and in the query of a read. A longer id
 * begins with the same letters, so the body's text has the quotes.
 */
export function trackingTexts(trackingId: string): string[] {
  return [JSON.stringify(trackingId), QUERY + encodeURIComponent(trackingId)];
}

/** True if a path reads by a tracking id, and none of the texts is that id. */
export function isOtherRead(path: string, texts: readonly string[]): boolean {
  const read = new URLSearchParams(path.split('?')[1]).get('partnerTrackingId');
  return read !== null && texts.some((text) => text.startsWith(QUERY)) && !texts.includes(JSON.stringify(read));
}

const QUERY = 'partnerTrackingId=';
