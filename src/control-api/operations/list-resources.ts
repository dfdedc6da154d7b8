import type { ControlOperation } from '../operation.ts';
import { readCursor } from '../resources/cursor.ts';
import { listResources } from '../resources/list-resources.ts';

export default {
  operationId: 'listResources',
  access: 'profile',
  async run(service, { profile, now }, req) {
    const {
      kind,
      after,
      limit = 50,
    } = req.query as { kind: keyof typeof listResources; after?: string; limit?: string | number };
    return {
      body: {
        ...(await listResources[kind](service, profile!, {
          now,
          after: readCursor(after, kind),
          limit: Number(limit),
        })),
      },
    };
  },
} satisfies ControlOperation;
