import type { Query } from '../../interface/control-api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';
import type { ProfileOperation } from '../operation.ts';
import { findResource } from '../resources/find-resource.ts';
import { listByKind, readCursor } from '../resources/list-resources.ts';
import { performAction } from '../resources/perform-action.ts';
import { listProviderCalls } from '../resources/provider-calls.ts';

export const listResources = {
  operationId: 'listResources',
  access: 'profile',
  async run(service, { profile, query, now }) {
    const { kind, after, limit = 50, order = 'oldest-first', contains } = query;
    if (kind === 'offers' && contains !== undefined) throw uncombinable('contains', OFFERS_ARE_MADE_AGAIN);
    return {
      body: await listByKind[kind](service, profile, {
        now,
        after: readCursor(after, kind),
        limit: Number(limit),
        newestFirst: order === 'newest-first',
        contains,
        filter: filterOf(query),
      }),
    };
  },
} satisfies ProfileOperation<'listResources', Service>;

function filterOf({ kind, searchId, partnerTrackingId, status }: Query<'listResources'>) {
  const filter = {
    ...(searchId !== undefined && { searchId }),
    ...(partnerTrackingId !== undefined && { partnerTrackingId }),
    ...(status !== undefined && { status }),
  };
  const [name] = Object.keys(filter);
  if (kind === 'reservations' || name === undefined) return filter;
  throw uncombinable(name, `${name} is valid only with kind=reservations, not with kind=${kind}`);
}

function uncombinable(name: string, message: string): Refusal {
  return new Refusal('not_combinable', [{ path: `query/${name}`, message }]);
}

const OFFERS_ARE_MADE_AGAIN = 'offers cannot be searched: use the search of an offer, with kind=searches';

export const getResource = {
  operationId: 'getResource',
  access: 'profile',
  run: async (service, { profile, path, now }) => ({
    body: { resource: await findResource(service, profile, path.resourceId, now) },
  }),
} satisfies ProfileOperation<'getResource', Service>;

export const getProviderCalls = {
  operationId: 'getProviderCalls',
  access: 'profile',
  run: async (service, { profile, path, now }) => ({
    body: await listProviderCalls(service, profile, path.resourceId, now),
  }),
} satisfies ProfileOperation<'getProviderCalls', Service>;

export const actOnResource = {
  operationId: 'actOnResource',
  access: 'profile',
  run: async (service, { profile, path: { resourceId }, body, now }) => ({
    body: { resource: await performAction(service, profile, { ...body, profileCode: profile.code, resourceId, now }) },
  }),
} satisfies ProfileOperation<'actOnResource', Service>;
