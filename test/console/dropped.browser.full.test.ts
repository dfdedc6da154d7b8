import { expect, it } from 'vitest';
import { BOUNDS } from '../../src/journal/bounds.ts';
import { useConsole } from './support/use-console.ts';

const console = useConsole();

it('a link to a call that the journal has dropped says so, with the limit', async () => {
  const call = () => console.post('/v1/flights/search', {});
  const { headers } = await call();
  for (let sent = 0; sent < BOUNDS.profile.exchanges; sent += 20) await Promise.all(Array.from({ length: 20 }, call));
  const page = await console.open(`live/${headers['x-request-id']}`);
  const panel = page.getByRole('complementary', { name: 'Exchange' });
  await panel.getByRole('alert').getByText('exchange_not_found').waitFor();
  await panel.getByText('The journal has dropped 1 call before').waitFor();
  await panel.getByText(/keeps the latest 1,000 of a profile/).waitFor();
  expect(await panel.getByRole('link', { name: 'Close' }).count()).toBe(1);
});
