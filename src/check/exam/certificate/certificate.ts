import { readFileSync } from 'node:fs';
import { digestOf } from '../../../base/canonical-json.ts';
import { packageFile } from '../../../base/package-root.ts';
import { redactText } from '../../../exchange/redaction.ts';
import type { Count, Instant } from '../../report/quantities.ts';
import type { ExamFinding } from '../findings.ts';
import type { Grade } from '../grade.ts';
import { lowestGrade } from '../grade.ts';
import type { ExamReport, SituationReport, Standing } from '../report.ts';

/** The JSON file of `taxiway exam --certificate`. */
export interface CertificateFile {
  certificate: Certificate;
  /**
   * SHA-256 of `certificate` as canonical JSON (RFC 8785): `sha256:` and hexadecimal digits.
   *
   * @pattern ^sha256:[0-9a-f]{64}$
   */
  digest: string;
}

/** The result of one exam, for others to read. Within one version names are added at most. */
export interface Certificate {
  version: 1;
  client: ClientName;
  /** Version of taxiway. */
  taxiway: string;
  /** Version of the interface document, as openapi.yaml states it. */
  interface: string;
  /** Version of the catalogue of situations that counts. */
  exam: Count;
  date: Instant;
  /** True if warnings fail too. */
  strict: boolean;
  /** The names that `--only` selects; null for the whole exam. */
  only: readonly string[] | null;
  result: 'passed' | 'failed';
  /** The lowest grade of the situations; null where the client never says booked. */
  grade: Grade | null;
  summary: Record<Standing, Count>;
  situations: CertifiedSituation[];
}

export interface ClientName {
  name: string;
  version: string;
}

export interface CertifiedSituation {
  name: string;
  task: string;
  title: string;
  standing: Standing;
  /** Null where the client did not say booked. */
  grade: Grade | null;
  findings: Pick<ExamFinding, 'kind' | 'message' | 'rules'>[];
  warnings: Count;
}

/** Returns what an exam certifies, without secrets, and its digest. */
export function certify(report: ExamReport, client: ClientName, only: readonly string[]): CertificateFile {
  const { taxiway, exam, startedAt, strict, grade, summary, situations, stale } = report;
  const written: Certificate = {
    version: 1,
    client,
    taxiway,
    interface: interfaceVersion(),
    exam,
    date: startedAt,
    strict,
    only: only.length > 0 ? only : null,
    result: stale.length > 0 || situations.some(({ standing }) => !HARMLESS.has(standing)) ? 'failed' : 'passed',
    grade,
    summary,
    situations: situations.map(certifySituation),
  };
  const certificate = JSON.parse(redactText(JSON.stringify(written))) as Certificate;
  return { certificate, digest: digestOf(certificate) };
}

function certifySituation({ name, task, title, standing, result }: SituationReport): CertifiedSituation {
  return {
    ...{ name, task, title, standing },
    grade: lowestGrade(result?.stated ?? []),
    findings: (result?.findings ?? []).map(({ kind, message, rules }) => ({ kind, message, rules })),
    warnings: result?.warnings.length ?? 0,
  };
}

const HARMLESS: ReadonlySet<Standing> = new Set(['passed', 'failed expectedly', 'not counted', 'not applicable']);

function interfaceVersion(): string {
  const { info } = JSON.parse(readFileSync(packageFile('openapi-3.0.json'), 'utf8')) as { info: { version: string } };
  return info.version;
}
