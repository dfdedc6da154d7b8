import { hash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { Refusal } from '../../errors/refusal.ts';
import type { Profile } from '../../store/profiles.ts';
import type { Service } from '../service.ts';

/**
 * Finds the profile that the two credential headers name (§5).
 * 401 when a header is missing or malformed; 403 when both are well-formed and do not belong together, or
 * the credential is unknown or revoked.
 */
export async function authenticate(service: Service, req: Request): Promise<Profile> {
  const secret = readSecret(req.headers.authorization);
  const { publicKey, profileCode } = readServiceId(req.headers[service.config.serviceIdHeader.toLowerCase()]);
  const found = await service.store.profiles.findCredential(publicKey);
  // The secret is hashed in any case, so that the time taken tells nothing about the public key.
  const secretFits = equalHashes(hashSecret(secret), found?.credential.secretHash);
  if (!found || !secretFits || found.credential.revokedAt !== null || found.profile.code !== profileCode) {
    throw new Refusal('invalid_credentials');
  }
  return found.profile;
}

/** What is kept of a secret: SHA-256, hexadecimal. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

function readSecret(header: string | undefined): string {
  const value = header?.trim() ?? '';
  if (value === '' || /^bearer$/i.test(value)) throw new Refusal('missing_api_token');
  const match = /^bearer +(\S+)$/i.exec(value);
  if (!match) throw new Refusal('malformed_credentials');
  return match[1] as string;
}

function readServiceId(header: string | string[] | undefined): { publicKey: string; profileCode: string } {
  const value = (Array.isArray(header) ? header.join() : header)?.trim() ?? '';
  if (value === '' || /^[^:]*:?$/.test(value)) throw new Refusal('missing_client_id');
  const match = /^([^\s:]{1,128}):(dp_[a-z0-9]{12})$/i.exec(value);
  if (!match) throw new Refusal('malformed_credentials');
  return { publicKey: match[1] as string, profileCode: match[2] as string };
}

function equalHashes(given: string, kept: string | undefined): boolean {
  return kept !== undefined && kept.length === given.length && timingSafeEqual(Buffer.from(given), Buffer.from(kept));
}
