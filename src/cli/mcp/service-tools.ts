import { messageOf } from '../../base/message-of.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { operationTools } from './operation-tools.ts';
import type { Tool } from './tool.ts';

/** The service that an agent calls, with its credential headers. */
export interface ServiceTarget {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
}

/** Returns the documented service operations as tools: an agent with them is a client like any program. */
export function serviceTools(spec: Spec, { baseUrl, headers: credentials }: ServiceTarget): Tool[] {
  const base = baseUrl.replace(/\/+$/, '');
  const tools = operationTools(spec, {
    byDefault: {},
    async send({ method, path, headers, body }, signal) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
      try {
        const response = await fetch(base + path, {
          method,
          headers: { ...headers, ...credentials, ...(body && { 'Content-Type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
          signal: limited,
        });
        const wait = response.headers.get('retry-after');
        const head = wait === null ? response.status : `${response.status} (Retry-After: ${wait})`;
        return `${head}\n${await response.text()}`;
      } catch (error) {
        const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
        throw new Error(`no response: ${messageOf(cause)}; the service may have done the work nevertheless`);
      }
    },
  });
  return tools.map((tool) => ({ ...tool, isUnchecked: true }));
}

/** Shorter than an agent's wait: 60 s in the protocol SDK. */
const LIMIT_MS = 50_000;
