import { systemClock } from '../../../base/clock.ts';
import { ExplainedError } from '../../../base/config-error.ts';
import { noResponse } from '../../../base/no-response.ts';
import { isString } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import { headerOf } from '../../../exchange/exchange.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import { addDays, toDate } from '../fixtures/dates.ts';
import { Client } from '../http/client.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { textOf } from '../http/exchange.ts';
import { describeOutcome } from '../responses/outcome.ts';
import { TargetUnreachable } from '../verdict.ts';
import type { VerifyOptions } from './options.ts';
import { DEFAULT_ROUTES } from './options.ts';
import type { KeyPair, Route, Target } from './target.ts';
import { credentialIn } from './target.ts';

/** Thrown if a run cannot start. The message has the reason and the next step. */
class ProbeError extends ExplainedError {}

/**
 * Probes a target before the first check: its response, its scenarios if it is a sandbox, the accepted key pair and the
 * live mode. Books nothing. Throws ProbeError if a run cannot start, and then removes its own profile. `signal` ends it
 * early.
 */
export async function probe(options: VerifyOptions, spec: Spec, signal?: AbortSignal): Promise<Target> {
  const base = readUrl(options.baseUrl);
  const draft = draftTarget(options, base);
  const client = new Client(draft, spec);
  signal?.addEventListener('abort', () => client.stop());
  const scenarios = await findScenarios(client, base);
  const sandboxUrl = scenarios === null ? null : `${base}/_sandbox`;
  const keys = options.credential ?? (await makeProfile(client, sandboxUrl));
  const found: Target = { ...draft, keys, ownProfile: !options.credential, sandboxUrl, scenarios: scenarios ?? [] };
  try {
    const clockSkewMs = await readSkew(client, found);
    const target: Target = {
      ...found,
      clockSkewMs,
      departureDate: options.departureDate ?? addDays(toDate(systemClock.now() + clockSkewMs), DAYS_AHEAD),
    };
    return { ...target, ...(await tryFirstSearch(client, target, options)) };
  } catch (error) {
    client.resume();
    if (found.ownProfile)
      await client
        .send(null, 'DELETE', new URL(`${sandboxUrl}/profiles/${keys.profileCode}`), { keys })
        .catch(() => undefined);
    throw error;
  }
}

function draftTarget(options: VerifyOptions, base: string): Target {
  return {
    flightsUrl: options.flightsUrl ? readUrl(options.flightsUrl) : base,
    transfersUrl: options.transfersUrl ? readUrl(options.transfersUrl) : base,
    serviceIdHeader: options.serviceIdHeader ?? 'X-Service-Id',
    keys: options.credential ?? { publicKey: 'none', secretKey: 'none', profileCode: 'none' },
    otherKeys: options.otherCredential ?? null,
    sandboxUrl: null,
    ownProfile: false,
    scenarios: [],
    liveMode: true,
    mayBook: false,
    routes: readRoutes(options.routes ?? DEFAULT_ROUTES),
    departureDate: '',
    pickup: options.pickup ?? 'MAD',
    dropoff: options.dropoff ?? 'Calle de Alcalá 42, Madrid',
    clockSkewMs: 0,
    rate: options.rate ?? null,
    concurrency: options.concurrency ?? 8,
    timeoutMs: options.timeoutMs ?? 30_000,
  };
}

/** Returns null if the target is not a taxiway sandbox. Throws ProbeError if no response comes. */
async function findScenarios(client: Client, base: string): Promise<string[] | null> {
  const { status, value } = await explainUnreachable(
    client.send(null, 'GET', new URL(`${base}/_sandbox/scenarios`), { keys: null }),
    base,
  );
  if (status !== 200 || !Array.isArray(propertyOf(value, 'scenarios'))) return null;
  return select(value, '/scenarios/*/name')
    .map((scenario) => scenario.value)
    .filter(isString);
}

async function makeProfile(client: Client, sandboxUrl: string | null): Promise<KeyPair> {
  if (sandboxUrl === null) {
    throw new ProbeError(
      'the target is not a taxiway sandbox, which would make a profile, and there is no credential: set ' +
        'TAXIWAY_PUBLIC_KEY, TAXIWAY_SECRET_KEY and TAXIWAY_PROFILE_CODE, or name a file with --credential',
    );
  }
  const made = await explainUnreachable(
    client.send(null, 'POST', new URL(`${sandboxUrl}/profiles`), {
      keys: null,
      body: { name: 'taxiway verify' },
      outlastsStop: true,
    }),
    sandboxUrl,
  );
  const keys = credentialIn(made.value);
  if (!keys)
    throw new ProbeError(
      `the sandbox made no profile (${made.status} ${textOf(made).slice(0, 200)}); pass the credential of one`,
    );
  return keys;
}

