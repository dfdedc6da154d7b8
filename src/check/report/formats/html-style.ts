import type { Report } from '../report.ts';

/** Returns a report's style sheet. It contains the filter, because the page has no script. */
export function styleFor({ verdicts, tiles }: Pick<Report, 'verdicts' | 'tiles'>): string {
  return tiles ? PAGE + TILES : PAGE + filterFor(verdicts.map(({ name }) => classOf(name)));
}

/** Returns the CSS class for a verdict. */
export function classOf(verdict: string): string {
  return verdict.replaceAll(' ', '-');
}

/** Hides rules without the chosen verdict, and sections without such a rule. */
function filterFor(classes: readonly string[]): string {
  const others = classes.map((name) => `body:has(#show-${name}:checked) .rule:not(.${name})`);
  const emptyOnes = classes.map((name) => `body:has(#show-${name}:checked) .rules:not(:has(.rule.${name}))`);
  return `${others.join(', ')} { display: none; }\n${emptyOnes.join(', ')} { display: none; }\n`;
}

const PAGE = `
:root { color-scheme: light dark; --text: light-dark(#1c2024, #e6e8ea); --quiet: light-dark(#60646c, #a0a6ad); \
--back: light-dark(#fff, #16181b); --line: light-dark(#d9dce0, #34383d); \
--code: light-dark(#f3f4f6, #202327);
  --bad: light-dark(#b3261e, #ff8a80); --good: light-dark(#1b6e3c, #6fd394); --doubtful: light-dark(#8a5a00, #f0b849); \
--neutral: light-dark(#4a5568, #a9b4c2); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 15px/1.5 system-ui, sans-serif; \
color: var(--text); background: var(--back); overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; } p, ul, dl { margin: .3rem 0; }
a { color: inherit; } .quiet { color: var(--quiet); }
code, pre { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre, .reason { white-space: pre-wrap; }
pre { background: var(--code); border-radius: 4px; padding: .6rem; margin: .4rem 0; }
h1.passed { color: var(--good); } h1.failed, h1.error { color: var(--bad); }
.contents { columns: 22rem; padding-left: 1.2rem; } .box h2 { margin-top: .3rem; }
.filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem; \
padding: .6rem 0; background: var(--back); border-bottom: 1px solid var(--line); }
.filter label { border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .7rem .1rem .4rem; cursor: pointer; }
.rule { border-bottom: 1px solid var(--line); padding: .3rem 0; } .rule > :not(summary) { margin-left: 1.2rem; }
summary { cursor: pointer; } .rule > summary code { font-weight: 600; }
.verdict { display: inline-block; min-width: 6.5rem; font-weight: 600; color: var(--neutral); }
.bad > summary .verdict, .filter .bad b { color: var(--bad); }
.good > summary .verdict, .filter .good b { color: var(--good); }
.doubtful > summary .verdict, .filter .doubtful b { color: var(--doubtful); }
.finding, .box { border-left: 3px solid var(--bad); padding: .2rem 0 .2rem .8rem; margin: .6rem 0; } \
.box.good { border-color: var(--good); } .finding.warn, .finding.advice { border-color: var(--doubtful); }
blockquote { margin: .4rem 0; padding-left: .8rem; border-left: 3px solid var(--line); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .8rem; } dt { color: var(--quiet); } \
dd { margin: 0; overflow-wrap: anywhere; }
.picture { overflow-x: auto; margin: .6rem 0; } .picture svg { display: block; max-width: 100%; min-width: 40rem; \
height: auto; }
summary, summary + p a, .contents a { min-height: 24px; } .contents li, .tile a { line-height: 24px; }
@media print { :root { color-scheme: light; } .filter { display: none; } .picture { break-inside: avoid; } \
.picture svg { min-width: 0; } }
`;

/** Styles for tiles and printed failures. */
const TILES = `
h1 { font-size: 2.4rem; line-height: 1.15; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .35rem; \
list-style: none; padding: 0; margin: .3rem 0 1rem; }
.tile { border: 1px solid var(--line); border-left-width: 4px; border-radius: 4px; padding: .2rem .5rem; \
overflow-wrap: anywhere; }
.legend { grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), max-content)); margin: .8rem 0; }
.mark { display: inline-block; width: 1.1em; text-align: center; font-weight: 700; color: var(--neutral); }
.mark.good { color: var(--good); } .mark.bad { color: var(--bad); } .mark.doubtful { color: var(--doubtful); }
.tile:has(.good) { border-left-color: var(--good); } .tile:has(.doubtful) { border-left-color: var(--doubtful); }
.tile:has(.bad) { border-color: var(--bad); background: color-mix(in srgb, var(--bad) 10%, transparent); }
.tile.not-applicable { border-style: dashed; color: var(--quiet); }
@media print {
  @page { margin: 12mm; }
  body { max-width: none; font-size: 11px; padding: 0; } code, pre { font-size: 10px; }
  .tiles { grid-template-columns: repeat(4, 1fr); gap: 1mm; }
  .tile, .finding, blockquote { break-inside: avoid; }
  .tile { print-color-adjust: exact; }
  .rule > summary { break-after: avoid; }
}
`;
