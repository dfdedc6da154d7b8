/** What the scorecard has in addition to the style of reports: tiles, and failures that print well. */
export const SCORECARD = `
h1 { font-size: 2.4rem; line-height: 1.15; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .35rem; \
list-style: none; padding: 0; }
.tile { border: 1px solid var(--line); border-left-width: 4px; border-radius: 4px; padding: .2rem .5rem; \
overflow-wrap: anywhere; }
.legend { grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), max-content)); margin: .8rem 0; }
.mark { display: inline-block; width: 1.1em; text-align: center; font-weight: 700; color: var(--other); }
.tile.passed { border-left-color: var(--pass); } .passed .mark { color: var(--pass); }
.tile.failed { border-color: var(--fail); background: color-mix(in srgb, var(--fail) 10%, transparent); }
.failed .mark { color: var(--fail); }
.tile.failed-expectedly, .tile.not-counted { border-left-color: var(--warn); }
.failed-expectedly .mark, .not-counted .mark { color: var(--warn); }
.tile.not-applicable { border-style: dashed; color: var(--quiet); }
.failure { margin-top: 1.6rem; } .failure h2 { overflow-wrap: anywhere; }
.finding.warning { border-color: var(--warn); }
blockquote { margin: .4rem 0; padding-left: .8rem; border-left: 3px solid var(--line); }
@media print {
  @page { margin: 12mm; }
  body { max-width: none; font-size: 11px; padding: 0; } code, pre { font-size: 10px; }
  .tiles { grid-template-columns: repeat(4, 1fr); gap: 1mm; }
  .tile, .finding, blockquote { break-inside: avoid; }
  .tile { print-color-adjust: exact; }
  .failure h2, .failure h2 + p { break-after: avoid; }
}
`;
