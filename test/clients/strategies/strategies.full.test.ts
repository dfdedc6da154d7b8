import { describe, expect, it } from 'vitest';
import { situations } from '../../../src/check/exam/situations.ts';
import { missing, python } from '../../generated-clients/tools.ts';
import { thirdOf } from '../../support/full-size.ts';
import { redOf, ways } from './run-strategy.ts';

/**
 * Each situation meets one client with one strategy in each round, the next one in the next round. `all` rounds are
 * every client with every strategy in every situation: half an hour.
 */
const ROUNDS = process.env['STRATEGY_ROUNDS'] ?? '1';
const rounds = ROUNDS === 'all' ? ways.length : Number(ROUNDS);

const noPython = missing(['python3']);

describe('a lawful client', { timeout: 1_200_000 }, () => {
  for (const [index, way] of thirdOf('client strategies', [...ways.entries()])) {
    const own = situations.filter((_, i) => (ways.length + index - (i % ways.length)) % ways.length < rounds);
    const title = `passes every situation that it meets: ${way.client}, ${way.strategy}`;
    if (way.client === 'Python' && noPython) it.skip(`${title}: ${noPython}`);
    else
      it(title, async () => {
        expect(own).not.toEqual([]);
        const interpreter = way.client === 'Python' ? await python() : '';
        expect(await redOf(way, own, interpreter)).toEqual([]);
      });
  }
});
