import { ConfigError } from '../../base/config-error.ts';
import { cut, plain } from '../report/text.ts';
import type { SituationResult } from './examine.ts';
import type { Situation } from './situation.ts';

/** The situations in the order in which they run: the first one of each task before the rest. */
export function startsFirst(situations: readonly Situation[]): { starts: Situation[]; rest: Situation[] } {
  const starts = situations.filter(({ task }, i) => situations.findIndex((one) => one.task === task) === i);
  return { starts, rest: situations.filter((situation) => !starts.includes(situation)) };
}

/**
 * Throws ConfigError where the client crashed in the first situation of every task, and called nothing: it cannot
 * start, and the rest, which `notRun` names, would say the same. A client that says what it believes may go on.
 */
export function refuseFalseStart(results: readonly SituationResult[], notRun: string): void {
  const [first] = results;
  if (first === undefined || !results.every(isFalseStart)) return;
  const [client] = first.clients.toReversed();
  const how = client?.how === 'exited' ? `exit code ${client.exitCode}` : `${client?.how}, ${client?.reason}`;
  throw new ConfigError(
    [
      `the client was run once for each task, ended with ${how} and called nothing; ${notRun} not run`,
      ...endOf(client?.stderr || client?.stdout || ''),
      'Run the client by itself until it starts. It finds the service at TAXIWAY_BASE_URL.',
    ].join('\n'),
  );
}

/** A call without the keys of the profile is not in its journal, but the judge finds something in it. */
function isFalseStart({ calls, findings }: SituationResult): boolean {
  const kinds = new Set(findings.map(({ kind }) => kind));
  return calls === 0 && kinds.has('crash') && !kinds.has('hang') && !kinds.has('conduct');
}

function endOf(text: string): string[] {
  const lines = text.trimEnd().split('\n').slice(-MAX_LINES).map(plain);
  return lines.filter((line) => line !== '').map((line) => `| ${cut(line, 160)}`);
}

/** Enough for the stack of an error. */
const MAX_LINES = 20;
