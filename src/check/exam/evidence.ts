import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { redactText } from '../../exchange/redaction.ts';
import type { ExamReport, SituationReport } from './report.ts';

/**
 * Writes a folder for each situation that was run: its result, the exchanges and the verdicts, and what the clients
 * wrote. Secrets are redacted. Throws ConfigError where it cannot write.
 */
export function writeEvidence(folder: string, { situations }: ExamReport): void {
  try {
    for (const situation of situations) writeOne(folder, situation);
  } catch (error) {
    throw new ConfigError(`the evidence cannot be written to ${folder}: ${messageOf(error)}; pass another folder`);
  }
}

function writeOne(folder: string, { result, ...situation }: SituationReport): void {
  if (!result) return;
  const own = join(folder, situation.name);
  mkdirSync(own, { recursive: true });
  const { clients, journal, verdicts, ...rest } = result;
  writeFileSync(join(own, 'result.json'), toText({ ...situation, ...rest }));
  writeFileSync(join(own, 'exchanges.json'), toText(journal));
  writeFileSync(join(own, 'verdicts.json'), toText(verdicts));
  for (const [i, { stdout, stderr }] of clients.entries()) {
    const suffix = clients.length === 1 ? '' : `-${i + 1}`;
    writeFileSync(join(own, `stdout${suffix}.txt`), redactText(stdout));
    writeFileSync(join(own, `stderr${suffix}.txt`), redactText(stderr));
  }
}

function toText(value: unknown): string {
  return redactText(`${JSON.stringify(value, null, 2)}\n`);
}
