import type { Page } from 'playwright-core';
import type { useConsole } from './use-console.ts';

/** Opens a view of a profile, and waits for its stream: from then on it hears of changes. */
export async function openLive(
  { open }: Pick<ReturnType<typeof useConsole>, 'open'>,
  view: string,
  profile: string,
): Promise<Page> {
  const page = await open(view, { profile });
  await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
  return page;
}
