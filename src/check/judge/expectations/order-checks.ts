import { show } from '../../../base/values/show.ts';
import type { ConductCheck } from '../conduct.ts';
import { fine, judgeEach, none } from './judge-each.ts';
import { onOrder } from './sent-order.ts';
import type { UnlistedField } from './unlisted-fields.ts';

/** A check on orders, apart from its occasion and its function. */
interface OrderCheck extends Pick<ConductCheck, 'title' | 'wrong' | 'right'> {
  rule: string;
}

/** The document's requirement on a passenger field in an order. */
export interface PassengerField extends OrderCheck {
  field: string;
  /** "a string", for the finding. */
  expected: string;
  is(value: unknown): boolean;
  /** Values within another reading of the document: a warning under an assumption. */
  tolerable?: { is(value: unknown): boolean; assumption: string };
  /** Other names that clients use for the field. */
  misnamed?: readonly string[];
}

/** Returns the check for a passenger field, for each passenger with the field. */
export function passengerField(row: PassengerField): ConductCheck {
  const { field, misnamed = [] } = row;
  return orderCheck(row, `an order with a passenger that has ${field}`, (view, { passengers }) => {
    judgeEach(view, passengers, (passenger, i) => {
      const value = passenger[field];
      if (value === undefined) {
        const other = misnamed.find((name) => passenger[name] !== undefined);
        if (other === undefined) return none;
        const pointer = `/passengers/${i}/${other}`;
        return { expected: `the field ${field}`, actual: `${other} in its place`, pointer };
      }
      if (row.is(value)) return fine;
      const assumption = row.tolerable?.is(value) ? row.tolerable.assumption : undefined;
      return {
        expected: `${field} to be ${row.expected}`,
        actual: show(value),
        pointer: `/passengers/${i}/${field}`,
        ...(assumption !== undefined && { assumption }),
      };
    });
  });
}

/** Fields forbidden in orders. */
export interface Unwanted extends OrderCheck {
  kinds: readonly UnlistedField['kind'][];
  expected: string;
  /** Id in contracts/assumptions.yaml, if the document does not forbid the field. */
  assumption?: string;
}

/** Returns the check for some kinds of unlisted fields in orders. */
export function unlistedField(row: Unwanted): ConductCheck {
  const { kinds, expected, assumption } = row;
  return orderCheck(row, 'an order', (view, { unlisted }) => {
    const found = unlisted.filter(({ kind }) => kinds.includes(kind));
    if (found.length === 0) return view.kept();
    for (const { name, value, pointer } of found)
      view.broken({
        expected,
        actual: `${name}: ${show(value)}`,
        pointer,
        ...(assumption !== undefined && { assumption }),
      });
  });
}

function orderCheck(
  { title, rule, wrong, right }: OrderCheck,
  occasion: string,
  judge: Parameters<typeof onOrder>[0],
): ConductCheck {
  const sees = ['createFlightOrder'] as const;
  return { title, rules: [rule], sees, occasion, wrong, right, scenarios: [], judge: onOrder(judge) };
}
