import { signal } from '@preact/signals';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { route } from '../app/route.ts';
import { act } from '../app/sandbox.ts';

export type Exam = Schema['Exam'];

/** Goes up with each step that was taken here: the view loads again. */
export const steps = signal(0);

export async function loadExam(): Promise<Exam | null> {
  return (await dataOf(control.GET('/_sandbox/profiles/{profileCode}/exam', own()))).exam;
}

export function startExam(body: Schema['ExamStart']): Promise<unknown> {
  return step(() => dataOf(control.POST('/_sandbox/profiles/{profileCode}/exam', { ...own(), body })));
}

export function stateOutcome(body: Schema['ExamStatement']): Promise<unknown> {
  return step(() => dataOf(control.POST('/_sandbox/profiles/{profileCode}/exam/statement', { ...own(), body })));
}

export function skipSituation(situation: number): Promise<unknown> {
  const body = { situation };
  return step(() => dataOf(control.POST('/_sandbox/profiles/{profileCode}/exam/skip', { ...own(), body })));
}

export function endExam(): Promise<unknown> {
  return step(() => dataOf(control.DELETE('/_sandbox/profiles/{profileCode}/exam', own())));
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
