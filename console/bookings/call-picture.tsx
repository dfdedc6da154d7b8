import { route } from '../app/route.ts';
import { useLoad } from '../app/use-load.ts';
import { Drawing } from '../parts/drawing.tsx';
import { Fold } from '../parts/fold.tsx';
import { loadStory, pictureOf } from './load-story.ts';

/** The calls about the same search or booking as one drawing, folded for a call that broke no rule. */
export function CallPicture({ ids, isOpen }: { ids: readonly string[]; isOpen: boolean }) {
  if (ids.length === 0) return null;
  if (!isOpen) return <Fold summary="What happened to this booking">{() => <Loaded ids={ids} />}</Fold>;
  return (
    <section aria-label="What happened">
      <Loaded ids={ids} />
    </section>
  );
}

function Loaded({ ids }: { ids: readonly string[] }) {
  const profileCode = route.value.profile ?? '';
  const { data } = useLoad(() => loadStory(profileCode, ids), `${profileCode} ${ids.join(' ')}`);
  return data && <Drawing picture={pictureOf('Calls about the same booking', data)} />;
}
