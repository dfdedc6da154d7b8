/** Returns the sections of a changelog by their names, `Unreleased` or a version, in the order of the file. */
export function changelogSections(changelog: string): ReadonlyMap<string, string> {
  const [, ...sections] = changelog.split(/^## \[/m);
  return new Map(
    sections.map((section) => {
      const [, name = '', text = ''] = /^([^\]]+)\][^\n]*\n([^]*)$/.exec(section) ?? [];
      return [name, text.trim()];
    }),
  );
}
