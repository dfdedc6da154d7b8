/** The building blocks of the generated pages. */

/** Blocks with an empty line between them. */
export function page(...blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}

/** Escapes columns, tags and emphasis. In code spans only columns are escaped. */
export function cell(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => part.replace(part.startsWith('`') ? /\|/g : /[|<*]/g, '\\$&'))
    .join('');
}

/**
 * Returns a page with the text between `<!-- name: … -->` and `<!-- end of name -->` replaced. Throws an Error if the
 * page has no such marks.
 */
export function fill(page: string, name: string, text: string): string {
  const [whole, begin, end] =
    new RegExp(`(<!-- ${name}: [^\n]*-->\n).*?(<!-- end of ${name} -->)`, 's').exec(page) ?? [];
  if (whole === undefined) throw new Error(`the page needs the marks <!-- ${name}: … --> and <!-- end of ${name} -->`);
  return page.replace(whole, () => `${begin}\n${text}\n\n${end}`);
}

/** The note on a generated page that names its source. */
export function madeFrom(source: string): string {
  return `<!-- Made from ${source} by docs/generate.ts; edit that and run \`npm run docs\`. -->`;
}
