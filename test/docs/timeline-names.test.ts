import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('docs/clock.md and docs/resources.md name every timeline event', () => {
  const pages = ['docs/clock.md', 'docs/resources.md'].map((page) => readFileSync(page, 'utf8')).join('\n');
  const [, names = ''] =
    /MomentName:[^]*?enum:\n([^]*?)\n {4}\w/.exec(readFileSync('src/control-api/control-api.yaml', 'utf8')) ?? [];
  const what = names.split('\n').map((line) => line.replace(/^ *- /, ''));
  expect(what).toContain('driver_assigned');
  expect(what.filter((name) => !pages.includes(`\`${name}\``))).toEqual([]);
});
