import { Refusal } from '../../interface/errors/refusal.ts';

/**
 * The running imports of a sandbox: at most one per profile, with a bound on the bytes of all files. Only bytes that
 * have arrived count, so a stalled upload does not block others.
 */
export class RunningImports {
  readonly #profiles = new Set<string>();
  #bytes = 0;

  /** Runs one import, which reports the bytes that arrive. Refuses with `import_underway` or `too_many_imports`. */
  async run<T>(profileCode: string, work: (onBytes: OnBytes) => Promise<T>): Promise<T> {
    if (this.#profiles.has(profileCode)) throw new Refusal('import_underway');
    this.#profiles.add(profileCode);
    let own = 0;
    try {
      return await work((bytes) => {
        if (this.#bytes + bytes > MAX_IMPORT_BYTES) throw new Refusal('too_many_imports');
        this.#bytes += bytes;
        own += bytes;
      });
    } finally {
      this.#bytes -= own;
      this.#profiles.delete(profileCode);
    }
  }
}

export type OnBytes = (bytes: number) => void;

/** Of all files together; each is in memory more than once. */
export const MAX_IMPORT_BYTES = 256 * 1024 * 1024;
