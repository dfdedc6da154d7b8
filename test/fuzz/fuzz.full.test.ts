import { describe, expect, it } from 'vitest';
import { sizeOf } from '../support/full-size.ts';
import { controlGrounds } from './control-grounds.ts';
import { describeFindings, fuzz } from './fuzz.ts';
import { serviceGrounds } from './service-grounds.ts';

const seed = wholeNumber('FUZZ_SEED', 1);
const cases = wholeNumber('FUZZ_CASES', sizeOf(1500, 5000));

describe(`${cases} random calls from seed ${seed}`, () => {
  it.each([
    ['openapi.yaml', serviceGrounds],
    ['control-api.yaml', controlGrounds],
  ])('get responses that fit %s', { timeout: 1_000_000 }, async (_document, prepare) => {
    const { findings, statuses } = await fuzz({ seed, cases, prepare });
    expect(describeFindings(findings)).toBe('');
    expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(cases);
  });
});

function wholeNumber(name: string, otherwise: number): number {
  const text = process.env[name] ?? String(otherwise);
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`${name} is "${text}"; expected a whole number from 1 to 9999999`);
  return Number(text);
}
