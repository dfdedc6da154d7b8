import { redactText } from '../../../exchange/redaction.ts';
import type { Evidence, Finding } from '../../judge/finding.ts';
import { escapeHtml } from '../../report/escape-html.ts';
import { htmlPage } from '../../report/html-page.ts';
import { classOf, styleFor } from '../../report/html-style.ts';
import { count, cut } from '../../report/text.ts';
import { fromConduct } from '../findings.ts';
import { tasks } from '../situation.ts';
import type { Shown } from './remedies.ts';
import { remedyFor } from './remedies.ts';
import type { ExamReport, ExamRule, SituationReport, Standing } from './report.ts';
import { exitCodeOf } from './report.ts';
import { SCORECARD } from './scorecard-style.ts';

/** The scorecard: the verdict, a tile for each situation, and what failed with what to do. Secrets are redacted. */
export function renderExamHtml(report: ExamReport): string {
  const failed = report.situations.filter(({ standing }) => SHOWN.includes(standing));
  const body = `${renderHead(report)}
<main>
${renderLegend(report)}
${tasks.map((task) => renderTask(task, report.situations)).join('\n')}
${renderStale(report)}
${failed.map((situation) => renderFailure(situation, report.rules)).join('\n')}
</main>`;
  return redactText(htmlPage(`taxiway exam: ${VERDICTS[exitCodeOf(report)]}`, styleFor([]) + SCORECARD, body));
}

function renderHead(report: ExamReport): string {
  const { summary, stale, command, exam, startedAt, durationMs, strict, taxiway } = report;
  const verdict = VERDICTS[exitCodeOf(report)];
  const run = Object.values(summary).reduce((sum, number) => sum + number, -summary['not applicable']);
  const words = {
    passed: `Passed: ${summary.passed} of ${count(run, 'situation')}`,
    failed:
      summary.failed > 0
        ? `Failed: ${summary.failed} of ${count(run, 'situation')}`
        : `Failed: ${count(stale.length, 'expected failure')} passed`,
    error: 'Nothing was examined',
  };
  return `<header>
<h1 class="${verdict}">${words[verdict]}</h1>
<p><code>${escapeHtml(cut(command.join(' '), 400))}</code></p>
<p class="quiet">exam ${exam}${strict ? ', strict' : ''}, ${(durationMs / 1000).toFixed(1)} s, \
${escapeHtml(startedAt)}, taxiway ${escapeHtml(taxiway)}</p>
</header>`;
}

function renderLegend({ summary }: ExamReport): string {
  const items = STANDINGS.filter((standing) => summary[standing] > 0).map(
    (standing) =>
      `<li class="tile ${classOf(standing)}">${mark(standing)} ${standing} <b>${summary[standing]}</b></li>`,
  );
  return `<ul class="tiles legend">${items.join('')}</ul>`;
}

function renderTask(task: string, situations: readonly SituationReport[]): string {
  const own = situations.filter((one) => one.task === task);
  if (own.length === 0) return '';
  const run = own.filter(({ standing }) => standing !== 'not applicable');
  const passed = run.filter(({ standing }) => standing === 'passed');
  const counted = run.length === 0 ? 'not applicable' : `${passed.length} of ${run.length} passed`;
  return `<section><h2>${escapeHtml(task)} <span class="quiet">${counted}</span></h2>
<ul class="tiles">${own.map(renderTile).join('\n')}</ul>
</section>`;
}

function renderTile({ name, title, standing }: SituationReport): string {
  const short = escapeHtml(name.replace(/^[^.]*\./, ''));
  const label = SHOWN.includes(standing) ? `<a href="#${escapeHtml(name)}">${short}</a>` : short;
  return `<li class="tile ${classOf(standing)}" title="${escapeHtml(title)}">${mark(standing)} ${label}</li>`;
}

