import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { isLoopback } from '../config/complete-config.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { HttpServices } from './http-services.ts';

/**
 * Refuses calls from web pages with another origin, and calls by a foreign host name: such a page can have its own name
 * resolved to this machine (DNS rebinding). This matters as long as any access needs no secret. `what` names the
 * refused access, `until` the setting to change. Throws `foreign_host`.
 */
function refuseForeignHost({ headers }: IncomingMessage, what: string, until: string): void {
  const { host, origin } = headers;
  if (host !== undefined && !isOfThisMachine(withoutPort(host))) throw foreign('Host', host, what, until);
  if (origin !== undefined && !isLoopbackOrigin(origin)) throw foreign('Origin', origin, what, until);
}

/** On the service's operations: the docs' key pair is public, and foreign pages know it too. */
export function protectDemoKeys({ config }: HttpServices, req: Request): void {
  if (config.demoCredentials)
    refuseForeignHost(
      req,
      'while the demo credentials are accepted, the service',
      'start with --no-demo-credentials and make a profile',
    );
}

/** On the control API: without an admin token it is open to any process on this machine. */
export function protectControl(adminToken: string | null, req: IncomingMessage): void {
  if (adminToken === null)
    refuseForeignHost(req, 'without an admin token, the control API', 'start with --admin-token');
}

/** True if an Origin belongs to a page on this machine, at any port. */
export function isLoopbackOrigin(origin: string): boolean {
  const [, authority] = /^https?:\/\/([^/]+)$/.exec(origin) ?? [];
  return authority !== undefined && isOfThisMachine(withoutPort(authority));
}

/** Browsers resolve each name below `localhost` to this machine, without DNS (RFC 6761). */
function isOfThisMachine(name: string): boolean {
  return isLoopback(name) || name.toLowerCase().endsWith('.localhost');
}

function withoutPort(authority: string): string {
  return authority.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}

function foreign(header: string, value: string, what: string, until: string): Refusal {
  return new Refusal('foreign_host', [
    {
      path: `header/${header.toLowerCase()}`,
      message:
        `The ${header} header is "${value.slice(0, 100)}"; ${what} accepts only host names of this machine. Call ` +
        `http://127.0.0.1 or http://localhost, or ${until}`,
    },
  ]);
}
