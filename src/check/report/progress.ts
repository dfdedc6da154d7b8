import type { WriteStream } from 'node:tty';
import { stopwatch } from '../../base/stopwatch.ts';
import { cut, plain } from './text.ts';

/**
 * Shows progress during long work: on a terminal in one line, overwritten each time; elsewhere in a line now and then.
 */
export interface Progress {
  /** `words`: the work done so far. `latest`: the latest step; only a terminal shows it. */
  step(done: number, words: string, latest?: string): void;
  /** Clears the line. */
  end(): void;
}

/** Drawing intervals. `done` and both intervals use `total`'s unit. `total` is null if it is not known. */
export interface Pace {
  total: number | null;
  /** Steps between two drawings on a terminal. */
  drawEvery: number;
  /** Steps between two lines elsewhere. */
  lineEvery: number;
}

export function createProgress(
  stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>,
  { total, drawEvery, lineEvery }: Pace,
  elapsed = stopwatch(),
): Progress {
  const every = stream.isTTY ? drawEvery : lineEvery;
  let next = stream.isTTY ? 0 : lineEvery;
  let line = () => '';
  let timer: NodeJS.Timeout | undefined;
  const draw = () => stream.write(`\r\x1b[2K${cut(line(), (stream.columns || 80) - 1)}`);
  return {
    step(done, words, latest = '') {
      if (done < next) return;
      next = done + every;
      if (!stream.isTTY) {
        if (done !== total) stream.write(`${words}\n`);
        return;
      }
      const bar = () => (total === null || total < done ? '' : `${progressBar(done, total, elapsed())}, `);
      line = () => `${bar()}${words}${latest && `  ${plain(latest)}`}`;
      // The elapsed time advances during a long step.
      timer ??= setInterval(draw, REDRAWN_MS).unref();
      draw();
    },
    end() {
      clearInterval(timer);
      if (timer) stream.write('\r\x1b[2K');
    },
  };
}

/** Returns a bar with percentage, elapsed and remaining time: `[███░░░░░] 40 %, 0:12 elapsed, 0:18 left`. */
function progressBar(done: number, total: number, elapsedMs: number): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const filled = Math.round(share * WIDTH);
  const left = share > 0 && share < 1 ? `, ${minutes((elapsedMs / share) * (1 - share))} left` : '';
  return (
    `[${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %, ` +
    `${minutes(elapsedMs)} elapsed${left}`
  );
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const WIDTH = 20;
const REDRAWN_MS = 500;
