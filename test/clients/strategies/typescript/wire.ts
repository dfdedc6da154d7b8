import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import pRetry from 'p-retry';
import { does, TIMEOUT_MS } from './strategy.ts';

/** The request got no response that says what happened. */
export class Lost extends Error {
  /** True if the client stopped waiting. */
  readonly late: boolean;

  constructor(message: string, late = false) {
    super(message);
    this.late = late;
  }
}

/** The service refused the request: nothing was done. */
export class Refused extends Error {}

/** A body of the wire. */
export type Json = Record<string, ReturnType<typeof JSON.parse>>;

const { TAXIWAY_BASE_URL, TAXIWAY_SECRET_KEY, TAXIWAY_PUBLIC_KEY, TAXIWAY_PROFILE_CODE } = process.env;
const agent = new Agent({ keepAlive: !does('connection', 'new') });

/** Sends a request once. Rejects with Lost or Refused where no usable 200 came. */
export async function once(method: string, path: string, body?: object): Promise<Json> {
  let [status, content, retryAfter] = await exchange(method, path, body);
  // Nothing was done; the gateway says when to send it again.
  for (let again = 0; status === 429 && again < 3; again++) {
    await wait(pauseMs(retryAfter ?? '1'));
    [status, content, retryAfter] = await exchange(method, path, body);
  }
  if (status === 429) throw new Refused('too many requests');
  if (status >= 500) throw new Lost(String(status));
  const value = parse(content);
  // Live means real money: this client is under test.
  if (value['liveMode'] === true) throw new Refused('the service is live');
  if (status !== 200) throw new Refused(String(value['message'] ?? status));
  return value;
}

/** Sends a request that changes nothing, again where its response got lost. */
export function safely(method: string, path: string, body?: object): Promise<Json> {
  return pRetry(() => once(method, path, body), {
    retries: 3,
    minTimeout: 40,
    randomize: true,
    shouldRetry: ({ error }) => error instanceof Lost,
  });
}

function pauseMs(retryAfter: string): number {
  const seconds = Number(retryAfter);
  return Math.max(0, Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000);
}

function headersFor(content: string, isOdd: boolean): Record<string, string | number> {
  if (isOdd) return { 'CONTENT-TYPE': 'application/json;charset=UTF-8' };
  const type = does('optional', 'sent') ? 'application/json; charset=utf-8' : 'application/json';
  return { 'Content-Type': type, 'Content-Length': Buffer.byteLength(content) };
}

const ODD_HEADERS = {
  Accept: 'application/json, */*;q=0.1',
  'Accept-Language': 'es-ES,es;q=0.9',
  Cookie: 'consent=1',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};

type Received = [status: number, text: string, retryAfter: string | undefined];

function exchange(method: string, path: string, body?: object): Promise<Received> {
  const isOdd = does('wire', 'odd');
  const content = body === undefined ? undefined : JSON.stringify(body, null, isOdd ? 1 : 0);
  return new Promise((resolve, reject) => {
    const sent = request(`${TAXIWAY_BASE_URL}${path}`, {
      agent,
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        [isOdd ? 'AUTHORIZATION' : 'Authorization']: `Bearer ${TAXIWAY_SECRET_KEY}`,
        [isOdd ? 'x-SERVICE-id' : 'X-Service-Id']: `${TAXIWAY_PUBLIC_KEY}:${TAXIWAY_PROFILE_CODE}`,
        'User-Agent': 'lawful/1.0',
        ...(isOdd && ODD_HEADERS),
        ...(content !== undefined && headersFor(content, isOdd)),
      },
    });
    const lose = ({ name, message }: Error) => reject(new Lost(message, /Abort|Timeout/.test(name)));
    sent.on('error', lose);
    sent.on('response', (response) => {
      text(response).then((all) => resolve([response.statusCode ?? 0, all, response.headers['retry-after']]), lose);
    });
    // Without a length, what is written before the end goes in chunks.
    if (isOdd && content !== undefined) for (const part of content.match(/.{1,50}/gs) ?? []) sent.write(part);
    sent.end(isOdd ? undefined : content);
  });
}

function parse(content: string): Json {
  try {
    return JSON.parse(content) as Json;
  } catch {
    throw new Lost('not JSON');
  }
}
