import type { Request } from 'express';
import { Refusal } from '../../errors/refusal.ts';
import { authenticate } from '../../http/authenticate.ts';
import { protectControl } from '../../http/refuse-foreign-host.ts';
import { hashSecret } from '../../profiles/hash-secret.ts';
import type { Service } from '../../service.ts';
import type { Profile } from '../../store/profiles.ts';
import type { ControlOperation } from '../operation.ts';

/**
 * Lets a caller through to an operation of the control API, and returns the profile of the path, or null where
 * it names none. 401 or 403 for callers that may not use it; 404 for a profile that does not exist, to those that may
 * know that. Credentials that are sent have to be right, also where none are needed; only health, readiness and the
 * scenarios do not look at them.
 */
export async function checkAccess(
  service: Service,
  operation: ControlOperation,
  req: Request,
): Promise<Profile | null> {
  if (operation.access === 'open') return null;
  protectControl(service, req);
  const access = operation.access === 'profile-creation' ? profileCreation(service) : operation.access;
  if (access === 'anyone' && !sendsCredentials(service, req)) return null;
  const code = req.params['profileCode'];
  if (isAdmin(service, req)) return code === undefined ? null : findProfile(service, String(code));
  if (!hasServiceId(service, req)) refuseToken(service, access, req);
  const profile = await authenticate(service, req);
  if (access === 'admin' && service.config.adminToken !== null) throw new Refusal('admin_token_invalid');
  if (code !== undefined && profile.code !== code) throw new Refusal('foreign_profile');
  return code === undefined ? null : profile;
}

/** Whom the sandbox lets make profiles: the holder of its admin token where other machines reach it, unless a setting says otherwise. */
function profileCreation({ config, exposed }: Service): 'anyone' | 'admin' {
  return config.profileCreation ?? (exposed ? 'admin' : 'anyone');
}

function sendsCredentials(service: Service, req: Request): boolean {
  return req.headers.authorization !== undefined || hasServiceId(service, req);
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
              'This sandbox was started without an admin token; leave the Authorization header out, or send the two headers of a key pair',
          },
        ],
  );
}

function hasServiceId({ config }: Service, { headers }: Request): boolean {
  return headers[config.serviceIdHeader.toLowerCase()] !== undefined;
}

async function findProfile({ store }: Service, code: string): Promise<Profile> {
  const profile = await store.profiles.find(code);
  if (!profile)
    throw new Refusal('profile_not_found', [
      {
        path: 'path/profileCode',
        message: `There is no profile ${/^dp_\w{1,40}$/.test(code) ? `"${code}"` : 'by this code; one is dp_ and twelve letters or digits'}`,
      },
    ]);
  return profile;
}
