import { expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

it('the judge says that calls before the latest start of the sandbox are missing', async () => {
  const store = temporaryFile();
  const first = await createSandbox({ store, log: 'silent' });
  await fetch(`${await first.listen()}/search`, { method: 'POST', headers: first.headers() });
  await first.close();
  const again = await createSandbox({ store, log: 'silent' });
  try {
    const page = await sandbox.open('judge', { baseUrl: await again.listen() });
    const said = page.getByRole('status').getByText('Not everything was judged: calls before the latest start');
    await said.waitFor();
    expect(await page.getByText('No call of this profile was judged yet').count()).toBe(0);
  } finally {
    await again.close();
  }
});
