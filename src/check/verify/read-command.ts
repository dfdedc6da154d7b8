import { ConfigError } from '../../base/config-error.ts';
import type { CredentialSource } from '../../config/credential.ts';
import { readCredential } from '../../config/credential.ts';
import type { Given } from '../../config/read-settings.ts';
import type { VerifySettings } from '../../config/verify-settings.ts';
import type { ReportFiles } from '../report/console.ts';
import { reportFiles } from '../report/console.ts';
import type { VerifyOptions } from './probe/options.ts';

/** All settings for a `taxiway verify` call. */
export interface VerifyCommand extends ReportFiles {
  options: VerifyOptions;
  /** Rules as written; `selectRules` resolves them to ids. */
  only: readonly string[];
  strict: boolean;
  plan: boolean;
  quiet: boolean;
  colour: boolean | undefined;
  github: boolean;
  /** Files to read and to write, by absolute name. */
  baseline?: string;
  writeBaseline?: string;
  /** File of rules that may stay unchecked. */
  notExercised?: string;
  minCoverage?: number;
  /** File to which the command appends the summary of the run, with `github`. */
  stepSummary?: string;
}

/**
 * Fills in the command defaults; the probe has those for `options`. Throws ConfigError for conflicting settings, and
 * for an unusable key pair.
 */
export function readCommand(given: Given<VerifySettings>): VerifyCommand {
  const { settings, env } = given;
  refuseContradictions(settings);
  return {
    options: {
      baseUrl: settings.baseUrl ?? '',
      flightsUrl: settings.flightsUrl,
      transfersUrl: settings.transfersUrl,
      serviceIdHeader: settings.serviceIdHeader,
      credential: readCredential(firstPairs(given), 'the credential', env),
      otherCredential: readCredential(secondPairs(given), 'the other credential', env),
      routes: settings.routes,
      departureDate: settings.departureDate,
      pickup: settings.pickup,
      dropoff: settings.dropoff,
      allowLive: settings.allowLive,
      book: settings.book,
      rate: settings.rate,
      concurrency: settings.concurrency,
      ...(settings.timeout !== undefined && { timeoutMs: settings.timeout * 1000 }),
    },
    only: settings.only ?? [],
    strict: settings.strict ?? false,
    plan: settings.plan ?? false,
    quiet: settings.quiet ?? false,
    colour: settings.color,
    github: settings.github ?? env['GITHUB_ACTIONS'] === 'true',
    stepSummary: settings.stepSummary,
    ...reportFiles(settings),
    baseline: settings.baseline,
    notExercised: settings.notExercised,
    minCoverage: settings.minCoverage,
    writeBaseline: settings.writeBaseline,
  };
}

function refuseContradictions({ book, allowLive, baseUrl, plan, writeBaseline }: Partial<VerifySettings>): void {
  if (book && !allowLive)
    throw new ConfigError('--book is valid only with --allow-live: on a sandbox all checks may book');
  if (baseUrl === undefined && !plan)
    throw new ConfigError(
      'the base URL is missing; run `taxiway verify http://127.0.0.1:4010`, or set TAXIWAY_BASE_URL or baseUrl in ' +
        'the config file',
    );
  if (plan && writeBaseline)
    throw new ConfigError('--plan makes no calls, so --write-baseline has no failures to write; leave one of them out');
}

function firstPairs({ layers }: Given<VerifySettings>): CredentialSource[] {
  return layers.map((layer) => {
    const { credential: file, publicKey, secretKey, profileCode } = layer.settings;
    const written = 'credentials' in layer ? layer.credentials['credential'] : undefined;
    return { name: layer.name, file, parts: written ?? { publicKey, secretKey, profileCode } };
  });
}

function secondPairs({ layers }: Given<VerifySettings>): CredentialSource[] {
  return layers.map((layer) => {
    const { otherCredential: file, otherPublicKey, otherSecretKey, otherProfileCode } = layer.settings;
    const parts = { publicKey: otherPublicKey, secretKey: otherSecretKey, profileCode: otherProfileCode };
    const written = 'credentials' in layer ? layer.credentials['otherCredential'] : undefined;
    return { name: layer.name, file, parts: written ?? parts };
  });
}
