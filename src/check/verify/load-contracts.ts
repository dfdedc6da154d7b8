import { loadFolder } from '../../base/load-folder.ts';
import type { Area, Contract } from './contract.ts';

/** Returns the contracts in contracts/*.contract.ts, area by area. */
export async function loadContracts(): Promise<Area[]> {
  return (await loadFolder('contracts/*.contract.ts')).map(({ exported }) => exported as Area);
}

/** Returns the selected contracts in two steps: contracts for the whole run come last. */
export function inSteps<Selected extends { contract: Contract }>(selected: readonly Selected[]): Selected[][] {
  const [first, last] = [false, true].map((atEnd) =>
    selected.filter(({ contract }) => (contract.atEnd ?? false) === atEnd),
  );
  return [first ?? [], last ?? []];
}

/** Returns the contracts for these rules, or all for an empty list, by area. Leaves out areas without any. */
export function planOf(areas: readonly Area[], rules: readonly string[]): Area[] {
  const isSelected = (contract: Contract) => rules.length === 0 || contract.rules.some((rule) => rules.includes(rule));
  const selected = areas.map(({ name, contracts }) => ({ name, contracts: contracts.filter(isSelected) }));
  return selected.filter(({ contracts }) => contracts.length > 0);
}

/** Returns the same in one list. */
export function selectContracts(
  areas: readonly Area[],
  rules: readonly string[],
): { area: string; contract: Contract }[] {
  return planOf(areas, rules).flatMap(({ name, contracts }) => contracts.map((contract) => ({ area: name, contract })));
}
