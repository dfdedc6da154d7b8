import { hash } from 'node:crypto';

/** What is kept of a secret: SHA-256, hexadecimal. How far two hashes agree reveals nothing about the secrets. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}
