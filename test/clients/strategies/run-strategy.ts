import { fileURLToPath } from 'node:url';
import { holdExam } from '../../../src/check/exam/exam.ts';
import { EXIT_CODES } from '../../../src/check/exam/protocol.ts';
import type { Candidate } from '../../../src/check/exam/run-client.ts';
import { programCandidate } from '../../../src/check/exam/run-client.ts';
import type { Situation } from '../../../src/check/exam/situation.ts';
import { createExamSandbox } from '../../../src/server/create-sandbox.ts';
import type { Strategy } from './strategies.ts';
import { strategies, writeStrategy } from './strategies.ts';

/** One of the two clients, as the command that runs it, with one strategy. */
export interface Way {
  client: 'TypeScript' | 'Python';
  strategy: string;
}

/** Every client with every strategy. */
export const ways: readonly Way[] = Object.keys(strategies).flatMap((strategy): Way[] => [
  { client: 'TypeScript', strategy },
  { client: 'Python', strategy },
]);

/**
 * Holds the exam of a client with a strategy. Returns a line for each situation that it does not pass, or passes with a
 * warning. `python`: an interpreter with the packages of examples/clients/requirements.txt.
 */
export async function redOf(
  { client, strategy }: Way,
  situations: readonly Situation[],
  python: string,
): Promise<string[]> {
  const candidate = candidateFor(client, strategies[strategy] ?? {}, python);
  const { results } = await holdExam({
    ...{ openSandbox: createExamSandbox, candidate, situations, parallel: PARALLEL, seed: 'strategies' },
  });
  return results.flatMap(({ situation, verdict, findings, warnings }) => {
    if (verdict === 'passed' && warnings.length === 0) return [];
    const found = [...findings.map(({ message }) => message), ...warnings.map(({ actual }) => actual)];
    return [`${client}, ${strategy}, ${situation}: ${verdict}: ${found.join(' ')}`];
  });
}

function candidateFor(client: Way['client'], strategy: Strategy, python: string): Candidate {
  const [command, path] =
    client === 'Python' ? [python, 'python/client.py'] : [process.execPath, 'typescript/client.ts'];
  return programCandidate({
    command,
    args: [fileURLToPath(new URL(path, import.meta.url))],
    variables: [
      { name: 'PAUSE_MS', template: '30' },
      { name: 'STRATEGY', template: writeStrategy(strategy) },
    ],
    exitCodes: EXIT_CODES,
    limitMs: 30_000,
  });
}

/** The clients wait more than they compute. */
const PARALLEL = 3;
