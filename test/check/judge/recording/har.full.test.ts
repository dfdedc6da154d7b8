import { expect, it } from 'vitest';
import { judgeText } from '../support/recordings.ts';

it('a HAR file with an entry of more than 64 MiB is refused', async () => {
  const huge = `{"log":{"entries":[{"a":"${'x'.repeat(65 * 2 ** 20)}"}]}}`;
  await expect(judgeText(huge)).rejects.toThrow(/entry 1 has more than 64 MiB/);
});
