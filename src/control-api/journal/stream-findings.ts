import type { Response } from 'express';
import type { Finding } from '../../check/judge/finding.ts';
import type { ProfileJudge } from '../../check/judge/live/sandbox-judge.ts';
import type { Counts } from '../../check/judge/verdicts.ts';
import type { ControlServices } from '../control-services.ts';
import { EventWriter } from './event-writer.ts';

/**
 * Sends findings on a profile as server-sent events until either side ends it, with their number: immediately, and then
 * at most every second. A slow reader misses findings, and learns how many it missed: this uses no memory.
 */
export function streamFindings({ judge, log }: Judging, profileCode: string, counts: Counts, res: Response): void {
  const events = new EventWriter(res);
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  const writeCounts = (current: Counts): void => {
    if (res.writableNeedDrain) return writeSoon();
    if (missed > 0) events.write('missed', { findings: missed });
    missed = 0;
    events.write('counts', current);
  };
  const countAgain = (): void => {
    timer = undefined;
    judge.counts(profileCode).then(writeCounts, (error: unknown) => {
      log.error({ err: error }, 'a stream of verdicts broke off');
      end();
    });
  };
  const writeSoon = (): void => {
    if (events.isOpen) timer ??= setTimeout(countAgain, COUNTS_MS).unref();
  };
  const writeFinding = (finding: Finding): void => {
    if (res.writableNeedDrain) missed += 1;
    else events.write('finding', finding);
  };
  let stopWatching = (): void => undefined;
  const stop = (): void => {
    clearTimeout(timer);
    stopWatching();
    events.stop();
  };
  const end = (): void => {
    stop();
    events.end();
  };
  stopWatching = judge.watchers.add(profileCode, {
    judged(findings) {
      findings.forEach(writeFinding);
      writeSoon();
    },
    restart() {
      events.write('restarted', {});
      writeSoon();
    },
    end,
  });
  if (!events.isOpen) return;
  res.once('close', stop);
  writeCounts(counts);
}

interface Judging extends Pick<ControlServices, 'log'> {
  judge: ProfileJudge;
}

const COUNTS_MS = 1000;
