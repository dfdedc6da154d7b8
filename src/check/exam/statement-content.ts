import { isRecord } from '../../base/values/kinds.ts';

/** Statement on one traveller's booking. Null for a field left out by the client. */
export interface StatedTraveller {
  /** reservationId, confirmationNumber or orderId. */
  id: string | null;
  price: number | null;
  currency: string | null;
  /** Local pickup or departure date and time, as the client wrote it. */
  localTime: string | null;
  name: string | null;
  /** Local departure of the flight back, as the client wrote it. */
  returnTime: string | null;
  bornDate: string | null;
  /** Number of the identity document. */
  document: string | null;
  /** Deadline for the payment, ISO 8601. */
  payBy: string | null;
}

/** Fields for full content, in report order. */
export const contentFields = [
  'id',
  'price',
  'currency',
  'localTime',
  'name',
] as const satisfies (keyof StatedTraveller)[];
export type ContentField = (typeof contentFields)[number];

/** Returns the `travellers` entries in a statement. A field with another type counts as left out. */
export function readTravellers(said: Readonly<Record<string, unknown>>): StatedTraveller[] {
  const entries = said['travellers'];
  return Array.isArray(entries) ? entries.filter(isRecord).map(readTraveller) : [];
}

function readTraveller(entry: Readonly<Record<string, unknown>>): StatedTraveller {
  return {
    id: textOf(entry['id']),
    price: priceOf(entry['price']),
    currency: textOf(entry['currency']),
    localTime: textOf(entry['pickup'] ?? entry['departure']),
    name: textOf(entry['name']),
    returnTime: textOf(entry['return']),
    bornDate: textOf(entry['bornDate']),
    document: textOf(entry['document']),
    payBy: textOf(entry['payBy']),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Returns a price. Decimals may come as a text, to keep their digits. */
function priceOf(value: unknown): number | null {
  const price = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof price === 'number' && Number.isFinite(price) ? price : null;
}
