import { isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import type { KeyPair } from './target.ts';

/** Returns the key pair in a sandbox response with a new profile, or undefined if it is incomplete. */
export function credentialIn(body: unknown): KeyPair | undefined {
  const credential = propertyOf(body, 'credential');
  const publicKey = propertyOf(credential, 'publicKey');
  const secretKey = propertyOf(credential, 'secretKey');
  const profileCode = propertyOf(credential, 'profileCode');
  return isText(publicKey) && isText(secretKey) && isText(profileCode)
    ? { publicKey, secretKey, profileCode }
    : undefined;
}
