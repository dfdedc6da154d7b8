import { loadBadClients } from '../clients/bad/load-bad-clients.ts';
import { catchBadClient } from '../clients/catch-bad-client.ts';
import { present } from '../support/present.ts';
import { loadDefects } from './load-defects.ts';
import type { Catch } from './verify-defect.ts';
import { catchDefect, catchNothing } from './verify-defect.ts';

/**
 * A message to a process of `npm run defects`: a defect or a bad client by its name, or a seed for a sandbox without a
 * defect. The process responds with a Catch.
 */
export type Job = { defect: string } | { client: string } | { seed: string };

const [defects, clients] = await Promise.all([loadDefects(), loadBadClients()]);
process.on('message', (job: Job) => void run(job).then((caught) => process.send?.(caught)));
process.on('disconnect', () => process.exit(0));

function run(job: Job): Promise<Catch> {
  if ('seed' in job) return catchNothing(job.seed);
  return 'client' in job ? catchBadClient(named(clients, job.client)) : catchDefect(named(defects, job.defect));
}

function named<Item extends { name: string }>(items: readonly Item[], name: string): Item {
  return present(
    items.find((item) => item.name === name),
    name,
  );
}
