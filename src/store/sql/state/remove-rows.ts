import { nextTurn } from '../../../base/turns.ts';
import type { StateTable, StateTransaction } from './state-tables.ts';

/** Removes all rows of a profile, in slices. */
export async function removeRows(
  trx: StateTransaction,
  tables: readonly StateTable[],
  profileCode: string,
): Promise<void> {
  for (const { name, order } of tables) {
    const removeSlice = trx
      .deleteFrom(name)
      .where(order, 'in', (eb) =>
        eb.selectFrom(name).select(order).where('profile_code', '=', profileCode).limit(SLICE),
      );
    while (Number((await removeSlice.executeTakeFirst()).numDeletedRows) === SLICE) await nextTurn();
  }
}

const SLICE = 500;
