import type { Clock } from '../../base/clock.ts';
import { measureSlowness } from '../../base/slowness.ts';
import { stopwatch } from '../../base/stopwatch.ts';
import type { Credential } from '../../config/credential.ts';
import { Control } from './control.ts';
import type { ControlWatch } from './control-watch.ts';
import type { Assignment } from './protocol.ts';
import type { Situation } from './situation.ts';
import { tripFor } from './trip.ts';

/** Opens a sandbox for situations. The caller of the exam supplies it, because the exam uses only public interfaces. */
export type OpenSandbox = (settings: {
  seed: string;
  /** Root of keys, ids and tokens; by default the seed. */
  idSeed?: string;
  liveMode: boolean;
  maxProfiles: number;
  log: 'silent';
  demoCredentials: boolean;
  /** Records each control API call. */
  watch: ControlWatch;
}) => Promise<ExamSandbox>;

/** The sandbox parts that the exam uses in addition to its control API. */
export interface ExamSandbox {
  clock: Clock;
  addProfile(): Promise<Credential>;
  /** Resolves with its base URL. */
  listen(options?: { port?: number }): Promise<string>;
  close(): Promise<void>;
}

/** A listening sandbox. */
export interface Room {
  sandbox: Pick<ExamSandbox, 'clock' | 'addProfile'>;
  baseUrl: string;
  watch: ControlWatch;
  /** Random key for the exam's own calls. The watch recognises them by it. */
  key: string;
  /** True if one profile serves all situations. */
  keepsProfile?: boolean;
  /** True if other clients call the sandbox too. */
  isShared?: boolean;
  /** Header name for the service id; `X-Service-Id` when left out. */
  serviceIdHeader?: string;
}

/** An armed situation, ready for its clients' calls. */
export interface BegunSituation {
  situation: Situation;
  room: Room;
  control: Control;
  keys: Credential;
  /** Assignments, one for each client. */
  assignments: readonly Assignment[];
  startedAt: number;
  elapsed: () => number;
  /** Returns the machine's slowness since the situation began. */
  slowness: () => number;
}

/** Prepares a profile for a situation and arms it. */
export async function beginSituation(situation: Situation, room: Room): Promise<BegunSituation> {
  const { sandbox, watch, isShared = false } = room;
  const elapsed = stopwatch();
  const slowness = measureSlowness();
  const startedAt = sandbox.clock.now();
  const keys = await sandbox.addProfile();
  const begun = reopenSituation(situation, room, { keys, startedAt });
  // Begins before anything is armed, so that the watch sees a client reading it.
  await watch.begin(keys.profileCode, { keys: { own: room.key }, isShared });
  await begun.control.mark(situation.clock);
  if (situation.armed !== '') await begun.control.arm(situation.armed);
  return { ...begun, elapsed, slowness };
}

/** Returns a situation that this or another process has begun. Its slowness is measured from now on. */
export function reopenSituation(
  situation: Situation,
  room: Room,
  { keys, startedAt }: Pick<BegunSituation, 'keys' | 'startedAt'>,
): BegunSituation {
  const assignments = Array.from({ length: situation.travellers ?? 1 }, (_, i): Assignment => {
    const trip = tripFor(situation, i + 1, startedAt);
    return { baseUrl: room.baseUrl, keys, task: situation.task, traveller: i + 1, trip };
  });
  const { clock } = room.sandbox;
  const elapsed = () => clock.now() - startedAt;
  const control = new Control(room, keys);
  return { situation, room, control, keys, assignments, startedAt, elapsed, slowness: measureSlowness() };
}
