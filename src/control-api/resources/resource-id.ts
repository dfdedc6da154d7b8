import type { SearchRecord } from '../../store/searches.ts';

/** A resultId is unique within its search only, so the id of the search comes first. */
export function transferOfferId({ searchId }: SearchRecord, resultId: string): string {
  return `${searchId}.${resultId}`;
}

/** The search of a transfer offer; undefined for an id of another form. */
export function searchIdOfTransferOffer(resourceId: string): string | undefined {
  return /^([0-9a-f]{32})\.[0-9a-f]{32}$/.exec(resourceId)?.[1];
}
