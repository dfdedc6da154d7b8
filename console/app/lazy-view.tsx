import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { ErrorNote } from '../parts/error-note.tsx';
import { toControlError, useLoad } from './use-load.ts';

/** Returns a view that loads its code on the first visit, so that the console's first view appears sooner. */
export function lazyView(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  return function LazyView() {
    const [View, setView] = useState<{ component: ComponentType } | null>(loaded ? { component: loaded } : null);
    const { error } = useLoad(async () => {
      loaded ??= await load();
      setView({ component: loaded });
    }, 'view');
    if (error) return <ErrorNote error={toControlError(error)} />;
    return View ? <View.component /> : <p class="quiet">Loading…</p>;
  };
}
