import { fit } from './fit.ts';

/** Writes to standard output, no wider than its terminal; returns the exit code 0. */
export function print(text: string): number {
  process.stdout.write(fit(text, process.stdout.columns));
  return 0;
}
