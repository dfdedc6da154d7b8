import { expect } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { faultsOfError } from '../server/spec.ts';
import type { RawResponse } from '../server/wire.ts';
import { sendRaw } from '../server/wire.ts';

export const ADMIN_TOKEN = 'admin-token-of-the-tests';
export const ADMIN = { Authorization: `Bearer ${ADMIN_TOKEN}` };

/** Sends one request to the control API, with the passed headers only. */
export function control(
  baseUrl: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<RawResponse> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const typed = json === undefined ? headers : { 'Content-Type': 'application/json', ...headers };
  return sendRaw(baseUrl, {
    method,
    path: `/_sandbox${path}`,
    headers: { ...typed, 'Content-Length': String(Buffer.byteLength(json ?? '')) },
    body: json,
  });
}

/** The two credential headers of a key pair. */
export function headersOf({ secretKey, publicKey, profileCode }: KeyPair): Record<string, string> {
  return { Authorization: `Bearer ${secretKey}`, 'X-Service-Id': `${publicKey}:${profileCode}` };
}

/** Creates a profile without credentials, and returns its key pair. */
export async function makeProfile(baseUrl: string, body?: object): Promise<KeyPair> {
  const response = await control(baseUrl, 'POST', '/profiles', { body });
  expect([response.status, response.text]).toEqual([201, expect.stringContaining('secretKey')]);
  return response.body.credential;
}

/** Expects a refusal with the standard error body. */
export function expectRefused({ status, body }: RawResponse, wanted: [status: number, code: string]): void {
  expect([status, body?.code]).toEqual(wanted);
  expect(faultsOfError(body)).toEqual([]);
}
