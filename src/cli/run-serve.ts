import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { DAY, toIso } from '../base/clock.ts';
import { ConfigError } from '../base/config-error.ts';
import { isPostgres, withoutPassword } from '../base/postgres-address.ts';
import { completeGiven } from '../config/complete-config.ts';
import type { Config } from '../config/config.ts';
import type { Given } from '../config/read-settings.ts';
import type { KeyPair } from '../profiles/credentials.ts';
import { createSandbox } from '../server/create-sandbox.ts';
import { openOutput } from '../server/log.ts';
import type { Sandbox } from '../server/sandbox.ts';
import { storeOf } from './postgres-store.ts';

/** The sandbox settings, with the command's own settings. */
export type ServeSettings = Config & { open: boolean; json: boolean; untilStdinEnds: boolean; config: string };

/** Runs a sandbox until a signal ends it. */
export async function runServe(given: Given<ServeSettings>): Promise<void> {
  const { open = false, json = false, untilStdinEnds = false, config: _, ...settings } = given.settings;
  const config = completeGiven({ ...settings, store: storeOf(given) });
  surviveBackgroundFailures();
  const sandbox = await createSandbox({
    ...config,
    ...(json && { logTo: openOutput(config.logFormat, process.stderr) }),
  });
  const baseUrl = await listen(sandbox, config);
  closeOnSignal(sandbox, untilStdinEnds);
  if (json) process.stdout.write(`${JSON.stringify(ready(sandbox, baseUrl, given.env))}\n`);
  else console.error(banner(sandbox, baseUrl, given.env));
  if (open) await openConsole(`${baseUrl}/_sandbox/console`);
}

async function listen(sandbox: Sandbox, { host, port }: Config): Promise<string> {
  try {
    return await sandbox.listen({ host, port });
  } catch (error) {
    await sandbox.close();
    const { code, port: taken = port } = error as { code?: string; port?: number };
    if (code === 'EADDRINUSE')
      throw new ConfigError(
        `port ${taken} of ${host} is in use; stop the process that listens there, or pass another ` +
          (taken === port ? '--port (0 takes a free one)' : '--metrics-port'),
      );
    if (code === 'EACCES') throw new ConfigError(`port ${port} is not allowed for this user; pass a --port above 1023`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigError(`${host} is not an address of this machine; pass another --host`);
    throw error;
  }
}

/** Returns the line printed with `--json`. */
function ready({ config, seed, demoKeys }: Sandbox, baseUrl: string, env: NodeJS.ProcessEnv): object {
  const keys = config.demoCredentials ? demoKeys : null;
  return { baseUrl, console: `${baseUrl}/_sandbox/console`, store: placeOf(config, env), seed, demoKeys: keys };
}

/** Returns the store for people, with the setting that would keep one in memory. */
function placeOf({ store }: Config, { DATABASE_URL = '' }: NodeJS.ProcessEnv): string {
  const kept = isPostgres(DATABASE_URL) ? 'env:DATABASE_URL' : '<file>';
  return store === ':memory:' ? `in memory (--store ${kept} keeps it)` : withoutPassword(store);
}

function banner(sandbox: Sandbox, baseUrl: string, env: NodeJS.ProcessEnv): string {
  const { config, seed } = sandbox;
  const clock = config.now === null ? 'running' : `stopped at ${config.now}`;
  const keys = config.demoCredentials ? sandbox.demoKeys : NAMES_OF_KEYS;
  return `
taxiway sandbox: ${baseUrl}

${config.demoCredentials ? readyMadeHeaders(sandbox) : makeAProfile(sandbox, baseUrl)}

  store ${placeOf(config, env)}, seed ${seed}, clock ${clock}

Try it:

  curl -s ${baseUrl}/v1/flights/search \\
${headerOptions(sandbox, keys)}
    -H 'Content-Type: application/json' \\
    -d '{"slices":[{"origin":"MAD","destination":"LHR","departure_date":"${inTwoMonths(sandbox)}"}],\
"passengers":[{"type":"adult"}],"cabin_class":"economy"}'

Console: ${baseUrl}/_sandbox/console   OpenAPI: ${baseUrl}/_sandbox/openapi.json   Stop: Ctrl-C
`;
}

function readyMadeHeaders({ config, demoKeys }: Sandbox): string {
  return `  Authorization: Bearer ${demoKeys.secretKey}
  ${config.serviceIdHeader}: ${demoKeys.publicKey}:${demoKeys.profileCode}`;
}

function makeAProfile({ config }: Sandbox, baseUrl: string): string {
  const token = config.adminToken === null ? '' : ' -H "Authorization: Bearer $TAXIWAY_ADMIN_TOKEN"';
  return `Create a profile; only this response has its key pair:

  curl -s -X POST ${baseUrl}/_sandbox/profiles${token}`;
}

function headerOptions({ config }: Sandbox, { secretKey, publicKey, profileCode }: KeyPair): string {
  return `    -H 'Authorization: Bearer ${secretKey}' \\
    -H '${config.serviceIdHeader}: ${publicKey}:${profileCode}' \\`;
}

const NAMES_OF_KEYS = { secretKey: '<secretKey>', publicKey: '<publicKey>', profileCode: '<profileCode>' };

function inTwoMonths({ clock }: Sandbox): string {
  return toIso(clock.now() + 60 * DAY).slice(0, 10);
}

/** Reports a rejected promise that nothing awaits, and where it began. The other profiles continue. */
function surviveBackgroundFailures(): void {
  process.on('unhandledRejection', (error) => {
    const place = error instanceof Error ? error.stack : String(error);
    console.error(`taxiway serve: work in the background failed, and the sandbox continues: ${place}`);
  });
}

/**
 * The first signal lets requests and connections end; another one ends the process at once. With `untilStdinEnds`,
 * a closed standard input has the same effect: it closes with the parent process.
 */
function closeOnSignal(sandbox: Sandbox, untilStdinEnds: boolean): void {
  let closing = false;
  const close = (signal: 'SIGINT' | 'SIGTERM') => {
    if (closing) process.exit(128 + constants.signals[signal]);
    closing = true;
    void sandbox.close({ quietMs: QUIET_MS }).then(() => process.exit(0));
  };
  process.on('SIGINT', close).on('SIGTERM', close);
  if (untilStdinEnds) process.stdin.resume().once('close', () => closing || close('SIGTERM'));
}

/** Opens the console in the default browser. */
async function openConsole(address: string): Promise<void> {
  const [command = 'xdg-open', ...args] = OPENERS[process.platform] ?? [];
  const opened = await new Promise<boolean>((resolve) => {
    const opener = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('exit', (code) => resolve(code === 0));
    opener.unref();
  });
  if (!opened) console.error(`taxiway serve: no browser could be opened; open ${address}`);
}

/** Other platforms have xdg-open, as nearly every desktop does. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * A client that calls again within this time gets a response about the closing server, instead of a lost connection.
 */
const QUIET_MS = 500;
