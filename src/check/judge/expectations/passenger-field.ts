import { show } from '../../../base/values/show.ts';
import type { ConductCheck } from '../conduct.ts';
import { fine, judgeEach, none } from './judge-each.ts';
import { onOrder } from './sent-order.ts';

/** The document's requirement on a passenger field in an order. */
export interface PassengerField {
  title: string;
  rule: string;
  field: string;
  /** "a string", for the finding. */
  expected: string;
  is(value: unknown): boolean;
  /** Values within another reading of the document: a warning under an assumption. */
  tolerable?: { is(value: unknown): boolean; assumption: string };
  /** Other names that clients use for the field. */
  misnamed?: readonly string[];
  wrong: string;
  right: string;
}

/** Returns the check for a passenger field, for each passenger with the field. */
export function passengerField(row: PassengerField): ConductCheck {
  const { title, rule, field, wrong, right, misnamed = [] } = row;
  return {
    title,
    rules: [rule],
    sees: ['createFlightOrder'],
    occasion: `an order with a passenger that has ${field}`,
    wrong,
    right,
    scenarios: [],
    judge: onOrder((view, { passengers }) => {
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
    }),
  };
}
