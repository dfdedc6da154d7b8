import { present } from '../support/present.ts';
import { loadDefects } from './load-defects.ts';
import { catchDefect, catchNothing } from './verify-defect.ts';

/**
 * A message to a process of `npm run defects`: a defect by its name, or a seed for a sandbox without one. The process
 * responds with a Catch.
 */
export type Job = { defect: string } | { seed: string };

const defects = await loadDefects();
process.on('message', (job: Job) => {
  const outcome =
    'seed' in job
      ? catchNothing(job.seed)
      : catchDefect(
          present(
            defects.find(({ name }) => name === job.defect),
            job.defect,
          ),
        );
  void outcome.then((caught) => process.send?.(caught));
});
process.on('disconnect', () => process.exit(0));
