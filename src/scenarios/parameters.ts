import { parseDuration } from '../base/clock.ts';

/** Scenario parameter. Durations are ISO 8601 (`PT10S`), and become milliseconds when they are read. */
export type Parameter =
  | { kind: 'count'; default: number; most?: number; is: string }
  | { kind: 'duration'; default: string; shortest?: string; longest?: string; is: string }
  | { kind: 'probability'; default: number; is: string }
  | { kind: 'choice'; of: readonly string[]; default: string; is: string };

/** Parameter for every scenario. */
export const CHANCE: Parameter = {
  kind: 'probability',
  default: 1,
  is: 'probability of its action, from 0 to 1; the seed decides the requests',
};

/** Parameter for every armed scenario. */
export const CALLS = {
  name: 'calls',
  is: 'number of requests that it acts on if it is armed, from 1 to 9999; by default all, and one in a sequence',
} as const;

/** Reads `calls`. Throws a RangeError with the allowed values. */
export function readCalls(value: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new RangeError(`has calls="${value}"; give an integer from 1 to 9999`);
  return Number(value);
}

/** One scenario's parameters: the passed values, and defaults for the rest. */
export type Values = Readonly<Record<string, number | string>>;

/** Reads a scenario's passed parameters. Throws a RangeError with the fault and the allowed values. */
export function readValues(
  parameters: Readonly<Record<string, Parameter>>,
  passed: readonly (readonly [name: string, value: string])[],
): Values {
  const values = new Map(passed);
  if (values.size < passed.length) throw new RangeError('has a parameter twice; give each once');
  const unknown = [...values.keys()].find((name) => !Object.hasOwn(parameters, name));
  if (unknown !== undefined) {
    const names = Object.keys(parameters);
    throw new RangeError(`has no parameter "${unknown}"; it has ${[...names, CALLS.name].join(', ')}`);
  }
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, readValue(name, parameter, values.get(name))]),
  );
}

function readValue(name: string, parameter: Parameter, text: string | undefined): number | string {
  switch (parameter.kind) {
    case 'count':
      if (text === undefined) return parameter.default;
      if (!/^\d{1,4}$/.test(text) || Number(text) > (parameter.most ?? MOST))
        throw new RangeError(`has ${name}="${text}"; give an integer from 0 to ${parameter.most ?? MOST}`);
      return Number(text);
    case 'duration':
      return readDuration(name, parameter, text);
    case 'probability':
      if (text === undefined) return parameter.default;
      if (!/^(0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(text))
        throw new RangeError(`has ${name}="${text}"; give a number from 0 to 1, such as 0.2`);
      return Number(text);
    case 'choice':
      if (text !== undefined && !parameter.of.includes(text))
        throw new RangeError(`has ${name}="${text}"; give one of ${parameter.of.join(', ')}`);
      return text ?? parameter.default;
  }
}

function readDuration(
  name: string,
  { default: usual, shortest = 'PT0S', longest }: Parameter & { kind: 'duration' },
  text: string = usual,
): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new RangeError(`has ${name}="${text}"; give an ISO 8601 duration such as PT10S or PT5M`);
  if (ms < (parseDuration(shortest) ?? 0)) throw new RangeError(`has ${name}="${text}"; give at least ${shortest}`);
  if (longest !== undefined && ms > (parseDuration(longest) ?? Infinity))
    throw new RangeError(`has ${name}="${text}"; give at most ${longest}`);
  return ms;
}

const MOST = 9999;
