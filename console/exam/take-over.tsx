import { ConfirmButton } from '../parts/confirm-button.tsx';
import { takeOver } from './exam.ts';

/** Says that another browser leads the exam, and offers to take over. */
export function TakeOver() {
  return (
    <section class="card" aria-labelledby="exam-elsewhere">
      <h2 id="exam-elsewhere">Another browser leads this exam</h2>
      <p>
        The browser that started the exam has its key: continue there, in any tab. This page cannot take its steps, and
        the exam takes each call of this page for one of the app. So it makes none: reload it to look again.
      </p>
      <ConfirmButton work={takeOver} label="Take the exam over" question="Lead the exam from this browser?">
        The other browser loses it. The situation that is open fails, because the sandbox cannot know that it was not
        the app: pass over it, and all that follow count. The page shows when an exam was taken over.
      </ConfirmButton>
    </section>
  );
}
