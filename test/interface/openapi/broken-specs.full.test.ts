import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveTaxiway, startTaxiway } from '../../cli/taxiway.ts';
import { brokenSpecs } from './broken-specs.ts';
import { changedSpecs } from './changed-specs.ts';
import { copyCheckout } from './edited-checkout.ts';
import { expectRefusal } from './expect-refusal.ts';

const checkout = copyCheckout();
const { main } = checkout;

describe('a broken spec is refused', () => {
  it.each(brokenSpecs)('a broken spec is refused by name: $title', (spec) => expectRefusal(spec));
});

describe('taxiway serve in a checkout whose spec was edited', () => {
  // The command prints the error that loading a spec throws. A process for each fault would take ten times as long.
  const everyNinth = brokenSpecs.filter((_, i) => i % 9 === 0);

  it.each(everyNinth)('ends with 2 and names the fault: $title', async ({ file = 'openapi.yaml', edit, names }) => {
    const text = readFileSync(file, 'utf8');
    checkout.write(file, edit(text));
    const { ended, stderr } = startTaxiway(['serve', '--port', '0'], {}, { main });
    const code = await ended;
    checkout.write(file, text);
    expect(stderr()).toContain(join(checkout.folder, file));
    for (const name of names) expect(stderr()).toContain(name);
    expect(stderr()).not.toContain('itself failed');
    expect(code).toBe(2);
  });

  it.each(changedSpecs)('serves a valid edited spec: $title', async ({ edit, expectEffect }) => {
    const text = readFileSync('openapi.yaml', 'utf8');
    const edited = edit(text);
    expect(edited).not.toBe(text);
    checkout.write('openapi.yaml', edited);
    const taxiway = await serveTaxiway(['--log', 'silent'], {}, { main });
    checkout.write('openapi.yaml', text);
    await expectEffect(taxiway.baseUrl);
    taxiway.kill('SIGTERM');
    await taxiway.ended;
  });
});
