import { control, dataOf, sandboxUrl } from './client.ts';
import { serviceIdHeader } from './sign-in.ts';

/** A request to the service. `headers` are without credentials. */
export interface ServiceCall {
  method: string;
  path: string;
  headers: readonly { name: string; value: string }[];
  body: string | null;
}

/**
 * Calls the service with the console's key pair for the profile: the journal marks the call as the console's, and the
 * judge ignores it. Returns the id of the new exchange, or a text about another response. Rejects with ControlError.
 */
export async function callService(profileCode: string, call: ServiceCall): Promise<string> {
  const headers = new Headers(call.headers.map(({ name, value }): [string, string] => [name, value]));
  for (const [name, value] of Object.entries(await credentials(profileCode))) headers.set(name, value);
  const { method, body } = call;
  const response = await fetch(sandboxUrl + call.path, { method, headers, body }).catch(() => undefined);
  if (!response) return 'The connection ended without a response.';
  await response.arrayBuffer().catch(() => undefined);
  return response.headers.get('X-Request-Id') ?? `It returned ${response.status}.`;
}

/** Requests the key pair for each call, because it changes once a profile key is revoked. */
async function credentials(profileCode: string): Promise<Record<string, string>> {
  const params = { path: { profileCode, page: 'console' } } as const;
  const call = control.POST('/_sandbox/profiles/{profileCode}/page-keys/{page}', { params });
  const { secretKey, publicKey } = (await dataOf(call)).credential;
  return { Authorization: `Bearer ${secretKey}`, [serviceIdHeader.value]: `${publicKey}:${profileCode}` };
}
