import type { SettingSources } from '../../config/read-verify-settings.ts';
import { readVerifySettings } from '../../config/read-verify-settings.ts';
import type { VerifyOptions } from './probe/options.ts';

/** Everything that `taxiway verify` was called with. */
export interface VerifyCommand {
  options: VerifyOptions;
  /** As written; `selectRules` resolves them to ids. */
  only: readonly string[];
  strict: boolean;
  plan: boolean;
  quiet: boolean;
  github: boolean;
  /** Absolute names of the files to write and to read. */
  json?: string;
  junit?: string;
  html?: string;
  baseline?: string;
  writeBaseline?: string;
}

/**
 * Reads the settings and fills in the defaults of the command; the probe has those of `options`. Throws ConfigError.
 */
export function readCommand(sources: SettingSources): VerifyCommand {
  const { settings, credential, otherCredential } = readVerifySettings(sources);
  const { json, junit, html, baseline, writeBaseline } = settings;
  return {
    options: {
      baseUrl: settings.baseUrl ?? '',
      flightsUrl: settings.flightsUrl,
      transfersUrl: settings.transfersUrl,
      serviceIdHeader: settings.serviceIdHeader,
      credential,
      otherCredential,
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
    github: settings.github ?? sources.env['GITHUB_ACTIONS'] === 'true',
    json,
    junit,
    html,
    baseline,
    writeBaseline,
  };
}
