import createClient from 'openapi-fetch';
import type { components, paths } from '../../src/interface/control-api.gen.ts';
import { authorization, isRefusedForCredentials, signInNeeded } from './sign-in.ts';

export type Schema = components['schemas'];

/** The sandbox URL: everything before `/_sandbox/console`, so that the console works behind a proxy's prefix. */
export const sandboxUrl = location.origin + location.pathname.replace(/\/_sandbox\/(console|docs)\/?$/, '');

/** The control API client. Throws ControlError for every response other than a success. */
export const control = createClient<paths>({ baseUrl: sandboxUrl, fetch: fetchNoted });
/** Calls without a response so far. */
const underway = new Set<Promise<Response>>();
/** Reads begin after this promise. */
let readsAfter: Promise<void> | undefined;
control.use({
  onRequest: async ({ request }) => {
    if (request.method === 'GET') await readsAfter;
    for (const [name, value] of Object.entries(authorization.value)) request.headers.set(name, value);
  },
  onResponse: async ({ request, response }) => {
    if (!response.ok) throw await toError(response, request.headers.get('Authorization'));
  },
  onError: () => new ControlError(0, 'no_response', ['The sandbox does not respond: is it still running?']),
});

/** An error response from the sandbox, or a missing response (status 0). */
export class ControlError extends Error {
  readonly status: number;
  readonly code: string;
  readonly sentences: readonly string[];

  constructor(status: number, code: string, sentences: readonly string[]) {
    super(sentences.join(' '));
    this.status = status;
    this.code = code;
    this.sentences = sentences;
  }
}

/** Runs `work` once no call is underway. The page's reads wait until it has ended. */
export async function withoutReads<Result>(work: () => Promise<Result>): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<void>();
  readsAfter = promise;
  try {
    while (underway.size > 0) await Promise.allSettled(underway);
    return await work();
  } finally {
    readsAfter = undefined;
    resolve();
  }
}

function fetchNoted(request: Request): Promise<Response> {
  const call = fetch(request);
  underway.add(call);
  void call.catch(() => undefined).finally(() => underway.delete(call));
  return call;
}

/** Returns a successful response's body; other responses have thrown. */
export async function dataOf<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  const { data } = await call;
  if (data === undefined) throw new ControlError(0, 'no_response', ['The sandbox sent no body.']);
  return data;
}

/** Asks for a credential if one is missing, unless the user has entered another one since the call. */
export async function toError(response: Response, sent: string | null): Promise<ControlError> {
  const body = (await response.json().catch(() => null)) as Partial<Schema['ErrorResponse']> | null;
  const error = new ControlError(
    response.status,
    body?.code ?? 'unreadable',
    body?.message ?? [`${response.status} ${response.statusText}`],
  );
  const isLatest = sent === (authorization.value['Authorization'] ?? null);
  if (isLatest && isRefusedForCredentials(error)) signInNeeded.value = error.message;
  return error;
}
