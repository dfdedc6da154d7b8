import type { ProfileOperation } from '../operation.ts';
import { readCursor } from '../resources/cursor.ts';
import { listResources } from '../resources/list-resources.ts';

export default {
  operationId: 'listResources',
  access: 'profile',
  async run(service, { profile, query, now }) {
    const { kind, after, limit = 50 } = query;
    const page = { now, after: readCursor(after, kind), limit: Number(limit) };
    return { body: await listResources[kind](service, profile, page) };
  },
} satisfies ProfileOperation<'listResources'>;
