import type { ControlOperation } from '../operation.ts';
import { findResource } from '../resources/find-resource.ts';

export default {
  operationId: 'getResource',
  access: 'profile',
  run: async (service, { profile, now }, req) => ({
    body: { resource: await findResource(service, profile!, String(req.params['resourceId']), now) },
  }),
} satisfies ControlOperation;
