import { ErrorNote } from '../parts/error-note.tsx';
import { Acted } from './acted.tsx';
import { ArmedNow } from './armed-now.tsx';
import { Builder } from './builder.tsx';
import { useCatalogue } from './catalogue.ts';
import { Jumps } from './jumps.tsx';
import { Picker } from './picker.tsx';
import { Wanted } from './wanted.tsx';

/** What the sandbox can be made to do, what is armed, and what it did. */
export function ScenariosView() {
  const { data: scenarios, error } = useCatalogue();
  return (
    <div class="scenarios">
      <div class="scenarios-all">
        <Jumps label="On this page" to={PARTS} />
      </div>
      <Wanted />
      <ArmedNow />
      <Builder scenarios={scenarios ?? []} />
      <Acted />
      <div class="scenarios-all">
        <ErrorNote error={error} />
        {scenarios ? <Picker scenarios={scenarios} /> : !error && <p class="quiet">Loading…</p>}
      </div>
    </div>
  );
}

const PARTS = [
  ['armed-now', 'Armed now'],
  ['builder', 'Put a sequence together'],
  ['acted', 'What it did'],
  ['picker', 'All scenarios'],
] as const;
