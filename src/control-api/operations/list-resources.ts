import { Refusal } from '../../interface/errors/refusal.ts';
import type { Query } from '../control-api.ts';
import type { ProfileOperation } from '../operation.ts';
import { readCursor } from '../resources/cursor.ts';
import { listResources } from '../resources/list-resources.ts';

export default {
  operationId: 'listResources',
  access: 'profile',
  async run(service, { profile, query, now }) {
    const { kind, after, limit = 50, order = 'oldest-first' } = query;
    return {
      body: await listResources[kind](service, profile, {
        now,
        after: readCursor(after, kind),
        limit: Number(limit),
        newestFirst: order === 'newest-first',
        filter: filterOf(query),
      }),
    };
  },
} satisfies ProfileOperation<'listResources'>;

function filterOf({ kind, searchId, partnerTrackingId, status }: Query<'listResources'>) {
  const filter = {
    ...(searchId !== undefined && { searchId }),
    ...(partnerTrackingId !== undefined && { partnerTrackingId }),
    ...(status !== undefined && { status }),
  };
  const [name] = Object.keys(filter);
  if (kind === 'reservations' || name === undefined) return filter;
  throw new Refusal('not_combinable', [
    { path: `query/${name}`, message: `${name} goes with kind=reservations only, not with kind=${kind}` },
  ]);
}
