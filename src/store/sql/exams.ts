import type { Kysely } from 'kysely';
import type { ExamStore } from '../exams.ts';
import type { Capabilities } from './database.ts';
import type { Tables } from './tables.ts';

export function createExamStore(db: Kysely<Tables>, { takeName, processes }: Capabilities): ExamStore {
  const countCalls = async (profileCode: string) => {
    const calls = db.selectFrom('exam_calls').select((eb) => eb.fn.countAll().as('calls'));
    return Number((await calls.where('profile_code', '=', profileCode).executeTakeFirstOrThrow()).calls);
  };
  const profiles = async (from: Kysely<Tables>) =>
    (await from.selectFrom('exams').select('profile_code').execute()).map(({ profile_code }) => profile_code);

  return {
    add: ({ profileCode, revision, exam }, max) =>
      db.transaction().execute(async (trx) => {
        await takeName(trx, 'exams');
        const existing = await profiles(trx);
        if (existing.includes(profileCode)) return 'underway';
        if (existing.length >= max) return 'too many';
        // A call may have been noted while the previous exam was removed.
        await removeExam(trx, profileCode);
        await trx.insertInto('exams').values({ profile_code: profileCode, revision, exam }).execute();
        return 'added';
      }),

    async list(profileCode) {
      const all = db.selectFrom('exams').select(['profile_code as profileCode', 'revision', 'exam']);
      return (profileCode === undefined ? all : all.where('profile_code', '=', profileCode)).execute();
    },

    profiles: () => profiles(db),

    async replace({ profileCode, revision, exam }, expected) {
      const { numUpdatedRows } = await db
        .updateTable('exams')
        .set({ exam, revision })
        .where('profile_code', '=', profileCode)
        .where('revision', '=', expected)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    remove: (profileCode) => db.transaction().execute((trx) => removeExam(trx, profileCode)),

    async addCall(profileCode, call, max) {
      if ((await countCalls(profileCode)) >= max) return;
      await db
        .insertInto('exam_calls')
        .columns(['profile_code', 'call'])
        .expression((eb) =>
          eb
            .selectFrom('exams')
            .select(['profile_code', eb.val(call).as('call')])
            .where('profile_code', '=', profileCode),
        )
        .execute();
    },

    async takeCalls(profileCode) {
      const taken = await db.deleteFrom('exam_calls').where('profile_code', '=', profileCode).returningAll().execute();
      return taken.sort((a, b) => a.seq - b.seq).map(({ call }) => call);
    },

    mark: (name) => processes.mark(name),
    isMarked: (name) => processes.isMarked(name),
  };
}

/** Removes a profile's exam with its calls. False if it has none. */
export async function removeExam(trx: Kysely<Tables>, profileCode: string): Promise<boolean> {
  await trx.deleteFrom('exam_calls').where('profile_code', '=', profileCode).execute();
  const { numDeletedRows } = await trx.deleteFrom('exams').where('profile_code', '=', profileCode).executeTakeFirst();
  return numDeletedRows > 0;
}
