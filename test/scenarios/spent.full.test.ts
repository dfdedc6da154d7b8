import { expect, it } from 'vitest';
import { loadScenarios } from '../../src/scenarios/registry.ts';
import { thirdOf } from '../support/full-size.ts';
import { useSandbox } from '../support/sandbox.ts';
import { armedOn, latestOf, playsOf, prepare, refusalsOf, refused, send } from './spent.ts';

const sandbox = useSandbox({ maxProfiles: 2000 });
const plays = [...(await loadScenarios()).values()]
  .flatMap(playsOf)
  .map((play) => ({ name: play.scenario.name, ...play }));
const some = thirdOf('scenarios after refused calls', plays);

it.each(some)('$name by $from acts on the first accepted call after refused calls of $operationId', async (play) => {
  const { scenario, from, operationId } = play;
  const keys = await sandbox.sandbox.addProfile();
  const call = await prepare(sandbox, keys, play);
  const armed = await armedOn(sandbox, keys);
  for (const how of refusalsOf(play)) {
    const response = await send(sandbox, refused(call, operationId, how, keys));
    expect(response?.status === 200 ? response.text : 'refused', how).toMatch(/^refused$|"status":"failed"/);
    expect(response?.headers.get('x-sandbox-scenario') ?? 'none', how).toBe('none');
    if (how !== 'by its credentials') {
      const { scenario: acted, idle } = await latestOf(sandbox, keys);
      expect([how, acted, idle]).toEqual([how, { name: 'none', from }, [{ name: scenario.name, reason: 'refused' }]]);
    }
    expect(await armedOn(sandbox, keys), how).toEqual(armed);
  }
  await send(sandbox, { ...call, keys });
  const { scenario: acted, idle } = await latestOf(sandbox, keys);
  expect([acted, idle]).toEqual([{ name: scenario.name, from }, undefined]);
  expect(await armedOn(sandbox, keys)).toBeNull();
});
