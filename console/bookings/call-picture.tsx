import { route } from '../app/route.ts';
import { useLoad } from '../app/use-load.ts';
import { Drawing } from '../parts/drawing.tsx';
import { Fold } from '../parts/fold.tsx';
import { loadStory, pictureOf } from './load-story.ts';

/** The calls with the same search, booking or tracking id as one drawing, folded for a call that broke no rule. */
export function CallPicture({ texts, isOpen }: { texts: readonly string[]; isOpen: boolean }) {
  if (texts.length === 0) return null;
  if (!isOpen) return <Fold summary="What happened to this booking">{() => <Loaded texts={texts} />}</Fold>;
  return (
    <section aria-label="What happened">
      <Loaded texts={texts} />
    </section>
  );
}

function Loaded({ texts }: { texts: readonly string[] }) {
  const profileCode = route.value.profile ?? '';
  const { data } = useLoad(() => loadStory(profileCode, texts), `${profileCode} ${texts.join(' ')}`);
  return data && <Drawing picture={pictureOf('Calls about the same booking', data)} />;
}
