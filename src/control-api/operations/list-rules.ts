import { loadConduct } from '../../check/judge/load-conduct.ts';
import { wrongAndRight } from '../../check/judge/wrong-and-right.ts';
import { readCatalogues } from '../documents/read-catalogues.ts';
import type { ServiceOperation } from '../operation.ts';

export default {
  operationId: 'listRules',
  access: 'open',
  run: async () => {
    const [{ rules }, areas] = await Promise.all([readCatalogues(), loadConduct()]);
    const checks = areas.flatMap((area) => area.checks);
    return {
      body: {
        rules: rules.map(({ id, sections, bound, sentence, operations, observed }) => ({
          id,
          sections,
          bound,
          sentence,
          operations,
          observed,
          right: wrongAndRight(id, checks).right,
        })),
      },
    };
  },
} satisfies ServiceOperation<'listRules'>;
