import { readFileSync } from 'node:fs';
import { ConfigError } from '../../../base/config-error.ts';
import { digestOf } from '../../../base/digest-of.ts';
import { messageOf } from '../../../base/message-of.ts';
import type { CertificateFile } from './certificate.ts';
import { checkCertificate, parseCertificate } from './parse-certificate.ts';

/** Reads a certificate. Throws ConfigError if the file is no certificate or was edited. */
export function readCertificate(path: string): CertificateFile {
  const content = read(path);
  try {
    const file = parseCertificate(content, path);
    checkCertificate(file, path, digestOf(file.certificate));
    return file;
  } catch (error) {
    throw new ConfigError(messageOf(error));
  }
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (error) {
    throw new ConfigError(`the certificate ${path} cannot be read: ${messageOf(error)}; pass its JSON file`);
  }
}
