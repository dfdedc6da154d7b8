import { computed, signal } from '@preact/signals';
import { examKey } from './exam-key.ts';

/** An admin token, or one profile's key pair. */
export type SignIn = { adminToken: string } | { publicKey: string; secretKey: string; profileCode: string };

/** Lives in this tab's memory alone: a reload forgets it. */
export const signIn = signal<SignIn | null>(null);

/** The reason why the sandbox asks for a credential; null while it does not. */
export const signInNeeded = signal<string | null>(null);

/** The headers for each control API call. The exam tells the console from the app by its key. */
export const authorization = computed((): Record<string, string> => ({
  ...(examKey.value !== undefined && { 'X-Taxiway-Exam': examKey.value }),
  ...credential(),
}));

function credential(): Record<string, string> {
  const given = signIn.value;
  if (!given) return {};
  if ('adminToken' in given) return { Authorization: `Bearer ${given.adminToken}` };
  return {
    Authorization: `Bearer ${given.secretKey}`,
    [serviceIdHeader.value]: `${given.publicKey}:${given.profileCode}`,
  };
}

/** The service id header; a setting can give it another name. */
export const serviceIdHeader = signal('X-Service-Id');

const CODES = ['admin_token_required', 'admin_token_invalid', 'missing_api_token', 'invalid_credentials'];

export function isRefusedForCredentials({ code }: { code: string }): boolean {
  return CODES.includes(code);
}
