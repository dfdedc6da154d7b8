import type { Repeatable } from '../../exchange/as-curl.ts';
import { curlWords, quote, quoteWithVariables, variable } from '../../exchange/as-curl.ts';
import type { Header } from '../../exchange/exchange.ts';
import { headerOf } from '../../exchange/exchange.ts';
import type { CheckedExchange } from './http/exchange.ts';
import type { KeyPair, Target } from './probe/target.ts';

/** A run's records needed to repeat a call. */
export interface Seen {
  target: Pick<Target, 'serviceIdHeader' | 'sandboxUrl'>;
  /** All calls in the run. */
  exchanges: readonly CheckedExchange[];
  /** Profiles made for the run, and gone after it. */
  ownProfiles: readonly KeyPair[];
}

/**
 * Returns a function to write a bash script. The script repeats a call with everything that led to it: an offer is
 * ordered once and a token expires. It takes ids and tokens from the responses to its own calls. The last command is
 * the call, and prints its response. A script needs curl and node.
 */
export function createRepeatScript(seen: Seen): (exchange: CheckedExchange) => string {
  const sources = indexValues(seen.exchanges);
  return (exchange) => writeScript(chainTo(exchange, seen, sources), seen);
}

/** A value's source. */
interface Source {
  exchange: CheckedExchange;
  /** Keys from the whole body to the value. */
  keys: readonly string[];
}

type Sources = ReadonlyMap<string, readonly Source[]>;

/** A script's call, and its values from earlier calls. */
interface Step {
  exchange: CheckedExchange;
  taken: ReadonlyMap<string, Source>;
}

/** Returns the ids and tokens in all responses, with their places. */
function indexValues(exchanges: readonly CheckedExchange[]): Sources {
  const sources = new Map<string, Source[]>();
  for (const exchange of exchanges) {
    if (exchange.operationId === null || exchange.status >= 300) continue;
    for (const [keys, value] of leavesOf(exchange.value)) {
      if (value.length < SHORTEST || !IS_ID.test(keys.at(-1) ?? '')) continue;
      const known = sources.get(value);
      if (known) known.push({ exchange, keys });
      else sources.set(value, [{ exchange, keys }]);
    }
  }
  return sources;
}

/** Yields a body's texts and numbers, with their keys. */
function* leavesOf(value: unknown, keys: readonly string[] = []): Generator<[keys: readonly string[], value: string]> {
  if (typeof value === 'string' || typeof value === 'number') yield [keys, String(value)];
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* leavesOf(inner, [...keys, key]);
}

const IS_ID = /(id|token|confirmationNumber|reference)$/i;
const SHORTEST = 6;

/** Returns the calls necessary for this one, oldest first, and the call itself. */
function chainTo(last: CheckedExchange, seen: Seen, sources: Sources): Step[] {
  const steps = new Map<CheckedExchange, Step>();
  const add = (exchange: CheckedExchange) => {
    if (steps.has(exchange)) return;
    const taken = takeValues(exchange, sources);
    steps.set(exchange, { exchange, taken });
    for (const source of taken.values()) add(source.exchange);
  };
  add(last);
  const profiles = new Set([...steps.keys()].flatMap((exchange) => profileOf(exchange, seen) ?? []));
  // Keeps control calls and reads: a clock stays moved, a scenario armed, and reads may settle a pending booking.
  for (const exchange of seen.exchanges) {
    const profile = profileOf(exchange, seen);
    if (
      exchange.sequence < last.sequence &&
      ((profile && profiles.has(profile) && isControl(exchange)) || isSameRead(exchange, last))
    )
      add(exchange);
  }
  return [...steps.values()].sort((a, b) => a.exchange.sequence - b.exchange.sequence);
}

/**
 * Returns the request values from earlier responses, each with its source. An id identifies the request's object. Its
 * other values, such as the provider number or the segment times, have the same source.
 */
function takeValues(exchange: CheckedExchange, sources: Sources): Map<string, Source> {
  const taken = new Map<string, Source>();
  const values = new Set(valuesOf(exchange));
  const found = [...values].flatMap((value) => {
    const known = (sources.get(value) ?? []).filter((source) => leadsTo(source.exchange, exchange));
    return known.length > 0 ? [{ value, known }] : [];
  });
  // Begins with the rarest values, because they identify most. Passenger ids may be the same in all responses.
  for (const { value, known } of found.sort((a, b) => a.known.length - b.known.length)) {
    const best = known.reduce((one, other) => (nearness(other, taken) >= nearness(one, taken) ? other : one));
    taken.set(value, best);
  }
  for (const { exchange: from, keys } of [...taken.values()]) {
    const place = elementOf(keys);
    if (place.length === 0) continue;
    for (const [inner, value] of leavesOf(follow(from.value, place), place))
      if (values.has(value) && !taken.has(value)) taken.set(value, { exchange: from, keys: inner });
  }
  return taken;
}

