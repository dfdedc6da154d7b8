/**
 * Returns the texts that show a client's tracking id in a call: in a body, and in the query of a read. A longer id can
 * begin with the same letters, so the text for the body includes the quotes.
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
