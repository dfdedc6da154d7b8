import { fileURLToPath } from 'node:url';
import { readExamCommand } from '../../../src/check/exam/read-command.ts';
import { buildExamReport } from '../../../src/check/exam/report.ts';
import type { SituationResult } from '../../../src/check/exam/result.ts';
import { loadConduct } from '../../../src/check/judge/load-conduct.ts';
import type { ExamSettings } from '../../../src/config/exam-settings.ts';
import { examSettings } from '../../../src/config/exam-settings.ts';
import { readSettings } from '../../../src/config/read-settings.ts';
import { loadRules } from '../../../src/interface/rules/load-rules.ts';
import { createExamSandbox } from '../../../src/server/create-sandbox.ts';

/** Reads the command of an exam whose client has a habit of habits.ts. */
export function readCommand(habit: string, flags: { only: string[]; tasks?: string[]; strict: boolean }) {
  const given = readSettings<ExamSettings>(examSettings, {
    flags: { command: [process.execPath, HABITS, habit], ...flags, parallel: '2', timeout: '30' },
    env: {},
    folder: '.',
  });
  return { ...readExamCommand(given), seed: 'exam', openSandbox: createExamSandbox };
}

/** Reports results as the command does. */
export async function reportOf(
  { command, reported }: ReturnType<typeof readCommand>,
  results: readonly SituationResult[],
  durationMs: number,
) {
  return buildExamReport({
    ...{
      version: '0.0.0',
      command,
      startedAt: '2027-01-10T12:00:00.000Z',
      durationMs,
      ledBy: 'program',
      seed: 'exam',
      strict: false,
    },
    ...{ situations: reported, results, expected: [], rules: loadRules(), areas: await loadConduct() },
  });
}

const HABITS = fileURLToPath(new URL('habits.ts', import.meta.url));
