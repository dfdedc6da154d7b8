import { readCatalogues } from '../documents/read-catalogues.ts';
import type { ServiceOperation } from '../operation.ts';

export default {
  operationId: 'listRules',
  access: 'open',
  run: async () => {
    const { rules } = await readCatalogues();
    return {
      body: {
        rules: rules.map(({ id, sections, bound, sentence, operations, observed }) => ({
          id,
          sections,
          bound,
          sentence,
          operations,
          observed,
        })),
      },
    };
  },
} satisfies ServiceOperation<'listRules'>;
