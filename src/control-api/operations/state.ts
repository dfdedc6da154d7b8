import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { demoKeys } from '../../profiles/demo-keys.ts';
import type { Service } from '../../service.ts';
import type { KeptKind } from '../../store/bounds.ts';
import type { ImportConflict } from '../../store/state.ts';
import type { ExclusiveOperation } from '../operation.ts';
import { writeProfileFile } from '../state/profile-file.ts';
import { UPLOAD_LIMITS } from '../state/read-upload.ts';
import { receiveState, RunningImports } from '../state/receive-state.ts';
import { forgetProfile, restartProfile } from '../state/restart-profile.ts';
import { describeProfile } from './profiles.ts';

export const exportProfile = {
  operationId: 'exportProfile',
  access: 'profile',
  exclusive: true,
  async run({ journal, store }, { now, withWriteLock }) {
    const { code, state } = await withWriteLock(async (profile) => {
      await journal.flush();
      return { code: profile.code, state: await store.states.read(profile.code, UPLOAD_LIMITS.bytes) };
    });
    if (state === undefined) throw new Refusal('profile_not_found');
    const pieces = state === 'too-large' ? undefined : await writeProfileFile(state, now);
    if (pieces === undefined || pieces.reduce((bytes, { length }) => bytes + length, 0) > UPLOAD_LIMITS.bytes)
      throw new Refusal('export_too_large');
    return { pieces, mediaType: 'application/json', fileName: `taxiway-${code}.json` };
  },
} satisfies ExclusiveOperation<'exportProfile', Service>;

export const importProfile = {
  operationId: 'importProfile',
  access: 'profile',
  exclusive: true,
  run: (service, { profile: target, req, withWriteLock }) =>
    importsOf(service).run(target.code, async (onBytes) => {
      const { state, checksum } = await receiveState(service, req, onBytes);
      return withWriteLock(async (profile) => {
        const conflict = await service.journal.replaced(profile.code, () =>
          service.store.states.replace(profile.code, state),
        );
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
} satisfies ExclusiveOperation<'importProfile', Service>;

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
        message: `The file has ${records} ${kind}; ` + `this sandbox stores ${max} of this profile (${SETTINGS[kind]})`,
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

export const resetProfile = {
  operationId: 'resetProfile',
  access: 'profile',
  exclusive: true,
  run: (service, { withWriteLock }) =>
    withWriteLock(async (profile) => {
      await service.journal.flush();
      const { unknownBefore, knownBefore } = (await service.judge?.carry(profile.code)) ?? UNKNOWN;
      await service.store.states.clear(profile.code, unknownBefore, knownBefore);
      restartProfile(service, profile.code);
      return { body: { profile: describeProfile({ ...profile, clock: null, armed: null }) } };
    }),
} satisfies ExclusiveOperation<'resetProfile', Service>;

export const removeProfile = {
  operationId: 'removeProfile',
  access: 'profile',
  exclusive: true,
  run: (service, { withWriteLock }) =>
    withWriteLock(async (profile) => {
      if (service.config.demoCredentials && profile.code === demoKeys.profileCode) throw new Refusal('profile_stays');
      await service.journal.flush();
      await reportFindings(service, profile.code);
      await service.store.states.remove(profile.code);
      forgetProfile(service, profile.code);
      return { body: { profile: describeProfile(profile) } };
    }),
} satisfies ExclusiveOperation<'removeProfile', Service>;

/** Open verdict streams get the findings so far: the calls are gone afterwards. */
async function reportFindings({ judge }: Service, profileCode: string): Promise<void> {
  if (judge && judge.watchers.of(profileCode).size > 0) await judge.counts(profileCode);
}

/** The knowledge of the clients was never judged. */
const UNKNOWN = { unknownBefore: 'reset', knownBefore: null } as const;
