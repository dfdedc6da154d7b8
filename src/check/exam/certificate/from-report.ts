import type { Grade } from '../grades.ts';
import { lowestGrade } from '../grades.ts';
import type { Standing } from '../standing.ts';
import type { Certificate, CertifiedSituation } from './certificate.ts';

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

/** Standings in a passed exam. */
export const HARMLESS: ReadonlySet<Standing> = new Set([
  'passed',
  'failed expectedly',
  'not counted',
  'not applicable',
]);
