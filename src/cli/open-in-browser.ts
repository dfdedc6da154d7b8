import { spawn } from 'node:child_process';

/** Opens an address in the default browser. Resolves with whether the opener of the platform took it. */
export function openInBrowser(address: string): Promise<boolean> {
  const [command = 'xdg-open', ...args] = OPENERS[process.platform] ?? [];
  return new Promise((resolve) => {
    const opener = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('exit', (code) => resolve(code === 0));
    opener.unref();
  });
}

/** Elsewhere than on these it is xdg-open, of nearly every desktop. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
