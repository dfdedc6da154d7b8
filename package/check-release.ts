import { readFileSync } from 'node:fs';
import { packageManifest } from '../src/base/package-root.ts';
import { changelogSections } from './changelog.ts';

/**
 * Checks that version, changelog and tag agree. A release gives its tag: `node package/check-release.ts v0.1.0`.
 * Without one, the changelog has to have a section for what comes next, or for this version.
 */
const [tag] = process.argv.slice(2);
const { version, published } = packageManifest();
const sections = [...changelogSections(readFileSync('CHANGELOG.md', 'utf8')).keys()];
const faults = [
  ...(sections[0] !== 'Unreleased' && sections[0] !== version
    ? [`CHANGELOG.md begins with ${sections[0]}; expected Unreleased or ${version}`]
    : []),
  ...(tag !== undefined && tag !== `v${version}` ? [`the tag is ${tag}, the version of package.json ${version}`] : []),
  ...(tag !== undefined && !sections.includes(version) ? [`CHANGELOG.md has no section [${version}]`] : []),
  ...(tag !== undefined && !published ? ['package.json has published: false; a release sets it to true'] : []),
];
for (const fault of faults) console.error(`release: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
