import { count, listed } from '../report/text.ts';
import type { Area, Contract } from './contract.ts';
import { bookingCalls } from './http/client.ts';

/** Returns a plan's area as `--json` shows it. */
export function briefOf({ name, contracts }: Area): object {
  return {
    area: name,
    contracts: contracts.map((contract) => {
      const { title, rules, calls, scenarios = [] } = contract;
      return { title, rules, calls, scenarios, books: books(contract) };
    }),
  };
}

/** Renders the planned checks and calls, without making any call. */
export function renderPlan(chosen: readonly Area[]): string {
  const contracts = chosen.flatMap((area) => area.contracts);
  const parts = [
    ...chosen.map(renderArea),
    renderOperations(contracts),
    ...renderNeeds(contracts),
    renderTotal(contracts),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderArea({ name, contracts }: Area): string {
  return [`${name}: ${count(contracts.length, 'contract')}`, ...contracts.flatMap(renderContract)].join('\n');
}

function renderContract(contract: Contract): string[] {
  const marks = [
    ...(books(contract) ? ['books'] : []),
    ...(contract.scenarios?.length ? [`scenario ${contract.scenarios.join(', ')}`] : []),
  ];
  return [
    `  ${contract.title}${marks.length > 0 ? `  (${marks.join('; ')})` : ''}`,
    `    checks ${contract.rules.join(', ')}`,
    `    calls  ${contract.calls.join(', ') || 'nothing'}`,
  ];
}

function renderOperations(contracts: readonly Contract[]): string {
  const calling = [
    ...Map.groupBy(
      contracts.flatMap(({ calls }) => calls),
      (call) => call,
    ),
  ].toSorted(([, a], [, b]) => b.length - a.length);
  return [
    'Called operations, with the number of contracts:',
    ...calling.map(
      ([call, { length }]) =>
        `  ${String(length).padStart(4)}  ${call}${bookingCalls.includes(call) ? '  (books, changes or cancels)' : ''}`,
    ),
  ].join('\n');
}

function renderNeeds(contracts: readonly Contract[]): string[] {
  const scenarios = [...new Set(contracts.flatMap((contract) => contract.scenarios ?? []))].sort();
  if (scenarios.length === 0) return [];
  const wanting = contracts.filter((contract) => contract.scenarios?.length);
  return [
    `Contracts that need scenarios, and are not exercised on a target without them: ${wanting.length}. The ` +
      `scenarios: ${listed(scenarios, 100)}`,
  ];
}

function renderTotal(contracts: readonly Contract[]): string {
  const booking = contracts.filter(books).length;
  return [
    `${count(contracts.length, 'contract')} of ` +
      `${count(new Set(contracts.flatMap(({ rules }) => rules)).size, 'rule')}; ${booking} of them may book, ` +
      'change or cancel.',
    'On a target that returns liveMode true: nothing is checked without --allow-live; with it the other ' +
      `${contracts.length - booking}; with --allow-live --book all.`,
    'Nothing was called.',
  ].join('\n');
}

function books({ calls }: Contract): boolean {
  return calls.some((call) => bookingCalls.includes(call));
}
