import type { Grade, Standing } from '../standing.ts';
import { grades } from '../standing.ts';
import type { Certificate, CertificateFile, CertifiedSituation } from './certificate.ts';

/** A situation's change between two certificates. The first three are regressions. */
export type Change =
  | 'newly failing'
  | 'grade lowered'
  | 'no longer examined'
  | 'failing in both'
  | 'fixed'
  | 'failing, not examined before'
  | 'passed, not examined before'
  | 'unchanged';

/** Output from `--compare --json`. */
export interface Comparison {
  version: 1;
  older: Compared;
  newer: Compared;
  situations: ComparedSituation[];
  grade: { older: Grade | null; newer: Grade | null };
  /** True if a situation or the grade is worse. */
  isRegression: boolean;
}

/** A certificate without its situations. */
export interface Compared extends Pick<
  Certificate,
  'client' | 'taxiway' | 'interface' | 'exam' | 'date' | 'strict' | 'only'
> {
  digest: string;
}

export interface ComparedSituation {
  name: string;
  task: string;
  title: string;
  change: Change;
  /** Null if the certificate does not have the situation. */
  older: Standing | null;
  newer: Standing | null;
  /** Result in the newer certificate. */
  findings: CertifiedSituation['findings'];
}

/** Compares a certificate with an older one. */
export function compareCertificates(older: CertificateFile, newer: CertificateFile): Comparison {
  const before = byName(older);
  const after = byName(newer);
  const situations = [...new Set([...before.keys(), ...after.keys()])].map((name) =>
    compareSituation(name, before.get(name), after.get(name)),
  );
  const grade = { older: older.certificate.grade, newer: newer.certificate.grade };
  return {
    version: 1,
    older: headOf(older),
    newer: headOf(newer),
    situations,
    grade,
    isRegression: isLower(grade.older, grade.newer) || situations.some(({ change }) => REGRESSIONS.has(change)),
  };
}

function byName({ certificate }: CertificateFile): Map<string, CertifiedSituation> {
  return new Map(certificate.situations.map((situation) => [situation.name, situation]));
}

function compareSituation(
  name: string,
  older: CertifiedSituation | undefined,
  newer: CertifiedSituation | undefined,
): ComparedSituation {
  const { task = '', title = '' } = newer ?? older ?? {};
  return {
    ...{ name, task, title },
    change: changeOf(older, newer),
    older: older?.standing ?? null,
    newer: newer?.standing ?? null,
    findings: newer?.findings ?? [],
  };
}

function changeOf(older: CertifiedSituation | undefined, newer: CertifiedSituation | undefined): Change {
  const [was, is] = [resultOf(older), resultOf(newer)];
  if (is === null) return was === null ? 'unchanged' : 'no longer examined';
  if (was === null) return is ? 'passed, not examined before' : 'failing, not examined before';
  if (was !== is) return is ? 'fixed' : 'newly failing';
  if (!is) return 'failing in both';
  return isLower(older?.grade ?? null, newer?.grade ?? null) && newer?.grade !== null ? 'grade lowered' : 'unchanged';
}

/** True if it passed; null if it was not examined. */
function resultOf(situation: CertifiedSituation | undefined): boolean | null {
  if (situation === undefined || situation.standing === 'not applicable') return null;
  return situation.standing === 'passed';
}

function isLower(older: Grade | null, newer: Grade | null): boolean {
  return rankOf(newer) < rankOf(older);
}

function rankOf(grade: Grade | null): number {
  return grade === null ? -1 : grades.indexOf(grade);
}

function headOf({ certificate, digest }: CertificateFile): Compared {
  const { client, taxiway, interface: version, exam, date, strict, only } = certificate;
  return { client, taxiway, interface: version, exam, date, strict, only, digest };
}

const REGRESSIONS: ReadonlySet<Change> = new Set(['newly failing', 'grade lowered', 'no longer examined']);