/** Measures how far a source overlaps with those already taken: the response first, and then the keys. */
function nearness({ exchange, keys }: Source, taken: ReadonlyMap<string, Source>): number {
  return Math.max(
    0,
    ...[...taken.values()].map((other) =>
      other.exchange === exchange ? 1 + keys.findIndex((key, i) => key !== other.keys[i]) : 0,
    ),
  );
}

/** Returns the path segments, the query values, and the body's texts and numbers. */
function valuesOf({ path, request }: CheckedExchange): string[] {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  return [
    ...pathname.split('/').map(decode),
    ...searchParams.values(),
    ...[...leavesOf(parse(request.body ?? ''))].map(([, value]) => value),
  ].filter((value) => value !== '');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function follow(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}

/** Returns the keys up to the first list's entry, for example a search's offer; none without a list. */
function elementOf(keys: readonly string[]): readonly string[] {
  return keys.slice(0, keys.findIndex((key) => /^\d+$/.test(key)) + 1);
}

/** True if a call could use an earlier response. */
function leadsTo(earlier: CheckedExchange, later: CheckedExchange): boolean {
  return (
    earlier.sequence < later.sequence &&
    earlier.at + (earlier.durationMs ?? 0) <= later.at &&
    !isSameRead(earlier, later)
  );
}

function isSameRead(one: CheckedExchange, other: CheckedExchange): boolean {
  return one.method === 'GET' && other.method === 'GET' && one.path === other.path;
}

function isControl({ operationId, method, path }: CheckedExchange): boolean {
  return operationId === null && method !== 'GET' && path.startsWith('/_sandbox/profiles/');
}

/** Returns the run's own profile named by a call's headers. Some calls omit one header. */
function profileOf({ request }: CheckedExchange, { target, ownProfiles }: Seen): KeyPair | undefined {
  const serviceId = headerOf(request.headers, target.serviceIdHeader.toLowerCase()) ?? '';
  return (
    ownProfiles.find(({ profileCode }) => serviceId.endsWith(`:${profileCode}`)) ??
    ownProfiles.find((keys) => hasSecret(request.headers, keys))
  );
}

function hasSecret(headers: readonly Header[], { secretKey }: KeyPair): boolean {
  return (headerOf(headers, 'authorization') ?? '').endsWith(`sk_…${secretKey.slice(-4)}`);
}

/** A value's notation: in an address, within a JSON text, or as a JSON number. */
type Form = 'uri' | 'json' | 'number';

/** Holds a response value, or an entry in a list there, for later calls. */
interface Variable {
  name: string;
  exchange: CheckedExchange;
  /** Command to set the variable. */
  command: string;
}

function writeScript(steps: readonly Step[], seen: Seen): string {
  const profiles = [...new Set(steps.flatMap(({ exchange }) => profileOf(exchange, seen) ?? []))];
  // If the run made its own profiles, any other secret is wrong on purpose.
  const foreign = seen.ownProfiles.length > 0 ? 'wrong_secret' : 'TAXIWAY_SECRET';
  const variables = new Variables(steps);
  const calls = steps.map((step) => {
    const owner = profiles.findIndex((keys) => hasSecret(step.exchange.request.headers, keys));
    const secret = owner < 0 ? foreign : `secret_${owner + 1}`;
    const call = leaveToVariables(step, profiles, variables);
    const words = curlWords(call, step.exchange.server ?? '', secret, quoteWithVariables);
    return words.map((word) => word.trim()).join(' ');
  });
  const needs = (name: string) => calls.some((call) => call.includes(`$${name}`));
  return [
    '#!/usr/bin/env bash',
    `# Makes ${calls.length === 1 ? 'the call' : `${calls.length} calls`} again, the one of the finding last.`,
    'set -euo pipefail',
    ...(needs('TAXIWAY_SECRET') ? [': "${TAXIWAY_SECRET:?set it to the secret key of the run}"'] : []),
    ...(needs('wrong_secret') ? ['wrong_secret=sk_sandbox_of_nobody'] : []),
    ...(profiles.length + variables.all.length > 0 ? [PICK] : []),
    ...profiles.flatMap((_, i) => makeProfile(i + 1, seen.target)),
    ...calls.flatMap((call, i) =>
      i === calls.length - 1 ? [call] : keepResponse(`response_${i + 1}=$(${call})`, variables.of(steps[i]?.exchange)),
    ),
    '',
  ].join('\n');
}

/** Returns the lines for a call and its kept values. A new search may have no similar offer. */
function keepResponse(call: string, variables: readonly Variable[]): string[] {
  const { chosen = [], others = [] } = Object.groupBy(variables, ({ command }) =>
    command.includes('.find(') ? 'chosen' : 'others',
  );
  const set = ({ name, command }: Variable) => `${name}=${command}`;
  const [first] = chosen;
  const lines = first
    ? [
        `for again in {1..10}; do ${call}; ${chosen.map(set).join(' && ')} && break; sleep 0.2; done 2> /dev/null`,
        `: "\${${first.name}:?no response had an offer like that of the run; try again later}"`,
      ]
    : [call];
  return [...lines, ...others.map(set)];
}

/** A script's variables. */
class Variables {
  readonly all: Variable[] = [];
  readonly #steps: readonly Step[];

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  of(exchange: CheckedExchange | undefined): Variable[] {
    return this.all.filter((variable) => variable.exchange === exchange);
  }

  /** Returns the variable name for a value. */
  name({ exchange, keys }: Source, value: string, form: Form): string {
    const element = elementOf(keys);
    const place = { keys, from: `$response_${this.#steps.findIndex((step) => step.exchange === exchange) + 1}` };
    if (element.length > 0) {
      const choice = chooseLike(exchange.value, element, this.#takesSegments(exchange, element));
      place.from = `$${this.#add(exchange, place.from, choice)}`;
      place.keys = keys.slice(element.length);
    }
    const plain = `it${place.keys.map(access).join('')}`;
    return this.#add(exchange, place.from, inForm(plain, value, form));
  }

  /** True if a call takes slice values from this entry. */
  #takesSegments(exchange: CheckedExchange, element: readonly string[]): boolean {
    return this.#steps.some(({ taken }) =>
      [...taken.values()].some(
        (source) =>
          source.exchange === exchange &&
          element.every((key, i) => source.keys[i] === key) &&
          source.keys.includes('slices'),
      ),
    );
  }

  #add(exchange: CheckedExchange, from: string, expression: string): string {
    const command = `$(pick "${from}" ${quote(Buffer.from(expression))})`;
    const known = this.all.find((one) => one.command === command);
    if (known) return known.name;
    const name = `value_${this.all.length + 1}`;
    this.all.push({ name, exchange, command });
    return name;
  }
}

