import type { ProfileOperation } from '../operation.ts';
import { findResource } from '../resources/find-resource.ts';

export default {
  operationId: 'getResource',
  access: 'profile',
  run: async (service, { profile, path, now }) => ({
    body: { resource: await findResource(service, profile, path.resourceId, now) },
  }),
} satisfies ProfileOperation<'getResource'>;
