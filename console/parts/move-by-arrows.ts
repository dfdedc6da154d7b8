import type { TargetedKeyboardEvent } from 'preact';

/**
 * Moves the focus through a list: ArrowDown to the next entry's first link, ArrowUp to the previous one's. From outside
 * the entries, it moves to the first visible one. In fields the keys keep their usual function.
 */
export function moveByArrows(event: TargetedKeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const { currentTarget: list, target } = event;
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || isField(target)) return;
  const entries = [...list.querySelectorAll<HTMLElement>('li:not(li li)')].filter((entry) => linkIn(entry));
  const place = entries.findIndex((entry) => entry.contains(document.activeElement));
  const top = list.getBoundingClientRect().top;
  const next = place < 0 ? entries.find((entry) => entry.getBoundingClientRect().top >= top) : entries[place + step];
  if (!next) return;
  event.preventDefault();
  linkIn(next)?.focus();
}

function linkIn(entry: HTMLElement): HTMLElement | null {
  return entry.querySelector('a[href]');
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, select, textarea');
}

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