function inForm(expression: string, value: string, form: Form): string {
  if (form === 'uri' && encodeURIComponent(value) !== value) return `encodeURIComponent(${expression})`;
  if (form === 'json' && JSON.stringify(value) !== `"${value}"`) return `JSON.stringify(${expression}).slice(1, -1)`;
  return expression;
}

/** Returns an expression for the first similar list entry: an offer from the same provider. */
function chooseLike(body: unknown, keys: readonly string[], takesSegments: boolean): string {
  const entries = Object.values(follow(body, keys.slice(0, -1)) as object);
  const own = follow(body, keys);
  const like = [...conditionsFor(own, 'one', takesSegments), ...presenceOf(own, entries)];
  const list = `it${keys.slice(0, -1).map(access).join('')}`;
  return like.length > 0 ? `${list}.find((one) => ${like.join(' && ')})` : `${list}[0]`;
}

/** Returns conditions on the provider, the requirements, and if needed the slice and segment counts. */
function conditionsFor(value: unknown, place: string, takesSegments: boolean): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const own = place + access(key);
    if (key === 'gdsprovider' || typeof inner === 'boolean') return [`${own} === ${JSON.stringify(inner)}`];
    if (!takesSegments || (key !== 'slices' && key !== 'segments') || !Array.isArray(inner)) return [];
    return [
      `${own}.length === ${inner.length}`,
      ...inner.flatMap((one: unknown, i) => conditionsFor(one, `${own}[${i}]`, true)),
    ];
  });
}

