import { readFileSync } from 'node:fs';
import { digestOf } from '../../../base/digest-of.ts';
import { packageFile } from '../../../base/package-root.ts';
import { redactText } from '../../../exchange/redaction.ts';
import type { ExamReport } from '../report.ts';
import type { Certificate, CertificateFile, ClientName } from './certificate.ts';
import { fromReport } from './from-report.ts';

/** Returns an exam's certificate with its digest, without secrets. */
export function certify(report: ExamReport, client: ClientName, only: readonly string[]): CertificateFile {
  const about = { client, interface: interfaceVersion(), only: only.length > 0 ? only : null };
  const certificate = JSON.parse(redactText(JSON.stringify(fromReport(report, about)))) as Certificate;
  return { certificate, digest: digestOf(certificate) };
}

function interfaceVersion(): string {
  const { info } = JSON.parse(readFileSync(packageFile('openapi-3.0.json'), 'utf8')) as { info: { version: string } };
  return info.version;
}
