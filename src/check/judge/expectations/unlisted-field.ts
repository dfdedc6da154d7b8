import { show } from '../../../base/values/show.ts';
import type { ConductCheck } from '../conduct.ts';
import { onOrder } from './sent-order.ts';
import type { UnlistedField } from './unlisted-fields.ts';

/** What orders must not have. */
export interface Unwanted {
  title: string;
  rule: string;
  kinds: readonly UnlistedField['kind'][];
  expected: string;
  /** An id in contracts/assumptions.yaml, where the document does not say that the field is wrong. */
  assumption?: string;
  wrong: string;
  right: string;
}

/** The check that no order has an unlisted field of some kinds. */
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
