import { settings } from '../config/config.ts';
import { examSettings } from '../config/exam-settings.ts';
import { judgeSettings } from '../config/judge-settings.ts';
import { recordSettings } from '../config/record-settings.ts';
import { verifySettings } from '../config/verify-settings.ts';
import { didYouMean } from './did-you-mean.ts';

/** A line for each variable of the environment that looks like a setting and is none: most likely a misspelt one. */
export function nameUnknownVariables(env: NodeJS.ProcessEnv): string[] {
  const known = [settings, verifySettings, judgeSettings, examSettings, recordSettings]
    .flatMap((all): readonly { env: string | null }[] => all)
    .flatMap((setting) => setting.env ?? []);
  return Object.keys(env)
    .filter((name) => name.startsWith('TAXIWAY_') && !known.includes(name) && !OTHERS.has(name))
    .map((name) => `taxiway: the variable ${name} is not a setting${didYouMean(name, known)}; it has no effect`);
}

/** For the clients that the exam runs, the curl lines of reports, and the commands on a running sandbox. */
const OTHERS = new Set(['TAXIWAY_TASK', 'TAXIWAY_TRAVELLER', 'TAXIWAY_SECRET', 'TAXIWAY_URL']);
