import { expect, it } from 'vitest';
import { makeProfile } from '../control-api/control-client.ts';
import { journalClient } from '../control-api/journal-client.ts';
import { ok, stateClient } from '../control-api/state-client.ts';
import { verdictsOn } from '../control-api/verdicts-client.ts';
import { useReplicas } from '../support/postgres/replicas.ts';
import { NOW } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../transfers/transfer-client.ts';

// The clock of the second machine is a minute ahead.

const replicas = useReplicas(NOW, 60_000);

it('a client is not accused if the clocks of the machines differ', async () => {
  const keys = await makeProfile(replicas.baseUrls[0]);
  let calls = 0;
  const next = () => stateClient(replicas.baseUrls[calls++ % 2] ?? '', keys);
  for (let i = 0; i < 6; i++) {
    const trip = { ...AIRPORT_TO_TOWN, pickupDateTime: `2027-03-15T${10 + i}:30:00` };
    const { searchId, offers } = (await ok(next().call('POST', '/search', trip))).body;
    const { resultId, bookingToken } = offers.find(easy);
    const { pricingToken } = (await ok(next().call('POST', '/pricing', { searchId, resultId, bookingToken }))).body;
    await next().book(
      { searchId, resultId, bookingToken, pricingToken, traveller: TRAVELLER },
      '?scenario=pending(reads=1)',
    );
    for (let read = 0; read < 2; read++) await next().read(`searchId=${searchId}`);
  }
  const { verdicts } = await verdictsOn(replicas.baseUrls[0], keys, '?ended=true');
  expect(verdicts.rules.flatMap(({ findings }) => findings)).toEqual([]);
  const undecided = verdicts.rules.filter((rule) => rule.undecided > 0).map(({ id }) => id);
  expect(undecided).toEqual([]);
  const times = (await journalClient(replicas.baseUrls[1], keys).exchanges()).map(({ realTime }) => realTime);
  const latest = Date.now() + 1000;
  expect(times.filter((time) => time === null || Date.parse(time) > latest)).toEqual([]);
});