/** Returns conditions on properties present in some entries only, for example in offers with a hold. */
function presenceOf(entry: unknown, entries: readonly unknown[]): string[] {
  const keys = new Set(entries.flatMap((one) => Object.keys(Object(one) as object)));
  const has = (one: unknown, key: string) => (follow(one, [key]) ?? null) !== null;
  return [...keys]
    .filter((key) => new Set(entries.map((one) => has(one, key))).size > 1)
    .map((key) => `one${access(key)} ${has(entry, key) ? '!=' : '=='} null`);
}

function access(key: string): string {
  if (/^\d+$/.test(key)) return `[${key}]`;
  return /^[a-z_]\w*$/i.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** Replaces values from earlier responses, and the run's profile names, by variables. */
function leaveToVariables({ exchange, taken }: Step, profiles: readonly KeyPair[], variables: Variables): Repeatable {
  const { exchangeId, method, request } = exchange;
  const path = withoutMarks(exchange.path);
  const replace = (value: string, form: Form): string | undefined => {
    const own = profiles.findIndex(({ profileCode }) => profileCode === value);
    if (own >= 0) return variable(`code_${own + 1}`);
    const source = taken.get(value);
    return source && variable(variables.name(source, value, form));
  };
  const [place = '', query] = path.split('?', 2);
  const segments = place.split('/').map((segment) => replace(decode(segment), 'uri') ?? segment);
  const pairs = query?.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    const left = replace(decode(value.replaceAll('+', ' ')), 'uri');
    return left === undefined ? pair : `${name}=${left}`;
  });
  return {
    ...{ exchangeId, method },
    path: segments.join('/') + (pairs ? `?${pairs.join('&')}` : ''),
    request: {
      ...request,
      headers: request.headers.map((header) => leaveServiceId(header, profiles)),
      body: request.body === null ? null : replaceLeaves(withoutMarks(request.body), replace),
    },
  };
}

function leaveServiceId([name, value]: Header, profiles: readonly KeyPair[]): Header {
  const parts = withoutMarks(value)
    .split(':')
    .map((part) => {
      const key = profiles.findIndex(({ publicKey }) => publicKey === part);
      const code = profiles.findIndex(({ profileCode }) => profileCode === part);
      if (key >= 0) return variable(`public_${key + 1}`);
      return code >= 0 ? variable(`code_${code + 1}`) : part;
    });
  return [name, parts.join(':')];
}

/** Replaces values in a JSON body written by a program. Leaves any other body unchanged. */
function replaceLeaves(body: string, replace: (value: string, form: Form) => string | undefined): string {
  const value = parse(body);
  if (value === undefined || JSON.stringify(value) !== body) return body;
  const replaced = JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'string') return replace(inner, 'json') ?? inner;
    const left = typeof inner === 'number' ? replace(String(inner), 'number') : undefined;
    return left === undefined ? inner : `${NUMBER}${left}`;
  });
  return replaced.replaceAll(new RegExp(`"${NUMBER}([^"]*)"`, 'g'), '$1');
}

/** Removes the marks: text from a target must not become a bash variable. */
function withoutMarks(text: string): string {
  return text.replace(/[\uE000-\uE002]/g, '�');
}

/** Marks the text for a number. */
const NUMBER = '\uE002';

function makeProfile(number: number, { sandboxUrl }: Seen['target']): string[] {
  const parts = { secret: 'secretKey', public: 'publicKey', code: 'profileCode' };
  return [
    `profile_${number}=$(curl -sS -X POST ${quote(Buffer.from(`${sandboxUrl}/profiles`))} ` +
      `-H 'Content-Type: application/json' --data-raw '{"name":"taxiway verify, again"}')`,
    ...Object.entries(parts).map(
      ([name, key]) => `${name}_${number}=$(pick "$profile_${number}" it.credential.${key})`,
    ),
  ];
}

/** Prints an expression's value for a response, `it`. Ends the script if there is no value. */
const PICK =
  `pick() { node -e 'const it = JSON.parse(require("fs").readFileSync(0, "utf8")); ` +
  `const value = new Function("it", "return " + process.argv[1])(it); ` +
  `if (value === undefined) { console.error("no " + process.argv[1] + " in the response"); process.exit(1); } ` +
  `process.stdout.write(typeof value === "object" ? JSON.stringify(value) : String(value))' "$2" <<< "$1"; }`;
