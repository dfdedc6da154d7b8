import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { digestOf } from '../../../base/digest-of.ts';
import { packageFile } from '../../../base/package-root.ts';
import { certificateFiles } from '../../../config/exam-settings.ts';
import { redactText } from '../../../exchange/redaction.ts';
import { writeReports } from '../../report/publish.ts';
import type { Report } from '../../report/report.ts';
import type { ExamReport } from '../report.ts';
import { situationNames } from '../select-situations.ts';
import type { Certificate, CertificateFile, ClientName } from './certificate.ts';
import { fromReport } from './from-report.ts';

/** Returns an exam's certificate with its digest, without secrets. */
export function certify(report: ExamReport, client: ClientName, only: readonly string[]): CertificateFile {
  const about = { client, interface: interfaceVersion(), only: only.length > 0 ? only : null };
  const certificate = JSON.parse(redactText(JSON.stringify(fromReport(report, about)))) as Certificate;
  return { certificate, digest: digestOf(certificate) };
}

/**
 * Writes a certificate as a page and as JSON next to it. `presented`: the certified exam report. Throws ConfigError if
 * it cannot write.
 */
export function writeCertificate(file: string, certificate: CertificateFile, presented: Report): void {
  const [html, json] = certificateFiles(file);
  writeReports({ html, json }, presentCertificate(certificate, presented, basename(json)));
}

/** Converts a certificate into a report. `name`: its JSON file. */
export function presentCertificate({ certificate, digest }: CertificateFile, presented: Report, name: string): Report {
  const { client, only, situations, ledBy, seed, node } = certificate;
  const { conclusion } = presented;
  const examined = situations.filter(({ standing }) => standing !== 'not applicable').length;
  const part = examined < situationNames.size ? `${examined} of ${situationNames.size} situations: ` : '';
  return {
    ...presented,
    name: 'taxiway exam certificate',
    conclusion: { ...conclusion, word: `${part}${conclusion.word}` },
    subject: [
      `Client: ${client.name} ${client.version}`,
      `Interface document: version ${certificate.interface}`,
      `Led by a ${ledBy}${seed === null ? '' : `, seed ${seed}`}${node === undefined ? '' : `, Node ${node}`}`,
    ],
    notes: [
      ...(only === null ? [] : [`This is a part of the exam: --only ${only.join(',')}`]),
      ...presented.notes,
      `Digest of ${name}: ${digest}`,
    ],
    json: { certificate, digest },
  };
}

function interfaceVersion(): string {
  const { info } = JSON.parse(readFileSync(packageFile('openapi-3.0.json'), 'utf8')) as { info: { version: string } };
  return info.version;
}
