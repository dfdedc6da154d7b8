import { fileURLToPath } from 'node:url';
import type { Assignment } from '../../../src/check/exam/protocol.ts';
import { EXIT_CODES } from '../../../src/check/exam/protocol.ts';
import type { Candidate } from '../../../src/check/exam/run-client.ts';
import { programCandidate } from '../../../src/check/exam/run-client.ts';

/** One entry of `travellers` in the statement of the example client. */
export interface Stated {
  id: string;
  price: number;
  currency: string;
  pickup?: string;
  departure?: string;
  name: string;
}

/** Turns the true statement of the example client into that of a bad one. */
export type Misstate = (stated: Stated, assignment: Assignment) => object;

export const client = programCandidate({
  command: process.execPath,
  args: [fileURLToPath(new URL('../../../examples/clients/client.ts', import.meta.url))],
  variables: [{ name: 'PAUSE_MS', template: '30' }],
  exitCodes: EXIT_CODES,
  limitMs: 20_000,
});

/** The example client with another statement. */
export function misstated(misstate: Misstate): Candidate {
  return {
    ...client,
    async run(assignment, signal) {
      const end = await client.run(assignment, signal);
      const travellers = [misstate(statedIn(end.stdout), assignment)];
      return { ...end, stdout: `${JSON.stringify({ outcome: 'booked', travellers })}\n` };
    },
  };
}

/** The example client several times; every one names the reservation of the first. */
export function firstForAll(): Candidate {
  let first: (id: string) => void;
  const id = new Promise<string>((resolve) => (first = resolve));
  return {
    ...client,
    async run(assignment, signal) {
      const end = await client.run(assignment, signal);
      if (assignment.traveller === 1) first(statedIn(end.stdout).id);
      return { ...end, stdout: JSON.stringify({ travellers: [{ id: await id }] }) };
    },
  };
}

/** The example client for three travellers; each names the booking of the next one, and nothing else. */
export function exchanged(): Candidate {
  const ids = Array.from({ length: 3 }, () => Promise.withResolvers<string>());
  return {
    ...client,
    async run(assignment, signal) {
      const end = await client.run(assignment, signal);
      ids[assignment.traveller - 1].resolve(statedIn(end.stdout).id);
      const id = await ids[assignment.traveller % 3].promise;
      return { ...end, stdout: JSON.stringify({ travellers: [{ id }] }) };
    },
  };
}

/** Returns what the example client states of its traveller. */
export function statedIn(stdout: string): Stated {
  const { travellers } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { travellers: [Stated] };
  return travellers[0];
}
