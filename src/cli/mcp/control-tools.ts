import type { ControlOperationId, ControlSchema } from '../../interface/control-api.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { allOperations } from '../../scenarios/operations.ts';
import type { ControlClient } from '../remote/control-client.ts';
import { operationTools } from './operation-tools.ts';
import type { Tool } from './tool.ts';

/** Returns the control API tools: those for the usual tasks, in their order, or all. */
export function controlTools(spec: Spec, client: ControlClient, profileCode: string, all: boolean): Tool[] {
  const tools = operationTools(spec, {
    byDefault: { profileCode },
    async send({ method, path, headers, body }, signal) {
      const text = await client.text(method, path.replace(/^\/_sandbox/, ''), body, { headers, signal });
      return path === ALL_SCENARIOS ? inShort(text) : text;
    },
  });
  if (all) return tools;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return Object.entries(TASKS).flatMap(([name, task]) => {
    const tool = byName.get(name);
    return tool ? { ...tool, description: `${task} ${tool.description.split('\n\n')[0]}` } : [];
  });
}

/** Lists all scenarios with the parts for a choice only: an agent reads at most 20,000 characters. */
function inShort(text: string): string {
  const { scenarios } = JSON.parse(text) as { scenarios: ControlSchema['Scenario'][] };
  return JSON.stringify({
    note: 'in short; name="502" returns the scenarios that begin with it, with everything about them',
    scenarios: scenarios.map(({ name, title, operations, parameters }) => ({
      name,
      title,
      operations: operations.length === allOperations.length ? 'all' : operations.join(' '),
      parameters: Object.keys(parameters).join(' '),
    })),
  });
}

const ALL_SCENARIOS = '/_sandbox/scenarios';

/** The operations that an agent needs for the usual tasks, with the task. */
const TASKS: Partial<Record<ControlOperationId, string>> = {
  getHealth: 'Find the sandbox. Without one: run `taxiway serve` first.',
  createProfile: 'Make a profile with its own key pair, so that other work stays apart.',
  listScenarios: 'List the scenarios for armScenario: all in short, or those with a name in full.',
  armScenario: 'Make the next calls fail or behave oddly. Names come from listScenarios.',
  clearScenario: 'Disarm.',
  setClock: 'Freeze the clock of the profile, or let it run.',
  advanceClock: 'Let time pass: offers expire, pending bookings complete.',
  listJournal: 'Read the latest calls of the client in short. `exchangeId` leads to getExchange.',
  getExchange: 'Find out why a call was refused: the whole exchange. `exchangeId` comes from listJournal.',
  getVerdicts: 'See which rules the client broke: verdict broken. The tool rules explains their ids.',
  listResources: 'Find a booking, also one that reads hide: kind reservations.',
  getResource: 'See one search, order or booking with its timeline. Ids come from listResources.',
  actOnResource: 'Settle a pending booking, let it fail, or expire an offer, now. Ids come from listResources.',
  resetProfile: 'Empty the profile before the next try.',
};
