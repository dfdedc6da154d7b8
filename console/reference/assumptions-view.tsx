import { useMemo } from 'preact/hooks';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { linkTo, route } from '../app/route.ts';
import { useLoad } from '../app/use-load.ts';
import { Choice } from '../parts/choice.tsx';
import type { Entry } from './catalogue.tsx';
import { Catalogue } from './catalogue.tsx';
import { inOrder, sectionText } from './sections.ts';

type Assumption = Schema['Assumption'];

/** The document's gaps, by section. */
export function AssumptionsView() {
  const { data, error } = useLoad(() => dataOf(control.GET('/_sandbox/assumptions')), 'assumptions');
  const { item, query } = route.value;
  const sections = inOrder((data?.assumptions ?? []).map(({ section }) => section));
  const entries = useMemo(() => {
    const chosen = query.get('section');
    const fitting = data?.assumptions.filter(({ id, section }) => !chosen || section === chosen || id === item);
    return fitting && sections.flatMap((section) => fitting.filter((each) => each.section === section).map(toEntry));
  }, [data, item, query]);
  return (
    <Catalogue
      noun="assumption"
      error={error}
      entries={entries}
      filters={<Choice name="section" label="Section" options={sections} textOf={sectionText} />}
    />
  );
}

function toEntry(assumption: Assumption): Entry {
  const { id, section, subject, value, reason, source, setting } = assumption;
  return {
    id,
    group: sectionText(section),
    text: [id, subject, value, reason, setting].join(' '),
    content: (
      <>
        <p>
          Left open: {subject}. <strong>Here:</strong> {value}.
        </p>
        <dl class="facts">
          <dt>Because</dt>
          <dd>{reason}</dd>
          <dt>Source</dt>
          <dd>{source}</dd>
          {setting !== null && <dt>Changed by</dt>}
          {setting !== null && (
            <dd>
              <code>{setting}</code>
            </dd>
          )}
          <dt>Document</dt>
          <dd>
            <a href={linkTo({ view: 'rules', query: { section } })}>{sectionText(section)}: its rules</a>
          </dd>
        </dl>
      </>
    ),
  };
}
