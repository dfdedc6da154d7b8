import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** A bundled package. */
interface Bundled extends Manifest {
  folder: string;
}

/** The files that name the packages of some modules: their licences in one text, and a CycloneDX bill of materials. */
export function describeBundled(
  modules: readonly string[],
): Record<'THIRD-PARTY-LICENSES.txt' | 'sbom.cdx.json', string> {
  const packages = bundledPackages(modules);
  return {
    'THIRD-PARTY-LICENSES.txt': `taxiway contains parts of these packages.\n\n${packages.map(noticeOf).join('\n')}`,
    'sbom.cdx.json': `${JSON.stringify(toCycloneDx(packages), null, 2)}\n`,
  };
}

function bundledPackages(modules: readonly string[]): Bundled[] {
  const folders = new Set(modules.flatMap((module) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? []));
  return [...folders].sort().map((folder) => ({ ...readManifest(folder), folder }));
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Throws for a package without a licence. */
function noticeOf({ folder, name, version, license }: Bundled): string {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? undefined : readFileSync(join(folder, file), 'utf8').trim();
  if (text === undefined && license === undefined) throw new Error(`${name} has no licence`);
  return `${'-'.repeat(80)}\n${name} ${version} (${license ?? 'see below'})\n\n${text ?? ''}\n`;
}

function toCycloneDx(packages: readonly Bundled[]): object {
  const own = readManifest('.');
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', ...referenceOf(own), name: own.name, version: own.version } },
    components: packages.map(({ license, ...one }) => ({
      type: 'library',
      ...referenceOf(one),
      name: one.name,
      version: one.version,
      ...(license !== undefined && { licenses: [{ expression: license }] }),
    })),
  };
}

/** Returns the package address of CycloneDX: `pkg:npm/%40scope/name@1.0.0`. */
function referenceOf({ name, version }: Manifest): { 'bom-ref': string; purl: string } {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { 'bom-ref': purl, purl };
}
