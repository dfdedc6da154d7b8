import type { Credential } from '../../config/credential.ts';
import type { ClientEnd } from './run-client.ts';
import type { Belief, Task } from './situation.ts';
import { beliefs } from './situation.ts';

/** Where the client finds the service, and what it shall do. */
export interface Assignment {
  baseUrl: string;
  keys: Credential;
  task: Task;
  /** Which of the clients of a situation it is, from 1. */
  traveller: number;
}

/** The exit codes by which a client says what it believes. */
export type ExitCodes = Readonly<Record<Belief, number>>;

export const EXIT_CODES: ExitCodes = { booked: 0, 'not booked': 3, unknown: 4 };

/** `API_URL={baseUrl}`: a variable of the client, and what it holds. */
export interface Variable {
  name: string;
  template: string;
}

/** The variables that every client gets; the documents of the exam list them. */
const VARIABLES: readonly Variable[] = [
  { name: 'TAXIWAY_TASK', template: '{task}' },
  { name: 'TAXIWAY_BASE_URL', template: '{baseUrl}' },
  { name: 'TAXIWAY_SECRET_KEY', template: '{secretKey}' },
  { name: 'TAXIWAY_PUBLIC_KEY', template: '{publicKey}' },
  { name: 'TAXIWAY_PROFILE_CODE', template: '{profileCode}' },
  { name: 'TAXIWAY_TRAVELLER', template: '{traveller}' },
];

/** Reads `NAME=template`. Throws a RangeError that says what is possible. */
export function readVariable(text: string): Variable {
  const [, name, template] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || template === undefined)
    throw new RangeError(`"${text}" is not a variable; write NAME={baseUrl}, for example`);
  for (const [, placeholder = ''] of template.matchAll(/\{(\w+)\}/g))
    if (!PLACEHOLDERS.includes(placeholder))
      throw new RangeError(`"${text}" has the placeholder {${placeholder}}; there are ${listPlaceholders()}`);
  return { name, template };
}

/** The environment of a client, in addition to what it inherits. */
export function environmentOf(assignment: Assignment, variables: readonly Variable[]): Record<string, string> {
  const values = valuesOf(assignment);
  return Object.fromEntries(
    [...VARIABLES, ...variables].map(({ name, template }) => [
      name,
      template.replace(/\{(\w+)\}/g, (_, placeholder: string) => values[placeholder] ?? ''),
    ]),
  );
}

function valuesOf({ baseUrl, keys, task, traveller }: Assignment): Record<string, string> {
  return {
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

const PLACEHOLDERS = ['baseUrl', 'secretKey', 'publicKey', 'profileCode', 'serviceId', 'task', 'traveller'];

/** What a client says at its end. */
export interface Statement {
  belief: Belief;
  /** The `outcome` that it wrote last; null for none of the three. */
  outcome: Belief | null;
  /** Ids of what it says it booked; empty where it names none. */
  ids: readonly string[];
}

/**
 * Reads a client's statement from its exit code, the ids from the last line that it wrote, where that is a JSON object:
 * `{"outcome":"booked","reservationId":"…"}`, and the outcome from the last line that has one. Null where the exit code
 * says nothing.
 */
export function readStatement({ how, exitCode, stdout }: ClientEnd, codes: ExitCodes): Statement | null {
  const belief = how === 'exited' ? beliefs.find((candidate) => codes[candidate] === exitCode) : undefined;
  if (belief === undefined) return null;
  const lines = stdout.trimEnd().split('\n').map(objectIn);
  const said = lines.at(-1) ?? {};
  const ids = NAMES.map((name) => said[name]).filter((value): value is string => typeof value === 'string');
  const last = lines.findLast(({ outcome }) => beliefs.some((one) => one === outcome));
  return { belief, outcome: beliefs.find((one) => one === last?.['outcome']) ?? null, ids };
}

function objectIn(line: string): Record<string, unknown> {
  if (!line.startsWith('{')) return {};
  try {
    return { ...(JSON.parse(line) as object) };
  } catch {
    return {};
  }
}

const NAMES = ['reservationId', 'confirmationNumber', 'orderId'];
