import type { Given } from '../../config/read-settings.ts';
import { nonEmpty } from '../../config/read-values.ts';
import type { Setting, Values } from '../../config/setting.ts';
import { url, wholeNumber } from '../../config/setting.ts';
import {
  adminToken,
  asJson,
  baseUrlVariable,
  configFile,
  profileVariable,
  serviceIdHeader,
} from '../../config/shared-settings.ts';
import { demoKeys } from '../../profiles/demo-keys.ts';
import type { Command } from '../harness.ts';
import { defineCommand } from '../harness.ts';
import type { ControlClient } from './control-client.ts';
import { actions, clockVerbs, failureCodes, resourceKinds } from './names.ts';
import type { Output } from './output.ts';

/** Settings for every command on a running sandbox. A command about all profiles has no `profile`. */
interface TargetSettings {
  url: string;
  profile: string;
  adminToken: string;
  json: boolean;
  config: string;
}

/** The largest sensible count in a shell. */
const MOST = 1_000_000;

const SANDBOX: readonly Setting<keyof TargetSettings>[] = [
  {
    key: 'url',
    flag: '--url <url>',
    env: baseUrlVariable,
    inFile: true,
    schema: url.schema,
    description: 'base URL of the sandbox',
    byDefault: 'http://127.0.0.1:4010',
  },
  // The sandbox compares it; its form does not concern the client.
  { ...adminToken, description: 'admin token of the sandbox, if it has one', read: nonEmpty },
  asJson,
  configFile,
];

const PROFILE: readonly Setting<keyof TargetSettings>[] = [
  ...SANDBOX,
  {
    key: 'profile',
    ...profileVariable,
    inFile: true,
    description: 'code of the profile',
    byDefault: demoKeys.profileCode,
  },
];

