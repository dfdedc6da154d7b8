import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The open item in the title of the page; null while a view shows its list. */
export const itemTitle = signal<string | null>(null);

/** Names the open item in the title of the page, as long as it is open. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    itemTitle.value = title;
    return () => void (itemTitle.value = null);
  }, [title]);
}
