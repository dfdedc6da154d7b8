import type { Credential } from '../../config/credential.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { JournalReader } from '../../exchange/journal-file/read-journal-file.ts';
import type { components } from '../../interface/control-api.gen.ts';
import type { Verdicts } from '../judge/verdicts.ts';

type Schema = components['schemas'];
export type ReservationResource = Schema['ReservationResource'];
export type OrderResource = Schema['OrderResource'];

/** A sandbox's control API for one profile, over HTTP. Its methods reject with the sandbox's refusal. */
export class Control {
  readonly #profileUrl: string;
  readonly #headers: Record<string, string>;

  /** `key`: marks the exam's calls, so that the watch can tell them from the client's. */
  constructor(
    { baseUrl, key, serviceIdHeader = 'X-Service-Id' }: { baseUrl: string; key: string; serviceIdHeader?: string },
    { profileCode, publicKey, secretKey }: Credential,
  ) {
    this.#profileUrl = `${baseUrl}/_sandbox/profiles/${profileCode}`;
    this.#headers = {
      Authorization: `Bearer ${secretKey}`,
      [serviceIdHeader]: `${publicKey}:${profileCode}`,
      'X-Taxiway-Exam': key,
      'Content-Type': 'application/json',
    };
  }

  /** Gives the profile a separate clock as a mark. A reset removes it. */
  async mark(mode: 'running' | 'frozen' = 'running'): Promise<void> {
    await this.call('PUT', '/clock', { mode });
  }

  /** Returns the profile's state: still marked, reset since, or removed. */
  async standing(): Promise<'marked' | 'reset' | 'gone'> {
    const response = await this.#fetch('/clock', {});
    if (!response.ok) return 'gone';
    return ((await response.json()) as Schema['Clock']).mode === 'service' ? 'reset' : 'marked';
  }

  async arm(scenario: string): Promise<void> {
    await this.call('PUT', '/scenario', { scenario });
  }

  async disarm(): Promise<void> {
    await this.call('DELETE', '/scenario');
  }

  /** `by`: an ISO 8601 duration. */
  async advance(by: string): Promise<void> {
    await this.call('POST', '/clock/advance', { by });
  }

  reservations(): Promise<ReservationResource[]> {
    return this.#pages('/resources?kind=reservations', 'resources');
  }

  orders(): Promise<OrderResource[]> {
    return this.#pages('/resources?kind=orders', 'resources');
  }

  /** Returns the final verdicts: on the profile's calls, and on calls without valid authentication. */
  verdicts(): Promise<{ verdicts: Verdicts; unauthenticated: Verdicts; unjudged: string | null }> {
    return this.call('GET', '/verdicts?ended=true');
  }

  /** Returns all exchanges in the journal, ordered by their end. */
  async journal(): Promise<Exchange[]> {
    const reader = new JournalReader();
    return [...reader.write(Buffer.from(await this.#text('GET', '/journal.ndjson'))), ...reader.end()];
  }

  /** Empties the profile, but keeps its keys. */
  async reset(): Promise<void> {
    await this.#text('POST', '/reset');
  }

  /** Removes the profile, because the judge keeps a limited number. */
  async remove(): Promise<void> {
    await this.#text('DELETE', '');
  }

  /** Parses a control API response. The caller knows its schema. */
  async call<Body>(method: string, path: string, body?: object): Promise<Body> {
    return JSON.parse(await this.#text(method, path, body)) as Body;
  }

  async #text(method: string, path: string, body?: object): Promise<string> {
    const response = await this.#fetch(path, { method, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`the sandbox refused ${method} ${path} with ${response.status}: ${text}`);
    return text;
  }

  #fetch(path: string, init: RequestInit): Promise<Response> {
    return fetch(this.#profileUrl + path, { ...init, headers: this.#headers });
  }

  async #pages<Item>(path: string, name: string): Promise<Item[]> {
    const all: Item[] = [];
    let after = '';
    do {
      const page = await this.call<Record<string, Item[]> & { next: string | null }>(
        'GET',
        `${path}&limit=200${after && `&after=${encodeURIComponent(after)}`}`,
      );
      all.push(...(page[name] ?? []));
      after = page.next ?? '';
    } while (after !== '');
    return all;
  }
}
