import { readFileSync } from 'node:fs';
import { digestOf } from '../../../base/digest-of.ts';
import { packageFile } from '../../../base/package-root.ts';
import { redactText } from '../../../exchange/redaction.ts';
import { lowestGrade } from '../grade.ts';
import type { ExamReport, SituationReport } from '../report.ts';
import type { Standing } from '../standing.ts';
import type { Certificate, CertificateFile, CertifiedSituation, ClientName } from './certificate.ts';

/** Returns the certificate of an exam with its digest, without secrets. */
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
