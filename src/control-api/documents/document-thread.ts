import { parentPort, workerData } from 'node:worker_threads';
import type { Catalogues, ThreadTask } from './in-thread.ts';

const { render } = workerData as ThreadTask;
parentPort?.postMessage(render === undefined ? await loadCatalogues() : (await import('yaml')).stringify(render));

async function loadCatalogues(): Promise<Catalogues> {
  const [{ loadRules }, { loadAssumptions }] = await Promise.all([
    import('../../interface/rules/load-rules.ts'),
    import('../../interface/rules/load-assumptions.ts'),
  ]);
  return { rules: loadRules(), assumptions: loadAssumptions() };
}
