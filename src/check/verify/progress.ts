import type { WriteStream } from 'node:tty';
import { stopwatch } from '../../base/stopwatch.ts';
import { progressBar } from '../report/progress-bar.ts';
import { count, cut, plain } from '../report/text.ts';
import type { ContractResult, Verdict } from './verdict.ts';

/**
 * Shows the progress of a run: on a terminal as a bar in one line that is overwritten, elsewhere in a line every now
 * and then.
 */
export interface ProgressLine {
  begin(contracts: number): void;
  step(result: ContractResult): void;
  /** Clears the line. */
  end(): void;
}

export function createProgress(
  stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>,
  elapsed = stopwatch(),
): ProgressLine {
  let total = 0;
  let done = 0;
  let startedMs = 0;
  let latest = '';
  let timer: NodeJS.Timeout | undefined;
  const seen: Partial<Record<Verdict, number>> = {};
  const words = () =>
    [
      `${done} of ${count(total, 'contract')}`,
      ...REPORTED.flatMap((verdict) => (seen[verdict] ? [`${seen[verdict]} ${verdict}`] : [])),
    ].join(', ');
  const draw = () => {
    const line = `${progressBar(done, total, elapsed(), startedMs)}, ${words()}${latest}`;
    stream.write(`\r\x1b[2K${cut(line, (stream.columns || 80) - 1)}`);
  };
  return {
    begin(contracts) {
      total = contracts;
      startedMs = elapsed();
      if (stream.isTTY) timer = setInterval(draw, REDRAWN_MS).unref();
    },
    step({ area, title, verdict }) {
      done++;
      seen[verdict] = (seen[verdict] ?? 0) + 1;
      latest = `  ${plain(area)}: ${plain(title)}`;
      if (stream.isTTY) draw();
      else if (done % LINE_EVERY === 0 && done < total) stream.write(`${words()}\n`);
    },
    end() {
      clearInterval(timer);
      if (stream.isTTY) stream.write('\r\x1b[2K');
    },
  };
}

const REPORTED: readonly Verdict[] = ['fail', 'error', 'warn', 'not exercised'];
const LINE_EVERY = 50;
/** The time goes on while a contract waits for a slow target. */
const REDRAWN_MS = 500;
