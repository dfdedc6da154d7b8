import type { Credential } from '../../config/credential.ts';
import { clientVariables } from './client-variables.ts';
import type { Belief, Task } from './situation.ts';
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
