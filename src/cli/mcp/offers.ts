import { loadControl } from '../../control-api/load-control.ts';
import type { ControlOperationId, ControlSchema } from '../../interface/control-api.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { loadSpec } from '../../interface/openapi/load-spec.ts';
import { allOperations } from '../../scenarios/operations.ts';
import type { App } from '../harness.ts';
import type { ControlClient } from '../remote/control-client.ts';
import { causeOf, LIMIT_MS } from '../remote/control-client.ts';
import { commandTools } from './command-tools.ts';
import type { Document } from './documents.ts';
import { documents } from './documents.ts';
import { operationTools } from './operation-tools.ts';
import type { Tool } from './tool.ts';

/** A server's tools and texts. */
export interface Offer {
  tools: Tool[];
  instructions: string;
  documents: readonly Document[];
}

/** The service that an agent calls, with its credential headers. */
export interface ServiceTarget {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
}

/** Offers sandbox control and the checks: for the usual tasks, or all. */
export async function offerControl(
  client: ControlClient,
  profileCode: string,
  all: boolean,
  { commands }: App,
): Promise<Offer> {
  const control = controlTools(await loadControl(), client, profileCode, all);
  const checks = commandTools(commands);
  return { tools: [...checks, ...control], instructions: INSTRUCTIONS, documents };
}

/** Offers the documented service operations to an agent that books. */
export async function offerService(target: ServiceTarget): Promise<Offer> {
  const instructions =
    'Tools of a flight and transfer booking service, one for each documented operation. A result begins with the ' +
    'HTTP status. After a lost response or a 502 read the booking before you book again. ' +
    'taxiway://openapi.yaml describes every field.';
  const own = documents.filter(({ uri }) => uri === 'taxiway://openapi.yaml');
  return { tools: serviceTools(await loadSpec(), target), instructions, documents: own };
}

/** Returns the control API tools: those for the usual tasks, in their order, or all. */
function controlTools(spec: Spec, client: ControlClient, profileCode: string, all: boolean): Tool[] {
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

/** Returns the documented service operations as tools: an agent with them is a client like any program. */
function serviceTools(spec: Spec, { baseUrl, headers: credentials }: ServiceTarget): Tool[] {
  const base = baseUrl.replace(/\/+$/, '');
  const tools = operationTools(spec, {
    byDefault: {},
    async send({ method, path, headers, body }, signal) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
      try {
        const response = await fetch(base + path, {
          method,
          headers: { ...headers, ...credentials, ...(body && { 'Content-Type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
          signal: limited,
        });
        const wait = response.headers.get('retry-after');
        const head = wait === null ? response.status : `${response.status} (Retry-After: ${wait})`;
        return `${head}\n${await response.text()}`;
      } catch (error) {
        throw new Error(`no response: ${causeOf(error)}; the service may have done the work nevertheless`);
      }
    },
  });
  return tools.map((tool) => ({ ...tool, isUnchecked: true }));
}

const INSTRUCTIONS =
  'taxiway is a sandbox of a flight and transfer booking service. To test a client: resetProfile, armScenario (names ' +
  'from listScenarios), run the client, then listJournal, getExchange and getVerdicts. `exam` runs a client in every ' +
  'situation, `judge` reads recordings, `verify` checks a server, `rules` explains a rule. Results above 20,000 ' +
  'characters go to a file.';
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
