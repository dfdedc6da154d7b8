import { expect, it } from 'vitest';
import { repeat } from '../../src/base/repeat.ts';

it('a failed attempt is prepared and made again', async () => {
  const steps: string[] = [];
  const attempt = () => {
    steps.push('attempt');
    return steps.length < 4 ? Promise.reject(new Error(`failed at ${steps.length}`)) : Promise.resolve('done');
  };
  const prepare = async (error: unknown) => void steps.push((error as Error).message);
  expect(await repeat(attempt, prepare)).toBe('done');
  expect(steps).toEqual(['attempt', 'failed at 1', 'attempt', 'failed at 3', 'attempt']);
});

it('an error that the preparation throws ends the attempts', async () => {
  let attempts = 0;
  const attempt = () => Promise.reject(new Error(`attempt ${++attempts}`));
  const ended = repeat(attempt, async (error) => {
    if (attempts === 2) throw error;
  });
  await expect(ended).rejects.toThrow('attempt 2');
});

it('attempts that never succeed end with the error of the hundredth', async () => {
  let attempts = 0;
  const attempt = () => Promise.reject(new Error(`attempt ${++attempts}`));
  await expect(repeat(attempt, () => Promise.resolve())).rejects.toThrow('attempt 100');
});