/** A shape of its own for each standing, which a reader of the screen reads as the word. */
function mark(standing: Standing): string {
  return `<span class="mark" role="img" aria-label="${standing}">${MARKS[standing]}</span>`;
}

function renderStale({ stale }: ExamReport): string {
  if (stale.length === 0) return '';
  const items = stale.map(
    ({ situation, rule }) => `<li><code>${escapeHtml(rule ? `${situation}:${rule}` : situation)}</code></li>`,
  );
  return `<section class="box"><h2>Passes, though failures are expected: remove these entries</h2>
<ul>${items.join('')}</ul></section>`;
}

function renderFailure(situation: SituationReport, rules: readonly ExamRule[]): string {
  const { name, title, armed, standing, result } = situation;
  if (!result) return '';
  const ended = result.findings.some(({ kind }) => kind === 'crash' || kind === 'hang');
  const outputs = ended ? result.clients.map(({ stdout, stderr }) => tailOf(stderr || stdout)) : [];
  return `<article class="failure ${classOf(standing)}" id="${escapeHtml(name)}">
<h2>${mark(standing)} ${escapeHtml(name)}</h2>
<p>${escapeHtml(title)}${standing === 'failed' ? '' : ` (${standing})`}</p>
${result.findings.map((finding) => renderFinding(finding, rules)).join('\n')}
${fromConduct(result.warnings)
  .map((warning) => renderFinding({ ...warning, kind: 'warning' }, rules))
  .join('\n')}
${outputs.map((text) => (text === '' ? '' : `<pre>${escapeHtml(text)}</pre>`)).join('')}
<p class="quiet">armed: <code>${escapeHtml(armed || 'nothing')}</code>; run it alone: \
<code>--only ${escapeHtml(name)}</code></p>
</article>`;
}

function renderFinding(finding: Shown, rules: readonly ExamRule[]): string {
  const { kind, message, conduct } = finding;
  const broken = rules.filter(({ id }) => finding.rules.includes(id));
  return `<div class="finding ${kind}">
<p><b>${kind}</b> ${escapeHtml(cut(message, 2000))}</p>
${broken.map(renderRule).join('\n')}
${remedyFor(finding, broken)
  .map((text) => `<p>Instead: ${withCode(text)}</p>`)
  .join('')}
${conduct ? renderCalls(conduct) : ''}
</div>`;
}

function renderRule({ id, sections, sentence, page }: ExamRule): string {
  return `<blockquote>${withCode(sentence)}
<p class="quiet">§ ${escapeHtml(sections.join(', '))}, <code>${escapeHtml(id)}</code>; \
<a href="${escapeHtml(page)}">more</a></p></blockquote>`;
}

/** Escaped, with what stands between backticks as code. */
function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function renderCalls({ exchanges }: Finding): string {
  return exchanges.map(renderCall).join('\n');
}

function renderCall({ id, method, path, status, request, response }: Evidence): string {
  const bodies = [request, response].flatMap((text) => (text === null ? [] : [`<pre>${escapeHtml(text)}</pre>`]));
  return `<details><summary><code>${escapeHtml(method)} ${escapeHtml(cut(path, 300))}</code> → \
${status ?? 'no response'} <span class="quiet">${escapeHtml(id)}</span></summary>
${bodies.join('\n')}
</details>`;
}

function tailOf(text: string): string {
  return cut(text.trimEnd().split('\n').slice(-MAX_LINES).join('\n'), 2000);
}

const VERDICTS = ['passed', 'failed', 'error'] as const;
const STANDINGS: readonly Standing[] = ['passed', 'failed', 'failed expectedly', 'not counted', 'not applicable'];
/** Standings with something to read below the tiles. */
const SHOWN: readonly Standing[] = ['failed', 'failed expectedly', 'not counted'];
const MARKS: Readonly<Record<Standing, string>> = {
  passed: '●',
  failed: '✕',
  'failed expectedly': '◆',
  'not counted': '△',
  'not applicable': '–',
};
const MAX_LINES = 12;
