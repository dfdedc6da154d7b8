import { ActionButton } from '../parts/action-button.tsx';
import { arm, armingOf } from './arming.ts';

/** What testers want most, armed by one click. */
export function Wanted() {
  return (
    <section class="card wanted" aria-labelledby="wanted">
      <h2 id="wanted">Most wanted</h2>
      <ul>
        {WANTED.map(({ title, scenario, calls }) => (
          <li key={title}>
            <ActionButton class="main-action" work={() => arm(scenario, calls ?? undefined)}>
              {title}
            </ActionButton>
            <span class="quiet">
              <code>{scenario}</code> {armingOf({ scenario, calls })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const WANTED: readonly { title: string; scenario: string; calls: number | null }[] = [
  { title: 'Keep the next booking pending', scenario: 'book:pending-forever', calls: 1 },
  { title: 'Let the next booking complete later', scenario: 'book:pending', calls: 1 },
  { title: 'Let the next booking fail', scenario: 'book:failed', calls: 1 },
  { title: 'Book, but lose the response', scenario: 'book:502-after-commit', calls: 1 },
  { title: 'Let the pricing expire', scenario: 'book:expired-token', calls: 1 },
  { title: 'Find no offers', scenario: 'no-offers', calls: 1 },
  { title: 'Respond slowly', scenario: 'slow', calls: null },
];
