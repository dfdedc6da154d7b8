import { loadBadClients } from '../clients/bad/load-bad-clients.ts';
import { catchBadClient } from '../clients/catch-bad-client.ts';
import { present } from '../support/present.ts';
import { loadDefects } from './load-defects.ts';
import type { Catch } from './verify-defect.ts';
import { catchDefects, catchNothing } from './verify-defect.ts';

/**
 * A message to a process of `npm run defects`: a bundle of defects by name, with all contracts or those of its rules, a
 * bad client by name, or a seed for a sandbox without a defect. The process responds with a Catch.
 */
export type Job = { defects: string[]; areWhole: boolean } | { client: string } | { seed: string };

const [defects, clients] = await Promise.all([loadDefects(), loadBadClients()]);
process.on('message', (job: Job) => void run(job).then((caught) => process.send?.(caught)));
process.on('disconnect', () => process.exit(0));

function run(job: Job): Promise<Catch> {
  if ('seed' in job) return catchNothing(job.seed);
  if ('client' in job) return catchBadClient(named(clients, job.client));
  return catchDefects(
    job.defects.map((name) => named(defects, name)),
    job.areWhole,
  );
}

function named<Item extends { name: string }>(items: readonly Item[], name: string): Item {
  return present(
    items.find((item) => item.name === name),
    name,
  );
}
