import type { Schema } from '../api/client.ts';
import { Right } from '../parts/right.tsx';
import { Finding } from './finding.tsx';

/** What no rule demands, and what is better avoided. */
export function Advice({ advice }: { advice: Schema['Verdicts']['advice'] }) {
  if (advice.length === 0) return null;
  return (
    <section aria-label="Advice">
      <h2>Advice</h2>
      <p class="quiet">No rule demands it.</p>
      <ol class="rules">
        {advice.map(({ id, check, count, right, findings }) => (
          <li key={`${id} ${check}`} class="card rule">
            <p class="rule-head">
              <span class="outcome outcome-pending">
                <span aria-hidden="true">◇</span> advice
              </span>
              <code>{id}</code> <span class="quiet">{count} ×</span>
            </p>
            <p>{check}</p>
            <Right sentences={[right]} />
            <details>
              <summary>{findings.length === 1 ? '1 finding' : `${findings.length} findings`}</summary>
              {findings.map((finding, index) => (
                <Finding key={`${index} ${finding.check}`} finding={finding} />
              ))}
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