/** Shell commands for a running sandbox, through its control API. */
export const remoteCommands: readonly Command[] = [
  define({
    name: 'profiles',
    examples: [
      { line: 'taxiway profiles', does: 'the profiles of the sandbox at http://127.0.0.1:4010' },
      { line: 'taxiway profiles --create ci', does: 'a new profile, with its key pair' },
    ],
    summary: 'list the profiles of a running sandbox, or make one',
    target: SANDBOX,
    settings: [
      {
        key: 'create',
        flag: '--create [name]',
        description: 'make a profile, and print its key pair',
        read: (name) => name,
      },
    ],
    async run(client, output, { create }) {
      const { createProfile, listProfiles } = await import('./profiles.ts');
      await (create === undefined ? listProfiles(client, output) : createProfile(client, output, create));
    },
  }),
  define({
    name: 'arm',
    examples: [
      { line: 'taxiway arm pending-forever --calls 1', does: 'the next booking stays pending' },
      { line: 'taxiway arm --clear', does: 'clears the armed scenario' },
    ],
    summary: 'arm a scenario on a profile; without one, show the armed scenarios',
    settings: [
      {
        key: 'scenario',
        argument: '[scenario]',
        description: 'as in ?scenario=: one or several, or the steps of a sequence',
      },
      {
        key: 'calls',
        flag: '--calls <n>',
        description: 'number of calls',
        byDefault: 'until it is cleared',
        ...wholeNumber(1, MOST),
      },
      { key: 'clear', flag: '--clear', kind: 'switch', description: 'disarm', conflicts: ['calls'] },
    ],
    async run(client, output, { scenario, calls, clear = false }) {
      const { arm } = await import('./profiles.ts');
      await arm(client, output, { scenario, calls, clear });
    },
  }),
  define({
    name: 'clock',
    examples: [
      { line: 'taxiway clock advance PT21M', does: '21 minutes later: offers are expired' },
      { line: 'taxiway clock freeze 2027-01-10T12:00:00Z', does: 'the clock is frozen at that instant' },
    ],
    summary: 'show or move the clock of a profile, with its next due events',
    settings: [
      { key: 'verb', argument: '[verb]', choices: clockVerbs, description: 'action', byDefault: 'show' },
      {
        key: 'value',
        argument: '[value]',
        description: 'an instant for freeze and run; for advance a duration, next, or the name of an event',
      },
      {
        key: 'resource',
        flag: '--resource <id>',
        description: 'for advance: to the next event of this resource',
      },
    ],
    async run(client, output, { verb = 'show', value, resource }) {
      const { clock } = await import('./clock.ts');
      await clock(client, output, { verb, value, resource });
    },
  }),
  define({
    name: 'journal',
    examples: [
      { line: 'taxiway journal --follow', does: 'new calls as they end' },
      { line: 'taxiway journal --export calls.har', does: 'the whole journal in a file' },
    ],
    summary: 'list the latest calls of a profile, show one, or follow them',
    settings: [
      { key: 'id', argument: '[id]', description: 'one call, with headers and bodies' },
      {
        key: 'limit',
        flag: '--limit <n>',
        description: 'how many',
        byDefault: '50',
        ...wholeNumber(1, MOST),
      },
      {
        key: 'operation',
        flag: '--operation <name>',
        description: 'only calls of this operation: book, or bookTransfer',
      },
      { key: 'follow', flag: '--follow', kind: 'switch', description: 'print new calls until Ctrl-C' },
      {
        key: 'export',
        flag: '--export <file>',
        kind: 'file',
        writes: 'file',
        description: 'write the whole journal into a file.har or a file.ndjson',
      },
    ],
    async run(client, output, { id, limit = 50, operation, follow, export: file }) {
      const { exportJournal, followJournal, listJournal, showExchange } = await import('./journal.ts');
      if (id !== undefined) await showExchange(client, output, id);
      else if (file !== undefined) await exportJournal(client, output, file);
      else if (follow) await followJournal(client, output);
      else await listJournal(client, output, { limit, operation });
    },
  }),
  define({
    name: 'resources',
    examples: [
      { line: 'taxiway resources --kind reservations', does: 'the bookings, hidden ones included' },
      { line: 'taxiway resources --json', does: 'searches, orders and reservations, for programs' },
    ],
    summary: 'list the resources of a profile with their possible actions, or show one',
    settings: [
      { key: 'id', argument: '[id]', description: 'one resource in full' },
      { key: 'kind', flag: '--kind <kind>', choices: resourceKinds, description: 'only these' },
    ],
    async run(client, output, { id, kind }) {
      const { listResources, showResource } = await import('./resources.ts');
      if (id !== undefined) await showResource(client, output, id);
      else await listResources(client, output, kind ? [kind] : ['searches', 'orders', 'reservations']);
    },
  }),
  define({
    name: 'settle',
    examples: [
      { line: 'taxiway settle rsv_1', does: 'the pending booking rsv_1 completes' },
      { line: 'taxiway settle rsv_1 fail --error-code price_changed', does: 'it fails' },
    ],
    summary: 'trigger an event on a resource now: settle a pending booking, expire an offer',
    settings: [
      { key: 'id', argument: '<id>', description: 'the resource, from `taxiway resources`' },
      {
        key: 'action',
        argument: '[action]',
        choices: actions,
        description: 'action',
        byDefault: 'complete',
      },
      { key: 'errorCode', flag: '--error-code <code>', choices: failureCodes, description: 'for fail: why' },
      {
        key: 'pricingToken',
        flag: '--pricing-token <token>',
        description: 'only this pricing, when expiring a search',
      },
    ],
    async run(client, output, { id = '', action = 'complete', errorCode, pricingToken }) {
      const { settle } = await import('./resources.ts');
      await settle(client, output, id, {
        action,
        ...(errorCode && { errorCode }),
        ...(pricingToken && { pricingToken }),
      });
    },
  }),
  define({
    name: 'reset',
    examples: [
      { line: 'taxiway reset', does: 'the demo profile is empty' },
      { line: 'taxiway reset --profile dp_ci0000000001', does: 'another profile is empty' },
    ],
    summary: 'empty a profile: records, journal, clock and armed scenarios',
    settings: [],
    async run(client, output) {
      const { reset } = await import('./profiles.ts');
      await reset(client, output);
    },
  }),
];

