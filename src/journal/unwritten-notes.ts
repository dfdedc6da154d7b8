import { stopwatch } from '../base/stopwatch.ts';
import type { JournalStore } from '../store/journal.ts';

/**
 * Notes in the store which profiles have calls that only this process knows. A process that is killed leaves its notes:
 * their profiles may have had more calls than the journal shows.
 */
export class UnwrittenNotes {
  readonly #store: JournalStore;
  /** True if the store has all calls of a profile. */
  readonly #isWritten: (profileCode: string) => boolean;
  readonly #elapsed = stopwatch();
  /** Each noted profile's latest call. `noting` is undefined once the store has the note. */
  readonly #notes = new Map<string, { latest: number; noting: Promise<void> | undefined }>();
  /** Resolved once the withdrawn notes are gone, so that a later note stays. */
  #withdrawing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: JournalStore, isWritten: (profileCode: string) => boolean) {
    this.#store = store;
    this.#isWritten = isWritten;
  }

  /** Undefined if the store has the note; else resolves once it has it, or cannot be written. Never rejects. */
  add(profileCode: string): Promise<void> | undefined {
    if (!this.#store.durable) return undefined;
    const note = this.#notes.get(profileCode);
    if (note) {
      note.latest = this.#elapsed();
      return note.noting;
    }
    const noting = this.#withdrawing
      .then(() => this.#store.noteUnwritten(profileCode))
      .then(
        () => void (added.noting = undefined),
        // The next call tries again.
        () => this.forget(profileCode),
      );
    const added = { latest: this.#elapsed(), noting: noting as Promise<void> | undefined };
    this.#notes.set(profileCode, added);
    this.#timer ??= setInterval(() => this.#withdrawIdle(), PERIOD_MS).unref();
    return noting;
  }

  /** The profile has another state, without a note. */
  forget(profileCode: string): void {
    this.#notes.delete(profileCode);
  }

  /** Withdraws the notes for all profiles with all their calls in the store. Never rejects. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#withdraw(() => true);
  }

  #withdrawIdle(): void {
    const before = this.#elapsed() - PERIOD_MS;
    void this.#withdraw(({ latest }) => latest < before);
  }

  #withdraw(isDue: (note: { latest: number }) => boolean): Promise<void> {
    const notes = [...this.#notes].filter(([code, note]) => isDue(note) && this.#isWritten(code));
    const due = notes.map(([code]) => code);
    for (const code of due) this.#notes.delete(code);
    const withdraw = async () => {
      for (const [, { noting }] of notes) await noting;
      // Remaining notes are harmless: they only state that calls may be missing.
      await this.#store.withdrawUnwritten(due).catch(() => undefined);
    };
    if (due.length > 0) this.#withdrawing = this.#withdrawing.then(withdraw);
    return this.#withdrawing;
  }
}

/** Period for which a note stays, so that a client with occasional calls costs few statements. */
const PERIOD_MS = 10_000;
