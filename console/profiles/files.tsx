import { useRef, useState } from 'preact/hooks';
import type { Schema } from '../api/client.ts';
import { act } from '../app/sandbox.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { downloadExport, importFile } from './profile-file.ts';

/** Exports a profile's state to a file, and imports one in its place. */
export function Files({ profile: { profileCode } }: { profile: Schema['Profile'] }) {
  const [file, setFile] = useState<File | null>(null);
  const [said, setSaid] = useState('');
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = (files: FileList | null | undefined): void => {
    setOver(false);
    setSaid('');
    setFile(files?.[0] ?? null);
  };
  const forget = (): void => {
    setFile(null);
    if (input.current) input.current.value = '';
  };
  const put = async (chosen: File): Promise<void> => {
    const { imported } = await act(() => importFile(profileCode, chosen));
    forget();
    setSaid(
      `Imported: ${Object.entries(imported)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}.`,
    );
  };
  return (
    <section class="card" aria-label="Export and import">
      <h2>Export and import</h2>
      <ActionButton work={() => downloadExport(profileCode)}>Export</ActionButton>
      <label
        class={isOver ? 'drop drop-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          choose(event.dataTransfer?.files);
        }}
      >
        <span>A file to import: drop it here, or choose it</span>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          onChange={(event) => choose(event.currentTarget.files)}
        />
      </label>
      {file && (
        <div role="group" aria-label="Import">
          <p>
            Put <bdi>{file.name}</bdi> ({Math.ceil(file.size / 1000)} kB) in place of all data of this profile? Only its
            code and keys remain.
          </p>
          <div class="dialog-buttons">
            <button type="button" onClick={forget}>
              Keep what it has
            </button>
            <ActionButton class="main-action" work={() => put(file)}>
              Import
            </ActionButton>
          </div>
        </div>
      )}
      <p role="status">{said}</p>
    </section>
  );
}
