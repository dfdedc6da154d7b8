import { documentSections } from '../../../interface/rules/sections.ts';
import { escapeHtml } from '../../report/escape-html.ts';
import { htmlPage } from '../../report/html-page.ts';
import { classOf, styleFor } from '../../report/html-style.ts';
import { count, cut } from '../../report/text.ts';
import type { Exchange } from '../http/exchange.ts';
import { exchangeAsCurl } from '../http/exchange.ts';
import type { Finding } from '../verdict.ts';
import { verdicts } from '../verdict.ts';
import type { BrokenRule } from './broken-rules.ts';
import { listBroken } from './broken-rules.ts';
import type { Conclusion } from './conclusion.ts';
import { nameOf } from './failures.ts';
import type { AssumptionReport, Report, RuleReport } from './report.ts';

/** The report as one self-contained page: no scripts, no fonts, no pictures. The filter is CSS only. */
export function renderHtml(report: Report, conclusion: Conclusion): string {
  const broken = listBroken(report, conclusion);
  return htmlPage(
    `taxiway verify: ${conclusion.verdict}`,
    styleFor(verdicts),
    `${renderHead(report, conclusion, broken)}
${renderContents(broken)}
${renderFilter(report)}
<main>
${renderErrors(report)}
${renderMended(conclusion)}
${broken
  .filter(({ kind }) => kind !== 'rule')
  .map(renderOther)
  .join('\n')}
${[...documentSections]
  .map(([section, title]) =>
    renderSection(
      section === 'preamble' ? title : `§ ${section} ${title}`,
      report.rules.filter((rule) => rule.sections[0] === section),
      report,
      broken,
    ),
  )
  .join('\n')}
${renderAssumptions(report.assumptions)}
</main>`,
  );
}

function renderHead(
  { target, startedAt, durationMs, checks, calls, taxiway }: Report,
  { verdict, reason }: Conclusion,
  broken: readonly BrokenRule[],
): string {
  const known = broken.filter((one) => one.known).length;
  const words = {
    passed: 'Passed',
    failed: `Failed: ${count(broken.length - known, 'failure')}`,
    error: `Error: ${reason}`,
  };
  return `<header>
<h1 class="${verdict}">${escapeHtml(words[verdict])}${known > 0 ? `, ${count(known, 'known failure')}` : ''}</h1>
<p><a href="${escapeHtml(target.flightsUrl)}">${escapeHtml(target.flightsUrl)}</a>\
${target.transfersUrl === target.flightsUrl ? '' : `, transfers ${escapeHtml(target.transfersUrl)}`},
profile ${escapeHtml(target.profileCode)}, \
${target.sandbox ? 'a sandbox' : 'not a sandbox'}, liveMode ${target.liveMode}</p>
<p class="quiet">${count(checks, 'check')} and ${count(calls, 'call')} in ${(durationMs / 1000).toFixed(1)} s, \
${escapeHtml(startedAt)}, taxiway ${escapeHtml(taxiway)}</p>
</header>`;
}

/** Links to each failure: on a page with hundreds of rules they are far apart. */
function renderContents(broken: readonly BrokenRule[]): string {
  if (broken.length === 0) return '';
  const links = broken.map(({ kind, name, known }) => {
    const id = kind === 'rule' ? name : `also-${name}`;
    return `<li><a href="#${escapeHtml(id)}">${escapeHtml(name)}</a>${known ? ' (known)' : ''}</li>`;
  });
  return `<ul class="contents">${links.join('')}</ul>`;
}

function renderFilter({ rules, summary }: Report): string {
  const choice = (id: string, label: string, number: number, checked = false) =>
    `<label class="${id}"><input type="radio" name="show" id="show-${id}"${checked ? ' checked' : ''}> ` +
    `${label} <b>${number}</b></label>`;
  return `<form class="filter" aria-label="Show rules with the verdict">
${choice('all', 'all', rules.length, true)}
${verdicts
  .filter((verdict) => summary[verdict] > 0)
  .map((verdict) => choice(classOf(verdict), verdict, summary[verdict]))
  .join('\n')}
</form>`;
}

function renderErrors({ contracts, faults }: Report): string {
  const ended = contracts.filter(({ verdict }) => verdict === 'error');
  if (ended.length + faults.length === 0) return '';
  const texts = [...ended.map(({ title, reason }) => `${title}: ${reason}`), ...faults];
  return `<section class="box error"><h2>Errors</h2>
${texts.map((text) => `<pre>${escapeHtml(cut(text, 2000))}</pre>`).join('\n')}
</section>`;
}

