import { renderHtml } from '../../report/formats/html.ts';
import { renderJson } from '../../report/formats/json.ts';
import { certify } from '../certificate/certify.ts';
import { presentCertificate } from '../certificate/write-certificate.ts';
import { present } from '../present.ts';
import type { HostedExam } from './hosted-exam.ts';

/** The files from a console exam, as from `--json`, `--html` and `--certificate`. */
export type ExamFile = 'exam-report.json' | 'scorecard.html' | 'certificate.json' | 'certificate.html';

/** Renders one exam file. */
export async function renderExamFile(exam: HostedExam, file: ExamFile): Promise<string> {
  const { client, only } = exam.progress;
  const report = await exam.report();
  const presented = present(report);
  const shown = file.startsWith('certificate')
    ? presentCertificate(certify(report, client, only), presented, 'certificate.json')
    : presented;
  return file.endsWith('.json') ? renderJson(shown) : renderHtml(shown);
}
