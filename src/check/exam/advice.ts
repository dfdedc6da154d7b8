import type { Verdicts } from '../judge/verdicts.ts';
import type { ClientEnd } from './run-client.ts';

/** Advice to the client. It fails no situation. Plain JSON. */
export interface ExamAdvice {
  /** As in `secret.in-output`. */
  id: string;
  /** Title of the check that gives it. */
  check: string;
  /** The recommended way. */
  right: string;
}

/** Returns the advice of the judge, and what the output of the clients leaks. */
export function adviseOn({ advice }: Pick<Verdicts, 'advice'>, clients: readonly ClientEnd[]): ExamAdvice[] {
  const leaks = clients.some(({ wroteSecret }) => wroteSecret);
  return [...advice.map(({ id, check, right }) => ({ id, check, right })), ...(leaks ? [IN_OUTPUT] : [])];
}

const IN_OUTPUT: ExamAdvice = {
  id: 'secret.in-output',
  check: 'the client writes no secret key to its output',
  right: 'Redact the header Authorization before you log a request.',
};
