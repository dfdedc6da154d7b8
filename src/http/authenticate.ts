import type { Request } from 'express';
import type { Origin } from '../exchange/exchange.ts';
import { NOBODY } from '../exchange/exchange.ts';
import type { ErrorName } from '../interface/errors/catalogue.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import { hashSecret } from '../profiles/credentials.ts';
import { demoKeys } from '../profiles/demo-keys.ts';
import type { FoundCredential, Profile } from '../store/profiles.ts';
import type { Exchange } from './exchange.ts';
import { identify } from './exchange.ts';
import type { HttpServices } from './http-services.ts';
import { protectDemoKeys } from './refuse-foreign-host.ts';

/** A request's profile and sender. */
interface Caller {
  profile: Profile;
  origin: Origin;
}

/**
 * Finds the profile for the two credential headers, and the sender with the key pair (§5). Refuses with 401 if a header
 * is missing or malformed, and with 403 if both are well-formed but do not belong together, or the credential is
 * unknown or revoked.
 */
export async function authenticate(service: HttpServices, req: Request): Promise<Caller> {
  const credentials = readCredentials(service, req);
  return checkCaller(service, credentials, await service.store.profiles.findCredential(credentials.publicKey));
}

/** Authenticates credentials against the store's entry for their public key. Refuses like `authenticate`. */
export function checkCaller(
  service: HttpServices,
  { publicKey, profileCode, secretHash }: Credentials,
  found: FoundCredential | undefined,
): Caller {
  const fits = found?.credential.secretHash === secretHash && found.profile.code === profileCode;
  if (!fits || found.credential.revokedAt !== null || isSwitchedOff(service, publicKey))
    throw new Refusal('invalid_credentials');
  return { profile: found.profile, origin: found.credential.origin };
}

/** Reads the two credential headers. Refuses with 401 if one is missing or malformed. */
export function readCredentials({ config }: Pick<HttpServices, 'config'>, { headers }: Request): Credentials {
  const secret = readSecret(headers.authorization);
  const { serviceIdHeader } = config;
  const serviceId = readServiceId(serviceIdHeader, headers[serviceIdHeader.toLowerCase()]);
  // Hashed even for an unknown public key, so that the time taken reveals nothing.
  return { secretHash: hashSecret(secret), ...serviceId };
}

export interface Credentials extends ServiceId {
  secretHash: string;
}

/**
 * Finds the sender for a request that is refused before its authentication, for the journal. A page from another origin
 * may not use the demo keys, and any sender can use a foreign public key without its secret.
 */
export async function findSender(service: HttpServices, exchange: Exchange): Promise<void> {
  const { req, operation } = exchange;
  if (exchange.profile || exchange.claimed !== undefined) return;
  try {
    const caller = operation ? undefined : await identifyCaller(service, req);
    const profile = caller?.profile ?? (await claimedProfile(service, req));
    // Its calls belong to the state that another process may have given it.
    if (profile) await service.profileLock.catchUp(profile.code);
    if (caller) identify(Object.assign(exchange, { origin: caller.origin }), caller.profile);
    else exchange.claimed = profile?.code ?? NOBODY;
  } catch (error) {
    service.log.error({ err: error }, 'the sender of a refused call was not found');
    exchange.claimed = NOBODY;
  }
}

async function identifyCaller(service: HttpServices, req: Request): Promise<Caller | undefined> {
  try {
    protectDemoKeys(service, req);
    return await authenticate(service, req);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function claimedProfile({ config, store }: HttpServices, { headers }: Request): Promise<Profile | undefined> {
  const header = headers[config.serviceIdHeader.toLowerCase()];
  const parts = (Array.isArray(header) ? header.join() : (header ?? '')).trim().split(':', 2);
  const publicKey = parts.find((part) => !part.startsWith('dp_')) ?? '';
  if (publicKey !== '' && publicKey.length <= LONGEST_KEY) {
    const found = await store.profiles.findCredential(publicKey);
    if (found) return found.profile;
  }
  const code = parts.find((part) => part.startsWith('dp_')) ?? '';
  return /^dp_[a-z0-9]{12}$/.test(code) ? store.profiles.find(code) : undefined;
}

const LONGEST_KEY = 128;

/** A store from an earlier start with demo credentials still has them. */
function isSwitchedOff({ config }: HttpServices, publicKey: string): boolean {
  return !config.demoCredentials && publicKey === demoKeys.publicKey;
}

function readSecret(header: string | undefined): string {
  const plain = header?.startsWith('Bearer ') ? header.slice(7) : '';
  if (plain !== '' && !/\s/.test(plain)) return plain;
  const value = header?.trim() ?? '';
  const form = 'Authorization: Bearer <SECRET_KEY>';
  if (value === '' || /^bearer$/i.test(value)) throw refusal('missing_api_token', 'missing or empty', form);
  const [, secret] = /^bearer +(\S+)$/i.exec(value) ?? [];
  if (secret === undefined) throw refusal('malformed_credentials', 'malformed', form);
  return secret;
}

export function readServiceId(name: string, header: string | string[] | undefined): ServiceId {
  const value = (Array.isArray(header) ? header.join() : header)?.trim() ?? '';
  const form = `${name}: <PUBLIC_KEY>:<PROFILE_CODE>`;
  if (value === '') throw refusal('missing_client_id', 'missing or empty', form);
  if (/^[^:]*:?$/.test(value)) throw refusal('malformed_credentials', 'without its second part', form);
  const [, publicKey, profileCode] = /^([^\s:]{1,128}):(dp_[a-z0-9]{12})$/.exec(value) ?? [];
  if (publicKey === undefined || profileCode === undefined)
    throw refusal(
      'malformed_credentials',
      'malformed (the profile code is dp_ and twelve lower-case letters or digits)',
      form,
    );
  return { publicKey, profileCode };
}

interface ServiceId {
  publicKey: string;
  profileCode: string;
}

/** Uses this sandbox's name for the header, and never repeats its value. */
function refusal(name: ErrorName, fault: string, form: string): Refusal {
  const [header = ''] = form.split(':');
  return new Refusal(name, [
    { path: `header/${header.toLowerCase()}`, message: `The ${header} header is ${fault}. Send "${form}".` },
  ]);
}
