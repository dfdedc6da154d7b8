import { parentPort } from 'node:worker_threads';
import { loadAssumptions } from '../../interface/rules/load-assumptions.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import type { Catalogues } from './read-catalogues.ts';

parentPort?.postMessage({ rules: loadRules(), assumptions: loadAssumptions() } satisfies Catalogues);
