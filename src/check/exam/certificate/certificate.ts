import { isRecord } from '../../../base/values/kinds.ts';
import type { Count, Instant } from '../../report/quantities.ts';
import type { FindingKind, Grade, Standing } from '../standing.ts';
import { lowestGrade } from '../standing.ts';

/** The JSON file from `taxiway exam --certificate`. */
export interface CertificateFile {
  certificate: Certificate;
  /**
   * SHA-256 over `certificate` as canonical JSON (RFC 8785): `sha256:` and hexadecimal digits.
   *
   * @pattern ^sha256:[0-9a-f]{64}$
   */
  digest: string;
}

/** One exam's result, for publication. Within one version, taxiway only adds names. */
export interface Certificate {
  version: 1;
  client: ClientName;
  /** taxiway version. */
  taxiway: string;
  /** Version of Node that ran the exam; absent in older certificates. */
  node?: string;
  /** Interface document version, as openapi.yaml states it. */
  interface: string;
  /** Situation catalogue version in force. */
  exam: Count;
  date: Instant;
  /** Who led the client: the exam's command, or a person with an app. */
  ledBy: 'program' | 'person';
  /** The exam's seed; null for an exam at the console, which does not reveal the sandbox's seed. */
  seed: string | null;
  /** True if warnings fail too. */
  strict: boolean;
  /** Names from `--only`; null for the whole exam. */
  only: readonly string[] | null;
  result: 'passed' | 'failed';
  /** The lowest grade in the situations; null if the client never says booked. */
  grade: Grade | null;
  summary: Record<Standing, Count>;
  situations: CertifiedSituation[];
}

export interface ClientName {
  name: string;
  version: string;
}

export interface CertifiedSituation {
  name: string;
  task: string;
  title: string;
  standing: Standing;
  /** Null if the client did not say booked. */
  grade: Grade | null;
  findings: { kind: FindingKind; message: string; rules: readonly string[] }[];
  warnings: Count;
}

/** The parts of an exam report for a certificate. A browser reads them too, so they contain no Node type. */
export interface CertifiableReport extends Pick<
  Certificate,
  'taxiway' | 'node' | 'exam' | 'ledBy' | 'seed' | 'strict' | 'grade' | 'summary'
> {
  command: readonly string[];
  startedAt: string;
  stale: readonly unknown[];
  situations: readonly CertifiableSituation[];
}

interface CertifiableSituation extends Pick<CertifiedSituation, 'name' | 'task' | 'title' | 'standing'> {
  result: {
    stated: readonly { grade: Grade }[];
    findings: readonly CertifiedSituation['findings'][number][];
    warnings: readonly unknown[];
  } | null;
}

/** Returns a certificate's content: an exam report together with its client. */
export function fromReport(
  { taxiway, node, exam, startedAt, ledBy, seed, strict, grade, summary, situations, stale }: CertifiableReport,
  about: Pick<Certificate, 'client' | 'interface' | 'only'>,
): Certificate {
  return {
    version: 1,
    client: about.client,
    taxiway,
    ...(node !== undefined && { node }),
    interface: about.interface,
    exam,
    date: startedAt,
    ledBy,
    seed,
    strict,
    only: about.only,
    result: stale.length > 0 || situations.some(({ standing }) => !HARMLESS.has(standing)) ? 'failed' : 'passed',
    grade,
    summary,
    situations: situations.map(certifySituation),
  };
}

function certifySituation({ name, task, title, standing, result }: CertifiableSituation): CertifiedSituation {
  return {
    ...{ name, task, title, standing },
    grade: lowestGrade(result?.stated ?? []),
    findings: (result?.findings ?? []).map(({ kind, message, rules }) => ({ kind, message, rules })),
    warnings: result?.warnings.length ?? 0,
  };
}

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

/** Standings in a passed exam. */
const HARMLESS: ReadonlySet<Standing> = new Set(['passed', 'failed expectedly', 'not counted', 'not applicable']);
