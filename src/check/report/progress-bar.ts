/**
 * A bar with percentage, elapsed and remaining time: `[███░░░░░] 40 %, 0:12 elapsed, 0:18 left`. `startedMs` of the
 * elapsed time passed before the first step.
 */
export function progressBar(done: number, total: number, elapsedMs: number, startedMs = 0): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const filled = Math.round(share * WIDTH);
  const left = share > 0 && share < 1 ? `, ${minutes(((elapsedMs - startedMs) / share) * (1 - share))} left` : '';
  return (
    `[${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %, ` +
    `${minutes(elapsedMs)} elapsed${left}`
  );
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const WIDTH = 20;
