import type { WriteStream } from 'node:tty';
import { stopwatch } from '../../base/stopwatch.ts';
import { progressBar } from '../report/progress-bar.ts';
import { count } from '../report/text.ts';

/** Shows how far a long recording has been read: in one line of a terminal, elsewhere in a line every now and then. */
export interface ProgressLine {
  step(bytes: number, judged: number): void;
  /** Clears the line. */
  end(): void;
}

/** `total`: bytes of the recording; null where that is not known. */
export function createProgress(
  stream: Pick<WriteStream, 'write' | 'isTTY'>,
  total: number | null,
  elapsed = stopwatch(),
): ProgressLine {
  const every = stream.isTTY ? TERMINAL_BYTES : LINE_BYTES;
  let next = every;
  let isShown = false;
  return {
    step(bytes, judged) {
      if (bytes < next) return;
      next = bytes + every;
      isShown = true;
      const of = total === null || total < bytes ? '' : ` of ${inMegabytes(total)}`;
      const text = `${inMegabytes(bytes)}${of} MB read, ${count(judged, 'exchange')} judged`;
      const bar = total === null || total < bytes ? '' : `${progressBar(bytes, total, elapsed())}, `;
      stream.write(stream.isTTY ? `\r\x1b[2K${bar}${text}` : `${text}\n`);
    },
    end() {
      if (stream.isTTY && isShown) stream.write('\r\x1b[2K');
    },
  };
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

const TERMINAL_BYTES = 2e6;
const LINE_BYTES = 50e6;
