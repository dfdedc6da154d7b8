/** Scenario purposes for a tester, in list order. */
const SCENARIO_GROUPS = {
  outcomes: 'Outcomes of a booking',
  'lost-responses': 'Lost responses with an unknown outcome',
  refusals: 'Refusals',
  expiry: 'Expiry',
  providers: 'Provider trouble',
  offers: 'Offers with more requirements or higher prices',
  ride: 'The ride',
  authentication: 'Authentication',
  'odd-responses': 'Odd but valid responses',
} as const;

export type ScenarioGroup = keyof typeof SCENARIO_GROUPS;

/** Returns the scenarios in each nonempty group, in group order. */
export function byGroup<Grouped extends { group: ScenarioGroup }>(
  scenarios: readonly Grouped[],
): { group: ScenarioGroup; title: string; scenarios: Grouped[] }[] {
  return Object.keys(SCENARIO_GROUPS)
    .filter(isGroup)
    .map((group) => ({
      group,
      title: SCENARIO_GROUPS[group],
      scenarios: scenarios.filter((one) => one.group === group),
    }))
    .filter(({ scenarios: some }) => some.length > 0);
}

/** True for the name of a group. */
export function isGroup(text: string): text is ScenarioGroup {
  return text in SCENARIO_GROUPS;
}
