import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

it('openapi.yaml gives each constant as an enum too, for generators that know only one of the two', () => {
  const constants = constantsIn(parse(readFileSync('openapi.yaml', 'utf8')));
  expect(constants.length).toBeGreaterThan(3);
  for (const { const: value, ...rest } of constants) expect([value, rest]).toMatchObject([value, { enum: [value] }]);
});

function constantsIn(part: unknown): { const: unknown }[] {
  if (typeof part !== 'object' || part === null) return [];
  const within = Object.values(part).flatMap(constantsIn);
  return 'const' in part ? [part, ...within] : within;
}
