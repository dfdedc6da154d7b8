import type { Count, Instant } from '../../report/quantities.ts';
import type { Grade } from '../grades.ts';
import type { FindingKind, Standing } from '../standing.ts';

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
  /** The exam's seed; null for a sandbox at the console, which does not show its own. */
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
