import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const { dependencies, devDependencies, peerDependencies } =
  readJson<Record<'dependencies' | 'devDependencies' | 'peerDependencies', Record<string, string>>>('package.json');
const { devDependencies: tools } = readJson<{ devDependencies: Record<string, string> }>('tools/package.json');
const text = readFileSync('docs/dependencies.md', 'utf8');

describe('docs/dependencies.md', () => {
  it.each([
    ['At run time', dependencies],
    ['Development', devDependencies],
    ['Checks and documentation', tools],
    ['Shared with the project of the user', peerDependencies],
  ])('lists each package with its version and reason under "%s"', (heading, packages) => {
    const rows = rowsUnder(heading);
    expect(Object.fromEntries(rows.map(([name, version]) => [name, version]))).toEqual(packages);
    expect(rows.filter(([, , reason]) => reason === '')).toEqual([]);
  });
});

describe('package.json', () => {
  it('installs for development a version that each peer dependency allows', () => {
    for (const [name, range] of Object.entries(peerDependencies))
      expect(range.split(' || ').map((one) => majorOf(one))).toContain(majorOf(devDependencies[name]));
  });

  it('has the same version of a package as tools/package.json', () => {
    const both = Object.keys(tools).filter((name) => name in devDependencies);
    expect(both).toEqual(['typescript']);
    for (const name of both) expect(tools[name]).toBe(devDependencies[name]);
  });

  it('has scripts that cmd reads as sh does', () => {
    const { scripts } = readJson<{ scripts: Record<string, string> }>('package.json');
    const forShAlone = /^\w+=|[';$`]|\*(?=[^"]*(?:"[^"]*"[^"]*)*$)/;
    expect(Object.values(scripts).filter((script) => forShAlone.test(script))).toEqual([]);
  });

  it('pins every dependency to one version', () => {
    expect(
      [dependencies, devDependencies, tools]
        .flatMap((packages) => Object.values(packages))
        .filter((version) => !/^(npm:\w+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).toEqual([]);
  });
});

function majorOf(version: string): number {
  return Number(/\d+/.exec(version)?.[0]);
}

/** Name, version and reason of each row of the table under a heading. */
function rowsUnder(heading: string): [name: string, version: string, reason: string][] {
  const section = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \| ((?:[^|]|\\\|)+?) \| (.*) \|$/gm)].map((match) => [
    match[1],
    match[2].replaceAll('\\|', '|'),
    match[3],
  ]);
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8')) as Shape;
}
