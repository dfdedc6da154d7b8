import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** The licences of the packages that these modules are of, as one text. Throws for a package without one. */
export function collectLicences(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((module) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? []));
  const notices = [...folders].sort().map(noticeOf);
  return `taxiway contains parts of these packages.\n\n${notices.join('\n')}`;
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? undefined : readFileSync(join(folder, file), 'utf8').trim();
  if (text === undefined && license === undefined) throw new Error(`${name} has no licence`);
  return `${'-'.repeat(80)}\n${name} ${version} (${license ?? 'see below'})\n\n${text ?? ''}\n`;
}
