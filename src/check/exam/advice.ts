import type { Verdicts } from '../judge/verdicts.ts';
import type { ClientEnd } from './run-client.ts';

/** Advice to the client, as plain JSON. It fails no situation. */
export interface ExamAdvice {
  /** Advice id, for example `secret.in-output`. */
  id: string;
  /** Title of the check behind the advice. */
  check: string;
  /** The recommended way. */
  right: string;
}

/** Returns the judge's advice, and advice on secrets in the client output. */
export function adviseOn({ advice }: Pick<Verdicts, 'advice'>, clients: readonly ClientEnd[]): ExamAdvice[] {
  const leaks = clients.some(({ wroteSecret }) => wroteSecret);
  return [...advice.map(({ id, check, right }) => ({ id, check, right })), ...(leaks ? [IN_OUTPUT] : [])];
}

const IN_OUTPUT: ExamAdvice = {
  id: 'secret.in-output',
  check: 'the client writes no secret key to its output',
  right: 'Redact the header Authorization before you log a request.',
};
