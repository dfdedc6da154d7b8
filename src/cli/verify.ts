import type { Command } from 'commander';

/** `taxiway verify`: holds an implementation of the service against every documented rule. */
export function addVerify(program: Command, version: string): void {
  program.command('verify')
    .description('check an implementation of the service against every documented rule')
    .argument('<base-url>')
    .option('--only <rule...>', 'only the contracts of these rules')
    .option('--json <file>', 'write the report as JSON')
    .action(async (baseUrl: string, { only = [] }: { only?: string[] }) => {
      const { verify } = await import('../verify/verify.ts');
      const report = await verify({ baseUrl, only }, version, { onResult: (result) => console.log(result.verdict, result.title, result.reason) });
      console.log(JSON.stringify({ ...report, contracts: undefined, rules: report.rules.filter((rule) => rule.verdict !== 'pass').map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings: findings.map(({ expected, actual, pointer }) => ({ expected, actual, pointer })) })) }, null, 1));
    });
}
