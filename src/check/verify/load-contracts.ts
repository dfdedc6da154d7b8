import { loadFolder } from '../../base/load-folder.ts';
import type { Area, Contract } from './contract.ts';

/** The contracts of contracts/*.contract.ts, area by area. */
export async function loadContracts(): Promise<Area[]> {
  return (await loadFolder('contracts/*.contract.ts')).map(({ exported }) => exported as Area);
}

/** The selected contracts in the two steps in which they run: those that judge the whole run come last. */
export function inSteps<Selected extends { contract: Contract }>(selected: readonly Selected[]): Selected[][] {
  const [first, last] = [false, true].map((atEnd) =>
    selected.filter(({ contract }) => (contract.atEnd ?? false) === atEnd),
  );
  return [first ?? [], last ?? []];
}

/** The contracts that check one of these rules; all of them for an empty list. */
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
