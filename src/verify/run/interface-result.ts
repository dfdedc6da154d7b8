import type { ContractResult } from '../verdict.ts';
import type { Run } from './run.ts';

/** The check that goes along with all others: every answer of the run against openapi.yaml. */
export const INTERFACE_TITLE = 'every answer fits openapi.yaml';

export function interfaceResult({ misfits, answersChecked }: Run): ContractResult {
  const verdict = misfits.some((finding) => finding.verdict === 'fail') ? 'fail' : misfits.length > 0 ? 'warn' : 'pass';
  return {
    title: INTERFACE_TITLE,
    area: 'interface',
    rules: [],
    verdict: answersChecked === 0 ? 'not exercised' : verdict,
    reason: answersChecked === 0 ? 'no answer came' : '',
    findings: misfits,
    exchanges: answersChecked,
    durationMs: 0,
  };
}
