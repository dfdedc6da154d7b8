/**
 * Calls of a profile go in side by side; what replaces its whole state goes in alone, once those inside have left.
 * Calls that come meanwhile wait. Profiles do not meet each other.
 */
export class ProfileLock {
  readonly #rooms = new Map<string, Room>();
  #turns = 0;
  #sweepAt = ROOMS_KEPT;

  /** How often somebody has been alone with a profile: what was read of one before may have changed when this has. */
  get generation(): number {
    return this.#turns;
  }

  async read<T>(profileCode: string, work: () => Promise<T>): Promise<T> {
    const room = this.#roomOf(profileCode);
    room.outside += 1;
    while (room.alone) await room.alone;
    room.outside -= 1;
    room.inside += 1;
    try {
      return await work();
    } finally {
      room.inside -= 1;
      if (room.inside === 0) room.empty?.();
    }
  }

  async write<T>(profileCode: string, work: () => Promise<T>): Promise<T> {
    const room = this.#roomOf(profileCode);
    room.outside += 1;
    while (room.alone) await room.alone;
    room.outside -= 1;
    const { promise, resolve: open } = Promise.withResolvers<void>();
    room.alone = promise;
    try {
      if (room.inside > 0)
        await new Promise<void>((resolve) => {
          room.empty = resolve;
        });
      // Who has just left still puts its exchange into the journal.
      await new Promise((resolve) => setImmediate(resolve));
      return await work();
    } finally {
      this.#turns += 1;
      room.alone = null;
      room.empty = null;
      open();
    }
  }

  #roomOf(profileCode: string): Room {
    let room = this.#rooms.get(profileCode);
    if (!room) {
      if (this.#rooms.size >= this.#sweepAt) this.#sweep();
      room = { inside: 0, outside: 0, alone: null, empty: null };
      this.#rooms.set(profileCode, room);
    }
    return room;
  }

  /** Forgets the profiles that nobody is with: they may have been removed long ago. */
  #sweep(): void {
    for (const [code, { inside, outside, alone }] of this.#rooms)
      if (inside === 0 && outside === 0 && !alone) this.#rooms.delete(code);
    this.#sweepAt = Math.max(ROOMS_KEPT, 2 * this.#rooms.size);
  }
}

interface Room {
  inside: number;
  /** How many wait until whoever is alone has left. */
  outside: number;
  /** Resolved when whoever is alone, or waits to be, has left. */
  alone: Promise<void> | null;
  /** Called when the last of those inside has left. */
  empty: (() => void) | null;
}

const ROOMS_KEPT = 2000;
