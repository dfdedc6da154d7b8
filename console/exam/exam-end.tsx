import { saveFile } from '../api/save-file.ts';
import { route } from '../app/route.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import type { Exam } from './exam.ts';
import { endExam } from './exam.ts';

/** A finished exam's result, and its files. */
export function ExamEnd({ exam: { situations, total, client } }: { exam: Exam }) {
  const passed = situations.filter(({ verdict }) => verdict === 'passed').length;
  const skipped = situations.filter(({ verdict }) => verdict === 'not applicable').length;
  return (
    <>
      <h2 dir="auto">
        {client.name} {client.version}
      </h2>
      <p>
        {passed} of {total} situations passed{skipped > 0 && `; ${skipped} passed over`}.
      </p>
      <div class="dialog-buttons exam-files">
        {FILES.map(([name, text]) => (
          <ActionButton key={name} work={() => saveFile(`exam/files/${name}`, route.value.profile ?? '', name)}>
            {text}
          </ActionButton>
        ))}
      </div>
      <EndButton />
    </>
  );
}

export function EndButton() {
  return (
    <ConfirmButton work={endExam} label="End the exam" question="End the exam, and delete its results?">
      Its key pair is revoked, and its armed scenario is cleared. Take the report first.
    </ConfirmButton>
  );
}

const FILES = [
  ['exam-report.json', 'Report (JSON)'],
  ['scorecard.html', 'Scorecard (HTML)'],
  ['certificate.json', 'Certificate (JSON)'],
  ['certificate.html', 'Certificate (HTML)'],
] as const;
