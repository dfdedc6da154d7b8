import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../config/complete-config.ts';

/** Why a call of the control API is refused. */
export interface Barred {
  status: 401 | 403;
  code: string;
  message: string;
}

/**
 * Who may use the control API: the holder of the admin token; without one, any process of this machine, but no web page
 * of another origin, nor one whose name was made to point here (DNS rebinding). Null for those that may.
 */
export function bar({ headers }: IncomingMessage, adminToken: string | null): Barred | null {
  if (adminToken === null) return barForeign(headers.host, 'Host') ?? barForeign(headers.origin, 'Origin');
  const [, token = ''] = /^bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '') ?? [];
  if (timingSafeEqual(hashOf(token), hashOf(adminToken))) return null;
  return {
    status: 401,
    code: 'admin_token_required',
    message: 'The recorder was started with an admin token; send it as Authorization: Bearer <token>',
  };
}

function barForeign(value: string | undefined, header: string): Barred | null {
  const host = (value ?? 'localhost')
    .replace(/^https?:\/\//, '')
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
  if (isLoopback(host)) return null;
  return {
    status: 403,
    code: 'foreign_host',
    message:
      `The ${header} header is "${(value ?? '').slice(0, 100)}"; without an admin token, /_sandbox serves this ` +
      "machine's own names only. Call http://127.0.0.1 or http://localhost, or start with --admin-token",
  };
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
