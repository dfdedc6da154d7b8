import type { Schema } from '../api/client.ts';
import { linkTo } from '../app/route.ts';

type Rule = Schema['RuleVerdict'];

/** Returns the shown rules with their findings as Markdown, for an issue or a message. Links lead to this page. */
export function asMarkdown(title: string, rules: readonly Rule[]): string {
  return [`# ${title}`, ...rules.map(ruleText)].join('\n\n') + '\n';
}

function ruleText({ id, sections, sentence, verdict, right, findings }: Rule): string {
  const head = `## ${verdict}: ${plain(sentence)} (§ ${sections.join(', ')}, \`${id}\`)`;
  if (findings.length === 0) return head;
  return [head, ...right.map((text) => `Instead: ${text}`), ...findings.map((one) => findingText(id, one))].join(
    '\n\n',
  );
}

function findingText(rule: string, { check, expected, actual, exchanges }: Schema['Finding']): string {
  const call = exchanges.at(-1)?.id ?? '';
  const calls = exchanges.map(({ id, at, method, path, status }) => {
    const link = `[${id}](${addressOf({ view: 'live', item: id })})`;
    return `- ${at} \`${method} ${path.replaceAll('`', "'")}\` ${status ?? 'no response'} (${link})`;
  });
  const link = `[link](${addressOf({ view: 'judge', query: { rule, call } })})`;
  const head = `**${plain(check)}**: expected ${plain(expected)}, found ${plain(actual)} (${link})`;
  return [head, calls.join('\n')].join('\n\n');
}

function addressOf(place: Parameters<typeof linkTo>[0]): string {
  return location.href.replace(/#.*/, '') + linkTo(place);
}

/** Texts of a client could be markup. */
function plain(text: string): string {
  return text.replaceAll(/[\\*_<>[\]#|]/g, String.raw`\$&`);
}
