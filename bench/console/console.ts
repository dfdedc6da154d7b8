import { launchBrowser } from '../../test/console/support/launch-browser.ts';
import { unpackBrowser } from '../../test/console/support/unpack-browser.ts';
import { startUnpinned } from '../measured-server.ts';
import { measureFirstViews } from './first-view.ts';
import { measureLoad } from './load.ts';

/** Measures the console in a real browser, with a share of the usual amounts. */
export async function measureConsole(scale: number): Promise<void> {
  const server = await startUnpinned('sandbox');
  const browser = await launchBrowser(await unpackBrowser());
  try {
    await measureFirstViews(browser, server);
    await measureLoad(browser, server, scale);
  } finally {
    await browser.close();
    await server.stop();
  }
}
