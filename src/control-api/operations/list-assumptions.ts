import { readCatalogues } from '../documents/read-catalogues.ts';
import type { ServiceOperation } from '../operation.ts';

export default {
  operationId: 'listAssumptions',
  access: 'open',
  run: async () => {
    const { assumptions } = await readCatalogues();
    return { body: { assumptions: assumptions.map(({ specReason: _, ...assumption }) => assumption) } };
  },
} satisfies ServiceOperation<'listAssumptions'>;
