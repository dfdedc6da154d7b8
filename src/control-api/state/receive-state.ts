import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Request } from 'express';
import { toIso } from '../../base/clock.ts';
import { packageModule } from '../../base/package-root.ts';
import { inSlices, inTurn } from '../../base/turns.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { profileNow } from '../../profiles/profile-clock.ts';
import type { Service } from '../../service.ts';
import type { ProfileState } from '../../store/state.ts';
import { LATEST } from '../clock/move-clock.ts';
import type { CheckedState, Part, ThreadInterfaces, ThreadRequest, Verdict } from './check/check-thread.ts';
import type { OnBytes } from './read-upload.ts';
import { readUpload } from './read-upload.ts';

/**
 * Reads the state from a request body, and runs all checks that do not depend on the store. Refuses like readUpload and
 * readProfileFile, and with `import_unfit`. A thread checks one file at a time, for seconds, and returns the state in
 * parts.
 */
export async function receiveState(service: Service, req: Request, onBytes: OnBytes): Promise<CheckedState> {
  const pieces = await readUpload(req, onBytes);
  const checked = await nextCheck(() => checkInThread(service, pieces));
  checkClock(service, checked.state.clock);
  return checked;
}

/** The limit for setting a clock also applies to a clock that runs ahead. */
function checkClock({ clock: own }: Service, clock: ProfileState['clock']): void {
  if (clock === null || profileNow({ clock }, own.now()) <= LATEST) return;
  throw new Refusal('import_unfit', [
    { path: '/clock/aheadMs', message: `clock.aheadMs must not lead beyond ${toIso(LATEST)}` },
  ]);
}

const nextCheck = inTurn();

async function checkInThread(service: Service, pieces: Buffer[]): Promise<CheckedState> {
  clearTimeout(idle);
  thread ??= startThread(service);
  try {
    return await check(thread, pieces);
  } finally {
    idle = setTimeout(endThread, IDLE_MS).unref();
  }
}

async function check(own: Worker, pieces: Buffer[]): Promise<CheckedState> {
  const pause = inSlices();
  for (const piece of pieces.splice(0)) {
    // The buffer behind a piece may be shared, so only a copy can be transferred.
    const copy = new Uint8Array(piece);
    own.postMessage({ piece: copy } satisfies ThreadRequest, [copy.buffer]);
    await pause();
  }
  const verdict = await ask<Verdict>(own, 'check');
  if ('refused' in verdict) throw new Refusal(verdict.refused, verdict.details);
  const { rows, journal } = verdict.state;
  for (let part = await ask<Part>(own, 'next'); part !== null; part = await ask<Part>(own, 'next')) {
    if (part.of === 'rows') rows[part.table]?.push(...part.entries);
    else journal.exchanges.push(...part.entries);
  }
  return verdict;
}

async function ask<T>(own: Worker, request: ThreadRequest): Promise<T> {
  own.postMessage(request);
  return (await once(own, 'message'))[0] as T;
}

/** One thread for all sandboxes: they all check the same schemas. */
function startThread({ control, spec, config: { transferPrefix } }: Service): Worker {
  const interfaces: ThreadInterfaces = { control: control.spec, service: spec, transferPrefix };
  const started = new Worker(THREAD, { workerData: interfaces, execArgv: [] });
  started.unref();
  started.on('error', () => {
    thread = undefined;
  });
  return started;
}

function endThread(): void {
  void thread?.terminate();
  thread = undefined;
}

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
/** Long enough for test suites with an import before each test. */
const IDLE_MS = 10_000;
const THREAD = packageModule('src/control-api/state/check/check-thread');

/**
 * The running imports of a sandbox: at most one per profile, with a bound on the bytes of all files. Only received
 * bytes count, so a stalled upload does not block others.
 */
export class RunningImports {
  readonly #profiles = new Set<string>();
  #bytes = 0;

  /** Runs one import and counts the bytes that it reports. Refuses with `import_underway` or `too_many_imports`. */
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

/** Total size limit for concurrent imports. Each file is held in memory more than once. */
export const MAX_IMPORT_BYTES = 256 * 1024 * 1024;
