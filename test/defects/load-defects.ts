import { readdirSync } from 'node:fs';
import type { Defect } from './defect.ts';
import { defectsNowAndThen } from './defects-now-and-then.ts';

/** Every planted defect, area by area, and then those made of them that act now and then. */
export async function loadDefects(): Promise<Defect[]> {
  const folder = new URL('./planted/', import.meta.url);
  const modules = await Promise.all(
    readdirSync(folder)
      .sort()
      .map((name) => import(new URL(name, folder).href) as Promise<{ default: Defect[] }>),
  );
  const planted = modules.flatMap((module) => module.default);
  return [...planted, ...defectsNowAndThen(planted)];
}
