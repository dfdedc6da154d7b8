import { ConfigError } from '../../../base/config-error.ts';
import { digestOf } from '../../../base/digest-of.ts';
import { messageOf } from '../../../base/message-of.ts';
import { readJson } from '../../../base/read-json.ts';
import { findFault } from '../../report/find-fault.ts';
import { situationNames } from '../select-situations.ts';
import { EXAM_VERSION } from '../situation.ts';
import type { CertificateFile } from './certificate.ts';
import { checkCertificate, parseCertificate } from './parse-certificate.ts';

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
