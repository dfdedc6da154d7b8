import { readdirSync } from 'node:fs';
import type { Area, Contract } from './contract.ts';

/** The contracts of contracts/*.contract.ts, area by area. */
export async function loadContracts(): Promise<Area[]> {
  const folder = new URL('../../contracts/', import.meta.url);
  const files = readdirSync(folder)
    .filter((name) => /\.contract\.[jt]s$/.test(name))
    .sort();
  const modules = await Promise.all(
    files.map((name) => import(new URL(name, folder).href) as Promise<{ default: Area }>),
  );
  return modules.map((module) => module.default);
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
