import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}
interface Job {
  needs?: string | string[];
  strategy?: { matrix: { include: { runner: string }[] } };
  permissions?: Record<string, string>;
  steps: Step[];
}
const { jobs, permissions } = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as {
  jobs: Record<string, Job>;
  permissions: Record<string, string>;
};
const linesOf = (job: string) => jobs[job]?.steps.map(({ run = '' }) => run).join('\n') ?? '';

it('the release publishes nothing before all tests and all builds have passed', () => {
  expect(linesOf('package')).toMatch(/check-release\.ts "\$GITHUB_REF_NAME"\nbash \.ci\/run\n/);
  expect(jobs['executable']?.needs).toBe('package');
  expect(jobs['publish']?.needs).toEqual(['package', 'executable']);
  const publishing = Object.keys(jobs).filter((job) => /npm publish|gh release|--push/.test(linesOf(job)));
  expect(publishing).toEqual(['publish']);
});

it('the release tests every matrix as a whole', () => {
  const tested = jobs['package']?.steps.filter(({ run }) => run?.includes('.ci/run'));
  expect(tested?.map(({ env }) => env)).toEqual([{ FULL_SIZE: '1' }]);
});

it('the release has a package, an executable for each system, an image, checksums and provenance', () => {
  const { include = [] } = jobs['executable']?.strategy?.matrix ?? {};
  expect(new Set(include.map(({ runner }) => runner.split('-')[0]))).toEqual(new Set(['ubuntu', 'macos', 'windows']));
  const lines = linesOf('publish');
  for (const part of ['sha256sum', '--provenance=mode=max', 'npm publish dist-release/*.tgz --provenance'])
    expect(lines).toContain(part);
  expect(jobs['publish']?.steps.some(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))).toBe(true);
});

it('the release audits the bundled packages and attaches their bills of materials', () => {
  const bills = ['dist-package/dist/sbom.cdx.json', 'dist-package/dist-console/sbom.cdx.json'];
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(scripts['audit:bundled']).toBe(`node package/audit-bundled.ts ${bills.join(' ')}`);
  expect(linesOf('package')).toContain('npm run audit:bundled\n');
  for (const bill of bills) expect(linesOf('package')).toContain(`cp ${bill} dist-release/`);
});

it('the release page has the section of its version', () => {
  const lines = linesOf('publish');
  expect(lines).toContain('node package/release-notes.ts "$GITHUB_REF_NAME" > notes.md\n');
  expect(lines).toMatch(/gh release create .* --notes-file notes\.md$/m);
});

it('only the publishing job may write, and every script of the release exists', () => {
  expect(permissions).toEqual({ contents: 'read' });
  expect(Object.keys(jobs).filter((job) => jobs[job]?.permissions)).toEqual(['publish']);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  for (const [, script = ''] of Object.keys(jobs)
    .map(linesOf)
    .join('\n')
    .matchAll(/npm run (\S+)/g))
    expect(scripts).toHaveProperty([script]);
});
