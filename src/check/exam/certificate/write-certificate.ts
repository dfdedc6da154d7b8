import { basename } from 'node:path';
import { certificateFiles } from '../../../config/exam-settings.ts';
import { writeReports } from '../../report/publish.ts';
import type { Report } from '../../report/report.ts';
import type { CertificateFile } from './certificate.ts';

/**
 * Writes a certificate as a page and as JSON next to it. `presented`: the exam report that it certifies. Throws
 * ConfigError where it cannot write.
 */
export function writeCertificate(file: string, { certificate, digest }: CertificateFile, presented: Report): void {
  const [html, json] = certificateFiles(file);
  const { client, only } = certificate;
  writeReports(
    { html, json },
    {
      ...presented,
      name: 'taxiway exam certificate',
      subject: [`Client: ${client.name} ${client.version}`, `Interface document: version ${certificate.interface}`],
      notes: [
        ...(only === null ? [] : [`This is a part of the exam: --only ${only.join(',')}`]),
        ...presented.notes,
        `Digest of ${basename(json)}: ${digest}`,
      ],
      json: { certificate, digest },
    },
  );
}
