import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BODY_BYTES, BOUNDS } from '../../src/journal/bounds.ts';

const page = readFileSync('docs/journal.md', 'utf8');

it('docs/journal.md states the current bounds', () => {
  const { profile, allBytes, waiting } = BOUNDS;
  const thousands = (value: number) => value.toLocaleString('en');
  expect(page).toContain(`its first ${thousands(BODY_BYTES)} bytes`);
  expect(page).toContain(`${thousands(profile.exchanges)} exchanges, and ${profile.bytes / 1e6} MB`);
  expect(page).toContain(
    `${allBytes / 1e6} MB; the profile with the most bytes drops its oldest first. Checked every ` +
      `${allBytes / 64 / 1e6} MB`,
  );
  expect(page).toContain(`${thousands(waiting.exchanges)} exchanges and ${waiting.bytes / 1e6} MB`);
});
