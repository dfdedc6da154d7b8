import type { Ids } from '../base/ids.ts';
import type { Credential, CredentialStore } from '../store/profiles.ts';
import type { KeyPair } from './credentials.ts';
import { drawKeys, toCredential } from './credentials.ts';

/** A sandbox page that calls the service. */
type Page = Exclude<Credential['origin'], 'client'>;

/**
 * Key pairs with which the sandbox's pages call the service: one for each profile and page. The store has them with the
 * profile's credentials, so that each process accepts the pairs from all; only this process has their secrets. A client
 * could forge a header, but gets these keys only by asking the control API for them.
 */
export class PageKeys {
  readonly #ids: Ids;
  readonly #store: Pick<CredentialStore, 'addPageCredential' | 'findCredential'>;
  readonly #byPage = new Map<string, KeyPair>();

  constructor(ids: Ids, store: Pick<CredentialStore, 'addPageCredential' | 'findCredential'>) {
    this.#ids = ids;
    this.#store = store;
  }

  /** Returns a page's key pair, created at its first use and after a revocation. */
  async of(profileCode: string, page: Page, now: number): Promise<KeyPair> {
    const place = `${profileCode}/${page}`;
    const known = this.#byPage.get(place);
    if (known && (await this.#store.findCredential(known.publicKey))) return known;
    const keys = drawKeys(this.#ids, `pages/${place}`, profileCode);
    await this.#store.addPageCredential(toCredential(keys, now, page), MAX_PAGE_KEYS);
    this.#byPage.set(place, keys);
    return keys;
  }

  /** Call this when a profile is removed. */
  forget(profileCode: string): void {
    for (const place of [...this.#byPage.keys()]) if (place.startsWith(`${profileCode}/`)) this.#byPage.delete(place);
  }
}

/** Maximum key pairs for a page in one profile: each process that shows the page has its own. */
const MAX_PAGE_KEYS = 20;
