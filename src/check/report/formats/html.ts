import { drawPicture } from '../../../exchange/picture/draw-picture.ts';
import { pictureOfEvidence } from '../../../exchange/picture/picture-of-evidence.ts';
import type { Finding, Group, Item, Remark, Report, ShownExchange } from '../report.ts';
import { headline, itemsWith, summary, tally } from '../report.ts';
import { count, cut, escapeMarkup as escape, sectionsOf } from '../text.ts';
import { classOf, styleFor } from './html-style.ts';

/**
 * Returns the report as one self-contained page: no scripts, no fonts, no pictures, nothing from the network. The
 * filter uses CSS only.
 */
export function renderHtml(report: Report): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(`${report.name}: ${report.conclusion.word}`)}</title>
<style>${styleFor(report)}</style>
</head>
<body>
${renderHead(report)}
${report.tiles ? renderLegend(report) : `${renderContents(report)}\n${renderFilter(report)}`}
<main>
${renderMended(report)}
${report.tiles ? report.groups.map((group) => renderTiles(group, report)).join('\n') : ''}
${report.groups.map((group) => renderGroup(group, report)).join('\n')}
</main>
</body>
</html>
`;
}

function renderHead(report: Report): string {
  const { conclusion, subject, notes, done, startedAt, taxiway } = report;
  const { word } = conclusion;
  const result = word.charAt(0).toUpperCase() + word.slice(1) + headline(report).slice(word.length);
  const facts = `${summary(report)}; ${done.join(', ')}, ${startedAt}, taxiway ${taxiway}`;
  const lines = [...subject, ...notes].map((line) => `<p>${escape(cut(line, 600))}</p>`);
  return `<header>
${report.checked ? `<p>${escape(report.checked)}</p>\n` : ''}<h1 class="${conclusion.outcome}">${escape(result)}</h1>
${lines.join('\n')}
<p class="quiet">${escape(facts)}</p>
</header>`;
}

/** Renders links to each failure: on a page with hundreds of rules, they are far apart. */
function renderContents(report: Report): string {
  const shown = [...itemsWith(report, 'failed'), ...itemsWith(report, 'error'), ...itemsWith(report, 'known')];
  if (shown.length === 0) return '';
  const links = shown.map(
    ({ name, outcome }) =>
      `<li><a href="#${escape(name)}">${escape(name)}</a>${outcome === 'known' ? ' (known)' : ''}</li>`,
  );
  return `<ul class="contents">${links.join('')}</ul>`;
}

function renderFilter(report: Report): string {
  const all = tally(report).rows.at(-1)?.numbers ?? [];
  const choice = (id: string, label: string, number: number, tone: string, checked = false) =>
    `<label class="${tone}"><input type="radio" name="show" id="show-${id}"${checked ? ' checked' : ''}> ` +
    `${label} <b>${number}</b></label>`;
  const total = all.reduce((sum, number) => sum + number, 0);
  return `<form class="filter" aria-label="Show ${report.nouns.item}s with the verdict">
${choice('all', 'all', total, '', true)}
${tally(report)
  .columns.map(({ name, tone }, i) => choice(classOf(name), name, all[i] ?? 0, tone))
  .join('\n')}
</form>`;
}

function renderLegend(report: Report): string {
  const { columns, rows } = tally(report);
  const items = columns.map(
    ({ name }, i) =>
      `<li class="tile ${classOf(name)}">${markOf(name, report)} ${name} <b>${rows.at(-1)?.numbers[i] ?? 0}</b></li>`,
  );
  return `<ul class="tiles legend">${items.join('')}</ul>`;
}

function renderMended({ mended, conclusion }: Report): string {
  if (mended.lines.length === 0) return '';
  const items = mended.lines.map((line) => `<li>${escape(line)}</li>`);
  return `<section class="box ${conclusion.also === '' ? 'good' : 'bad'}">\
<h2>${mended.title}: ${count(items.length, 'known failure')} (${mended.advice})</h2>
<ul>${items.join('')}</ul>
</section>`;
}

/** Renders a group overview. */
function renderTiles({ title, items }: Group, report: Report): string {
  if (items.length === 0) return '';
  const passed = items.filter(({ outcome }) => outcome === 'passed').length;
  const run = items.filter(({ outcome }) => outcome !== 'skipped').length;
  return `<section><h2>${escape(title)} \
<span class="quiet">${run === 0 ? 'not applicable' : `${passed} of ${run} passed`}</span></h2>
<ul class="tiles">${items.map((one) => renderTile(one, report)).join('\n')}</ul>
</section>`;
}

/** Renders a group. Below tiles it shows only items with findings. */
function renderGroup({ title, items }: Group, report: Report): string {
  const shown = report.tiles ? items.filter(({ findings }) => findings.length > 0) : items;
  if (shown.length === 0) return '';
  return `<section class="rules"><h2>${escape(title)}</h2>