/** Returns how far the target's clock leads: by the profile clock in a sandbox, by the Date header elsewhere. */
async function readSkew(client: Client, { sandboxUrl, keys, flightsUrl }: Target): Promise<number> {
  if (sandboxUrl === null) {
    const { response } = await explainUnreachable(
      client.send(null, 'GET', new URL(flightsUrl), { keys: null }),
      flightsUrl,
    );
    const skew = Date.parse(headerOf(response.headers, 'date') ?? '') - systemClock.now();
    return Math.abs(skew) > NOTABLE_SKEW_MS ? skew : 0;
  }
  const { value } = await explainUnreachable(
    client.send(null, 'GET', new URL(`${sandboxUrl}/profiles/${keys.profileCode}/clock`), { keys }),
    sandboxUrl,
  );
  return Date.parse(String(propertyOf(value, 'now'))) - systemClock.now() || 0;
}

/** Makes the first search. It shows whether the target accepts the key pair, and whether it is live. */
async function tryFirstSearch(
  client: Client,
  target: Target,
  { allowLive = false, book = false }: VerifyOptions,
): Promise<Pick<Target, 'liveMode' | 'mayBook'>> {
  const [origin, destination] = target.routes[0];
  const search = await explainUnreachable(
    client.call('searchFlights', {
      keys: target.keys,
      body: {
        slices: [{ origin, destination, departure_date: target.departureDate }],
        passengers: [{ type: 'adult' }],
        cabin_class: 'economy',
      },
    }),
    target.flightsUrl,
  );
  const { status, value: body, response } = search;
  if (status === 401 || status === 403)
    throw new ProbeError(
      `the target does not accept the profile ${target.keys.profileCode}: a search returned ` +
        `${describeOutcome(search)}; check the credential and the name of the header ${target.serviceIdHeader} ` +
        '(--service-id-header)',
    );
  if (status >= 300 && status < 400)
    throw new ProbeError(
      `${target.flightsUrl} redirects: a search returned ${status}, to ` +
        `${headerOf(response.headers, 'location') ?? 'nowhere'}. Credentials are not sent there; pass that base URL ` +
        'if it is yours',
    );
  if (body === undefined) throw new ProbeError(notTheService(target.flightsUrl, search));
  const reported = propertyOf(body, 'liveMode');
  // Treats the target as live without an explicit false.
  const liveMode = reported !== false;
  if (liveMode && !allowLive) {
    const liveness =
      reported === true
        ? 'the target is live: a search returned liveMode true'
        : `the target may be live: a search returned ${describeOutcome(search)} without liveMode`;
    throw new ProbeError(
      `${liveness}. Nothing was booked. ` +
        '--allow-live continues with the checks that change nothing, --allow-live --book ' +
        'with all of them',
    );
  }
  return { liveMode, mayBook: !liveMode || book };
}

/**
 * Explains a response from another system. The service always sends JSON; a page comes from a web site or a gateway.
 */
function notTheService(url: string, search: CheckedExchange): string {
  const type = headerOf(search.response.headers, 'content-type')?.split(';')[0] || 'no Content-Type';
  const text = textOf(search);
  const begin = text === '' ? 'an empty body' : JSON.stringify(text.slice(0, 80));
  return (
    `${url} is not the service: a search returned ${search.status} with ${type} and ${begin}, where the service ` +
    'sends JSON. Check the base URL; --flights-url and --transfers-url set the addresses below which the paths are'
  );
}

async function explainUnreachable(call: Promise<CheckedExchange>, url: string): Promise<CheckedExchange> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TargetUnreachable)
      throw new ProbeError(noResponse(url, error.message, 'the base URL (TAXIWAY_BASE_URL)'));
    throw error;
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ProbeError(`"${text}" is not a base URL; expected one like http://127.0.0.1:4010`);
  if (url.username || url.search || url.hash)
    throw new ProbeError(`"${text}" is more than a base URL: pass only scheme, host, port and path`);
  return url.href.replace(/\/+$/, '');
}

function readRoutes(texts: readonly string[]): Target['routes'] {
  const [first, ...others] = texts.map(readRoute);
  if (first === undefined) throw new ProbeError('there is no route; expected at least one like MAD-LHR');
  return [first, ...others];
}

function readRoute(text: string): Route {
  const [, origin, destination] = /^([A-Z]{3})-([A-Z]{3})$/.exec(text) ?? [];
  if (origin === undefined || destination === undefined)
    throw new ProbeError(`"${text}" is not a route; expected two IATA codes like MAD-LHR`);
  return [origin, destination];
}

const DAYS_AHEAD = 60;
const NOTABLE_SKEW_MS = 5_000;
