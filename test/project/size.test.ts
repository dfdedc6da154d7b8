import { expect, it } from 'vitest';
import { sources } from './sources.ts';

// A budget of lines for each room of src, without generated files. A change that needs more lines raises the number of
// its room here, and its commit says which promise the lines carry and what they replace.
const LINES: Record<string, number> = {
  '.': 202,
  base: 1430,
  check: 20_350,
  cli: 3130,
  config: 2004,
  'control-api': 4757,
  exchange: 2057,
  fixture: 590,
  flights: 2397,
  http: 2309,
  interface: 1844,
  journal: 818,
  metrics: 100,
  'mock-providers': 6544,
  profiles: 305,
  recorder: 2904,
  scenarios: 2214,
  server: 2464,
  store: 7135,
  timeline: 317,
  transfers: 2162,
};

it('each room of src has at most 2 % more lines than its budget, and none has 5 % less', () => {
  const lines = new Map<string, number>();
  for (const { path, text } of sources) {
    const [, room = '.', ...below] = path.split('/');
    const name = below.length > 0 ? room : '.';
    lines.set(name, (lines.get(name) ?? 0) + text.split('\n').length - 1);
  }
  expect([...lines.keys()].sort()).toEqual(Object.keys(LINES).sort());
  const off = [...lines].filter(
    ([room, count]) => count > (LINES[room] ?? 0) * 1.02 || count < (LINES[room] ?? 0) * 0.95,
  );
  expect(
    off.map(([room, count]) => `src/${room} has ${count} lines, its budget is ${LINES[room]}`),
    'change the table in the same commit, and say which promise the lines carry',
  ).toEqual([]);
});
