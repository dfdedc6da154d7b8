import { describe, expect, it } from 'vitest';
import { loadConduct } from '../../src/check/judge/load-conduct.ts';
import { loadContracts } from '../../src/check/verify/load-contracts.ts';
import { loadRules } from '../../src/interface/rules/load-rules.ts';
import { documentSections } from '../../src/interface/rules/sections.ts';
import { loadBadClients } from '../clients/bad/load-bad-clients.ts';
import { loadDefects } from '../defects/load-defects.ts';
import { runTaxiway } from './taxiway.ts';

const rules = loadRules();

describe('taxiway rules', () => {
  it('lists every rule once, under its first section, in the order of the document', async () => {
    const { code, stdout } = await runTaxiway(['rules']);
    expect(code).toBe(0);
    const listed = [...stdout.matchAll(/^ {2}(\S+) {2}\(§ ([^;]+);/gm)].map((match) => ({
      id: match[1],
      section: match[2].split(',')[0],
    }));
    expect(listed.map(({ id }) => id).sort()).toEqual(rules.map(({ id }) => id).sort());
    const order = [...documentSections.keys()];
    const places = listed.map(({ section }) => order.indexOf(section));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const { sentence } of rules) expect(stdout).toContain(sentence);
  });

  it('--coverage names every contract and defect, the reasons for rules without one, and no gap', async () => {
    const { code, stdout } = await runTaxiway(['rules', '--coverage']);
    expect(code).toBe(0);
    for (const { title } of (await loadContracts()).flatMap(({ contracts }) => contracts))
      expect(stdout).toContain(`contract  ${title}`);
    for (const { name } of await loadDefects()) expect(stdout).toContain(name);
    for (const { name } of (await loadBadClients()).filter(({ level }) => level !== 'advice'))
      expect(stdout).toContain(name);
    expect(stdout).toContain('conduct   a pending booking is not sent again');
    expect(stdout).toContain('no conduct check: cannot be observed: messages to the traveller do not pass through');
    expect(stdout).toContain('no contract: binds the client');
    expect(stdout).toContain('no contract: cannot be observed: the dashboard is not part of this interface');
    const checkable = rules.filter(({ bound, observed }) => bound !== 'client' && !observed.startsWith('no:')).length;
    expect(stdout).toMatch(/ {4}observed {2}searchFlights \(\d+\)/);
    expect(stdout).toContain('    empty     getRequiredFields: no contract calls it\n');
    const summary = stdout.trimEnd().split('\n\n\n').at(-1)?.split('\n') ?? [];
    const [total, cells] = summary;
    expect(summary[2]).toMatch(
      /^\d+ rules bind the client; (\d+) of them can be observed, and \1 have a conduct check /,
    );
    expect(cells).toMatch(/^6 of them have an operation without an observing contract: /);
    expect(total).toBe(
      `${rules.length} rules; ${checkable} bind the service and can be observed, ${checkable} of them have a ` +
        'contract and a defect as its proof.',
    );
  });

  it('<id> explains one rule, or all rules with this prefix, with their checks', async () => {
    const one = await runTaxiway(['rules', 'transfer.502.proves-nothing']);
    expect(one.stdout).toMatch(/^ {2}transfer\.502\.proves-nothing {2}\(§ 4\.3; /);
    expect(one.stdout).toMatch(/ {4}bad client (.*, )?books-from-a-new-search-after-a-502(,|\n)/);
    const { wrong, right } = (await loadConduct())
      .flatMap(({ checks }) => checks)
      .find((check) => check.rules.includes('transfer.502.proves-nothing')) ?? { wrong: '', right: '' };
    expect(one.stdout).toContain(`    common fault: ${wrong}\n`);
    expect(one.stdout).toContain(`    remedy: ${right}\n`);
    const some = await runTaxiway(['rules', 'transfer.502', '--json']);
    expect((JSON.parse(some.stdout) as { id: string }[]).map(({ id }) => id)).toEqual(
      rules.map(({ id }) => id).filter((id) => id.startsWith('transfer.502')),
    );
    const none = await runTaxiway(['rules', 'transfer.52.proves-nothing']);
    expect([none.code, none.stderr]).toEqual([
      2,
      'taxiway rules: there is no rule "transfer.52.proves-nothing" (did you mean transfer.502.proves-nothing?); ' +
        '`taxiway rules` lists all\nHelp: taxiway rules --help\n',
    ]);
  });

  it('--json prints the same as JSON', async () => {
    const { stdout } = await runTaxiway(['rules', '--coverage', '--json']);
    const listed = JSON.parse(stdout) as {
      id: string;
      contracts: string[];
      scenarios: string[];
      defects: string[];
      unchecked: string | null;
    }[];
    expect(listed.map(({ id }) => id)).toEqual(rules.map(({ id }) => id));
    expect(listed.find(({ id }) => id === 'transfer.502.proves-nothing')).toMatchObject({
      contracts: expect.arrayContaining([expect.any(String)]),
      scenarios: expect.arrayContaining(['502', '502-after-commit']),
      defects: expect.arrayContaining([expect.any(String)]),
      unchecked: null,
    });
  });

  it('ends with 2 and names the help command for an unknown flag', async () => {
    const { code, stderr } = await runTaxiway(['rules', '--covreage']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/unknown option '--covreage'[^]*--coverage/);
  });
});
