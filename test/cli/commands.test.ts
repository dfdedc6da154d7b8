import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';

const withVariable = commands.flatMap(({ settings }) =>
  settings.flatMap(({ env, flag, argument }) =>
    env === undefined ? [] : { env, place: (flag ?? argument ?? '').replace(/ .*/, '') },
  ),
);

it('a flag has the same variable in all commands if it has the same meaning', () => {
  expect(severalBy('place', 'env')).toEqual({
    '--port': ['TAXIWAY_PORT', 'TAXIWAY_RECORD_PORT'],
    '--host': ['TAXIWAY_HOST', 'TAXIWAY_RECORD_HOST'],
    '--timeout': ['TAXIWAY_TIMEOUT', 'TAXIWAY_EXAM_TIMEOUT'],
    '--only': ['TAXIWAY_ONLY', 'TAXIWAY_JUDGE_ONLY', 'TAXIWAY_ONLY_SITUATIONS'],
    '--baseline': ['TAXIWAY_JUDGE_BASELINE', 'TAXIWAY_BASELINE'],
  });
});

it('a variable belongs to the same flag in all commands', () => {
  expect(severalBy('env', 'place')).toEqual({ TAXIWAY_BASE_URL: ['--url', '[base-url]'] });
});

it('a command has no duplicate flag or key', () => {
  for (const { name, settings } of commands) {
    const keys = settings.map(({ key }) => key);
    const flags = settings.flatMap(({ flag }) => flag?.replace(/ .*/, '') ?? []);
    expect([name, new Set(keys).size, new Set(flags).size]).toEqual([name, keys.length, flags.length]);
  }
});

/** The values of a field that go with more than one value of another field. */
function severalBy(field: 'env' | 'place', other: 'env' | 'place'): Record<string, readonly string[]> {
  const values = [...Map.groupBy(withVariable, (one) => one[field])].map(
    ([value, group]) => [value, [...new Set(group.map((one) => one[other]))]] as const,
  );
  return Object.fromEntries(values.filter(([, several]) => several.length > 1));
}
