import { show } from '../../../base/values/show.ts';
import type { ConductCheck } from '../conduct.ts';
import { onOrder } from './sent-order.ts';
import type { UnlistedField } from './unlisted-fields.ts';

/** Fields forbidden in orders. */
export interface Unwanted {
  title: string;
  rule: string;
  kinds: readonly UnlistedField['kind'][];
  expected: string;
  /** Id in contracts/assumptions.yaml, if the document does not forbid the field. */
  assumption?: string;
  wrong: string;
  right: string;
}

/** Returns the check for some kinds of unlisted fields in orders. */
export function unlistedField({ title, rule, kinds, expected, assumption, wrong, right }: Unwanted): ConductCheck {
  return {
    title,
    rules: [rule],
    sees: ['createFlightOrder'],
    occasion: 'an order',
    wrong,
    right,
    scenarios: [],
    judge: onOrder((view, { unlisted }) => {
      if (unlisted.length === 0) return view.kept();
      const found = unlisted.filter(({ kind }) => kinds.includes(kind));
      if (found.length === 0) return view.kept();
      for (const { name, value, pointer } of found)
        view.broken({
          expected,
          actual: `${name}: ${show(value)}`,
          pointer,
          ...(assumption !== undefined && { assumption }),
        });
    }),
  };
}
