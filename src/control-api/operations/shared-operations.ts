import { loadConduct } from '../../check/judge/load-conduct.ts';
import { wrongAndRight } from '../../check/judge/rule-page.ts';
import type { ErrorEntry } from '../../interface/errors/catalogue.ts';
import { catalogue, refusedBookings } from '../../interface/errors/catalogue.ts';
import { loadAssumptions } from '../../interface/rules/load-assumptions.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { describeScenario } from '../../scenarios/registry.ts';
import type { ServiceOperation } from '../operation.ts';
import { getHealth, getReadiness, getVersion } from './about.ts';
import { clearScenario, getArmedScenario } from './armed-scenario.ts';
import { getExchange, getExchangeAsCurl, listJournal, streamJournal } from './journal.ts';
import { getClock, listProfiles } from './profiles.ts';
import { clearVerdicts, getVerdicts, getVerdictsPage, streamVerdicts } from './verdicts.ts';

const listScenarios = {
  operationId: 'listScenarios',
  access: 'open',
  run: ({ scenarios }, { query: { name = '' } }) => ({
    body: { scenarios: [...scenarios.values()].filter((one) => one.name.startsWith(name)).map(describeScenario) },
  }),
} satisfies ServiceOperation<'listScenarios'>;

const listRules = {
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

const listAssumptions = {
  operationId: 'listAssumptions',
  access: 'open',
  run: () => ({ body: { assumptions: loadAssumptions().map(({ specReason: _, ...assumption }) => assumption) } }),
} satisfies ServiceOperation<'listAssumptions'>;

const listErrorCodes = {
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

/** Operations that a recorder serves in the same way as a sandbox. They load nothing from the domain. */
export const sharedOperations = {
  clearScenario,
  clearVerdicts,
  getArmedScenario,
  getClock,
  getExchange,
  getExchangeAsCurl,
  getHealth,
  getReadiness,
  getVerdicts,
  getVerdictsPage,
  getVersion,
  listAssumptions,
  listErrorCodes,
  listJournal,
  listProfiles,
  listRules,
  listScenarios,
  streamJournal,
  streamVerdicts,
};
