import { basename } from 'node:path';
import { certificateFiles } from '../../../config/exam-settings.ts';
import { writeReports } from '../../report/publish.ts';
import type { Report } from '../../report/report.ts';
import { situationNames } from '../select-situations.ts';
import type { CertificateFile } from './certificate.ts';

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
