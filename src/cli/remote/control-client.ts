import type { EventSourceMessage } from 'eventsource-parser';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { noResponse } from '../../base/no-response.ts';
import { readEvents } from '../../base/read-events.ts';

/** A command's running sandbox, and its profile, if any. */
export interface Target {
  url: string;
  profile?: string | undefined;
  adminToken?: string | undefined;
  /** Time limit for a whole response, in milliseconds. */
  limitMs?: number;
}

/** Further request parts. */
export interface MoreOfRequest {
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A running sandbox's control API. Every call throws ConfigError with the sandbox's message, or with the reason for a
 * missing response.
 */
export class ControlClient {
  readonly #target: Target;
  readonly #base: string;

  constructor(target: Target) {
    const { origin, pathname } = readUrl(target.url);
    this.#target = target;
    this.#base = `${origin}${pathname.replace(/\/+$/, '')}/_sandbox`;
  }

  /** Calls a path below `/_sandbox`. */
  async call<Body>(method: Method, path: string, body?: object): Promise<Body> {
    return JSON.parse(await this.text(method, path, body)) as Body;
  }

  /** Calls a path and returns the response body as sent; empty without a body. */
  async text(method: Method, path: string, body?: object, more: MoreOfRequest = {}): Promise<string> {
    const { signal, ...others } = more;
    const limit = AbortSignal.timeout(this.#target.limitMs ?? LIMIT_MS);
    const limited = signal ? AbortSignal.any([signal, limit]) : limit;
    const response = await this.#send(method, path, body, { ...others, signal: limited });
    return response.text().catch((error: unknown) => {
      throw this.#silent(error);
    });
  }

  /** Calls a path below the profile. */
  onProfile<Body>(method: Method, path: string, body?: object): Promise<Body> {
    return this.call(method, this.#ofProfile(path), body);
  }

  async fileOfProfile(path: string): Promise<string> {
    return this.text('GET', this.#ofProfile(path));
  }

  /** Server-sent events below the profile, until the sandbox ends them. */
  async *events(path: string): AsyncGenerator<EventSourceMessage> {
    yield* readEvents((await this.#send('GET', this.#ofProfile(path))).body);
  }

  #ofProfile(path: string): string {
    return `/profiles/${encodeURIComponent(this.#target.profile ?? '')}${path}`;
  }

  async #send(method: Method, path: string, body?: object, { headers, signal }: MoreOfRequest = {}): Promise<Response> {
    refuseDots(path);
    const { adminToken } = this.#target;
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        ...(adminToken !== undefined && { Authorization: `Bearer ${adminToken}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      throw this.#silent(error);
    });
    if (!response.ok) throw new ConfigError(await refusalOf(response, this.#target.url, path));
    return response;
  }

  #silent(error: unknown): ConfigError {
    return new ConfigError(noResponse(this.#target.url, causeOf(error), '--url (TAXIWAY_BASE_URL)'));
  }
}

/** Reads a list to its end. `read` returns the page for a query, with the entries under `name`. */
export async function readPages<Name extends string, Entry>(
  name: Name,
  read: (query: string) => Promise<Page<Name, Entry>>,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let after: string | null = ''; after !== null;) {
    const page: Page<Name, Entry> = await read(`limit=200${after && `&after=${encodeURIComponent(after)}`}`);
    entries.push(...page[name]);
    after = page.next;
  }
  return entries;
}

type Page<Name extends string, Entry> = Record<Name, Entry[]> & { next: string | null };

/** Shorter than an agent's wait: 60 s in the MCP SDK. */
export const LIMIT_MS = 50_000;

/** Throws ConfigError for an id made from dots: a URL resolves it, and would name another operation. */
function refuseDots(path: string): void {
  const dots = path
    .split('?')[0]
    ?.split('/')
    .find((part) => /^\.{1,2}$/.test(part));
  if (dots !== undefined) throw new ConfigError(`"${dots}" is not an id; the commands that list name all ids`);
}

/** Throws ConfigError without the name and password from the text. */
function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.username !== '' || url.password !== ''))
    throw new ConfigError('--url has a name or a password before its host: leave it out, and pass --admin-token');
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw new ConfigError(`--url is "${text.replace(/^.*@/s, '…@')}": expected a URL like http://127.0.0.1:4010`);
  return url;
}

/** Returns a fetch error's cause: a refused connection, for example. */
export function causeOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
}

async function refusalOf(response: Response, url: string, path: string): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!isErrorBody(body)) return `${url} returned ${response.status}, and is not a taxiway sandbox`;
  if (body.code === 'profile_not_found')
    return (
      `there is no profile "${profileIn(path)}" at ${url}; \`taxiway profiles\` lists them, --profile names ` +
      'another one'
    );
  return `${body.code}: ${body.message.join('\n  ')}`;
}

/** Returns the profile code in a path like `/profiles/dp_taxiway00001/clock`. */
function profileIn(path: string): string {
  return decodeURIComponent(/^\/profiles\/([^/?]*)/.exec(path)?.[1] ?? '');
}

interface ErrorBody {
  code: string;
  message: string[];
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' && body !== null && 'code' in body && 'message' in body && Array.isArray(body.message)
  );
}
