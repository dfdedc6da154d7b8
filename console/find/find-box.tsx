import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ControlError } from '../api/client.ts';
import { goTo, route } from '../app/route.ts';
import { toControlError } from '../app/use-load.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { findCommands } from './commands.ts';
import type { FoundGroup } from './find-everywhere.ts';
import { findEverywhere } from './find-everywhere.ts';
import type { Found } from './found.ts';

/** One search for everything, with the console's commands: a button, and Ctrl-K or ⌘K from anywhere. */
export function FindBox() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    if (dialog.current?.open) return;
    setOpen(true);
    dialog.current?.showModal();
  };
  // The keys work as soon as the button shows.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" class="find-button" onClick={open} aria-keyshortcuts="Control+K Meta+K">
        Find <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <dialog ref={dialog} class="find" aria-label="Find" onClose={() => setOpen(dialog.current?.open ?? false)}>
        {isOpen && <Finder close={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

function Finder({ close }: { close: () => void }) {
  const [text, setText] = useState('');
  const { groups, isSearching } = useFound(text);
  const [active, setActive] = useState(0);
  const [error, setError] = useState<ControlError>();
  /** True after Enter, until the search has a result. */
  const [isEntered, setEntered] = useState(false);
  const id = useId();
  const all = groups.flatMap(({ found }) => found);
  const chosen = Math.min(active, all.length - 1);
  const choose = (found: Found): void => {
    setError(undefined);
    if (typeof found.to !== 'function') {
      close();
      return goTo(found.to);
    }
    found.to().then(close, (thrown: unknown) => setError(toControlError(thrown)));
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined && all.length > 0) setActive((chosen + step + all.length) % all.length);
    else if (event.key === 'Enter') setEntered(true);
    // By default, the first Escape would empty the field only.
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    if (!isEntered || isSearching) return;
    setEntered(false);
    const found = all[chosen];
    if (found) choose(found);
  }, [isEntered, isSearching]);
  return (
    <>
      <input
        type="search"
        role="combobox"
        list={undefined}
        aria-label="Find anything: an id, a name, a number, a status, a rule"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen < 0 ? undefined : `${id}-${chosen}`}
        placeholder="An id, a name, a number, a status, a rule, or a command"
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        maxLength={200}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
          setEntered(false);
        }}
        onKeyDown={onKey}
        ref={(input) => input?.focus()}
      />
      <ErrorNote error={error} />
      <div id={id} role="listbox" aria-label="Found" class="find-list">
        {groups.map(({ title, found }) => (
          <div key={title} role="group" aria-label={title}>
            <div class="find-title" role="presentation">
              {title}
            </div>
            {found.map((one) => (
              <Option
                key={one.key}
                id={`${id}-${all.indexOf(one)}`}
                found={one}
                isChosen={all.indexOf(one) === chosen}
                choose={choose}
              />
            ))}
          </div>
        ))}
      </div>
      <p class="quiet" role="status">
        {stateOf(all.length, isSearching)}
      </p>
    </>
  );
}

function Option({
  id,
  found,
  isChosen,
  choose,
}: {
  id: string;
  found: Found;
  isChosen: boolean;
  choose: (found: Found) => void;
}) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <div ref={option} id={id} role="option" aria-selected={isChosen} onClick={() => choose(found)}>
      <bdi>{found.title}</bdi> <span class="quiet">{found.detail}</span>
    </div>
  );
}

/** Finds a text, a moment after it was typed; lists the commands without one. */
function useFound(text: string): { groups: FoundGroup[]; isSearching: boolean } {
  const { profile } = route.value;
  const wanted = text.trim();
  const [state, setState] = useState({ of: '', groups: COMMANDS, open: 0 });
  useEffect(() => {
    if (wanted === '') return setState({ of: '', groups: COMMANDS, open: 0 });
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = findEverywhere(wanted, profile, (groups, open) => setState({ of: wanted, groups, open }));
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [wanted, profile]);
  return { groups: state.groups, isSearching: state.of !== wanted || state.open > 0 };
}

function stateOf(count: number, isSearching: boolean): string {
  if (isSearching) return 'Searching…';
  if (count === 0) return 'Nothing contains this text.';
  return count === 1 ? '1 found. Enter opens it.' : `${count} found. Arrow keys choose, Enter opens.`;
}

const COMMANDS: FoundGroup[] = [{ title: 'Commands', found: findCommands('') }];
const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const TYPING_MS = 150;
