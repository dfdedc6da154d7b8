import { resolve } from 'node:path';
import type { KeyPair } from '../probe/target.ts';
import { fillIn, readMapping, refuseUnknown } from './config-file.ts';
import type { WrittenCredential } from './config-file.ts';
import { UsageError } from './usage-error.ts';

/** What one source says of a key pair: a file, or parts of it. */
export interface CredentialSource {
  /** As messages name it: `the command line`. */
  name: string;
  file: string | undefined;
  parts: WrittenCredential;
}

/**
 * A key pair from several sources, the later ones winning part by part; undefined where none says anything. Throws
 * UsageError for a source that names a file and parts as well, and for a pair that is not whole.
 */
export function readCredential(
  sources: readonly CredentialSource[],
  whose: string,
  env: NodeJS.ProcessEnv,
): KeyPair | undefined {
  const pair = Object.assign({}, ...sources.map((source) => readSource(source, whose, env))) as WrittenCredential;
  const given = PARTS.filter((part) => pair[part] !== undefined);
  if (given.length === 0) return undefined;
  const missing = PARTS.filter((part) => pair[part] === undefined);
  if (missing.length > 0)
    throw new UsageError(`${whose} has ${given.join(' and ')}, but no ${missing.join(' and no ')}; give all three`);
  // What is shorter could not be told from other words when reports are cleared of it.
  if (pair.secretKey!.length < SHORTEST_SECRET)
    throw new UsageError(
      `the secret key of ${whose} has fewer than ${SHORTEST_SECRET} characters; expected a real one`,
    );
  for (const part of PARTS)
    if (/[^\x21-\x7e]/.test(pair[part]!))
      throw new UsageError(`the ${part} of ${whose} has characters that no header can carry; expected visible ASCII`);
  return pair as KeyPair;
}

function readSource({ name, file, parts }: CredentialSource, whose: string, env: NodeJS.ProcessEnv): WrittenCredential {
  const given = PARTS.filter((part) => parts[part] !== undefined);
  if (file === undefined) return Object.fromEntries(given.map((part) => [part, parts[part]]));
  if (given.length > 0)
    throw new UsageError(`${name} gives ${whose} as the file ${file} and as ${given.join(', ')}; give one of them`);
  return readFile(resolve(file), env);
}

function readFile(path: string, env: NodeJS.ProcessEnv): WrittenCredential {
  const content = readMapping(path);
  for (const [key, value] of Object.entries(content)) {
    if (!(PARTS as readonly string[]).includes(key)) refuseUnknown(path, key, PARTS);
    if (typeof value !== 'string' || value === '')
      throw new UsageError(`${path}: ${key} is not text; expected the ${key} of a credential`);
  }
  const missing = PARTS.filter((part) => content[part] === undefined);
  if (missing.length > 0)
    throw new UsageError(`${path} has no ${missing.join(' and no ')}; expected ${PARTS.join(', ')}`);
  return Object.fromEntries(PARTS.map((part) => [part, fillIn(content[part] as string, `${path}: ${part}`, env)]));
}

const PARTS = ['publicKey', 'secretKey', 'profileCode'] as const;
const SHORTEST_SECRET = 8;
