import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { NOBODY } from '../exchange/exchange.ts';
import { authenticate } from '../http/authenticate.ts';
import { protectControl } from '../http/refuse-foreign-host.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import { hashSecret } from '../profiles/credentials.ts';
import type { Service } from '../service.ts';
import type { Profile } from '../store/profiles.ts';
import type { ControlOperation } from './operation.ts';

/**
 * Checks that a request may use a control API operation, and returns the profile in the path, or null if the path names
 * none. Refuses with 401 or 403, and with 404 for an unknown profile if the client may know about it. Credentials must
 * be valid even if none are required, except for open operations, which do not check them.
 */
export async function checkAccess(
  service: Service,
  { access: required, ofNobody }: Pick<ControlOperation, 'access' | 'ofNobody'>,
  req: Request,
): Promise<Profile | null> {
  if (required === 'open') return null;
  protectControl(service.config.adminToken, req);
  const access = required === 'profile-creation' ? profileCreation(service) : required;
  if (access === 'anyone' && !hasCredentials(service, req)) return null;
  const code = req.params['profileCode'];
  if (isAdmin(service, req)) {
    if (code === NOBODY && ofNobody) return nobody;
    return code === undefined ? null : findProfile(service, String(code));
  }
  if (!hasServiceId(service, req)) refuseToken(service, access, req);
  const { profile, origin } = await authenticate(service, req);
  // The keys that the control API issues to pages are for calls to the service only.
  if (origin !== 'client') throw new Refusal('invalid_credentials');
  if (code === NOBODY && ofNobody && service.config.adminToken === null) return nobody;
  if (access === 'admin' && service.config.adminToken !== null) throw new Refusal('admin_token_invalid');
  if (code !== undefined && profile.code !== code) throw new Refusal('foreign_profile');
  return code === undefined ? null : profile;
}

/** Stands for the profile in calls that name none. */
const nobody: Profile = { code: NOBODY, name: '', marginPercent: 0, createdAt: 0, clock: null, armed: null };

/** Access for creating profiles: the admin token if other machines reach the sandbox, unless configured. */
function profileCreation({ config, exposed }: Service): 'anyone' | 'admin' {
  return config.profileCreation ?? (exposed ? 'admin' : 'anyone');
}

function hasCredentials(service: Service, req: Request): boolean {
  return req.headers.authorization !== undefined || hasServiceId(service, req);
}

/** True if a request has the admin token; without an admin token, true for any request without credentials. */
function isAdmin(service: Service, req: Request): boolean {
  const { adminToken } = service.config;
  if (adminToken === null) return req.headers.authorization === undefined && !hasServiceId(service, req);
  return hasAdminToken(adminToken, req);
}

/** True if a request sends the admin token. */
export function hasAdminToken(adminToken: string, { headers }: IncomingMessage): boolean {
  const [, token] = /^bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '') ?? [];
  return token !== undefined && hashSecret(token) === hashSecret(adminToken);
}

/** A request without a service id comes from an admin, or from a client that does not know the headers. */
function refuseToken({ config }: Service, access: 'anyone' | 'admin' | 'profile', { headers }: Request): void {
  if (headers.authorization === undefined) {
    if (access === 'admin') throw new Refusal('admin_token_required');
    return;
  }
  throw new Refusal(
    'admin_token_invalid',
    config.adminToken !== null
      ? []
      : [
          {
            path: 'header/authorization',
            message:
              'This sandbox was started without an admin token; ' +
              'leave the Authorization header out, or send the two headers of a key pair',
          },
        ],
  );
}

function hasServiceId({ config }: Service, { headers }: Request): boolean {
  return headers[config.serviceIdHeader.toLowerCase()] !== undefined;
}

async function findProfile({ store }: Service, code: string): Promise<Profile> {
  const profile = await store.profiles.find(code);
  if (!profile) {
    const name = /^dp_\w{1,40}$/.test(code) ? `"${code}"` : 'by this code; one is dp_ and twelve letters or digits';
    throw new Refusal('profile_not_found', [{ path: 'path/profileCode', message: `There is no profile ${name}` }]);
  }
  return profile;
}
