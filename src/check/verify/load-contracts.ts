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

/** Returns the contracts for these rules, or all for an empty list. */
export function selectContracts(
  areas: readonly Area[],
  rules: readonly string[],
): { area: string; contract: Contract }[] {
  return areas.flatMap(({ name, contracts }) =>
    contracts
      .filter((contract) => rules.length === 0 || contract.rules.some((rule) => rules.includes(rule)))
      .map((contract) => ({ area: name, contract })),
  );
}
