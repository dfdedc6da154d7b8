import { isRecord } from '../../../base/values/kinds.ts';
import { lowestGrade } from '../grades.ts';
import type { Certificate, CertificateFile } from './certificate.ts';
import { HARMLESS } from './from-report.ts';

/** Returns a parsed file as a certificate. Throws Error if it is no certificate. `name`: the file name. */
export function parseCertificate(file: unknown, name: string): CertificateFile {
  if (!isRecord(file) || !isRecord(file['certificate']) || typeof file['digest'] !== 'string')
    throw new Error(`${name} is not a certificate; pass the JSON file that \`taxiway exam --certificate\` wrote`);
  return file as unknown as CertificateFile;
}

/**
 * Throws Error if the certificate was edited, has another version or contradicts itself. `actual`: the digest for its
 * current content.
 */
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
  const fault = contradictionIn(certificate);
  if (fault !== null)
    throw new Error(`the certificate ${name} contradicts itself: ${fault}; ask for the original file`);
}

function contradictionIn({ situations, summary, grade, result }: Certificate): string | null {
  const names = situations.map((one) => one.name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return `it has ${twice} twice`;
  for (const [standing, number] of Object.entries(summary)) {
    const own = situations.filter((one) => one.standing === standing).length;
    if (own !== number) return `its summary has ${number} ${standing}, and its situations ${own}`;
  }
  const lowest = lowestGrade(situations.flatMap((one) => (one.grade === null ? [] : [{ grade: one.grade }])));
  if (lowest !== grade) return `its grade is ${grade}, and the lowest one in its situations ${lowest}`;
  const failed = situations.find(({ standing }) => !HARMLESS.has(standing));
  return result === 'passed' && failed ? `its result is passed, and ${failed.name} is ${failed.standing}` : null;
}
