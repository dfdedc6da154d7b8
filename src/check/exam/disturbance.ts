import type { Exchange } from '../../exchange/exchange.ts';
import type { ExamFinding } from './findings.ts';
import type { Situation } from './situation.ts';

/** The parts of a run that can show a slow machine. */
interface Run {
  situation: Situation;
  journal: readonly Exchange[];
  /** When the clients ended by the machine's clock, in epoch milliseconds. */
  endedAt: number;
  /** The machine's slowness during the run, from measureSlowness. */
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
    // The sandbox finished work for an abandoned call late.
    ...(left.some(isDelayed) ? OF_LATE_WORK : []),
  ]);
  return kinds.every((kind) => explained.has(kind));
}

/** True if a client paused for long after an undelayed call. It may have stopped waiting for the response before. */
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
/** From this slowness factor on, a machine is slow. */
const SLOW = 2;
/** Shortest client time-out. */
const LATE_MS = 1000;