/** Serves the same operations to coding agents. Its output is the protocol, so it has no `--json`. */
export const mcp: Command = defineCommand<Omit<TargetSettings, 'json'> & { all: boolean; service: boolean }>({
  name: 'mcp',
  group: 'run',
  summary:
    'serve the sandbox and the checks to coding agents, by the Model Context Protocol on standard input and output',
  page: 'coding-agents.md',
  section: 'control',
  settings: [
    { key: 'all', flag: '--all', kind: 'switch', description: 'offer every operation of the control API' },
    {
      key: 'service',
      flag: '--service',
      kind: 'switch',
      description: 'offer the operations of the service in place of the control API: for an agent that books',
      conflicts: ['all'],
    },
    ...PROFILE.filter((setting): setting is Setting<Exclude<keyof TargetSettings, 'json'>> => setting.key !== 'json'),
  ],
  examples: [
    { line: 'taxiway mcp', does: 'for the sandbox at http://127.0.0.1:4010' },
    { line: 'taxiway mcp --url http://127.0.0.1:4011 --profile dp_ci0000000001', does: 'for another one' },
  ],
  exitCodes: { 0: 'the agent ended the connection', 2: 'a wrong setting, or a message above the size limit' },
  notes:
    'An agent starts it. Without an agent it waits for messages until Ctrl-C. --service reads the key pair from ' +
    'TAXIWAY_PUBLIC_KEY and TAXIWAY_SECRET_KEY, as the exam sets them; by default it is that of the demo profile.',
  async run({ settings, env }, app) {
    const [{ offerControl, offerService }, { runMcp }, { ControlClient: Client }] = await Promise.all([
      import('../mcp/offers.ts'),
      import('../mcp/run-mcp.ts'),
      import('./control-client.ts'),
    ]);
    const target = completeTarget(settings);
    const secrets = [target.adminToken, env['TAXIWAY_SECRET_KEY']].filter((secret) => secret !== undefined);
    const offer = settings.service
      ? await offerService({ baseUrl: target.url, headers: credentialsIn(env, target.profile) })
      : await offerControl(new Client(target), target.profile, settings.all ?? false, app);
    return runMcp(offer, secrets, app);
  },
});

/** Returns a client's headers, from the exam's variables. */
function credentialsIn(env: NodeJS.ProcessEnv, profileCode: string): Record<string, string> {
  const publicKey = env['TAXIWAY_PUBLIC_KEY'] || demoKeys.publicKey;
  return {
    Authorization: `Bearer ${env['TAXIWAY_SECRET_KEY'] || demoKeys.secretKey}`,
    [env['TAXIWAY_SERVICE_ID_HEADER'] || serviceIdHeader.byDefault]: `${publicKey}:${profileCode}`,
  };
}

function completeTarget({
  url = 'http://127.0.0.1:4010',
  profile = demoKeys.profileCode,
  adminToken: token,
}: Partial<TargetSettings>) {
  return { url, profile, adminToken: token };
}

interface RemoteCommand<Own extends readonly Setting[]> extends Pick<Command, 'name' | 'summary' | 'examples'> {
  /** Omitted by the one command that is not about a profile. */
  target?: typeof PROFILE;
  settings: Own;
  run(this: void, client: ControlClient, output: Output, settings: Partial<Values<Own[number]>>): Promise<void>;
}

function define<const Own extends readonly Setting[]>(command: RemoteCommand<Own>): Command {
  const { name, summary, settings, examples, target = PROFILE, run } = command;
  return defineCommand<TargetSettings & Values<Own[number]>>({
    name,
    group: 'control',
    summary,
    section: 'control',
    settings: [...settings, ...target],
    examples,
    exitCodes: { 0: 'done', 2: 'not done: a wrong setting, no response, a refusal' },
    async run({ settings: given }: Given<TargetSettings & Values<Own[number]>>) {
      const { ControlClient: Client } = await import('./control-client.ts');
      const { json = false } = given;
      const output: Output = {
        json,
        columns: process.stdout.columns || undefined,
        print: (text) => void process.stdout.write(text),
      };
      await run(new Client(completeTarget(given)), output, given);
    },
  });
}
