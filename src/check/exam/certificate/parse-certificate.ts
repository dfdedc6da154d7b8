import { isRecord } from '../../../base/values/kinds.ts';
import type { CertificateFile } from './certificate.ts';

/** Returns a parsed file as a certificate. Throws Error if it is no certificate. `name`: the file name. */
export function parseCertificate(file: unknown, name: string): CertificateFile {
  if (!isRecord(file) || !isRecord(file['certificate']) || typeof file['digest'] !== 'string')
    throw new Error(`${name} is not a certificate; pass the JSON file that \`taxiway exam --certificate\` wrote`);
  return file as unknown as CertificateFile;
}

/** Throws Error if the certificate was edited or has another version. `actual`: the digest for its current content. */
export function checkCertificate({ certificate, digest }: CertificateFile, name: string, actual: string): void {
  if (actual !== digest)
    throw new Error(
      `the certificate ${name} was changed after it was written: its digest is ${digest}, and its content has ` +
        `${actual}; ask for the original file`,
    );
  const version: unknown = certificate.version;
  if (version !== 1)
    throw new Error(
      `the certificate ${name} has version ${JSON.stringify(version)}, and this taxiway reads version 1; ` +
        'use the taxiway that wrote it, or a newer one',
    );
}
