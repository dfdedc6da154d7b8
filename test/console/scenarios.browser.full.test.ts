import { expect, it } from 'vitest';
import { useConsole } from './support/use-console.ts';

const console = useConsole();

it('the scenarios view moves a step by drag', async () => {
  const page = await console.open(`scenarios?sequence=${encodeURIComponent('book:502;read:502;none')}`);
  await page
    .locator('.handle')
    .first()
    .dragTo(page.getByRole('listitem', { name: 'step 3' }));
  expect(await page.getByLabel('As text').inputValue()).toBe('read:502;none;book:502');
});
