import type { VNode } from 'preact';
import { Fragment, options } from 'preact';

/**
 * Shows characters that change the text direction as `[U+202E]` wherever a page renders a text: an invisible one could
 * disguise a path, a name or a body. Copied and sent texts stay unchanged, and so do fields.
 */
export function markDirections(): void {
  const before = options.vnode?.bind(options);
  options.vnode = (vnode) => {
    if (typeof vnode.type === 'string' || vnode.type === Fragment) markAll(vnode);
    before?.(vnode);
  };
}

function markAll({ props }: VNode<Record<string, unknown>>): void {
  for (const name of ['children', 'title', 'aria-label']) if (name in props) props[name] = marked(props[name]);
}

function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  return typeof value === 'string' ? value.replace(DIRECTIONS, toMark) : value;
}

function toMark(character: string): string {
  return `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Unicode's Bidi_Control characters. */
const DIRECTIONS = /\p{Bidi_Control}/gu;
