import { expect, it } from 'vitest';
import { describeScenario } from '../../src/scenarios/describe.ts';
import { byGroup } from '../../src/scenarios/groups.ts';
import { loadScenarios } from '../../src/scenarios/registry.ts';
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

it('taxiway scenarios --json says the same as GET /_sandbox/scenarios', async () => {
  const { code, stdout } = await runTaxiway(['scenarios', '--json']);
  expect([code, JSON.parse(stdout)]).toEqual([0, (await sandbox.get('/_sandbox/scenarios')).body.scenarios]);
  expect(JSON.parse(stdout)).toEqual(scenarios.map(describeScenario));
});
