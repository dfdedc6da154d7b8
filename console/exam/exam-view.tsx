import { useEffect, useState } from 'preact/hooks';
import { isQuiet, profile, pulse, quietProfile } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import type { Exam } from './exam.ts';
import { loadExam, retrySituation, steps } from './exam.ts';
import { ExamEnd } from './exam-end.tsx';
import { Examined } from './examined.tsx';
import { OpenSituation } from './open-situation.tsx';
import { SetUp } from './set-up.tsx';
import { StartForm } from './start-form.tsx';
import { TakeOver } from './take-over.tsx';

/** Leads a person with an app through the exam's situations. */
export function ExamView() {
  const tick = useTick();
  const profileCode = profile.value?.profileCode ?? '';
  const { data, error } = useLoad(loadExam, profileCode, steps.value, pulse.value, tick);
  const isElsewhere = data !== undefined && data !== null && !data.hasKey;
  useEffect(() => {
    quietProfile.value = isElsewhere ? profileCode : null;
    return () => void (quietProfile.value = null);
  }, [isElsewhere, profileCode]);
  if (data === undefined) return error ? <ErrorNote error={error} /> : <p class="quiet">Loading…</p>;
  return (
    <div class="exam">
      <ErrorNote error={error} />
      {data === null && <StartForm />}
      {data && (data.hasKey ? <Led exam={data} isSeen={!error} /> : <Elsewhere exam={data} />)}
    </div>
  );
}

/** `isSeen`: false while the exam's latest state cannot be loaded, as during a sandbox restart. */
function Led({ exam, isSeen }: { exam: Exam; isSeen: boolean }) {
  return (
    <>
      <section class="card" aria-label="The situation">
        <p role="status">{isSeen ? said(exam) : 'Wait until this page reaches the exam again.'}</p>
        {exam.open && <OpenSituation key={exam.open.number} open={exam.open} total={exam.total} />}
        {exam.phase === 'stuck' && <ActionButton work={retrySituation}>Try again</ActionButton>}
        {exam.phase === 'over' && <ExamEnd exam={exam} />}
      </section>
      {exam.phase !== 'over' && <SetUp exam={exam} />}
      <Examined exam={exam} />
    </>
  );
}

/** For a page without the exam's key. */
function Elsewhere({ exam }: { exam: Exam }) {
  return (
    <>
      <TakeOver />
      <Examined exam={exam} />
    </>
  );
}

function said({ phase, failure, open, total }: Exam): string {
  if (phase === 'preparing') return 'The next situation is prepared.';
  if (phase === 'comparing') return 'The statement is compared with the bookings.';
  if (phase === 'stuck') return `Could not prepare or compare this situation, and no result is lost. ${failure}`;
  if (phase === 'over') return total === 0 ? 'The exam has no situation.' : 'The exam is over.';
  if (open?.calls === 0) return 'Waiting for the first call of the app.';
  return `The app has made ${open?.calls === 1 ? '1 call' : `${open?.calls} calls`}.`;
}

/** Another tab can take a step, and the exam itself works between two steps. */
function useTick(): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => isQuiet.value || setTick((before) => before + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return tick;
}

const TICK_MS = 700;