function renderMended({ mended }: Conclusion): string {
  if (mended.length === 0) return '';
  const items = mended.map(
    (failure) => `<li><code>${escapeHtml(nameOf(failure))}</code> ${escapeHtml(failure.contract)}</li>`,
  );
  return `<section class="box pass"><h2>No longer failing, though in the baseline</h2>
<ul>${items.join('')}</ul>
</section>`;
}

function renderOther({ name, sentence, known, seen }: BrokenRule): string {
  return `<section class="box fail" id="${escapeHtml(`also-${name}`)}">\
<h2><code>${escapeHtml(name)}</code>${known ? ' (known)' : ''}</h2>
<p>${escapeHtml(sentence)}</p>
${seen.map(({ contract, finding }) => renderFinding(finding, contract)).join('\n')}
</section>`;
}

function renderSection(
  title: string,
  rules: readonly RuleReport[],
  report: Report,
  broken: readonly BrokenRule[],
): string {
  if (rules.length === 0) return '';
  return `<section class="rules"><h2>${escapeHtml(title)}</h2>
${rules
  .map((rule) =>
    renderRule(
      rule,
      report,
      broken.find(({ kind, name }) => kind === 'rule' && name === rule.id),
    ),
  )
  .join('\n')}
</section>`;
}

function renderRule(
  { id, sections, sentence, verdict, reason, contracts }: RuleReport,
  { target }: Report,
  broken: BrokenRule | undefined,
): string {
  return `<details class="rule ${classOf(verdict)}" id="${escapeHtml(id)}"\
${verdict === 'fail' || verdict === 'error' ? ' open' : ''}>
<summary><span class="verdict">${verdict}${broken?.known ? ', known' : ''}</span> \
<code>${escapeHtml(id)}</code> ${escapeHtml(sentence)}</summary>
<p class="quiet">§ ${escapeHtml(sections.join(', '))}</p>
${reason === '' ? '' : `<p>${escapeHtml(cut(reason, 2000))}</p>`}
${contracts.length === 0 ? '' : `<ul>${contracts.map((title) => `<li>${escapeHtml(title)}</li>`).join('')}</ul>`}
${(broken?.seen ?? []).map(({ contract, finding }) => renderFinding(finding, contract)).join('\n')}
${broken ? `<pre>taxiway verify ${escapeHtml(target.flightsUrl)} --only ${escapeHtml(id)}</pre>` : ''}
</details>`;
}

function renderAssumptions(assumptions: readonly AssumptionReport[]): string {
  if (assumptions.length === 0) return '';
  return `<section class="rules"><h2>Assumptions that are not met</h2>
${assumptions
  .map(
    ({ id, value, findings }) => `<details class="rule warn" id="assumption-${escapeHtml(id)}">
<summary><span class="verdict">warn</span> <code>${escapeHtml(id)}</code> ${escapeHtml(value)}</summary>
${findings
  .slice(0, MAX_FINDINGS)
  .map((finding) => renderFinding(finding, ''))
  .join('\n')}
${findings.length > MAX_FINDINGS ? `<p>and ${findings.length - MAX_FINDINGS} more</p>` : ''}
</details>`,
  )
  .join('\n')}
</section>`;
}

function renderFinding({ expected, actual, pointer, exchange }: Finding, contract: string): string {
  return `<div class="finding">
${contract === '' ? '' : `<p>${escapeHtml(contract)}</p>`}
<dl><dt>expected</dt><dd>${escapeHtml(expected)}</dd><dt>found</dt><dd>${escapeHtml(actual)}</dd>\
${pointer ? `<dt>at</dt><dd><code>${escapeHtml(pointer)}</code></dd>` : ''}</dl>
${exchange ? renderExchange(exchange) : ''}
</div>`;
}

function renderExchange(exchange: Exchange): string {
  const { request, response, durationMs } = exchange;
  const body = (text: string): string => (text ? `\n\n${escapeHtml(cut(indented(text), MAX_BODY))}` : '');
  return `<details><summary><code>${escapeHtml(request.method)} ${escapeHtml(request.url)}</code> → \
${response.status}, ${durationMs} ms</summary>
<pre>${headerLines(request.headers)}${body(request.body ?? '')}</pre>
<pre>${response.status}\n${headerLines(response.headers)}${body(response.text)}</pre>
<pre>${escapeHtml(exchangeAsCurl(exchange))}</pre>
</details>`;
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => escapeHtml(`${name}: ${value}`))
    .join('\n');
}

/** JSON is indented, anything else unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const MAX_FINDINGS = 5;
const MAX_BODY = 6000;
