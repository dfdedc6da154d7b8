import { documentSections } from '../../../interface/rules/sections.ts';
import { escapeHtml } from '../../report/escape-html.ts';
import { htmlPage } from '../../report/html-page.ts';
import { classOf, styleFor } from '../../report/html-style.ts';
import { count, cut } from '../../report/text.ts';
import type { Evidence, Finding } from '../finding.ts';
import { ruleVerdicts } from '../verdicts.ts';
import type { BrokenRule } from './broken-rules.ts';
import { listBroken } from './broken-rules.ts';
import type { Conclusion } from './conclusion.ts';
import { nameOf } from './failures.ts';
import type { JudgeReport, RuleReport } from './report.ts';
import { missingEnd } from './report.ts';
import { presentVerdicts } from './report.ts';

/** The report as one self-contained page: no scripts, no fonts, no pictures. The filter is CSS only. */
export function renderHtml(report: JudgeReport, conclusion: Conclusion): string {
  const broken = listBroken(report, conclusion);
  return htmlPage(
    `taxiway judge: ${conclusion.verdict}`,
    styleFor(ruleVerdicts) + COLOURS,
    `${renderHead(report, conclusion, broken)}
${renderContents(broken)}
${renderFilter(report)}
<main>
${renderMended(conclusion)}
${[...documentSections]
  .map(([section, title]) =>
    renderSection(
      section === 'preamble' ? title : `§ ${section} ${title}`,
      report.rules.filter((rule) => rule.sections[0] === section),
      broken,
    ),
  )
  .join('\n')}
${renderAdvice(report)}
</main>`,
  );
}

function renderHead(
  { recording, startedAt, durationMs, taxiway }: JudgeReport,
  { verdict, reason }: Conclusion,
  broken: readonly BrokenRule[],
): string {
  const known = broken.filter((one) => one.known).length;
  const words = {
    kept: 'Kept',
    broken: `Broken: ${count(broken.length - known, 'rule')}`,
    error: `Error: ${reason}`,
  };
  const { source, origins, profiles, judged, skipped, from, to } = recording;
  const gaps = profiles.flatMap(({ profile, gap }) => (gap === null ? [] : [`${profile}: ${gap}`]));
  const hidden = gaps.length === 0 ? '' : `What the recording may not show: ${cut(gaps.join('; '), 600)}`;
  return `<header>
<h1 class="${verdict}">${escapeHtml(words[verdict])}${known > 0 ? `, ${count(known, 'known rule')}` : ''}</h1>
<p>${escapeHtml(source)}${origins.length > 0 ? `, calls to ${escapeHtml(origins.join(' and '))}` : ''}, \
profiles ${escapeHtml(cut(profiles.map(({ profile }) => profile).join(', '), 400))}</p>
<p class="quiet">${count(judged, 'exchange')}${from && to ? ` from ${from} to ${to}` : ''}, \
${count(skipped, 'other call')} skipped; judged in ${(durationMs / 1000).toFixed(1)} s, \
${escapeHtml(startedAt)}, taxiway ${escapeHtml(taxiway)}</p>
<p class="quiet">${escapeHtml(hidden)}</p>
<p>${escapeHtml(missingEnd(recording))}</p>
</header>`;
}

/** Links to each broken rule: on a page with a hundred rules they are far apart. */
function renderContents(broken: readonly BrokenRule[]): string {
  if (broken.length === 0) return '';
  const links = broken.map(
    ({ rule: { id }, known }) =>
      `<li><a href="#${escapeHtml(id)}">${escapeHtml(id)}</a>${known ? ' (known)' : ''}</li>`,
  );
  return `<ul class="contents">${links.join('')}</ul>`;
}

function renderFilter(report: JudgeReport): string {
  const choice = (id: string, label: string, number: number, checked = false) =>
    `<label class="${id}"><input type="radio" name="show" id="show-${id}"${checked ? ' checked' : ''}> ` +
    `${label} <b>${number}</b></label>`;
  return `<form class="filter" aria-label="Show rules with the verdict">
${choice('all', 'all', report.rules.length, true)}
${presentVerdicts(report)
  .map(([verdict, number]) => choice(classOf(verdict), verdict, number))
  .join('\n')}
</form>`;
}

