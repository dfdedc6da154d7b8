import type { Exchange } from '../../exchange/exchange.ts';
import type { ExamFinding } from './findings.ts';
import type { Situation } from './situation.ts';

/** The parts of a run with evidence of a slow machine. */
interface Run {
  situation: Situation;
  journal: readonly Exchange[];
  /** End of the clients by the machine's clock, in epoch milliseconds. */
  endedAt: number;
  /** Slowness of the machine during the run, from measureSlowness. */
  slowness: number;
}

/**
 * True if the machine was too slow in a run, and its slowness can explain every finding: the client stopped waiting for
 * an undelayed call, or may have got its response late. Such a run says nothing about the client.
 */
export function canComeOfTime(findings: readonly ExamFinding[], run: Run): boolean {
  if (findings.length === 0 || run.slowness < SLOW) return false;
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const isIdle = kinds.includes('idle');
  const left = run.journal.filter(({ ending }) => ending === 'client-gone');
  const explained = new Set<ExamFinding['kind']>([
    ...(left.some((call) => isIdle || !isDelayed(call)) ? OF_LEAVING : []),
    ...(hasLateCall(run) ? OF_LATENESS : []),
    // The sandbox was late with the work of an abandoned call.
    ...(left.some(isDelayed) ? OF_LATE_WORK : []),
  ]);
  return kinds.every((kind) => explained.has(kind));
}

/** True if a client paused for long after an undelayed call: it can have stopped waiting before. */
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
/** Slowness factor of a slow machine. */
const SLOW = 2;
/** Shortest time-out of any client. */
const LATE_MS = 1000;
