import { views } from '../app/views.tsx';
import { advance, setClock } from '../clock/turning.ts';
import { arm, clearArmed } from '../scenarios/arming.ts';
import { WANTED } from '../scenarios/wanted.ts';
import type { Found } from './found.ts';
import { hasWords } from './found.ts';

/** The views, and the commands available from everywhere. */
export function findCommands(search: string): Found[] {
  return COMMANDS.filter(({ title, detail }) => hasWords(search, title, detail));
}

const COMMANDS: readonly Found[] = [
  ...views.map(({ name, title }) => ({ key: `view ${name}`, title, detail: 'go to', to: { view: name } })),
  ...WANTED.map(({ title, scenario, calls }) => ({
    key: `arm ${scenario}`,
    title,
    detail: `arms ${scenario}`,
    to: () => arm(scenario, calls ?? undefined),
  })),
  { key: 'clear', title: 'Clear what is armed', detail: 'scenario', to: clearArmed },
  ...[
    ['PT1M', '1 minute'],
    ['PT1H', '1 hour'],
    ['P1D', '1 day'],
  ].map(([by = '', title = '']) => ({
    key: `advance ${by}`,
    title: `Advance the clock by ${title}`,
    detail: 'clock',
    to: () => advance({ by }),
  })),
  {
    key: 'advance next',
    title: 'Advance the clock to the next due event',
    detail: 'clock',
    to: () => advance({ to: 'next' }),
  },
  { key: 'freeze', title: 'Freeze the clock', detail: 'clock', to: () => setClock({ mode: 'frozen' }) },
  { key: 'run', title: 'Let the clock run', detail: 'clock', to: () => setClock({ mode: 'running' }) },
];
