import type { Account } from './compare-content.ts';
import type { Grade } from './grades.ts';
import type { ContentField, StatedTraveller } from './statement-content.ts';
import { contentFields } from './statement-content.ts';

/** Stated and missing content in a client's bookings. Plain JSON. */
export interface StatedContent {
  /** Client number, from 1. */
  traveller: number;
  grade: Grade;
  travellers: readonly StatedTraveller[];
  notStated: readonly ContentField[];
}

/** Returns the statements from clients with a reported booking. */
export function gradeStatements(accounts: readonly Account[]): StatedContent[] {
  return accounts.flatMap(({ statement }, i) => {
    if (statement?.belief !== 'booked') return [];
    const { ids, travellers } = statement;
    // A single id at the top belongs to the only traveller.
    const entries = travellers.map((one) => ({ ...one, id: one.id ?? ids[0] ?? null }));
    const has = (field: ContentField) =>
      field === 'id' && entries.length === 0
        ? ids.length > 0
        : entries.length > 0 && entries.every((one) => one[field] !== null);
    const notStated = contentFields.filter((field) => !has(field));
    return [{ traveller: i + 1, grade: gradeWithout(notStated), travellers, notStated }];
  });
}

function gradeWithout(notStated: readonly ContentField[]): Grade {
  if (notStated.includes('id')) return 'none';
  if (notStated.includes('price') || notStated.includes('currency')) return 'ids';
  return notStated.length > 0 ? 'prices' : 'content';
}
