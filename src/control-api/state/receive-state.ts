import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Request } from 'express';
import { toIso } from '../../clock.ts';
import { Refusal } from '../../errors/refusal.ts';
import { profileNow } from '../../profiles/profile-clock.ts';
import type { Service } from '../../service.ts';
import type { ProfileState } from '../../store/state.ts';
import { inSlices } from '../../turns.ts';
import { LATEST } from '../clock/move-clock.ts';
import type { CheckedState } from './check/check-state.ts';
import type { Order, Part, Verdict } from './check/check-thread.ts';
import { readUpload } from './read-upload.ts';
import type { OnBytes } from './running-imports.ts';

/**
 * The state that the body of a request brings, checked in all that does not depend on the store. Refuses with
 * what readUpload and readProfileFile refuse, and with `import_unfit`. Files are checked in a thread of their own, one
 * after the other: that takes seconds, and comes back in parts.
 */
export async function receiveState(service: Service, req: Request, arrived: OnBytes): Promise<CheckedState> {
  const pieces = await readUpload(req, arrived);
  const checked = last.then(() => checkInThread(service, pieces));
  last = checked.catch(() => undefined);
  checkClock(service, (await checked).state.clock);
  return checked;
}

/** A clock that runs ahead goes no further than one that is set. */
function checkClock({ clock: own }: Service, clock: ProfileState['clock']): void {
  if (clock === null || profileNow({ clock }, own.now()) <= LATEST) return;
  throw new Refusal('import_unfit', [
    { path: '/clock/aheadMs', message: `clock.aheadMs must not lead beyond ${toIso(LATEST)}` },
  ]);
}

let last: Promise<unknown> = Promise.resolve();

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
    // What it was cut from may hold something else too: only a copy can be given away.
    const copy = new Uint8Array(piece);
    own.postMessage({ piece: copy } satisfies Order, [copy.buffer]);
    await pause();
  }
  const verdict = await ask<Verdict>(own, 'check');
  if ('refused' in verdict) throw new Refusal(verdict.refused, verdict.details);
  const { rows, journal } = verdict.state;
  for (let part = await ask<Part>(own, 'next'); part !== null; part = await ask<Part>(own, 'next')) {
    if (part.of === 'rows') rows[part.table]!.push(...part.entries);
    else journal.exchanges.push(...part.entries);
  }
  return verdict;
}

async function ask<T>(own: Worker, order: Order): Promise<T> {
  own.postMessage(order);
  return (await once(own, 'message'))[0] as T;
}

/** The parts of the specs that files are checked against are the same in every sandbox. */
function startThread({ control, spec }: Service): Worker {
  const started = new Worker(THREAD, { workerData: { control: control.spec, service: spec }, execArgv: [] });
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
/** Suites that import a file before each test keep it. */
const IDLE_MS = 10_000;
const THREAD = new URL(`./check/check-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
