import { resolve } from 'node:path';
import { ConfigError } from '../base/config-error.ts';
import { readMapping, refuseUnknown, substituteVariables } from './config-file.ts';
import type { WrittenCredential } from './read-settings.ts';

/** A key pair with its profile. */
export interface Credential {
  publicKey: string;
  secretKey: string;
  profileCode: string;
}

/** One source's statement about a key pair: a file, or its parts. */
export interface CredentialSource {
  /** Name in messages: `the command line`. */
  name: string;
  file: string | undefined;
  parts: WrittenCredential;
}

/**
 * Returns the key pair from several sources, or undefined if none has any part. A later source wins part by part, and a
 * file has all parts. Throws ConfigError for a source with both a file and parts, and for an incomplete pair.
 */
export function readCredential(
  sources: readonly CredentialSource[],
  whose: string,
  env: NodeJS.ProcessEnv,
): Credential | undefined {
  const pair: WrittenCredential = {};
  const lastFile = sources.findLastIndex(({ file }) => file !== undefined);
  for (const source of sources.slice(Math.max(lastFile, 0))) Object.assign(pair, readSource(source, whose, env));
  const present = PARTS.filter((part) => pair[part] !== undefined);
  if (present.length === 0) return undefined;
  const { publicKey, secretKey, profileCode } = pair;
  if (publicKey === undefined || secretKey === undefined || profileCode === undefined) {
    const missing = PARTS.filter((part) => pair[part] === undefined);
    throw new ConfigError(`${whose} has ${present.join(' and ')}, but no ${missing.join(' and no ')}; give all three`);
  }
  const credential = { publicKey, secretKey, profileCode };
  refuseUnusable(credential, whose);
  return credential;
}

function refuseUnusable(credential: Credential, whose: string): void {
  // Redacting a shorter secret would also redact ordinary words in the reports.
  if (credential.secretKey.length < SHORTEST_SECRET)
    throw new ConfigError(
      `the secret key of ${whose} has fewer than ${SHORTEST_SECRET} characters; expected a real one`,
    );
  for (const part of PARTS)
    if (/[^\x21-\x7e]/.test(credential[part]))
      throw new ConfigError(`the ${part} of ${whose} has characters that no header can carry; expected visible ASCII`);
}

function readSource({ name, file, parts }: CredentialSource, whose: string, env: NodeJS.ProcessEnv): WrittenCredential {
  const present = PARTS.filter((part) => parts[part] !== undefined);
  if (file === undefined) return Object.fromEntries(present.map((part) => [part, parts[part]]));
  if (present.length > 0)
    throw new ConfigError(`${name} gives ${whose} as the file ${file} and as ${present.join(', ')}; give one of them`);
  return readFile(resolve(file), env);
}

function readFile(path: string, env: NodeJS.ProcessEnv): WrittenCredential {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(readMapping(path))) {
    if (!PARTS.some((part) => part === key)) refuseUnknown(path, key, PARTS);
    if (typeof value !== 'string' || value === '')
      throw new ConfigError(`${path}: ${key} is not text; expected the ${key} of a credential`);
    texts.set(key, value);
  }
  const missing = PARTS.filter((part) => !texts.has(part));
  if (missing.length > 0)
    throw new ConfigError(`${path} has no ${missing.join(' and no ')}; expected ${PARTS.join(', ')}`);
  return Object.fromEntries(
    [...texts].map(([part, text]) => [part, substituteVariables(text, `${path}: ${part}`, env)]),
  );
}

const PARTS = ['publicKey', 'secretKey', 'profileCode'] as const;
const SHORTEST_SECRET = 8;
