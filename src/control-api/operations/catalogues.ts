import { loadConduct } from '../../check/judge/load-conduct.ts';
import { wrongAndRight } from '../../check/judge/rule-page.ts';
import type { ErrorEntry } from '../../interface/errors/catalogue.ts';
import { catalogue, refusedBookings } from '../../interface/errors/catalogue.ts';
import { loadAssumptions } from '../../interface/rules/load-assumptions.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { describeScenario } from '../../scenarios/registry.ts';
import type { ServiceOperation } from '../operation.ts';

export const listScenarios = {
  operationId: 'listScenarios',
  access: 'open',
  run: ({ scenarios }) => ({ body: { scenarios: [...scenarios.values()].map(describeScenario) } }),
} satisfies ServiceOperation<'listScenarios'>;

export const listRules = {
  operationId: 'listRules',
  access: 'open',
  run: async () => {
    const checks = (await loadConduct()).flatMap((area) => area.checks);
    return {
      body: {
        rules: loadRules().map(({ id, sections, bound, sentence, operations, observed }) => ({
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

export const listAssumptions = {
  operationId: 'listAssumptions',
  access: 'open',
  run: () => ({ body: { assumptions: loadAssumptions().map(({ specReason: _, ...assumption }) => assumption) } }),
} satisfies ServiceOperation<'listAssumptions'>;

export const listErrorCodes = {
  operationId: 'listErrorCodes',
  access: 'open',
  run: () => ({
    body: {
      errorCodes: Object.entries<ErrorEntry>(catalogue).map(([name, { code = name, status, summary, next }]) => ({
        name,
        code,
        status,
        summary,
        next,
        inFailedBooking: refusedBookings.some((refused) => refused === name),
      })),
    },
  }),
} satisfies ServiceOperation<'listErrorCodes'>;
