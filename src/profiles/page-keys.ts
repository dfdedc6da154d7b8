import type { Ids } from '../base/ids.ts';
import type { KeyPair } from './credentials.ts';
import { drawKeys, hashSecret } from './credentials.ts';

/** A page of the sandbox with calls of the service. */
type Page = 'console' | 'reference';

/** The key pair of one page, in the form for authentication. */
interface PageCredential {
  profileCode: string;
  secretHash: string;
  origin: Page;
}

/**
 * The key pairs of the sandbox's pages for their calls of the service: one for each profile and page. They live in
 * memory, separate from the credentials of the profile. A client could forge a header, but gets these keys only by
 * asking the control API for them.
 */
export class PageKeys {
  readonly #ids: Ids;
  readonly #byPage = new Map<string, KeyPair>();
  readonly #byPublicKey = new Map<string, PageCredential>();

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  /** Returns the key pair of a page, created at its first use. */
  of(profileCode: string, origin: Page): KeyPair {
    const place = `${profileCode}/${origin}`;
    const known = this.#byPage.get(place);
    if (known) return known;
    const keys = drawKeys(this.#ids, `pages/${place}`, profileCode);
    this.#byPage.set(place, keys);
    this.#byPublicKey.set(keys.publicKey, { profileCode, origin, secretHash: hashSecret(keys.secretKey) });
    return keys;
  }

  find(publicKey: string): PageCredential | undefined {
    return this.#byPublicKey.get(publicKey);
  }

  /** Call this when a key pair of a profile is revoked: its owner may have asked for these too. */
  forget(profileCode: string): void {
    for (const [place, { publicKey }] of this.#byPage) {
      if (!place.startsWith(`${profileCode}/`)) continue;
      this.#byPage.delete(place);
      this.#byPublicKey.delete(publicKey);
    }
  }
}
