import type { Response } from 'express';
import type { Finding } from '../../check/judge/finding.ts';
import type { ControlJudge } from '../control-services.ts';
import { EventWriter } from './event-writer.ts';

/**
 * Sends findings on a profile as server-sent events until either side ends it, with their number: immediately, and then
 * at most every second. A slow reader misses findings, and receives the number of missed ones: this uses no memory.
 */
export function streamFindings(judge: ControlJudge, profileCode: string, res: Response): void {
  const events = new EventWriter(res);
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  const writeCounts = (): void => {
    timer = undefined;
    if (res.writableNeedDrain) return writeSoon();
    if (missed > 0) events.write('missed', { findings: missed });
    missed = 0;
    events.write('counts', judge.counts(profileCode));
  };
  const writeSoon = (): void => {
    timer ??= setTimeout(writeCounts, COUNTS_MS).unref();
  };
  const writeFinding = (finding: Finding): void => {
    if (res.writableNeedDrain) missed += 1;
    else events.write('finding', finding);
  };
  let stop = (): void => undefined;
  stop = judge.watchers.add(profileCode, {
    judged(findings) {
      findings.forEach(writeFinding);
      writeSoon();
    },
    restart() {
      events.write('restarted', {});
      writeSoon();
    },
    end() {
      clearTimeout(timer);
      stop();
      events.end();
    },
  });
  if (!events.isOpen) return;
  res.once('close', () => {
    clearTimeout(timer);
    stop();
    events.stop();
  });
  writeCounts();
}

const COUNTS_MS = 1000;
