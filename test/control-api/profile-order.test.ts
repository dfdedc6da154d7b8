import { expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { searchFlights } from '../fixture/client.ts';
import { useSandbox } from '../support/sandbox.ts';
import { control, headersOf, makeProfile } from './control-client.ts';
import { journalClient } from './journal-client.ts';

const sandbox = useSandbox();
const list = async (query: string) =>
  (await control(sandbox.baseUrl, 'GET', `/profiles?${query}`)).body as {
    profiles: { profileCode: string; calledAt: string | null; judged: { exchanges: number; broken: number } }[];
    next: string | null;
  };
const codesOf = ({ profiles }: Awaited<ReturnType<typeof list>>) => profiles.map(({ profileCode }) => profileCode);
const call = (keys: KeyPair) => searchFlights({ baseUrl: sandbox.baseUrl, headers: headersOf(keys) });

it('profiles are listed by latest call, then those without a call, newest first, page by page', async () => {
  const made: KeyPair[] = [];
  for (let i = 0; i < 4; i++) made.push(await makeProfile(sandbox.baseUrl));
  const [one, two, three, four] = made;
  await call(two);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await call(one);
  const order = [one, two, four, three].map(({ profileCode }) => profileCode);
  expect(codesOf(await list('order=latest-call')).slice(0, 4)).toEqual(order);
  const first = await list('order=latest-call&limit=1');
  const second = await list(`order=latest-call&limit=1&after=${first.next}`);
  const third = await list(`order=latest-call&limit=1&after=${second.next}`);
  expect([first, second, third].flatMap(codesOf)).toEqual(order.slice(0, 3));
  expect(codesOf(await list('limit=200'))).toEqual(codesOf(await list('limit=200')).toSorted());
});

it('a listed profile has its latest call and the counts of its verdicts', async () => {
  const keys = await makeProfile(sandbox.baseUrl);
  const own = async () =>
    (await list(`search=${keys.profileCode}`)).profiles.map(({ calledAt, judged }) => [calledAt, judged.exchanges]);
  expect(await own()).toEqual([[null, 0]]);
  await call(keys);
  const { realTime } = await journalClient(sandbox.baseUrl, keys).newest();
  expect(await own()).toEqual([[realTime, 1]]);
});

it('a stream reports many new profiles in one event, and its own profile immediately', async () => {
  const keys = await makeProfile(sandbox.baseUrl);
  const stream = await journalClient(sandbox.baseUrl, keys).stream();
  const changes = () => stream.events.filter(({ event }) => event === 'changed').map(({ data }) => data.operationId);
  await Promise.all(Array.from({ length: 40 }, () => makeProfile(sandbox.baseUrl)));
  await expect.poll(() => changes().length).toBeGreaterThan(0);
  await control(sandbox.baseUrl, 'PUT', `/profiles/${keys.profileCode}/clock`, { body: { mode: 'frozen' } });
  await expect.poll(changes).toContain('setClock');
  expect(changes().length).toBeLessThan(20);
  stream.close();
});
