import { expect, it } from 'vitest';
import { byGroup } from '../../src/scenarios/groups.ts';
import { describeScenario, loadScenarios } from '../../src/scenarios/registry.ts';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';
import { runTaxiway } from './taxiway.ts';

const sandbox = useSandbox();
const scenarios = [...(await loadScenarios()).values()];

it('taxiway scenarios lists every scenario with its parameters and operations', async () => {
  const { code, stdout } = await runTaxiway(['scenarios']);
  expect(code).toBe(0);
  const blocks = stdout.trim().split('\n\n');
  const grouped = byGroup(scenarios);
  expect(blocks.map((block) => block.split(':')[0])).toEqual(
    grouped.flatMap(({ title, scenarios: some }) => [`== ${title}`.split(':')[0], ...some.map(({ name }) => name)]),
  );
  scenarios.forEach(({ name: scenario, operations, parameters = {} }) => {
    const block = present(blocks.find((each) => each.startsWith(`${scenario}:`)));
    expect(block).toContain(`on ${operations.join(', ')}`);
    for (const [name, parameter] of Object.entries(parameters))
      expect(block).toContain(`${name}=${parameter.default}  ${parameter.is}`);
  });
});

it('taxiway scenarios --json prints the response of GET /_sandbox/scenarios', async () => {
  const { code, stdout } = await runTaxiway(['scenarios', '--json']);
  expect([code, JSON.parse(stdout)]).toEqual([0, (await sandbox.get('/_sandbox/scenarios')).body.scenarios]);
  expect(JSON.parse(stdout)).toEqual(scenarios.map(describeScenario));
});

it('taxiway scenarios <name> explains one, and how to use it', async () => {
  const { code, stdout } = await runTaxiway(['scenarios', 'pending']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^pending: Pending, then completed\n/);
  expect(stdout).toContain('?scenario=pending');
  expect(stdout).not.toContain('pending-forever:');
});

it('taxiway scenarios <name> proposes the nearest scenario for an unknown name', async () => {
  const { code, stderr } = await runTaxiway(['scenarios', 'pendin']);
  expect([code, stderr]).toEqual([
    2,
    'taxiway scenarios: there is no scenario "pendin" (did you mean pending?); `taxiway scenarios` lists all\n' +
      'Help: taxiway scenarios --help\n',
  ]);
});
