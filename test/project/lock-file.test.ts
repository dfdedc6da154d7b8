import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LockedPackage } from './lock-faults.ts';
import { lockFaults } from './lock-faults.ts';

const { allowScripts } = readJson<{ allowScripts: Record<string, boolean> }>('package.json');
const rules = {
  scripts: Object.keys(allowScripts),
  licenseOf: licenseOfInstalled,
};

describe.each([
  ['package-lock.json', ['node_modules/node']],
  ['tools/package-lock.json', []],
])('%s', (path, withScript) => {
  const { lockfileVersion, packages } = readJson<{ lockfileVersion: number; packages: Record<string, LockedPackage> }>(
    path,
  );

  it('has only registry packages with an integrity, a permissive licence and allowed install scripts', () => {
    expect(lockfileVersion).toBe(3);
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(lockFaults(packages, rules)).toEqual([]);
  });

  it('runs no install script except that of Node', () => {
    const scripts = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
    expect(scripts.filter((path) => allowScripts[path.replace('node_modules/', '')])).toEqual(withScript);
  });
});

describe('the check of the lock file finds a package', () => {
  const sound: LockedPackage = { version: '1.0.0', license: 'MIT', integrity: `sha512-${'a'.repeat(86)}==` };
  const faultsOf = (changes: LockedPackage, path = 'node_modules/odd') =>
    lockFaults({ '': {}, 'node_modules/sound': sound, [path]: { ...sound, ...changes } }, rules);

  it.each<[what: string, changes: LockedPackage, fault: RegExp]>([
    ['without an integrity', { integrity: undefined }, /^node_modules\/odd has the integrity undefined/],
    ['with a weak integrity', { integrity: 'sha1-aaaa' }, /^node_modules\/odd has the integrity sha1-aaaa/],
    [
      'from an address of its own',
      { resolved: 'http://127.0.0.1/odd.tgz' },
      /^node_modules\/odd comes from http:\/\/127\.0\.0\.1\/odd\.tgz/,
    ],
    ['from a folder', { link: true }, /^node_modules\/odd comes from a link/],
    ['with an install script', { hasInstallScript: true }, /^node_modules\/odd has an install script/],
    ['with a copyleft licence', { license: 'GPL-3.0' }, /^node_modules\/odd has the licence GPL-3\.0/],
    ['with a copyleft licence in addition', { license: '(MIT AND GPL-3.0)' }, /has the licence \(MIT AND GPL-3\.0\)/],
    ['without a licence', { license: undefined }, /^node_modules\/odd has the licence undefined/],
    [
      'that runs, with a licence for development only',
      { license: 'MPL-2.0' },
      /^node_modules\/odd has the licence MPL-2\.0/,
    ],
  ])('%s', (_what, changes, fault) => {
    expect(faultsOf(changes)).toEqual([expect.stringMatching(fault)]);
  });

  it('an install script of a nested package is found, regardless of its name', () => {
    expect(faultsOf({ hasInstallScript: true }, 'node_modules/sound/node_modules/not-node')).toHaveLength(1);
    expect(faultsOf({ hasInstallScript: true }, 'node_modules/@odd/node')).toHaveLength(1);
  });

  it('a valid package has no fault', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ license: '(GPL-3.0 OR MIT)' })).toEqual([]);
    expect(faultsOf({ license: 'MPL-2.0', dev: true })).toEqual([]);
    expect(faultsOf({ hasInstallScript: true }, 'node_modules/node')).toEqual([]);
  });
});

/** Old packages have a list of licences, which npm does not copy into the lock file. */
function licenseOfInstalled(path: string): string | undefined {
  if (!existsSync(`${path}/package.json`)) return undefined;
  const { license, licenses } = readJson<{ license?: string; licenses?: { type: string }[] }>(`${path}/package.json`);
  return license ?? licenses?.map(({ type }) => type).join(' OR ');
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8')) as Shape;
}
