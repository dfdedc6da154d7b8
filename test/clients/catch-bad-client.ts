import type { Catch } from '../defects/verify-defect.ts';
import type { BadClient } from './bad/bad-client.ts';
import { good } from './good/good.ts';
import { harVerdictsOf } from './run/har-of.ts';
import { runClient } from './run/run-client.ts';
import type { Found } from './run/verdicts-of.ts';
import { foundIn, verdictsOf } from './run/verdicts-of.ts';

/**
 * Runs a bad client, and returns whether its rule is broken, and what else is: by a judge that saw what the client saw,
 * by that of the sandbox, and by a HAR file of the run.
 */
export async function catchBadClient({ client, rule, level = 'broken', ...under }: BadClient): Promise<Catch> {
  const { scenario, settings, notInHar, consequences = {} } = under;
  const run = await runClient({ ...good, ...client(good) }, { scenario, settings });
  const found = foundIn(verdictsOf(run));
  const isOwn = ({ id, level: own }: Found) => id === rule && own === level;
  const live = run.live.flatMap(foundIn);
  const har = foundIn(await harVerdictsOf(run));
  const isStray = (one: Found) => !isOwn(one) && !(one.id in consequences);
  return {
    missed: found.some(isOwn) && live.some(isOwn) && (har.some(isOwn) || notInHar !== undefined) ? [] : [rule],
    strays: [
      ...found.filter(isStray).map(({ line }) => line),
      ...live.filter(isStray).map(({ line }) => `live: ${line}`),
      ...har.filter(isStray).map(({ line }) => `HAR: ${line}`),
    ],
    errors: notInHar !== undefined && har.some(isOwn) ? ['notInHar, and a HAR file shows it'] : [],
  };
}
