import createClient from 'openapi-fetch';
import type { components, paths } from '../../src/interface/control-api.gen.ts';
import { authorization, isRefusedForCredentials, signInNeeded } from './sign-in.ts';

export type Schema = components['schemas'];

/** Where the sandbox is: everything before `/_sandbox/console`, so that it works behind a proxy's prefix. */
export const sandboxUrl = location.origin + location.pathname.replace(/\/_sandbox\/(console|docs)\/?$/, '');

/** The control API. Every response that is not a success throws ControlError. */
export const control = createClient<paths>({ baseUrl: sandboxUrl, fetch: fetchNoted });
/** The calls whose responses have not come. */
const underway = new Set<Promise<Response>>();
control.use({
  onRequest: ({ request }) => {
    for (const [name, value] of Object.entries(authorization.value)) request.headers.set(name, value);
  },
  onResponse: async ({ request, response }) => {
    if (!response.ok) throw await toError(response, request.headers.get('Authorization'));
  },
  onError: () => new ControlError(0, 'no_response', ['The sandbox does not respond: is it still running?']),
});

/** What the sandbox refused, or that it did not respond (status 0). */
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

/** Resolves once no call is underway. */
export async function settled(): Promise<void> {
  while (underway.size > 0) await Promise.allSettled(underway);
}

function fetchNoted(request: Request): Promise<Response> {
  const call = fetch(request);
  underway.add(call);
  void call.catch(() => undefined).finally(() => underway.delete(call));
  return call;
}

/** The body of a response that is a success; the others have thrown. */
export async function dataOf<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  const { data } = await call;
  if (data === undefined) throw new ControlError(0, 'no_response', ['The sandbox sent no body.']);
  return data;
}

/** Asks for a credential where one is missing; not where another one than was sent has been given since. */
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
