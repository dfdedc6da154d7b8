import { readFileSync } from 'node:fs';
import { digestOf } from '../../../base/canonical-json.ts';
import { ConfigError } from '../../../base/config-error.ts';
import { messageOf } from '../../../base/message-of.ts';
import { isRecord } from '../../../base/values/kinds.ts';
import type { CertificateFile } from './certificate.ts';

/** Reads a certificate. Throws ConfigError for a file that is none, and for one that was edited. */
export function readCertificate(path: string): CertificateFile {
  const file = parse(path);
  if (!isRecord(file) || !isRecord(file['certificate']) || typeof file['digest'] !== 'string')
    throw new ConfigError(`${path} is not a certificate; pass the JSON file that \`taxiway exam --certificate\` wrote`);
  const { certificate, digest } = file;
  const actual = digestOf(certificate);
  if (actual !== digest)
    throw new ConfigError(
      `the certificate ${path} was changed after it was written: its digest is ${digest}, and its content has ` +
        `${actual}; ask for the original file`,
    );
  if (certificate['version'] !== 1)
    throw new ConfigError(
      `the certificate ${path} has version ${JSON.stringify(certificate['version'])}, and this taxiway reads ` +
        'version 1; use the taxiway that wrote it, or a newer one',
    );
  return file as unknown as CertificateFile;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (error) {
    throw new ConfigError(`the certificate ${path} cannot be read: ${messageOf(error)}; pass its JSON file`);
  }
}
