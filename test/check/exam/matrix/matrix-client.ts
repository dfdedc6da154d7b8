import type { Agent } from 'node:http';
import type { VirtualClock } from '../../../../src/base/clock.ts';
import { stopwatch } from '../../../../src/base/stopwatch.ts';
import type { Assignment } from '../../../../src/check/exam/protocol.ts';
import { EXIT_CODES } from '../../../../src/check/exam/protocol.ts';
import type { Candidate } from '../../../../src/check/exam/run-client.ts';
import type { Belief, Situation, Task } from '../../../../src/check/exam/situation.ts';
import type { KeyPair } from '../../../../src/index.ts';
import { Recorder } from '../../../clients/run/recorder.ts';
import type { VirtualTime } from '../../../clients/run/virtual-time.ts';
import type { Steps, Traveller } from '../../../clients/steps.ts';
import { doTask } from './do-task.ts';

/** State shared by the clients of a room. */
export interface Surroundings {
  clock: VirtualClock;
  time: VirtualTime;
  agent: Agent;
  /** A key pair that no client should use. */
  otherCredential: KeyPair;
}

/** A client of the matrix as a candidate of the exam, inside this process and on the room's clock. */
export function matrixCandidate(steps: Steps, situation: Situation, surroundings: Surroundings): Candidate {
  const { armed } = situation;
  return {
    exitCodes: EXIT_CODES,
    async run(assignment) {
      const timeoutMs = /timeout|PT3S/.test(armed) ? SHORT_TIMEOUT_MS : TIMEOUT_MS;
      const belief = await travel(steps, assignment, surroundings, {
        timeoutMs,
        seesDelays: situation.clock === 'frozen',
      });
      const exitCode = EXIT_CODES[belief];
      const wrote = { stdout: '', stderr: '', wroteSecret: false };
      return { exitCode, how: 'exited', reason: '', ...wrote, durationMs: 0, leftBehind: [] };
    },
  };
}

async function travel(
  steps: Steps,
  { baseUrl, keys, task, traveller: number }: Assignment,
  { clock, time, agent, otherCredential }: Surroundings,
  { timeoutMs, seesDelays }: { timeoutMs: number; seesDelays: boolean },
): Promise<Belief> {
  const recorder = new Recorder({ baseUrl, agent, clock, timeoutMs, profiles: [keys, otherCredential] });
  let belief: Belief = 'not booked';
  await time.run([
    async () => {
      const traveller: Traveller = {
        number,
        steps,
        open: new Map(),
        stopped: false,
        wait: (ms) => time.wait(ms),
        now: () => time.now(),
        credential: keys,
        otherCredential,
        async transmit(request) {
          const elapsed = stopwatch();
          const received = await recorder.transmit(request);
          // A delay is in real time, and the traveller looks at the room's clock.
          if (seesDelays && elapsed() >= DELAY_MS) clock.advance(Math.round(elapsed()));
          return received;
        },
      };
      belief = await doTask(traveller, task satisfies Task);
    },
  ]);
  return belief;
}

const TIMEOUT_MS = 10_000;
/** The delay in situations with a frozen clock. */
const DELAY_MS = 1300;
/** For scenarios that never respond. */
const SHORT_TIMEOUT_MS = 150;
