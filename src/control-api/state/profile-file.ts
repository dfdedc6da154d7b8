import { createHash } from 'node:crypto';
import { toIso } from '../../base/clock.ts';
import { messageOf } from '../../base/message-of.ts';
import { inSlices } from '../../base/turns.ts';
import { redactJson } from '../../exchange/redaction.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { JournaledExchange } from '../../store/journal.ts';
import type { ProfileState } from '../../store/state.ts';
import { damaged } from './read-upload.ts';

/** A profile's state as one JSON file. `checksum` covers everything before it, regardless of white space. */
export interface ProfileFile extends Omit<ProfileState, 'rows'>, Record<string, unknown> {
  format: typeof FORMAT;
  version: number;
  exportedAt: string;
}

/** Returns the file's text in UTF-8 pieces, with a field for each table. Works in slices. */
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
    // A client may have sent a secret as a name, for example. Ids do not look like secrets, so they stay.
    text += redactJson(part);
    if (text.length < PIECE_CHARACTERS) continue;
    write();
    await pause();
  }
  write();
  pieces.push(Buffer.from(`,"checksum":"sha256:${hash.update('}').digest('hex')}"}`));
  return pieces;
}

/**
 * A file omits real times, because they belong to this machine and differ from run to run, and outcomes, because they
 * follow from the responses. Calls without valid credentials do not belong to the profile.
 */
function toFileExchange({
  outcome: _outcome,
  realTime: _realTime,
  durationMs: _ms,
  authenticated: _authenticated,
  problem: _problem,
  ...rest
}: JournaledExchange): object {
  return rest;
}

/** The file's JSON without its checksum, part by part. */
function* partsOf(
  { profile, clock, armed, journal: { exchanges, ...journal }, rows }: ProfileState,
  now: number,
): Generator<string> {
  yield JSON.stringify({ format: FORMAT, version: VERSION, exportedAt: toIso(now), profile, clock, armed }).slice(
    0,
    -1,
  );
  for (const [table, list] of Object.entries(rows)) yield* partsOfList(`,${JSON.stringify(table)}:`, list);
  yield* partsOfList(
    `,"journal":${JSON.stringify(journal).slice(0, -1)},"exchanges":`,
    exchanges.filter(({ authenticated }) => authenticated).map(toFileExchange),
  );
  yield '}';
}

function* partsOfList(name: string, list: readonly object[]): Generator<string> {
  yield `${name}[`;
  for (const [i, entry] of list.entries()) yield `${i === 0 ? '' : ','}${JSON.stringify(entry)}`;
  yield ']';
}

/**
 * Reads a file's text and checks its checksum and version; the content is not checked. Refuses with `import_damaged` or
 * `import_version`.
 */
export function readProfileFile(text: string): { file: ProfileFile; checksum: string } {
  const content = parse(text);
  if (typeof content !== 'object' || content === null || !('format' in content) || content.format !== FORMAT)
    throw damaged(`its format is not "${FORMAT}": it is not an export of a profile`);
  // The schema of the control API checks the other fields later.
  const { checksum, ...file } = content as ProfileFile & { checksum: unknown };
  const version: unknown = file.version;
  if (version !== VERSION) {
    const has = `The file has version ${JSON.stringify(version)?.slice(0, 32)}; this sandbox reads version ${VERSION}`;
    const message = typeof version === 'number' ? `${has}. ${version > VERSION ? NEWER : OLDER}` : has;
    throw new Refusal('import_version', [{ path: '/version', message }]);
  }
  const expected = checksumOf(JSON.stringify(file));
  if (checksum !== expected) throw damaged('its checksum does not match its content');
  return { file, checksum: expected };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(`it is not valid JSON (${messageOf(error).slice(0, 100)})`);
  }
}

function checksumOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

const FORMAT = 'taxiway-profile';
/** Counts the changes of its form: test/control-api/state-version.test.ts enforces it. */
const VERSION = 1;
const NEWER = 'It comes from a newer taxiway: update this one';
const OLDER = 'It comes from an older taxiway: open its store with this one, and export the profile again';
const PIECE_CHARACTERS = 64 * 1024;
