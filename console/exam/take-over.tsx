import { ConfirmButton } from '../parts/confirm-button.tsx';
import { takeOver } from './exam.ts';

/** Says that another browser leads the exam, and offers to take over. */
export function TakeOver() {
  return (
    <section class="card" aria-labelledby="exam-elsewhere">
      <h2 id="exam-elsewhere">Another browser leads this exam</h2>
      <p>
        The browser that started the exam has its key: continue there in any tab. This page cannot control it, and the
        exam would count each call of this page as one of the app. This page therefore makes no calls: reload it for the
        current state.
      </p>
      <ConfirmButton work={takeOver} label="Take the exam over" question="Lead the exam from this browser?">
        The other browser loses it. The open situation fails, because the sandbox cannot exclude a call of the app: skip
        it, and all later ones count. The page shows when an exam was taken over.
      </ConfirmButton>
    </section>
  );
}
