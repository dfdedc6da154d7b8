import { ErrorNote } from '../parts/error-note.tsx';
import { Acted } from './acted.tsx';
import { ArmedNow } from './armed-now.tsx';
import { Builder } from './builder.tsx';
import { useCatalogue } from './catalogue.ts';
import { Picker } from './picker.tsx';
import { Wanted } from './wanted.tsx';

/** What the sandbox can be made to do, what is armed, and what it did. */
export function ScenariosView() {
  const { data: scenarios, error } = useCatalogue();
  return (
    <div class="scenarios">
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
