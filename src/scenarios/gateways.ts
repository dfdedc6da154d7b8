import type { Parameter, Values } from './parameters.ts';
import type { GatewayResponse } from './scenario.ts';

/** Parameters for a gateway's request to wait. */
export const asking = {
  wait: { kind: 'duration', default: 'PT2S', longest: 'P1D', is: 'duration in `Retry-After`, at most P1D' },
  form: {
    kind: 'choice',
    of: ['seconds', 'date'],
    default: 'seconds',
    is: 'form of `Retry-After`, a number of seconds or an HTTP date',
  },
  body: {
    kind: 'choice',
    of: ['html', 'json', 'empty'],
    default: 'html',
    is: 'the body of the response; `json` is an object with one sentence in `message`',
  },
} as const satisfies Record<string, Parameter>;

/** Returns a response with `Retry-After`, as the parameters say. */
export function askingToWait(status: 429 | 503, { wait, form, body }: Values): GatewayResponse {
  return {
    status,
    body: asking.body.of.find((known) => known === body) ?? asking.body.default,
    retryAfter: { ms: Number(wait), form: form === 'date' ? 'date' : 'seconds' },
  };
}
