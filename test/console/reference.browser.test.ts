import { expect, it } from 'vitest';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

it('the sections of a rule are visually separate', async () => {
  const page = await sandbox.open('rules/auth.required');
  const rule = page.getByRole('article', { name: 'auth.required' });
  const sections = rule.getByRole('definition').filter({ hasText: '§4' });
  await expect.poll(() => sections.innerText()).toMatch(/^§4 .*\n§5 .*$/);
});
