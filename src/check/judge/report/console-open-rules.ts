import type { Paint } from '../../report/paint.ts';
import { count, cut, listed, plain } from '../../report/text.ts';
import type { JudgeReport, RuleReport } from './report.ts';

/** The rules of which nothing can be said, compactly: by reason, or by the scenario that brings an occasion about. */
export function renderOpenRules({ rules }: JudgeReport, paint: Paint): string[] {
  return [
    ...renderGroups('Undecided', rules, 'undecided', ({ reason }) => reason, paint),
    ...renderGroups('Not met, which is no pass', rules, 'not met', waysTo, paint),
  ];
}

function waysTo({ scenarios, occasions }: RuleReport): string {
  if (scenarios.length > 0) return `scenario ${listed(scenarios, 3)}`;
  return occasions.length > 0 ? 'by ordinary calls' : 'not checked yet';
}

function renderGroups(
  title: string,
  rules: readonly RuleReport[],
  verdict: RuleReport['verdict'],
  causeOf: (rule: RuleReport) => string,
  paint: Paint,
): string[] {
  const open = rules.filter((rule) => rule.verdict === verdict);
  if (open.length === 0) return [];
  const groups = [...Map.groupBy(open, causeOf)].toSorted(([, a], [, b]) => b.length - a.length);
  return [
    [
      paint('yellow', `${title}: ${count(open.length, 'rule')}`),
      ...groups.slice(0, MAX_GROUPS).map(
        ([cause, group]) =>
          `  ${cut(plain(cause), 200)}\n    ${listed(
            group.map(({ id }) => id),
            MAX_NAMES,
          )}`,
      ),
      ...(groups.length > MAX_GROUPS
        ? [`  and ${groups.length - MAX_GROUPS} more; --json and --html have them all`]
        : []),
    ].join('\n'),
  ];
}

const MAX_GROUPS = 15;
const MAX_NAMES = 6;
