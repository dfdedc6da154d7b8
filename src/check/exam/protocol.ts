import { isText } from '../../base/values/kinds.ts';
import type { Credential } from '../../config/credential.ts';
import { clientVariables } from './client-variables.ts';
import type { ClientEnd } from './run-client.ts';
import type { Belief, Task } from './situation.ts';
import { beliefs } from './situation.ts';
import type { StatedTraveller } from './statement-content.ts';
import { readTravellers } from './statement-content.ts';
import type { Trip } from './trip.ts';

/** Service address and task for one client. */
export interface Assignment {
  baseUrl: string;
  keys: Credential;
  task: Task;
  /** The client's number in its situation, from 1. */
  traveller: number;
  /** The trip to book. */
  trip: Trip;
}

/** The command in reports if a person replaces it. */
export const PERSON: readonly string[] = ['a person with an app'];

/** Exit codes for the client's beliefs. */
export type ExitCodes = Readonly<Record<Belief, number>>;

export const EXIT_CODES: ExitCodes = { booked: 0, 'not booked': 3, unknown: 4 };

/** A client variable with its template, as in `API_URL={baseUrl}`. */
export interface Variable {
  name: string;
  template: string;
}

/** Reads `NAME=template`. Throws a RangeError with the allowed forms. */
export function readVariable(text: string): Variable {
  const [, name, template] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || template === undefined)
    throw new RangeError(`"${text}" is not a variable; write NAME={baseUrl}, for example`);
  for (const [, placeholder = ''] of template.matchAll(/\{(\w+)\}/g))
    if (!PLACEHOLDERS.includes(placeholder))
      throw new RangeError(`"${text}" has the placeholder {${placeholder}}; there are ${listPlaceholders()}`);
  return { name, template };
}

/** Returns the client's task file content. */
export function taskFileFor({ task, traveller, trip }: Assignment): string {
  return `${JSON.stringify({ version: 1, task, traveller, ...trip }, null, 2)}\n`;
}

/** Returns the client's environment, in addition to the inherited one. `taskFile`: the path to its task file. */
export function environmentOf(
  assignment: Assignment,
  taskFile: string,
  variables: readonly Variable[],
): Record<string, string> {
  const values: Record<string, string> = { ...valuesOf(assignment), taskFile };
  return Object.fromEntries(
    [...clientVariables, ...variables].map(({ name, template }) => [
      name,
      template.replace(/\{(\w+)\}/g, (_, placeholder: string) => values[placeholder] ?? ''),
    ]),
  );
}

function valuesOf({ baseUrl, keys, task, traveller, trip }: Assignment): Record<string, string> {
  const { travellers: _, ...texts } = trip;
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value === null ? '' : String(value)])),
    baseUrl,
    secretKey: keys.secretKey,
    publicKey: keys.publicKey,
    profileCode: keys.profileCode,
    serviceId: `${keys.publicKey}:${keys.profileCode}`,
    task,
    traveller: String(traveller),
  };
}

function listPlaceholders(): string {
  return PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
}

const PLACEHOLDERS = [...clientVariables.map(({ template }) => template.slice(1, -1)), 'serviceId'];

/** A client's final statement. */
export interface Statement {
  belief: Belief;
  /** Its latest `outcome`; null for an unknown outcome. */
  outcome: Belief | null;
  /** Ids in the stated bookings; empty if it names none. */
  ids: readonly string[];
  /** Statement on each traveller; empty if the client makes none. */
  travellers: readonly StatedTraveller[];
}

/**
 * Reads a client's belief from its exit code, and its bookings from its last output line if that is a JSON object:
 * `{"outcome":"booked","travellers":[{"id":"…","price":23.04}]}`, or with a `reservationId`, `confirmationNumber` or
 * `orderId` alone. The outcome comes from the last line with an outcome. Null for another exit code.
 */
export function readStatement({ how, exitCode, stdout }: ClientEnd, codes: ExitCodes): Statement | null {
  const belief = how === 'exited' ? beliefs.find((candidate) => codes[candidate] === exitCode) : undefined;
  if (belief === undefined) return null;
  const lines = stdout.trimEnd().split('\n').map(objectIn);
  const said = lines.at(-1) ?? {};
  const travellers = readTravellers(said);
  const ids = [...NAMES.map((name) => said[name]), ...travellers.map(({ id }) => id)].filter(isText);
  const outcome = lines.map((line) => beliefIn(line['outcome'])).findLast((one) => one !== null) ?? null;
  return { belief, outcome, ids: [...new Set(ids)], travellers };
}

/** Reads an outcome in any notation, as in NOT_BOOKED; also a status in §3. */
function beliefIn(outcome: unknown): Belief | null {
  if (!isText(outcome)) return null;
  const said = outcome.toLowerCase().replace(/[^a-z]/g, '');
  return STATUSES.get(said) ?? beliefs.find((one) => one.replace(' ', '') === said) ?? null;
}

function objectIn(line: string): Record<string, unknown> {
  if (!line.startsWith('{')) return {};
  try {
    return { ...(JSON.parse(line) as object) };
  } catch {
    return {};
  }
}

const STATUSES: ReadonlyMap<string, Belief> = new Map([
  ['completed', 'booked'],
  ['failed', 'not booked'],
  ['pending', 'unknown'],
]);
const NAMES = ['reservationId', 'confirmationNumber', 'orderId'];
