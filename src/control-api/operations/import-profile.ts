import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';
import type { KeptKind } from '../../store/bounds.ts';
import type { ImportConflict } from '../../store/state.ts';
import type { ExclusiveOperation } from '../operation.ts';
import { describeProfile } from '../profiles/describe-profile.ts';
import { receiveState } from '../state/receive-state.ts';
import { restartProfile } from '../state/restart-profile.ts';
import { RunningImports } from '../state/running-imports.ts';

export default {
  operationId: 'importProfile',
  access: 'profile',
  exclusive: true,
  run: (service, { profile: target, req, withWriteLock }) =>
    importsOf(service).run(target.code, async (onBytes) => {
      const { state, checksum } = await receiveState(service, req, onBytes);
      return withWriteLock(async (profile) => {
        await service.journal.flush();
        const conflict = await service.store.states.replace(profile.code, state);
        if (conflict) throw toRefusal(conflict);
        // The ids in the file come from streams that this profile might draw from too.
        restartProfile(service, profile.code, `#${checksum.slice(-16)}`);
        const { journal, rows, profile: imported, clock, armed } = state;
        const counts = {
          ...Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length])),
          exchanges: journal.exchanges.length,
        };
        return { body: { profile: describeProfile({ ...profile, ...imported, clock, armed }), imported: counts } };
      });
    }),
} satisfies ExclusiveOperation<'importProfile'>;

function toRefusal(conflict: ImportConflict): Refusal {
  if ('conflicts' in conflict) {
    return new Refusal(
      'import_conflicts',
      conflict.conflicts.map((id) => ({ path: '', message: `${id} is in another profile of this sandbox` })),
    );
  }
  if ('kind' in conflict) {
    const { kind, records, max } = conflict;
    return new Refusal('import_beyond_bounds', [
      {
        path: `/${kind}`,
        message:
          `The file has ${records} ${kind}; ` + `this sandbox has room for ${max} of this profile (${SETTINGS[kind]})`,
      },
    ]);
  }
  return new Refusal('import_unfit', [conflict]);
}

const SETTINGS: Record<KeptKind, string> = {
  searches: '--max-searches',
  pricings: '--max-searches',
  orders: '--max-orders',
  bookings: '--max-bookings',
};

const importsOf = memoizeByObject((_service: Service) => new RunningImports());
