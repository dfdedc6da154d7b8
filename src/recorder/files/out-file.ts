import { closeSync, fstatSync, mkdirSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { openPrivately } from '../../base/private-file.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { FileAbout, FileForm } from '../../exchange/file-form.ts';
import { har } from '../../exchange/har/write-har.ts';
import { journalFile } from '../../exchange/journal-file/write-journal-file.ts';

/** Returns the file form by name: `.har`, or `.ndjson`. */
function formOf(file: string, about: FileAbout): FileForm {
  return /\.har$/i.test(file) ? har(about) : journalFile(about);
}

/**
 * A recording's file. Each exchange is in it, followed by a valid end of the file, before its client has the complete
 * response. A process killed during a write leaves the latest exchange incomplete; the judge reads up to there.
 */
export class OutFile {
  /** Error message of the failed write; then nothing more is written. Empty for none. */
  fault = '';
  readonly #file: string;
  readonly #form: FileForm;
  readonly #descriptor: number;
  /** Position of the next exchange. */
  #end = 0;
  #isEmpty = true;

  /** Throws ConfigError if the file cannot be created or exists already. */
  constructor(file: string, gap: string) {
    this.#file = file;
    this.#form = formOf(file, { creator: 'taxiway record', gap });
    this.#descriptor = create(file);
    this.#write(this.#form.head, this.#form.tail);
  }

  add(exchange: Exchange): void {
    if (this.fault !== '') return;
    const { between, tail } = this.#form;
    try {
      this.#write(`${this.#isEmpty ? '' : between}${this.#form.entry(exchange)}`, tail);
      this.#isEmpty = false;
    } catch (error) {
      this.fault = `${this.#file} can no longer be written: ${messageOf(error)}; it ends before ${exchange.sequence}`;
    }
  }

  close(): void {
    try {
      closeSync(this.#descriptor);
    } catch (error) {
      this.fault ||= `${this.#file} may not be complete: ${messageOf(error)}`;
    }
  }

  #write(text: string, tail: string): void {
    const bytes = Buffer.from(text + tail);
    for (let at = 0; at < bytes.length;)
      at += writeSync(this.#descriptor, bytes, at, bytes.length - at, this.#end + at);
    this.#end += bytes.length - Buffer.byteLength(tail);
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    // Node reports this code for a file in place of a folder.
    const isFile = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw isFile ? new Error(`${folder} is a file`) : error;
  }
}

function create(file: string): number {
  let descriptor: number;
  try {
    makeFolder(dirname(file));
    descriptor = openPrivately(file, 'wx');
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const why = isThere ? 'exists, and an earlier recording is not overwritten' : messageOf(error);
    throw new ConfigError(`the file of --out, ${file}, cannot be created: ${why}; name another one`);
  }
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new ConfigError(`the file of --out, ${file}, is not a regular file; name another one`);
}
