import { signal } from '@preact/signals';
import type { Schema } from '../api/client.ts';
import { control, dataOf, withoutReads } from '../api/client.ts';
import { keepExamKey } from '../api/exam-key.ts';
import { route } from '../app/route.ts';
import { act, quietProfile } from '../app/sandbox.ts';

export type Exam = Schema['Exam'];

/** Increases with each step in this tab: the view loads again. */
export const steps = signal(0);

export async function loadExam(): Promise<Exam | null> {
  return (await dataOf(control.GET('/_sandbox/profiles/{profileCode}/exam', own()))).exam;
}

export function startExam(body: Schema['ExamStart']): Promise<unknown> {
  return lead(() => dataOf(control.POST('/_sandbox/profiles/{profileCode}/exam', { ...own(), body })));
}

/** Leads the exam from this browser; the previous page stops leading it. */
export function takeOver(): Promise<unknown> {
  return lead(() => dataOf(control.POST('/_sandbox/profiles/{profileCode}/exam/takeover', own())));
}

export function stateOutcome(body: Schema['ExamStatement']): Promise<unknown> {
  return step(() => dataOf(control.POST('/_sandbox/profiles/{profileCode}/exam/statement', { ...own(), body })));
}

export function skipSituation(situation: number): Promise<unknown> {
  const body = { situation };
  return step(() => dataOf(control.POST('/_sandbox/profiles/{profileCode}/exam/skip', { ...own(), body })));
}

/** Prepares the situation that could not be prepared or compared. */
export function retrySituation(): Promise<unknown> {
  return step(() => dataOf(control.POST('/_sandbox/profiles/{profileCode}/exam/retry', own())));
}

export function endExam(): Promise<unknown> {
  return step(async () => {
    await dataOf(control.DELETE('/_sandbox/profiles/{profileCode}/exam', own()));
    keepExamKey(own().params.path.profileCode, null);
  });
}

/**
 * Keeps the returned key for all later calls from the page. The page's earlier calls arrive first, also on a slow
 * network: the exam takes a late call without the key for the app's.
 */
async function lead(call: () => Promise<{ key: string }>): Promise<void> {
  const { profileCode } = own().params.path;
  quietProfile.value = profileCode;
  try {
    await step(() =>
      withoutReads(async () => {
        keepExamKey(profileCode, (await call()).key);
        quietProfile.value = null;
      }),
    );
  } finally {
    quietProfile.value = null;
  }
}

async function step<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await act(work);
  } finally {
    steps.value += 1;
  }
}

function own() {
  return { params: { path: { profileCode: route.value.profile ?? '' } } };
}
