import { useState } from 'preact/hooks';

/** Copies a text, or what `text` returns, and confirms it for two seconds. */
export function CopyButton({ text, children }: { text: string | (() => Promise<string>); children: string }) {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    const said = await Promise.resolve(typeof text === 'string' ? text : text())
      .then((content) => navigator.clipboard.writeText(content))
      .then(
        () => 'Copied',
        () => 'The browser does not allow it',
      );
    setSaid(said);
    setTimeout(() => setSaid(''), 2000);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {said || children}
      <span class="unseen" role="status">
        {said}
      </span>
    </button>
  );
}