function renderMended({ mended }: Conclusion): string {
  if (mended.length === 0) return '';
  const items = mended.map(
    (failure) => `<li><code>${escapeHtml(nameOf(failure))}</code> ${escapeHtml(failure.check)}</li>`,
  );
  return `<section class="box pass"><h2>Kept now, though in the baseline</h2>
<ul>${items.join('')}</ul>
</section>`;
}

function renderSection(title: string, rules: readonly RuleReport[], broken: readonly BrokenRule[]): string {
  if (rules.length === 0) return '';
  return `<section class="rules"><h2>${escapeHtml(title)}</h2>
${rules
  .map((rule) =>
    renderRule(
      rule,
      broken.find((one) => one.rule === rule),
    ),
  )
  .join('\n')}
</section>`;
}

function renderRule(rule: RuleReport, broken: BrokenRule | undefined): string {
  const { id, sections, sentence, verdict, reason, occasions, scenarios, findings, right, page } = rule;
  const counts = (['kept', 'broken', 'warned', 'undecided'] as const).filter((name) => rule[name] > 0);
  const ways = verdict === 'not met' ? [...occasions, ...scenarios.map((name) => `scenario ${name}`)] : [];
  return `<details class="rule ${classOf(verdict)}" id="${escapeHtml(id)}"${broken && !broken.known ? ' open' : ''}>
<summary><span class="verdict">${verdict}${broken?.known ? ', known' : ''}</span> \
<code>${escapeHtml(id)}</code> ${escapeHtml(sentence)}</summary>
<p class="quiet">§ ${escapeHtml(sections.join(', '))}; <a href="${escapeHtml(page)}">more</a></p>
${counts.length === 0 ? '' : `<p>${counts.map((name) => `${rule[name]} ${name}`).join(', ')}</p>`}
${reason === '' ? '' : `<p>${escapeHtml(cut(reason, 2000))}</p>`}
${ways.length === 0 ? '' : `<p>An occasion: ${escapeHtml(ways.join('; '))}</p>`}
${findings.slice(0, MAX_FINDINGS).map(renderFinding).join('\n')}
${findings.length > MAX_FINDINGS ? `<p>and ${findings.length - MAX_FINDINGS} more</p>` : ''}
${findings.length > 0 ? right.map((text) => `<p>Instead: ${escapeHtml(text)}</p>`).join('') : ''}
</details>`;
}

function renderAdvice({ advice }: JudgeReport): string {
  if (advice.length === 0) return '';
  return `<section><h2>Advice, which no rule demands</h2>
${advice
  .map(
    ({ id, check, count: times, findings }) => `<details class="rule" id="advice-${escapeHtml(id)}">
<summary><span class="verdict">${count(times, 'time')}</span> <code>${escapeHtml(id)}</code> \
${escapeHtml(check)}</summary>
${findings.slice(0, MAX_FINDINGS).map(renderFinding).join('\n')}
</details>`,
  )
  .join('\n')}
</section>`;
}

function renderFinding({ level, check, expected, actual, pointer, assumption, exchanges }: Finding): string {
  return `<div class="finding ${level}">
<p>${escapeHtml(check)}</p>
<dl><dt>expected</dt><dd>${escapeHtml(expected)}</dd><dt>found</dt><dd>${escapeHtml(actual)}</dd>\
${pointer ? `<dt>at</dt><dd><code>${escapeHtml(pointer)}</code></dd>` : ''}\
${assumption === null ? '' : `<dt>assumed</dt><dd><code>${escapeHtml(assumption)}</code></dd>`}</dl>
${exchanges.map(renderExchange).join('\n')}
</div>`;
}

function renderExchange({ id, at, method, path, status, request, response }: Evidence): string {
  const body = (text: string | null) => (text === null ? '' : `<pre>${escapeHtml(text)}</pre>`);
  return `<details><summary><code>${escapeHtml(method)} ${escapeHtml(path)}</code> → ${status ?? 'no response'} \
<span class="quiet">${escapeHtml(id)}, ${escapeHtml(at)}</span></summary>
${body(request)}
${body(response)}
</details>`;
}

const MAX_FINDINGS = 10;
/** Verdicts that the reports of verify do not have. */
const COLOURS = `
h1.kept { color: var(--pass); } h1.broken { color: var(--fail); }
.broken > summary .verdict, .filter .broken b { color: var(--fail); }
.kept > summary .verdict, .filter .kept b { color: var(--pass); }
.finding.warn, .finding.advice { border-color: var(--warn); }
`;
