import { Refusal } from '../../../errors/refusal.ts';
import type { Misfit } from '../../../store/state.ts';
import type { Service } from '../../service.ts';
import { describeProfile } from '../describe-profile.ts';
import type { ControlOperation } from '../operation.ts';
import { receiveState } from '../state/receive-state.ts';
import { startAnew } from '../state/start-anew.ts';

export default {
  operationId: 'importProfile',
  access: 'profile',
  alone: true,
  run: (service, { goIn }, req) => among(service, async () => {
    const { state, checksum } = await receiveState(service, req);
    return goIn(async (profile) => {
      await service.journal.flush();
      const misfit = await service.store.states.replace(profile.code, state);
      if (misfit) throw toRefusal(misfit);
      // What comes with the file was drawn from streams that this profile may have been about to draw from.
      startAnew(service, profile.code, `#${checksum.slice(-16)}`);
      const { journal, rows, profile: owned, clock, armed } = state;
      const imported = { ...Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length])), exchanges: journal.exchanges.length };
      return { body: { profile: describeProfile({ ...profile, ...owned, clock, armed }), imported } };
    });
  }),
} satisfies ControlOperation;

/** Each import holds its file in memory more than once. */
async function among<T>(service: Service, work: () => Promise<T>): Promise<T> {
  const others = underway.get(service) ?? 0;
  if (others >= MOST_IMPORTS) throw new Refusal('too_many_imports');
  underway.set(service, others + 1);
  try {
    return await work();
  } finally {
    underway.set(service, underway.get(service)! - 1);
  }
}

function toRefusal(misfit: Misfit): Refusal {
  if ('conflicts' in misfit) {
    return new Refusal('import_conflicts', misfit.conflicts.map((id) => ({ path: '', message: `${id} is in another profile of this sandbox` })));
  }
  return new Refusal('import_unfit', [misfit]);
}

const underway = new WeakMap<Service, number>();
const MOST_IMPORTS = 8;
