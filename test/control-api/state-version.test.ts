import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { followPointer, pointerTo, referencesFrom } from '../../src/base/pointer.ts';
import { LISTS } from '../../src/control-api/state/check/list-schemas.ts';
import { useSandbox } from '../support/sandbox.ts';
import { stateClient } from './state-client.ts';

/** The form of an export, by version: everything that a file may hold. */
const FORMS: Record<number, string> = { 1: 'd6eb290a6920c676' };

const sandbox = useSandbox();

it('an export format has a new version when its form changes', async () => {
  const { version } = JSON.parse(await stateClient(sandbox.baseUrl, sandbox.sandbox.demoKeys).export());
  const control = await (await fetch(`${sandbox.baseUrl}/_sandbox/control-api.json`)).json();
  const file = pointerTo('components', 'schemas', 'ProfileFile');
  const schemas = [file, ...referencesFrom(control, followPointer(control, file))].sort();
  const form = [schemas.map((pointer) => [pointer, followPointer(control, pointer)]), LISTS];
  const text = JSON.stringify(form, (key, value: unknown) => (WORDS.includes(key) ? undefined : value));
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  expect(
    FORMS[version],
    `the form of an export is no longer that of version ${version}: raise VERSION in profile-file.ts, let it read or ` +
      `refuse the version before, and add the form here: ${version + 1}: '${hash}'`,
  ).toBe(hash);
});

/** Descriptions in a schema. */
const WORDS = ['description', 'examples', 'title'];
