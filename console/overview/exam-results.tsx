import { useState } from 'preact/hooks';
import type { Comparison } from '../../src/check/exam/certificate/compare.ts';
import { compareCertificates } from '../../src/check/exam/certificate/compare.ts';
import { saveFile } from '../api/save-file.ts';
import { route } from '../app/route.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Time } from '../parts/time.tsx';
import type { ExamResult } from './read-result.ts';
import { readResult } from './read-result.ts';

const SCORECARD = 'scorecard.html';

/** Exam results from `taxiway exam` files: their history, and the changes between the latest two. */
export function ExamResults() {
  const [files, setFiles] = useState<readonly ExamResult[]>([]);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const add = async (chosen: FileList | null): Promise<void> => {
    const read = await Promise.all([...(chosen ?? [])].map(readFile));
    setFaults(read.flatMap((one) => ('fault' in one ? [one.fault] : [])));
    const added = read.flatMap((one) => ('file' in one ? [one.file] : []));
    const all = new Map([...files, ...added].map((file) => [file.digest, file]));
    setFiles([...all.values()].sort((a, b) => a.certificate.date.localeCompare(b.certificate.date)));
  };
  const [older, newer] = files.slice(-2);
  return (
    <section class="card" aria-label="Exams">
      <h2>Exams</h2>
      <label class="drop">
        <span>
          JSON files of <code>taxiway exam</code> or of the page Exam: certificates and reports. They stay in this tab.
        </span>
        <input
          type="file"
          multiple
          accept=".json,application/json"
          onChange={({ currentTarget }) => void add(currentTarget.files)}
        />
      </label>
      <ActionButton work={() => saveFile(`exam/files/${SCORECARD}`, route.value.profile ?? '', SCORECARD)}>
        Scorecard of the exam of this profile (HTML)
      </ActionButton>
      {faults.map((fault) => (
        <p key={fault} class="error" role="alert">
          {fault}
        </p>
      ))}
      {files.length > 0 && <History files={files} />}
      {older && newer && <Changes comparison={compareCertificates(older, newer)} />}
    </section>
  );
}

async function readFile(chosen: File): Promise<{ file: ExamResult } | { fault: string }> {
  try {
    return { file: await readResult(chosen) };
  } catch (error) {
    return { fault: `${chosen.name}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The oldest first. */
function History({ files }: { files: readonly ExamResult[] }) {
  return (
    <table>
      <thead>
        <tr>
          {['Date', 'Client', 'Result', 'Passed', 'Grade'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {files.map(({ digest, isCertified, certificate: { date, client, result, summary, grade, situations } }) => (
          <tr key={digest}>
            <th scope="row">
              <Time at={date} />
            </th>
            <td dir="auto">
              {client.name} {client.version}
              {!isCertified && <span class="quiet"> (report, not certified)</span>}
            </td>
            <td>
              <span class={`outcome outcome-${result === 'passed' ? 'ok' : 'error'}`}>
                <span aria-hidden="true">{result === 'passed' ? '●' : '✕'}</span> {result}
              </span>
            </td>
            <td>
              {summary.passed} of {situations.length}
            </td>
            <td>{grade ?? 'none'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Changes({ comparison: { older, newer, situations, grade, isRegression } }: { comparison: Comparison }) {
  const changed = situations.filter(({ change }) => change !== 'unchanged');
  return (
    <section aria-label="Changes">
      <h3>{isRegression ? '✕ A regression' : 'No regression'} between the latest two</h3>
      <p>
        {`${older.date.slice(0, 10)} → ${newer.date.slice(0, 10)}`}, grade{' '}
        {`${grade.older ?? 'none'} → ${grade.newer ?? 'none'}`}, {situations.length - changed.length} situations
        unchanged.
      </p>
      <ul>
        {changed.map(({ name, change, title, findings }) => (
          <li key={name}>
            <strong>{change}</strong>: <code>{name}</code>, {title}
            {findings.map(({ message }) => (
              <p key={message} class="quiet">
                {message}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
