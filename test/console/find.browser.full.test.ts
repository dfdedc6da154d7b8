import { it } from 'vitest';
import { useConsole } from './support/use-console.ts';

const console = useConsole();

it('the search reports that nothing is found, for any input', async () => {
  const page = await console.open('live');
  for (const text of ['<img src=x onerror=alert(1)>', '%_\\', '🚕'.repeat(40)]) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Find anything/ }).fill(text);
    await page.getByText('Nothing contains this text.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Find' }).waitFor({ state: 'hidden' });
  }
});
