import type { Exchange } from '../../exchange/exchange.ts';
import type { ExamFinding } from './findings.ts';
import type { Situation } from './situation.ts';

/** One run of a situation, as far as a slow machine shows in it. */
interface Run {
  situation: Situation;
  journal: readonly Exchange[];
  /** By the machine's clock when the clients had ended, epoch milliseconds. */
  endedAt: number;
  /** Of the machine during the run, as measureSlowness has it. */
  slowness: number;
}

/**
 * True if the machine was too slow in a run, and all that is wrong can come of that: the client stopped waiting for a
 * call that nothing delayed, or may have seen its response late. Such a run says nothing of the client.
 */
export function canComeOfTime(findings: readonly ExamFinding[], run: Run): boolean {
  if (findings.length === 0 || run.slowness < SLOW) return false;
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const isIdle = kinds.includes('idle');
  const left = run.journal.filter(({ ending }) => ending === 'client-gone');
  const explained = new Set<ExamFinding['kind']>([
    ...(left.some((call) => isIdle || !isDelayed(call)) ? OF_LEAVING : []),
    ...(hasLateCall(run) ? OF_LATENESS : []),
    // The sandbox was late with work that its client had left.
    ...(left.some(isDelayed) ? OF_LATE_WORK : []),
  ]);
  return kinds.every((kind) => explained.has(kind));
}

/** True if a client took long to go on after a call that nothing delayed: it can have stopped waiting before. */
function hasLateCall({ situation, journal, endedAt }: Run): boolean {
  if ((situation.travellers ?? 1) > 1) return true;
  const calls = journal.flatMap((call) => (call.realTime === null ? [] : [{ call, at: call.realTime }]));
  calls.sort((a, b) => a.at - b.at);
  return calls.some(
    ({ call, at }, i) => call.status !== null && !isDelayed(call) && (calls[i + 1]?.at ?? endedAt) - at >= LATE_MS,
  );
}

function isDelayed({ scenario }: Exchange): boolean {
  return scenario?.split(',').some((name) => name === 'slow') ?? false;
}

const OF_LATENESS = ['belief', 'missing', 'idle'] as const;
const OF_LEAVING = [...OF_LATENESS, 'crash'] as const;
const OF_LATE_WORK = [...OF_LATENESS, 'truth'] as const;
/** Everything takes this many times longer. */
const SLOW = 2;
/** No client waits for less. */
const LATE_MS = 1000;
