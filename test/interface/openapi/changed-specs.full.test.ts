import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveTaxiway, startTaxiway } from '../../cli/taxiway.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';
import { brokenSpecs } from './broken-specs.ts';
import { changedSpecs } from './changed-specs.ts';

const checkout = temporaryFolder();
for (const part of ['src', 'contracts', 'examples/responses', 'openapi.yaml', 'package.json'])
  cpSync(part, join(checkout, part), { recursive: true });
symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
const main = join(checkout, 'src/cli/main.js');
const file = join(checkout, 'openapi.yaml');
const text = readFileSync('openapi.yaml', 'utf8');

describe('taxiway serve in a checkout whose spec was edited', () => {
  it('ends with 2 and names the faults of a broken spec', async () => {
    const [{ edit, names }] = brokenSpecs as [(typeof brokenSpecs)[number]];
    writeFileSync(file, edit(text));
    const { ended, stderr } = startTaxiway(['serve', '--port', '0'], {}, { main });
    expect(await ended).toBe(2);
    for (const name of [file, ...names]) expect(stderr()).toContain(name);
    expect(stderr()).not.toContain('itself failed');
  });

  it.each(changedSpecs)('serves a valid edited spec: $title', async ({ edit, expectEffect }) => {
    const edited = edit(text);
    expect(edited).not.toBe(text);
    writeFileSync(file, edited);
    const taxiway = await serveTaxiway(['--log', 'silent'], {}, { main });
    await expectEffect(taxiway.baseUrl);
    taxiway.kill('SIGTERM');
    await taxiway.ended;
  });
});
