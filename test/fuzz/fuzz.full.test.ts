import { describe, expect, it } from 'vitest';
import { controlGrounds } from './control-grounds.ts';
import { describeFindings, fuzz } from './fuzz.ts';
import { serviceGrounds } from './service-grounds.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const cases = Number(process.env['FUZZ_CASES'] ?? 5000);

describe(`${cases} random calls from seed ${seed}`, () => {
  it.each([
    ['openapi.yaml', serviceGrounds],
    ['control-api.yaml', controlGrounds],
  ])('are answered as %s says', async (_document, prepare) => {
    const { findings } = await fuzz({ seed, cases, prepare });
    expect(describeFindings(findings)).toBe('');
  });
});
