import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { ErrorNote } from '../parts/error-note.tsx';
import type * as later from './later-views.ts';
import { toControlError, useLoad } from './use-load.ts';

type LaterViews = typeof later;

/** Undefined until a first view needs it. */
let loaded: LaterViews | undefined;

/** Returns a component whose code is loaded with the first one of its kind, so that the first view appears sooner. */
export function lazyView<Props extends object>(
  pick: (views: LaterViews) => ComponentType<Props>,
): ComponentType<Props> {
  return function LazyView(props: Props) {
    const [views, setViews] = useState(loaded);
    const { error } = useLoad(async () => {
      loaded ??= await import('./later-views.ts');
      setViews(loaded);
    }, 'view');
    if (error) return <ErrorNote error={toControlError(error)} />;
    if (!views) return <p class="quiet">Loading…</p>;
    const View = pick(views);
    return <View {...props} />;
  };
}
