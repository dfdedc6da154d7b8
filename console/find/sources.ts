import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import type { Summary } from '../app/exchanges.ts';
import { exchanges } from '../app/exchanges.ts';
import { summaryOf } from '../bookings/summary.ts';
import { targetOf } from '../live/target.ts';
import { timeIn } from '../parts/time.tsx';
import { findCommands } from './commands.ts';
import type { Found } from './found.ts';
import { hasWords } from './found.ts';

/** The searched places, in result order. */
export const SOURCES: readonly Source[] = [
  { title: 'Bookings', ofProfile: true, find: (text, profile) => findResources('reservations', text, profile) },
  { title: 'Orders', ofProfile: true, find: (text, profile) => findResources('orders', text, profile) },
  { title: 'Calls', ofProfile: true, ofNobody: true, find: findCalls },
  { title: 'Searches', ofProfile: true, find: (text, profile) => findResources('searches', text, profile) },
  { title: 'Profiles', ofProfile: false, find: findProfiles },
  { title: 'Commands', ofProfile: true, find: (text) => Promise.resolve(findCommands(text).slice(0, MOST)) },
  { title: 'Scenarios', ofProfile: true, find: findScenarios },
  { title: 'Rules', ofProfile: false, find: findRules },
];

interface Source {
  title: string;
  /** True if it needs a profile. */
  ofProfile: boolean;
  /** True if it also has calls that name no profile. */
  ofNobody?: true;
  /** Rejects with ControlError. */
  find(this: void, text: string, profileCode: string): Promise<Found[]>;
}

async function findResources(
  kind: 'reservations' | 'orders' | 'searches',
  text: string,
  profileCode: string,
): Promise<Found[]> {
  const query = { kind, contains: text, order: 'newest-first', limit: MOST } as const;
  const { resources } = await dataOf(
    control.GET('/_sandbox/profiles/{profileCode}/resources', { params: { path: { profileCode }, query } }),
  );
  return resources.map((resource) => ({
    key: `resource ${resource.resourceId}`,
    title: summaryOf(resource),
    detail: `${resource.status} · ${idOf(resource)}`,
    to: { view: 'bookings', item: resource.resourceId },
  }));
}

/** Returns the resource's best-known id. */
function idOf(resource: Schema['Resource']): string {
  const number = 'reservation' in resource ? resource.reservation?.['confirmationNumber'] : undefined;
  return typeof number === 'string' ? number : resource.resourceId;
}

/** Finds this page's calls by the texts in their rows, all others by their path and bodies. */
async function findCalls(text: string, profileCode: string): Promise<Found[]> {
  const query = { contains: text, limit: MOST };
  const found = await dataOf(
    control.GET('/_sandbox/profiles/{profileCode}/journal', { params: { path: { profileCode }, query } }),
  );
  const shown = exchanges.rows.value.filter((row) => hasWords(text, ...textsOf(row))).reverse();
  const calls = new Map([...shown, ...found.exchanges].map((row) => [row.exchangeId, row]));
  return [...calls.values()].slice(0, MOST).map((row) => ({
    key: `call ${row.exchangeId}`,
    title: `${targetOf(row)} ${row.outcome.text}`,
    detail: `${timeIn(row.at, 'second').text} · ${row.scenario?.name ?? row.exchangeId}`,
    to: { view: 'live', item: row.exchangeId },
  }));
}

function textsOf({ exchangeId, path, operation, operationId, outcome, scenario, verdicts }: Summary): string[] {
  return [
    exchangeId,
    path,
    operation,
    operationId ?? '',
    outcome.text,
    scenario?.name ?? '',
    ...verdicts.flatMap(({ rules }) => rules),
  ];
}

async function findProfiles(search: string): Promise<Found[]> {
  const query = { search: search.slice(0, 100), order: 'latest-call', limit: MOST } as const;
  const { profiles } = await dataOf(control.GET('/_sandbox/profiles', { params: { query } }));
  return profiles.map(({ profileCode, name }) => ({
    key: `profile ${profileCode}`,
    title: name,
    detail: profileCode,
    to: { profile: profileCode, view: 'live' },
  }));
}

const loadScenarios = once(async () => (await dataOf(control.GET('/_sandbox/scenarios', {}))).scenarios);

async function findScenarios(search: string): Promise<Found[]> {
  return (await loadScenarios())
    .filter(({ name, title, clientSees }) => hasWords(search, name, title, clientSees))
    .sort((a, b) => rankOf(search, b.name) - rankOf(search, a.name))
    .slice(0, MOST)
    .map(({ name, title }) => ({
      key: `scenario ${name}`,
      title,
      detail: name,
      to: { view: 'scenarios', query: { search: name } },
    }));
}

const loadRules = once(async () => (await dataOf(control.GET('/_sandbox/rules', {}))).rules);

async function findRules(search: string): Promise<Found[]> {
  return (await loadRules())
    .filter(({ id, sentence }) => hasWords(search, id, sentence))
    .sort((a, b) => rankOf(search, b.id) - rankOf(search, a.id))
    .slice(0, MOST)
    .map(({ id, sentence }) => ({ key: `rule ${id}`, title: sentence, detail: id, to: { view: 'rules', item: id } }));
}

/** An exact name comes before texts about it. */
function rankOf(search: string, name: string): number {
  return [name === search, name.startsWith(search), name.includes(search)].filter(Boolean).length;
}

/** Loads data that is constant while the sandbox runs. A failure is not cached. */
function once<Data>(load: () => Promise<Data>): () => Promise<Data> {
  let loaded: Promise<Data> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** Maximum results per place. */
const MOST = 5;
