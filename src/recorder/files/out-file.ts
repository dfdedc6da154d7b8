import { closeSync, fstatSync, mkdirSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { openPrivately } from '../../base/private-file.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { FileAbout, FileForm } from '../../exchange/file-form.ts';
import { har } from '../../exchange/har/write-har.ts';
import { journalFile } from '../../exchange/journal-file/write-journal-file.ts';

/** The form of a file by its name: `.har`, or `.ndjson`. */
function formOf(file: string, about: FileAbout): FileForm {
  return /\.har$/i.test(file) ? har(about) : journalFile(about);
}

/**
 * The file of a recording. Each exchange is in it, with the end of the file behind it, before its client has the whole
 * response. A process that is killed while it writes leaves the latest one unfinished; the judge reads up to there.
 */
export class OutFile {
  /** What went wrong; the rest is not written then. Empty for nothing. */
  fault = '';
  readonly #file: string;
  readonly #form: FileForm;
  readonly #descriptor: number;
  /** Where the next exchange goes. */
  #end = 0;
  #isEmpty = true;

  /** Throws ConfigError for a file that cannot be made, and for one that is there already. */
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
      this.fault = `${this.#file} cannot be written any more: ${messageOf(error)}; it ends before ${exchange.sequence}`;
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
    // That is what Node says of a file in the place of a folder.
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
    const why = isThere ? 'is there already, and an earlier recording is not overwritten' : messageOf(error);
    throw new ConfigError(`the file of --out, ${file}, cannot be made: ${why}; name another one`);
  }
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new ConfigError(`the file of --out, ${file}, is no ordinary file; name another one`);
}
