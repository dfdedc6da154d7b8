import { ConfigError } from '../../base/config-error.ts';
import type { Assignment, ExitCodes, Variable } from './protocol.ts';
import { environmentOf } from './protocol.ts';
import type { ClientEnd } from './run-client.ts';
import { runClient } from './run-client.ts';

/** The client under examination. */
export interface Candidate {
  exitCodes: ExitCodes;
  /** Runs it once, until it ends or is stopped. Rejects where it cannot be run. */
  run(assignment: Assignment, signal?: AbortSignal): Promise<ClientEnd>;
}

/** How the program of a client is run. */
export interface ClientProgram {
  command: string;
  args: readonly string[];
  variables: readonly Variable[];
  exitCodes: ExitCodes;
  /** The time that it has for one situation. */
  limitMs: number;
}

/** A client that is a program. A program that does not start rejects with ConfigError. */
export function programCandidate({ variables, exitCodes, ...program }: ClientProgram): Candidate {
  return {
    exitCodes,
    async run(assignment, signal) {
      const end = await runClient({ ...program, env: environmentOf(assignment, variables), signal });
      if (end.how === 'not started') throw new ConfigError(`${program.command} cannot be started: ${end.reason}`);
      return end;
    },
  };
}
