import type { KeyPair } from '../../src/index.ts';
import type { operations } from '../../src/interface/control-api.gen.ts';
import type { ControlSchema } from '../../src/interface/control-api.ts';
import type { Body } from '../support/body.ts';
import { control, headersOf } from './control-client.ts';

export type JournalPage = operations['listJournal']['responses']['200']['content']['application/json'];

/** An exchange as most tests expect it: with a response, and bodies on both sides. */
export interface RespondedExchange extends Omit<ControlSchema['Exchange'], 'request' | 'response'> {
  request: MessageWithBody;
  response: MessageWithBody;
}

type MessageWithBody = ControlSchema['Message'] & { body: string };

/** Reads the journal of a profile with its credentials. */
export interface JournalClient {
  list(query?: Record<string, string | number>): Promise<JournalPage>;
  /** The exchanges alone, oldest first. */
  exchanges(query?: Record<string, string | number>): Promise<ControlSchema['ExchangeSummary'][]>;
  /** One exchange with headers and bodies. */
  exchange(exchangeId: string): Promise<RespondedExchange>;
  /** The newest exchange with headers and bodies. */
  newest(): Promise<RespondedExchange>;
  curl(exchangeId: string): Promise<string>;
  /** Opens the stream of the journal or of the verdicts; `events` grows while it is read. */
  stream(options?: { of?: 'journal' | 'verdicts'; lastEventId?: number; after?: number }): Promise<EventStream>;
}

export interface EventStream {
  status: number;
  headers: Headers;
  events: { id: string | undefined; event: string; data: Body }[];
  /** Everything received, comments included. */
  text(): string;
  /** Resolves once there are `count` events; rejects when the stream ends before. */
  until(count: number): Promise<void>;
  ended: Promise<void>;
  close(): void;
}

export function journalClient(baseUrl: string, keys: KeyPair): JournalClient {
  const headers = headersOf(keys);
  const path = `/profiles/${keys.profileCode}/journal`;
  const get = (address: string) => control(baseUrl, 'GET', address, { headers });
  const toQuery = (query: Record<string, string | number>) =>
    new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
  const client: JournalClient = {
    async list(query = {}) {
      const { status, body, text } = await get(`${path}?${toQuery(query)}`);
      if (status !== 200) throw new Error(`the journal was returned ${status}: ${text}`);
      return body;
    },
    exchanges: async (query = {}) => (await client.list({ order: 'oldest', ...query })).exchanges,
    exchange: async (exchangeId) => (await get(`${path}/${exchangeId}`)).body.exchange,
    newest: async () => client.exchange((await client.list({ limit: 1 })).exchanges[0].exchangeId),
    curl: async (exchangeId) => (await get(`${path}/${exchangeId}/curl`)).text,
    stream: ({ of = 'journal', lastEventId, after } = {}) =>
      openStream(
        `${baseUrl}/_sandbox/profiles/${keys.profileCode}/${of}/stream${after === undefined ? '' : `?after=${after}`}`,
        {
          ...headers,
          ...(lastEventId !== undefined && { 'Last-Event-ID': String(lastEventId) }),
        },
      ),
  };
  return client;
}

async function openStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  let text = '';
  let waiting: (() => void)[] = [];
  let over = false;
  const events: EventStream['events'] = [];
  const wake = () => {
    const all = waiting;
    waiting = [];
    for (const each of all) each();
  };
  const ended = (async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const more = decoder.decode(chunk, { stream: true });
      text += more;
      const blocks = (rest + more).split('\n\n');
      rest = blocks.pop() ?? '';
      events.push(...blocks.map(parse).filter(({ event }) => event !== ''));
      wake();
    }
  })()
    .catch((error: Error) => {
      if (error.name !== 'AbortError') throw error;
    })
    .finally(() => {
      over = true;
      wake();
    });
  return {
    status: response.status,
    headers: response.headers,
    events,
    text: () => text,
    async until(count) {
      while (events.length < count) {
        if (over) throw new Error(`the stream ended after ${events.length} events, of ${count}`);
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
    },
    ended,
    close: () => abort.abort(),
  };
}

function parse(block: string): EventStream['events'][number] {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  return { id: field('id'), event: field('event') ?? '', data: JSON.parse(field('data') ?? 'null') };
}
