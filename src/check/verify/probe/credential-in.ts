import { isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import type { KeyPair } from './target.ts';

/** The key pair in the response of a sandbox that made a profile; undefined where it is not complete. */
export function credentialIn(body: unknown): KeyPair | undefined {
  const credential = propertyOf(body, 'credential');
  const publicKey = propertyOf(credential, 'publicKey');
  const secretKey = propertyOf(credential, 'secretKey');
  const profileCode = propertyOf(credential, 'profileCode');
  return isText(publicKey) && isText(secretKey) && isText(profileCode)
    ? { publicKey, secretKey, profileCode }
    : undefined;
}
