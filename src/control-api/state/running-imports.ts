import { Refusal } from '../../errors/refusal.ts';

/**
 * The imports of a sandbox that are under way: one for each profile, and no more bytes than the memory is meant for.
 * A file counts as far as it has arrived, so an upload that stands still keeps nobody else out.
 */
export class RunningImports {
  readonly #profiles = new Set<string>();
  #bytes = 0;

  /** Does the work of one import. `arrived` is to be told of each part of the file. Refuses with `import_underway` or `too_many_imports`. */
  async run<T>(profileCode: string, work: (arrived: OnBytes) => Promise<T>): Promise<T> {
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

/** Of all files together: each is in memory more than once. */
export const MAX_IMPORT_BYTES = 256 * 1024 * 1024;