${shown.map((one) => renderItem(one, report)).join('\n')}
</section>`;
}

function renderTile({ name, sentence, verdict, findings }: Item, report: Report): string {
  const short = escape(name.replace(/^[^.]*\./, ''));
  const label = findings.length > 0 ? `<a href="#${escape(name)}">${short}</a>` : short;
  return `<li class="tile ${classOf(verdict)}" title="${escape(sentence)}">${markOf(verdict, report)} ${label}</li>`;
}

/** Returns the sign for a verdict. A screen reader reads it as the word. */
function markOf(verdict: string, { verdicts }: Report): string {
  const kind = verdicts.find(({ name }) => name === verdict);
  return `<span class="mark ${kind?.tone}" role="img" aria-label="${verdict}">${kind?.mark ?? ''}</span>`;
}

function renderItem(one: Item, { verdicts, tiles }: Report): string {
  const { name, sections, sentence, verdict, outcome, reason, findings, facts, remarks, page, lastLines, times } = one;
  const tone = verdicts.find((kind) => kind.name === verdict)?.tone ?? 'neutral';
  const where = [
    ...(sections.length > 0 ? [`§ ${escape(sections.join(', '))}`] : []),
    ...(page === null ? [] : [`<a href="${escape(page)}">more</a>`]),
  ];
  const shown = findings.slice(0, MAX_FINDINGS);
  return `<details class="rule ${classOf(verdict)} ${tone}" id="${escape(name)}"\
${outcome === 'failed' || outcome === 'error' || tiles ? ' open' : ''}>
<summary><span class="verdict">${verdict}${outcome === 'known' ? ', known' : ''}</span> \
<code>${escape(name)}</code> ${escape(sentence)}</summary>
${where.length === 0 ? '' : `<p class="quiet">${where.join('; ')}</p>`}
${facts.length === 0 ? '' : `<ul>${facts.map((fact) => `<li>${escape(fact)}</li>`).join('')}</ul>`}
${reason === '' ? '' : `<p class="reason">${escape(cut(reason, 2000))}</p>`}
${shown.map((finding) => renderFinding(finding, one)).join('\n')}
${times > shown.length ? `<p>and ${count(times - shown.length, 'more time')}</p>` : ''}
${lastLines.length === 0 ? '' : `<pre>${escape(cut(lastLines.join('\n'), 2000))}</pre>`}
${findings.length > 0 || outcome === 'error' ? remarks.map(renderRemark).join('\n') : ''}
</details>`;
}

function renderRemark({ label, text }: Remark): string {
  if (label === 'again') return `<pre>${escape(text)}</pre>`;
  return `<p>${label.charAt(0).toUpperCase()}${label.slice(1)}: ${withCode(text)}</p>`;
}

function renderFinding(finding: Finding, one: Item): string {
  const { level, source, expected, found, pointer, assumption, rules, exchanges } = finding;
  const quotes = rules.map(
    ({ id, sections, sentence, page }) => `<blockquote>${withCode(sentence)}
<p class="quiet">${sectionsOf(sections, (list) => `§ ${escape(list)}, `)}<code>${escape(id)}</code>; \
<a href="${escape(page)}">more</a></p></blockquote>`,
  );
  const difference = `<dl><dt>expected</dt><dd>${escape(expected ?? '')}</dd><dt>found</dt><dd>${escape(found)}</dd>\
${pointer ? `<dt>at</dt><dd><code>${escape(pointer)}</code></dd>` : ''}\
${assumption === null ? '' : `<dt>assumed</dt><dd><code>${escape(assumption)}</code></dd>`}</dl>`;
  const head = `<p><b>${source.kind}</b> ${escape(expected === null ? cut(found, 2000) : source.title)}</p>`;
  return `<div class="finding ${level}">
${head}
${expected === null ? '' : difference}
${quotes.join('\n')}
${drawExchanges(finding, one)}
${exchanges.map(renderExchange).join('\n')}
</div>`;
}

/** Draws the exchanges of a finding. A source with durations alone has no picture. */
function drawExchanges({ source, rules, found, exchanges }: Finding, { kind, sentence, remarks }: Item): string {
  if (exchanges.length === 0 || exchanges.some(({ time }) => !/^\d{4}-\d\d-\d\dT/.test(time))) return '';
  const evidence = exchanges.map(({ time, address, ...rest }) => ({ at: time, path: address, ...rest }));
  const rule = rules[0]?.sentence ?? (kind === 'rule' ? sentence : found);
  const instead = remarks.find(({ label }) => label === 'instead')?.text ?? '';
  const picture = pictureOfEvidence(source.title || found, evidence, { sentence: rule, instead });
  return `<div class="picture" tabindex="0">${drawPicture(picture)}</div>`;
}

function renderExchange(exchange: ShownExchange): string {
  const { id, time, method, address, status, requestHeaders, responseHeaders, request, response, curl } = exchange;
  const blocks = [[requestHeaders, bodyOf(request)], [responseHeaders, bodyOf(response)], [curl.trimEnd()]].map(
    (parts) => parts.filter((part) => part !== '').join('\n\n'),
  );
  return `<details><summary><code>${escape(method)} ${escape(cut(address, 300))}</code> → ${status ?? 'no response'} \
<span class="quiet">${escape(id === null ? time : `${id}, ${time}`)}</span></summary>
${blocks
  .filter((block) => block !== '')
  .map((block) => `<pre>${escape(block)}</pre>`)
  .join('\n')}
</details>`;
}

/** Returns a body with indented JSON; other text is unchanged. */
function bodyOf(text: string | null): string {
  if (text === null) return '';
  try {
    return cut(JSON.stringify(JSON.parse(text), null, 2), MAX_BODY);
  } catch {
    return cut(text, MAX_BODY);
  }
}

/** Escapes a text and shows parts in backticks as code. */
function withCode(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

const MAX_FINDINGS = 10;
const MAX_BODY = 6000;
