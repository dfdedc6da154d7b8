import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ConfigError } from '../../../base/config-error.ts';
import { digestOf } from '../../../base/digest-of.ts';
import { messageOf } from '../../../base/message-of.ts';
import { packageFile } from '../../../base/package-root.ts';
import { readJson } from '../../../base/read-json.ts';
import { certificateFiles } from '../../../config/exam-settings.ts';
import { redactText } from '../../../exchange/redaction.ts';
import { findFault } from '../../report/find-fault.ts';
import { writeReports } from '../../report/publish.ts';
import type { Report } from '../../report/report.ts';
import type { ExamReport } from '../report.ts';
import { EXAM_VERSION } from '../situation.ts';
import { situationNames } from '../situations.ts';
import type { Certificate, CertificateFile, ClientName } from './certificate.ts';
import { checkCertificate, fromReport, parseCertificate } from './certificate.ts';

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

/** Reads a certificate. Throws ConfigError if the file is no certificate or was edited. */
export function readCertificate(path: string): CertificateFile {
  const content = readJson(path, (reason) => `the certificate ${path} cannot be read: ${reason}; pass its JSON file`);
  try {
    const file = parseCertificate(content, path);
    const fault = findFault(content, SCHEMA) ?? strangeSituationIn(file);
    if (fault !== null && file.certificate.version === 1)
      throw new Error(`${path} is not a certificate: ${fault}; pass the file as taxiway wrote it`);
    checkCertificate(file, path, digestOf(file.certificate));
    return file;
  } catch (error) {
    throw new ConfigError(messageOf(error));
  }
}

/** Names a situation outside the catalogue. Other versions of the catalogue have other situations. */
function strangeSituationIn({ certificate: { exam, situations } }: CertificateFile): string | null {
  const strange = situations.find(({ name }) => !situationNames.has(name));
  return exam === EXAM_VERSION && strange ? `exam ${exam} has no situation ${strange.name}` : null;
}

const SCHEMA = 'src/check/exam/certificate/certificate.schema.json';
