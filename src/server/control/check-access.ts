import type { Request } from 'express';
import { isLoopback } from '../../config.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { Profile } from '../../store/profiles.ts';
import { authenticate, hashSecret } from '../pipeline/authenticate.ts';
import type { Service } from '../service.ts';
import type { ControlOperation } from './operation.ts';

/**
 * Lets a caller through to an operation of the control API, and answers the profile of the path, or null where
 * it names none. 401 or 403 for whoever may not call it; 404 for a profile that does not exist, to those who may
 * know that.
 */
export async function checkAccess(service: Service, { access }: ControlOperation, req: Request): Promise<Profile | null> {
  const tellsNothing = access === 'open' && (req.method === 'GET' || req.method === 'HEAD');
  if (service.config.adminToken === null && !tellsNothing) refuseForeignHost(req);
  if (access === 'open') return null;
  const code = req.params['profileCode'];
  if (isAdmin(service, req)) return code === undefined ? null : findProfile(service, String(code));
  if (!hasServiceId(service, req)) refuseToken(service, access, req);
  const profile = await authenticate(service, req);
  if (access === 'admin' && service.config.adminToken !== null) throw new Refusal('admin_token_invalid');
  if (code !== undefined && profile.code !== code) throw new Refusal('foreign_profile');
  return code === undefined ? null : profile;
}

/**
 * Whoever asks without an admin token is on this machine, but so is the browser that shows a page of somebody
 * else: such a page calls by a name of its own (which it had resolved to this machine), or says where it is from.
 */
function refuseForeignHost({ headers }: Request): void {
  const { host, origin } = headers;
  if (host !== undefined && !isLoopback(withoutPort(host))) throw foreign('Host', host);
  if (origin !== undefined && !isLoopback(withoutPort(origin.replace(/^https?:\/\//, '')))) throw foreign('Origin', origin);
}

function withoutPort(authority: string): string {
  return authority.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}

function foreign(header: string, value: string): Refusal {
  return new Refusal('foreign_host', [{
    path: `header/${header.toLowerCase()}`,
    message: `The ${header} header is "${value.slice(0, 100)}"; without an admin token the control API answers on this machine's own names only. Call http://127.0.0.1 or http://localhost, or start with --admin-token`,
  }]);
}

/** With the admin token; where there is none, everybody who does not claim to be somebody. */
function isAdmin(service: Service, req: Request): boolean {
  const { adminToken } = service.config;
  const { authorization } = req.headers;
  if (adminToken === null) return authorization === undefined && !hasServiceId(service, req);
  const [, token] = /^bearer +(\S+)$/i.exec(authorization?.trim() ?? '') ?? [];
  return token !== undefined && hashSecret(token) === hashSecret(adminToken);
}

/** Whoever sends no service id means to be the admin, or does not know that anything is to be sent. */
function refuseToken({ config }: Service, access: ControlOperation['access'], { headers }: Request): void {
  if (headers.authorization === undefined) {
    if (access === 'admin') throw new Refusal('admin_token_required');
    return;
  }
  throw new Refusal('admin_token_invalid', config.adminToken !== null ? [] : [{
    path: 'header/authorization',
    message: 'This sandbox was started without an admin token; leave the Authorization header out, or send the two headers of a key pair',
  }]);
}

function hasServiceId({ config }: Service, { headers }: Request): boolean {
  return headers[config.serviceIdHeader.toLowerCase()] !== undefined;
}

async function findProfile({ store }: Service, code: string): Promise<Profile> {
  const profile = await store.profiles.find(code);
  if (!profile) throw new Refusal('profile_not_found', [{ path: 'path/profileCode', message: `There is no profile ${/^dp_\w{1,40}$/.test(code) ? `"${code}"` : 'by this code; one is dp_ and twelve letters or digits'}` }]);
  return profile;
}
