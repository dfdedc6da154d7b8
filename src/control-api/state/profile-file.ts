import { createHash } from 'node:crypto';
import { toIso } from '../../clock.ts';
import { Refusal } from '../../errors/refusal.ts';
import { redactJson } from '../../journal/redact.ts';
import type { ProfileState } from '../../store/state.ts';
import { inSlices } from '../../turns.ts';

/** The state of a profile as one JSON file. `checksum` is over all that stands before it, however it is spaced. */
export interface ProfileFile extends Omit<ProfileState, 'rows'>, Record<string, unknown> {
  format: typeof FORMAT;
  version: typeof VERSION;
  exportedAt: string;
}

/** The text of the file, in pieces of UTF-8; each table is one of its fields. Works in slices. */
export async function writeProfileFile(state: ProfileState, now: number): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  const hash = createHash('sha256');
  const pause = inSlices();
  let text = '';
  const write = (): void => {
    const piece = Buffer.from(text);
    hash.update(piece);
    pieces.push(piece);
    text = '';
  };
  for (const part of partsOf(state, now)) {
    // Somebody may have sent a secret where it does not belong, as a name for example. Ids have no such form.
    text += redactJson(part);
    if (text.length < PIECE_CHARACTERS) continue;
    write();
    await pause();
  }
  write();
  pieces.push(Buffer.from(`,"checksum":"sha256:${hash.update('}').digest('hex')}"}`));
  return pieces;
}

/** What JSON.stringify makes of the file without its checksum, but for the last brace. */
function* partsOf(
  { profile, clock, armed, journal: { exchanges, ...journal }, rows }: ProfileState,
  now: number,
): Generator<string> {
  yield JSON.stringify({ format: FORMAT, version: VERSION, exportedAt: toIso(now), profile, clock, armed }).slice(
    0,
    -1,
  );
  for (const [table, list] of Object.entries(rows)) yield* partsOfList(`,${JSON.stringify(table)}:`, list);
  yield* partsOfList(`,"journal":${JSON.stringify(journal).slice(0, -1)},"exchanges":`, exchanges);
  yield '}';
}

function* partsOfList(name: string, list: readonly object[]): Generator<string> {
  yield `${name}[`;
  for (const [i, entry] of list.entries()) yield `${i === 0 ? '' : ','}${JSON.stringify(entry)}`;
  yield ']';
}

/**
 * Reads the text of a file. What it holds is as it was exported, of this version, and otherwise unchecked.
 * Refuses with `import_damaged` or `import_version`.
 */
export function readProfileFile(text: string): { file: ProfileFile; checksum: string } {
  const whole = parse(text);
  if (typeof whole !== 'object' || whole === null || !('format' in whole) || whole.format !== FORMAT)
    throw damaged(`its format is not "${FORMAT}": it is no export of a profile`);
  const { checksum, ...file } = whole as unknown as ProfileFile & { checksum: unknown };
  if (file.version !== VERSION) {
    throw new Refusal('import_version', [
      {
        path: '/version',
        message: `The file has version ${JSON.stringify(file.version)?.slice(0, 32)}; this sandbox reads version ${VERSION}`,
      },
    ]);
  }
  const expected = checksumOf(JSON.stringify(file));
  if (checksum !== expected) throw damaged('its checksum does not fit what it holds');
  return { file, checksum: expected };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(`it is not valid JSON (${(error as Error).message.slice(0, 100)})`);
  }
}

function damaged(why: string): Refusal {
  return new Refusal('import_damaged', [
    {
      path: '',
      message: `The file is not as it was exported: ${why}. Export the profile again, and send the file unchanged and whole (curl --data-binary @file)`,
    },
  ]);
}

function checksumOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

const FORMAT = 'taxiway-profile';
const VERSION = 1;
const PIECE_CHARACTERS = 64 * 1024;
