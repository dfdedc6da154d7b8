import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { absoluteLinks } from '../../package/absolute-links.ts';
import { changelogSections } from '../../package/changelog.ts';
import { packageManifest, repositoryPage } from '../../src/base/package-root.ts';

it('the release notes are the section of the version, without those before and after it', () => {
  const text =
    '# Log\n\n## [Unreleased]\n\n- next\n\n## [1.1.0] - 2027-01-02\n\n### Added\n\n- a\n\n## [1.0.0]\n\n- old\n';
  const sections = changelogSections(text);
  expect([...sections.keys()]).toEqual(['Unreleased', '1.1.0', '1.0.0']);
  expect(sections.get('1.1.0')).toBe('### Added\n\n- a');
  expect(changelogSections('## [2.0.0]\r\n\r\n- a\r\n').get('2.0.0')).toBe('- a');
});

it('the release notes of this version have links that lead to the repository', () => {
  const { version } = packageManifest();
  const notes = execFileSync(process.execPath, ['package/release-notes.ts', `v${version}`], { encoding: 'utf8' });
  expect(notes).toContain(`](${repositoryPage('SECURITY.md')})`);
  expect(notes).not.toMatch(/^## \[|\]\((?!https:)/m);
  expect(readFileSync('CHANGELOG.md', 'utf8').split('\n').length).toBeGreaterThan(notes.split('\n').length);
  expect(() => execFileSync(process.execPath, ['package/release-notes.ts', 'v99.0.0'], { stdio: 'pipe' })).toThrow(
    'CHANGELOG.md has no section [99.0.0], or nothing in it; write it before the tag',
  );
});

it('links to existing files, to anchors and to the web stay unchanged', () => {
  const text = '[a](docs/a.md) [b](#b) [c](https://c.example/) [d](d.md#e)';
  expect(absoluteLinks(text, 'docs/x.md', new Set(['docs/docs/a.md']))).toBe(
    `[a](docs/a.md) [b](#b) [c](https://c.example/) [d](${repositoryPage('docs/d.md')}#e)`,
  );
});
