import { documentSections } from '../../src/interface/rules/sections.ts';

/** A document section, with its title. */
export function sectionText(section: string): string {
  const title = documentSections.get(section) ?? '';
  return section === 'preamble' ? title : `§${section} ${title}`;
}

/** Returns the mentioned sections, in document order. */
export function inOrder(sections: readonly string[]): string[] {
  return [...documentSections.keys()].filter((section) => sections.includes(section));
}
