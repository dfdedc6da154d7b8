import { ConfigError, ExplainedError } from '../base/config-error.ts';
import { messageOf } from '../base/message-of.ts';
import { plain } from '../check/report/text.ts';
import { SpecError } from '../interface/openapi/spec-error.ts';

/**
 * Returns the lines for standard error: the command, the failure and the next step, then the command that shows help. A
 * ConfigError's lines are about the user's own settings and files; other texts may come from a target.
 */
export function explain(error: unknown, command: string): string {
  const message = messageOf(error);
  if (error instanceof ConfigError || error instanceof SpecError)
    return complaint(message.split('\n').map(indented).join('\n'), command);
  if (error instanceof ExplainedError) return complaint(plain(message), command);
  if (error instanceof EvalError)
    return complaint(
      `${plain(message)}: taxiway compiles its validators while it runs; start it without ` +
        '--disallow-code-generation-from-strings, also in NODE_OPTIONS',
      command,
    );
  const [from] = /\bat .*/.exec((error instanceof Error ? error.stack : undefined) ?? '') ?? [''];
  return (
    `taxiway ${command}: the command itself failed: ${plain(message)} (${plain(from)})\n` +
    'Please report it with these lines and what `taxiway --version` says.'
  );
}

/** Returns a message in the common form for command-line errors. An empty command is the program itself. */
export function complaint(message: string, command: string): string {
  const name = command === '' ? 'taxiway' : `taxiway ${command}`;
  return `${name}: ${message}\nHelp: ${name} --help`;
}

function indented(line: string): string {
  const [indent = ''] = /^ */.exec(line) ?? [];
  return indent + plain(line);
}
