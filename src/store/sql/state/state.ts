import type { Kysely } from 'kysely';
import { inTurn } from '../../../base/turns.ts';
import { ReplacedError } from '../../errors.ts';
import type { ImportConflict, ProfileState, StateStore } from '../../state.ts';
import type { AllCounts, Sizes } from '../bounds/enforce.ts';
import { beyondBounds, countRows, restartCounts, sizesOf } from '../bounds/enforce.ts';
import type { Capabilities } from '../database.ts';
import { removeExam } from '../exams.ts';
import { writeJournal } from '../journal/all-exchanges.ts';
import { beginJournal } from '../journal/judged-journal.ts';
import type { Owners } from '../owners.ts';
import { newOwner, readOwner } from '../owners.ts';
import { toProfileColumns } from '../profiles/credentials.ts';
import type { Tables } from '../tables.ts';
import { ConflictError, findConflict, insertRows, refuseTaken } from './insert-rows.ts';
import { readState } from './read-state.ts';
import type { StateTable } from './state-tables.ts';
import { withStateTables } from './state-tables.ts';
import { Sweeper } from './sweeper.ts';

interface StateParts {
  capabilities: Capabilities;
  tables: readonly StateTable[];
  owners: Owners;
  counts: AllCounts;
  /** Called after records were changed or removed: empties the caches. */
  forget: () => void;
}

/** Removes an earlier process's leftovers first, and later its own, in the background. */
export async function createStateStore(
  db: Kysely<Tables>,
  { tables, capabilities, owners, counts, forget }: StateParts,
): Promise<StateStore & { stop(): Promise<void> }> {
  const sweeper = new Sweeper(db, capabilities, owners, tables);
  await sweeper.sweep();
  // Imports one after the other: each sees earlier ones' ids.
  const nextImport = inTurn();

  /** Tells the other processes about a replaced state. They notice it anyway, with their next call for the profile. */
  const announce = (profileCode: string) => capabilities.processes.announce(db, [profileCode]).catch(() => undefined);

  /** Gives the profile the rows under this number from now on; undefined if the profile no longer exists. */
  function switchTo(profileCode: string, owner: number | undefined, sizes: Sizes = {}): void {
    restartCounts(counts, owners.of(profileCode), owner, sizes);
    if (owner === undefined) owners.delete(profileCode);
    else owners.set(profileCode, owner);
    forget();
  }

  /** The leftovers do not affect the result. After a failure the purge tries again, and reports it. */
  const sweepLater = () => void sweeper.sweep().catch(() => undefined);

  async function writeAndSwitch(profileCode: string, state: ProfileState): Promise<ImportConflict | undefined> {
    const previous = owners.ofExisting(profileCode);
    await refuseTaken(withStateTables(db), tables, profileCode, state.rows);
    return owners.withNew(db, async (owner) => {
      for (const table of tables) await insertRows(withStateTables(db), table, owner, state.rows[table.name] ?? []);
      await writeJournal(db, owner, state.journal);
      // Other profiles may have taken the room in the meantime.
      const tooMany = beyondBounds(counts, previous, state.rows);
      if (tooMany) return tooMany;
      const { numUpdatedRows } = await db
        .updateTable('profiles')
        .set({ owner, ...toProfileColumns({ ...state, ...state.profile }) })
        .where('code', '=', profileCode)
        .where('owner', '=', previous)
        .executeTakeFirst();
      refuseNone(numUpdatedRows, profileCode);
      switchTo(profileCode, owner, sizesOf(state.rows));
      await announce(profileCode);
      return undefined;
    });
  }

  return {
    isBehind: (profileCode) => owners.isBehind(profileCode),

    async follow(profileCode) {
      const owner = await readOwner(db, profileCode);
      switchTo(profileCode, owner, owner === undefined ? {} : await countRows(db, counts, owner));
    },

    stop: () => sweeper.stop(),
    swept: (isFreed = false) => sweeper.sweepRest(isFreed),

    tables: () => Promise.resolve(tables.map(({ name }) => name)),

    async clear(profileCode, unknownBefore, knownBefore) {
      const owner = await db.transaction().execute(async (trx) => {
        const number = await newOwner(trx);
        const { numUpdatedRows } = await trx
          .updateTable('profiles')
          .set({ owner: number, clock: null, armed: null, armed_calls: null })
          .where('code', '=', profileCode)
          .executeTakeFirst();
        refuseNone(numUpdatedRows, profileCode);
        await beginJournal(trx, number, unknownBefore, knownBefore);
        return number;
      });
      switchTo(profileCode, owner);
      await announce(profileCode);
      sweepLater();
    },

    read: (profileCode, maxCharacters) =>
      capabilities.snapshot(db, (snapshot) =>
        readState(snapshot, tables, { profileCode, owner: owners.of(profileCode) }, maxCharacters),
      ),

    async replace(profileCode, state) {
      const conflict =
        (await findConflict(tables, state.rows)) ?? beyondBounds(counts, owners.of(profileCode), state.rows);
      if (conflict) return conflict;
      try {
        return await nextImport(() =>
          capabilities.processes.inTurn('imports', () => writeAndSwitch(profileCode, state)),
        );
      } catch (error) {
        if (error instanceof ConflictError) return error.conflict;
        throw error;
      } finally {
        sweepLater();
      }
    },

    async remove(profileCode) {
      await db.transaction().execute(async (trx) => {
        await removeExam(trx, profileCode);
        await trx.deleteFrom('credentials').where('profile_code', '=', profileCode).execute();
        const { numDeletedRows } = await trx.deleteFrom('profiles').where('code', '=', profileCode).executeTakeFirst();
        refuseNone(numDeletedRows, profileCode);
      });
      switchTo(profileCode, undefined);
      await announce(profileCode);
      sweepLater();
    },
  };
}

function refuseNone(profiles: bigint, profileCode: string): void {
  if (profiles === 0n) throw new ReplacedError(`another process has replaced or removed the state of ${profileCode}`);
}
