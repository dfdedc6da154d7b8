import { code, table } from '../../src/base/markdown.ts';
import type { ConductArea, ConductCheck } from '../../src/check/judge/conduct.ts';
import { anchorOf } from '../../src/check/judge/rule-page.ts';
import type { ListedBadClient } from '../../src/interface/rules/load-proofs.ts';
import type { Rule } from '../../src/interface/rules/load-rules.ts';
import { hiddenConduct } from '../../src/interface/rules/load-rules.ts';
import { documentSections } from '../../src/interface/rules/sections.ts';
import { cell, madeFrom, page } from '../markdown.ts';

interface Sources {
  rules: readonly Rule[];
  areas: readonly ConductArea[];
  badClients: readonly ListedBadClient[];
}

/**
 * docs/judge-rules.md: a section for each rule that binds the client, and for each piece of advice. Verdicts link to
 * it, so the headings are the ids.
 */
export function renderJudgeRules({ rules, areas, badClients }: Sources): string {
  const checks = areas.flatMap((area) => area.checks);
  const advice = checks.filter((check) => check.advice !== undefined);
  const binding = rules.filter(({ bound }) => bound !== 'service');
  return page(
    '# Rules for clients',
    madeFrom('contracts/rules.yaml, contracts/*.conduct.ts and test/clients/bad'),
    `The ${binding.length} rules of the interface document that bind a client, as \`taxiway judge\` judges ` +
      'recordings by them: when a rule applies, how clients break it, and how to do it right. A rule is judged ' +
      'on each occasion; without one its verdict is *not met*, which is not a pass. Below them is ' +
      '[advice](#advice), which never fails a client.',
    ...sectionsOf(binding).flatMap(([section, own]) => [
      `## ${section}`,
      table(
        ['Rule', 'Statement'],
        own.map(({ id, sentence }) => [`[${code(id)}](#${anchorOf(id)})`, cell(sentence)]),
      ),
      ...own.flatMap((rule) => renderRule(rule, checksOf(checks, rule), badClients)),
    ]),
    '## Advice',
    'Good conduct beyond the rules. It is reported separately, and never fails a client.',
    ...advice.flatMap((check) => [
      `### ${check.advice}`,
      ...renderCheck(check),
      ...renderBadClients(badClients.filter(({ rule }) => rule === check.advice)),
      ...tryIt(check.scenarios, null),
    ]),
  );
}

/** Rules by their first section of the document, in its order. */
function sectionsOf(rules: readonly Rule[]): [title: string, rules: Rule[]][] {
  return [...documentSections].flatMap(([section, title]): [string, Rule[]][] => {
    const own = rules.filter(({ sections }) => sections[0] === section);
    const heading = section === 'preamble' ? title : `§ ${section} ${title}`;
    return own.length === 0 ? [] : [[heading, own]];
  });
}

function checksOf(checks: readonly ConductCheck[], { id }: Rule): ConductCheck[] {
  return checks.filter(({ rules }) => rules.includes(id));
}

function renderRule(rule: Rule, checks: readonly ConductCheck[], badClients: readonly ListedBadClient[]): string[] {
  const hidden = hiddenConduct(rule);
  const scenarios = [...new Set(checks.flatMap((check) => check.scenarios))];
  return [
    `### ${rule.id}`,
    `§ ${rule.sections.join(', ')}. ${cell(rule.sentence)}`,
    ...(hidden === null ? [] : [`**Cannot be observed**: ${cell(hidden)}.`]),
    ...checks.flatMap(renderCheck),
    ...renderBadClients(badClients.filter((client) => client.rule === rule.id)),
    ...(checks.length === 0 ? [] : tryIt(scenarios, rule)),
  ];
}

function renderCheck({ title, occasion, wrong, right }: ConductCheck): string[] {
  return [
    `**${cell(title[0]?.toUpperCase() + title.slice(1))}.**`,
    [
      `- *When it applies*: ${cell(occasion)}.`,
      `- *How clients break it*: ${cell(wrong)}`,
      `- *Right conduct*: ${cell(right)}`,
    ].join('\n'),
  ];
}

function renderBadClients(badClients: readonly ListedBadClient[]): string[] {
  return badClients.length === 0 ? [] : [CAUGHT, badClients.map(renderBadClient).join('\n')];
}

function renderBadClient({ name, breaks, notInHar, notAtExam }: ListedBadClient): string {
  const exceptions = [
    notInHar === null ? '' : ` No HAR file shows it: ${cell(notInHar)}.`,
    notAtExam === null ? '' : ` No situation of the exam shows it: ${cell(notAtExam)}.`,
  ];
  return `- ${code(name)}: ${cell(breaks)}${exceptions.join('')}`;
}

const CAUGHT =
  'Bad clients caught in the tests, by the judge of the sandbox, from a HAR file and in the exam, except as stated:';

/** How to bring an occasion about in the sandbox. */
function tryIt(scenarios: readonly string[], rule: Rule | null): string[] {
  const [scenario] = scenarios;
  if (scenario === undefined)
    return rule ? ['*To try it*: ordinary calls are enough ([getting started](getting-started.md)).'] : [];
  return [
    `*To try it*: ${scenarios.map(code).join(', ')} ([scenarios](scenarios.md)). Arm one on the profile, run your ` +
      'client, and read its verdicts:',
    `\`\`\`sh checkout\n${curlOf(scenario)}\n\`\`\``,
  ];
}

function curlOf(scenario: string): string {
  return [
    "curl -X PUT -H 'Authorization: Bearer sk_sandbox_taxiway_demo' \\",
    "  -H 'X-Service-Id: pk_sandbox_taxiway:dp_taxiway00001' -H 'Content-Type: application/json' \\",
    `  http://127.0.0.1:4010/_sandbox/profiles/dp_taxiway00001/scenario -d '{ "scenario": "${scenario}" }'`,
  ].join('\n');
}
