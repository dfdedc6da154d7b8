import { Agent, request } from 'node:http';
import type { KeyPair } from '../src/index.ts';

/** Calls of one profile over connections that stay open. Responses are not checked: a refusal is one of them. */
export interface ApiClient {
  profileCode: string;
  post<Body>(path: string, body: object | string): Promise<Body>;
  get<Body>(path: string): Promise<Body>;
  calls(): number;
}

export function apiClient(baseUrl: string, { profileCode, publicKey, secretKey }: KeyPair): ApiClient {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true });
  const headers = {
    Authorization: `Bearer ${secretKey}`,
    'X-Service-Id': `${publicKey}:${profileCode}`,
    'Content-Type': 'application/json',
  };
  let calls = 0;
  const call = <Body>(method: string, path: string, body?: string) =>
    new Promise<Body>((resolve, reject) => {
      calls += 1;
      const sent = request(
        {
          hostname,
          port,
          method,
          path,
          agent,
          headers: { ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as Body));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    profileCode,
    post: (path, body) => call('POST', path, typeof body === 'string' ? body : JSON.stringify(body)),
    get: (path) => call('GET', path),
    calls: () => calls,
  };
}

export async function makeProfile(baseUrl: string): Promise<KeyPair> {
  const response = await fetch(`${baseUrl}/_sandbox/profiles`, { method: 'POST' });
  return ((await response.json()) as { credential: KeyPair }).credential;
}
