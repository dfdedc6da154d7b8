import { Agent } from 'node:http';
import { VirtualClock } from '../../../../src/base/clock.ts';
import { ControlWatch } from '../../../../src/check/exam/control-watch.ts';
import { examine } from '../../../../src/check/exam/examine.ts';
import type { SituationResult } from '../../../../src/check/exam/result.ts';
import type { Situation } from '../../../../src/check/exam/situation.ts';
import { createSandbox } from '../../../../src/index.ts';
import { VirtualTime } from '../../../clients/run/virtual-time.ts';
import type { Steps } from '../../../clients/steps.ts';
import { matrixCandidate } from './matrix-client.ts';

/** Examines clients of the matrix, one after the other. */
export interface MatrixRoom {
  examine(steps: Steps, situation: Situation): Promise<SituationResult>;
  close(): Promise<void>;
}

/** A sandbox on a clock that moves with what the clients wait for. */
export async function openMatrixRoom(liveMode: boolean): Promise<MatrixRoom> {
  const clock = new VirtualClock('2027-01-10T12:00:00.000Z');
  const sandbox = await createSandbox({
    ...{ seed: 'matrix', log: 'silent', clock, liveMode, demoCredentials: false, maxProfiles: 10_000 },
  });
  const agent = new Agent({ keepAlive: true });
  const room = { sandbox, baseUrl: await sandbox.listen(), watch: new ControlWatch(), key: 'exam' };
  const surroundings = { clock, time: new VirtualTime(clock), agent, otherCredential: await sandbox.addProfile() };
  return {
    examine: (steps, situation) => examine(situation, matrixCandidate(steps, situation, surroundings), room),
    async close() {
      agent.destroy();
      await sandbox.close();
    },
  };
}
