import { readFileSync } from 'node:fs';
import { absoluteLinks } from './absolute-links.ts';
import { changelogSections } from './changelog.ts';

// `node package/release-notes.ts <tag> [changelog]`: prints the changelog section of a version, for its release page.
const [tag = '', file = 'CHANGELOG.md'] = process.argv.slice(2);
const version = tag.replace(/^v/, '');
const section = changelogSections(readFileSync(file, 'utf8')).get(version);
if (section) console.log(absoluteLinks(section, 'CHANGELOG.md'));
else {
  console.error(`release: ${file} has no section [${version}], or nothing in it; write it before the tag`);
  process.exitCode = 1;
}
