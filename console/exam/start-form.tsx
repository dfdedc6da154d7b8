import { ActionForm } from '../parts/action-form.tsx';
import { startExam } from './exam.ts';
import { TASKS } from './tasks.ts';

/** The form for the app's details before the exam. */
export function StartForm() {
  return (
    <section class="card" aria-labelledby="exam-start">
      <h2 id="exam-start">Examine an app</h2>
      <p>
        For a mobile app or a web shop, which is not a command that <code>taxiway exam</code> could run. You do one task
        after the other with the app while this sandbox causes faults, and enter the result that the app shows. The exam
        compares it with the bookings.
      </p>
      <p>
        <strong>Each situation empties this profile</strong>: its bookings, its journal and its clock. Use another
        profile if you need them.
      </p>
      <ActionForm
        submit="Start the exam"
        work={(filled) =>
          startExam({
            client: { name: filled('name'), version: filled('version') },
            tasks: TASKS.map(({ name }) => name).filter((name) => filled(name) !== ''),
            only: filled('only')
              .split(/[\s,]+/)
              .filter((text) => text !== ''),
          })
        }
      >
        <label>
          <span>Name of the app</span>
          <input name="name" required maxLength={100} pattern=".*\S.*" dir="auto" autocomplete="off" />
        </label>
        <label>
          <span>Version</span>
          <input name="version" required maxLength={100} pattern=".*\S.*" autocomplete="off" />
        </label>
        <fieldset>
          <legend>Tasks of the app</legend>
          {TASKS.map(({ name, title, isUsual }) => (
            <label key={name} class="check">
              <input type="checkbox" name={name} value="yes" defaultChecked={isUsual} /> {title}
            </label>
          ))}
        </fieldset>
        <label>
          <span>Only these situations (names or beginnings of names; empty for all)</span>
          <input name="only" autocomplete="off" maxLength={2000} />
        </label>
      </ActionForm>
    </section>
  );
}
