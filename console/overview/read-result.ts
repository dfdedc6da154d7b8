import { canonicalJson } from '../../src/base/canonical-json.ts';
import { isRecord } from '../../src/base/values/kinds.ts';
import type { CertifiableReport, CertificateFile } from '../../src/check/exam/certificate/certificate.ts';
import { checkCertificate, fromReport, parseCertificate } from '../../src/check/exam/certificate/certificate.ts';

/** One exam's result, from a certificate or a report. */
export interface ExamResult extends CertificateFile {
  /** False for a report: it has no digest, so an edit does not show. */
  isCertified: boolean;
}

/** Reads a `taxiway exam` file. Throws Error for any other, and for an edited certificate. */
export async function readResult(chosen: File): Promise<ExamResult> {
  const content: unknown = JSON.parse(await chosen.text());
  if (isReport(content)) return ofReport(content);
  const file = parseCertificate(content, chosen.name);
  checkCertificate(file, chosen.name, await digestOf(file.certificate));
  return { ...file, isCertified: true };
}

function isReport(content: unknown): content is CertifiableReport {
  return (
    isRecord(content) &&
    content['version'] === 1 &&
    typeof content['startedAt'] === 'string' &&
    isRecord(content['summary']) &&
    [content['command'], content['situations'], content['stale']].every((list) => Array.isArray(list))
  );
}

function ofReport(report: CertifiableReport): ExamResult {
  const client = { name: report.command.join(' '), version: '' };
  const certificate = fromReport(report, { client, interface: '', only: null });
  return { certificate, digest: canonicalJson(certificate), isCertified: false };
}

/** Browsers compute digests on https and loopback addresses only. */
async function digestOf(value: unknown): Promise<string> {
  if (!isSecureContext) throw new Error('this page cannot check it; open the console at a loopback or https address');
  const text = new TextEncoder().encode(canonicalJson(value));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return `sha256:${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
