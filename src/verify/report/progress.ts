import type { WriteStream } from 'node:tty';
import type { ContractResult, Verdict } from '../verdict.ts';
import { count, cut, plain } from './text.ts';

/**
 * Shows the progress of a run: on a terminal in one line that is overwritten, elsewhere in a line every now and then.
 */
export interface ProgressLine {
  begin(contracts: number): void;
  step(result: ContractResult): void;
  /** Clears the line. */
  end(): void;
}

export function createProgress(stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>): ProgressLine {
  let total = 0;
  let done = 0;
  const seen: Partial<Record<Verdict, number>> = {};
  const words = () =>
    [
      `${done} of ${count(total, 'contract')}`,
      ...REPORTED.flatMap((verdict) => (seen[verdict] ? [`${seen[verdict]} ${verdict}`] : [])),
    ].join(', ');
  return {
    begin: (contracts) => {
      total = contracts;
    },
    step({ area, title, verdict }) {
      done++;
      seen[verdict] = (seen[verdict] ?? 0) + 1;
      if (stream.isTTY)
        stream.write(`\r\x1b[2K${cut(`${words()}  ${plain(area)}: ${plain(title)}`, (stream.columns || 80) - 1)}`);
      else if (done % LINE_EVERY === 0 && done < total) stream.write(`${words()}\n`);
    },
    end() {
      if (stream.isTTY) stream.write('\r\x1b[2K');
    },
  };
}

const REPORTED: readonly Verdict[] = ['fail', 'error', 'warn', 'not exercised'];
const LINE_EVERY = 50;
