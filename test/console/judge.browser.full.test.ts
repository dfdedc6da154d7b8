import { it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

it('the judge shows verdicts on calls before the latest start of a sandbox with a store', async () => {
  const store = temporaryFile();
  const first = await createSandbox({ store, log: 'silent' });
  await fetch(`${await first.listen()}/v1/flight/search`, { method: 'POST', headers: first.headers() });
  await first.close();
  const again = await createSandbox({ store, log: 'silent' });
  try {
    const page = await sandbox.open('judge', { baseUrl: await again.listen() });
    await page.getByText('1 exchange judged').waitFor();
    await page.getByRole('link', { name: 'POST /v1/flight/search' }).first().click();
    await page
      .getByRole('complementary', { name: 'Exchange' })
      .getByRole('heading', { name: 'no such address' })
      .waitFor();
  } finally {
    await again.close();
  }
});
