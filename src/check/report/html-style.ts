/**
 * The style of an HTML report with these verdicts; it also holds the filter: what the chosen verdict does not want is
 * not displayed. Without verdicts there is no filter.
 */
export function styleFor(verdicts: readonly string[]): string {
  const classes = verdicts.map(classOf);
  const emptyOnes = classes.map((name) => `body:has(#show-${name}:checked) .rules:not(:has(.rule.${name}))`);
  const others = classes.map((name) => `body:has(#show-${name}:checked) .rule:not(.${name})`);
  const hidden = [others.join(', '), emptyOnes.join(', ')].filter((selector) => selector !== '');
  return `
:root { color-scheme: light dark; --text: light-dark(#1c2024, #e6e8ea); --quiet: light-dark(#60646c, #a0a6ad); \
--back: light-dark(#fff, #16181b); --line: light-dark(#d9dce0, #34383d); \
--code: light-dark(#f3f4f6, #202327);
  --fail: light-dark(#b3261e, #ff8a80); --pass: light-dark(#1b6e3c, #6fd394); --warn: light-dark(#8a5a00, #f0b849); \
--other: light-dark(#4a5568, #a9b4c2); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 15px/1.5 system-ui, sans-serif; \
color: var(--text); background: var(--back); }
h1 { margin: 0; font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; } p, ul, dl { margin: .3rem 0; }
a { color: inherit; } .quiet { color: var(--quiet); }
code, pre { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; background: var(--code); border-radius: 4px; padding: .6rem; margin: .4rem 0; }
h1.passed { color: var(--pass); } h1.failed, h1.error { color: var(--fail); }
.contents { columns: 22rem; padding-left: 1.2rem; } .box h2 { margin-top: .3rem; }
.filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem; \
padding: .6rem 0; background: var(--back); border-bottom: 1px solid var(--line); }
.filter label { border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .7rem .1rem .4rem; cursor: pointer; }
.rule { border-bottom: 1px solid var(--line); padding: .3rem 0; } .rule > :not(summary) { margin-left: 1.2rem; }
summary { cursor: pointer; } .rule > summary code { font-weight: 600; }
.verdict { display: inline-block; min-width: 6.5rem; font-weight: 600; color: var(--other); }
.fail > summary .verdict, .error > summary .verdict, .filter .fail b, .filter .error b { color: var(--fail); }
.pass > summary .verdict, .filter .pass b { color: var(--pass); } \
.warn > summary .verdict, .partly > summary .verdict, .filter .warn b { color: var(--warn); }
.finding, .box { border-left: 3px solid var(--fail); padding: .2rem 0 .2rem .8rem; margin: .6rem 0; } \
.box.pass { border-color: var(--pass); } .warn .finding { border-color: var(--warn); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .8rem; } dt { color: var(--quiet); } \
dd { margin: 0; overflow-wrap: anywhere; }
${hidden.map((selector) => `${selector} { display: none; }`).join('\n')}
@media print { .filter { display: none; } }
`;
}

/** The class of a verdict. */
export function classOf(verdict: string): string {
  return verdict.replaceAll(' ', '-');
}
