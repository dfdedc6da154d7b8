import { describe, expect, it } from 'vitest';
import type { Pace } from '../../../src/check/report/progress.ts';
import { createProgress } from '../../../src/check/report/progress.ts';

const CONTRACTS: Pace = { total: 120, drawEvery: 1, lineEvery: 50 };

/** Everything that a progress line writes while 120 contracts end, one in a second. */
function follow({ isTTY = false, columns = 40, pace = CONTRACTS, last = 120, latest = '' }): string[] {
  const written: string[] = [];
  let seconds = 0;
  const stream = { write: (text: string) => written.push(text) > 0, isTTY, columns };
  const progress = createProgress(stream, pace, () => 1000 * seconds++);
  for (let done = 0; done <= last; done++) progress.step(done, `${done} of ${last} contracts`, latest);
  progress.end();
  return written;
}

describe('the progress line', () => {
  it('writes occasional lines outside a terminal, and none at the end', () => {
    expect(follow({})).toEqual(['50 of 120 contracts\n', '100 of 120 contracts\n']);
    expect(follow({ last: 40 })).toEqual([]);
  });

  it('overwrites one line of a terminal, within its width and without control characters', () => {
    const lines = follow({ isTTY: true, latest: 'a\u202e\x1b[31m\nb' });
    expect(lines).toHaveLength(122);
    for (const line of lines) expect(line).toMatch(/^\r\x1b\[2K[^\p{C}]{0,39}$/u);
    expect(lines.at(-1)).toBe('\r\x1b[2K');
  });

  it('shows share, elapsed time, remaining time and the latest step', () => {
    const lines = follow({ isTTY: true, columns: 200, latest: 'offers: a price' });
    expect(lines[30]).toContain(
      '[█████░░░░░░░░░░░░░░░] 25 %, 0:30 elapsed, 1:30 left, 30 of 120 contracts  offers: a price',
    );
    expect(lines[120]).toContain('] 100 %, 2:00 elapsed, 120 of 120 contracts  ');
  });

  it('shows no bar while the total is unknown', () => {
    const lines = follow({ isTTY: true, columns: 200, pace: { ...CONTRACTS, total: null, drawEvery: 60 } });
    expect(lines).toEqual([0, 60, 120].map((done) => `\r\x1b[2K${done} of 120 contracts`).concat('\r\x1b[2K'));
  });
});
