import { expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';

it('a sandbox listens on the port of its options, or on a free one by default', async () => {
  const first = await createSandbox({ log: 'silent' });
  const freePort = Number(new URL(await first.listen()).port);
  expect(freePort).not.toBe(first.config.port);
  await first.close();
  const second = await createSandbox({ port: freePort, log: 'silent' });
  expect(await second.listen()).toBe(`http://127.0.0.1:${freePort}`);
  await second.close();
});
