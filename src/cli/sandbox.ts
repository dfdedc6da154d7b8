import type { Command } from 'commander';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { demoKeys } from '../profiles/demo-keys.ts';
import type { Action, FailureCode, Kind } from './remote/choices.ts';
import { actions, clockVerbs, failureCodes, kinds } from './remote/choices.ts';
import type { ClockVerb } from './remote/clock.ts';
import type { ControlClient } from './remote/control-client.ts';
import type { Output } from './remote/output.ts';
import { reportWrongUse } from './report-wrong-use.ts';

/** The commands that work on a running sandbox: what the control API does, from a shell. */
export function addSandboxCommands(program: Command): void {
  addProfiles(program);
  addArm(program);
  addClock(program);
  addJournal(program);
  addResources(program);
  addSettle(program);
  addReset(program);
}

function addProfiles(program: Command): void {
  addSandboxCommand(program, 'profiles', 'list the profiles of a running sandbox, or make one')
    .option('--create [name]', 'make a profile, and print its key pair')
    .action((flags: { create?: string | true } & TargetFlags) =>
      run(flags, async (client, output) => {
        const { listProfiles, createProfile } = await import('./remote/profiles.ts');
        if (flags.create === undefined) return listProfiles(client, output);
        return createProfile(client, output, flags.create === true ? undefined : flags.create);
      }),
    );
}

function addArm(program: Command): void {
  addCommand(program, 'arm', 'arm a scenario on a profile; without one, show what is armed')
    .argument('[scenario]', 'as in ?scenario=: one or several, or the steps of a sequence')
    .option('--calls <n>', 'for so many calls; until it is cleared when left out', toCount)
    .addOption(new Option('--clear', 'arm nothing any more').conflicts(['calls']))
    .action((scenario: string | undefined, flags: { calls?: number; clear?: true } & TargetFlags) =>
      run(flags, async (client, output) => {
        const { arm } = await import('./remote/arm.ts');
        await arm(client, output, { scenario, calls: flags.calls, clear: flags.clear === true });
      }),
    );
}

function addClock(program: Command): void {
  addCommand(program, 'clock', 'show the clock of a profile and what falls due next, or move it')
    .addArgument(new Argument('[verb]', 'what to do').choices(clockVerbs).default('show'))
    .argument('[value]', 'an instant for freeze and run; for advance a duration, next, or the name of an event')
    .option('--resource <id>', 'for advance: to the next event of this resource')
    .action((verb: ClockVerb, value: string | undefined, flags: { resource?: string } & TargetFlags) =>
      run(flags, async (client, output) => {
        const { clock } = await import('./remote/clock.ts');
        await clock(client, output, { verb, value, resource: flags.resource });
      }),
    );
}

function addJournal(program: Command): void {
  addCommand(program, 'journal', 'list the latest calls of a profile, show one, or follow them')
    .argument('[id]', 'one call, with headers and bodies')
    .option('--limit <n>', 'how many', toCount, 50)
    .option('--operation <name>', 'only calls of this operation: book, or bookTransfer')
    .option('--follow', 'print calls as they come, until Ctrl-C')
    .option('--export <file>', 'write the whole journal into a file.har or a file.ndjson')
    .addOption(
      new Option('--strays', 'calls that belong to no profile, and what was wrong').conflicts(EXCLUDED_BY_STRAYS),
    )
    .action((id: string | undefined, flags: JournalFlags) =>
      run(flags, async (client, output) => {
        const { exportJournal, followJournal, listJournal, listStrays, showExchange } =
          await import('./remote/journal.ts');
        if (id !== undefined) return showExchange(client, output, id);
        if (flags.strays) return listStrays(client, output, flags.limit);
        if (flags.export !== undefined) return exportJournal(client, output, flags.export);
        if (flags.follow) return followJournal(client, output);
        return listJournal(client, output, { limit: flags.limit, operation: flags.operation });
      }),
    );
}

function addResources(program: Command): void {
  addCommand(program, 'resources', 'list what a profile has and what can happen to it, or show one')
    .argument('[id]', 'one of them, whole')
    .addOption(new Option('--kind <kind>', 'only these').choices(kinds))
    .action((id: string | undefined, flags: { kind?: Kind } & TargetFlags) =>
      run(flags, async (client, output) => {
        const { listResources, showResource } = await import('./remote/resources.ts');
        if (id !== undefined) return showResource(client, output, id);
        return listResources(client, output, flags.kind ? [flags.kind] : ['searches', 'orders', 'reservations']);
      }),
    );
}

function addSettle(program: Command): void {
  addCommand(program, 'settle', 'let something happen to a resource now: settle a pending booking, expire an offer')
    .argument('<id>', 'the resource, from `taxiway resources`')
    .addArgument(new Argument('[action]', 'what happens').choices(actions).default('complete'))
    .addOption(new Option('--error-code <code>', 'for fail: why').choices(failureCodes))
    .option('--pricing-token <token>', 'for expire of a search: only this pricing')
    .action((id: string, action: Action, flags: SettleFlags) =>
      run(flags, async (client, output) => {
        const { settle } = await import('./remote/resources.ts');
        const { errorCode, pricingToken } = flags;
        await settle(client, output, id, {
          action,
          ...(errorCode && { errorCode }),
          ...(pricingToken && { pricingToken }),
        });
      }),
    );
}

function addReset(program: Command): void {
  addCommand(program, 'reset', 'empty a profile: what it has, its journal, its clock and what is armed').action(
    (flags: TargetFlags) =>
      run(flags, async (client, output) => {
        const { show } = await import('./remote/output.ts');
        const reset = await client.onProfile<{ profile: { profileCode: string } }>('POST', '/reset');
        show(output, reset, ({ profile }) => `${profile.profileCode} is empty`);
      }),
  );
}

interface TargetFlags {
  url: string;
  /** There on every command about one profile. */
  profile?: string;
  adminToken?: string;
  json?: true;
}

interface JournalFlags extends TargetFlags {
  limit: number;
  operation?: string;
  follow?: true;
  export?: string;
  strays?: true;
}

interface SettleFlags extends TargetFlags {
  errorCode?: FailureCode;
  pricingToken?: string;
}

/** A command on one profile. */
function addCommand(program: Command, line: string, description: string): Command {
  const profile = new Option('--profile <code>', 'which profile').env('TAXIWAY_PROFILE_CODE');
  return addSandboxCommand(program, line, description).addOption(profile.default(demoKeys.profileCode));
}

function addSandboxCommand(program: Command, line: string, description: string): Command {
  const command = program.command(line).description(description);
  const url = new Option('--url <url>', 'where the sandbox is').env('TAXIWAY_URL').default('http://127.0.0.1:4010');
  const token = new Option('--admin-token <token>', 'where the sandbox has one').env('TAXIWAY_ADMIN_TOKEN');
  return command
    .addOption(url)
    .addOption(token)
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExit codes: 0 it is done, 2 it is not: a wrong setting, no response, a refusal.');
}

function run(flags: TargetFlags, work: (client: ControlClient, output: Output) => Promise<void>): Promise<void> {
  return reportWrongUse(async () => {
    const { ControlClient: Client } = await import('./remote/control-client.ts');
    await work(new Client(flags), {
      json: flags.json === true,
      columns: process.stdout.columns || undefined,
      print: (text) => void process.stdout.write(text),
    });
  });
}

function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('expected a whole number from 1 on');
  return count;
}

const EXCLUDED_BY_STRAYS = ['operation', 'follow', 'export'];
