import { actOnResource } from '../actions/act-on-resource.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'actOnResource',
  access: 'profile',
  run: async (service, { profile, path: { resourceId }, body, now }) => ({
    body: { resource: await actOnResource(service, profile, { ...body, profileCode: profile.code, resourceId, now }) },
  }),
} satisfies ProfileOperation<'actOnResource'>;
