import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { route } from '../app/route.ts';

export type Exchange = Schema['Exchange'];

/** Loads an exchange in the address's profile. */
export function loadExchange(exchangeId: string) {
  return dataOf(control.GET('/_sandbox/profiles/{profileCode}/journal/{exchangeId}', ofExchange(exchangeId)));
}

/** Loads an exchange as a curl line. */
export async function loadCurl(exchangeId: string): Promise<string> {
  return dataOf(
    control.GET('/_sandbox/profiles/{profileCode}/journal/{exchangeId}/curl', {
      ...ofExchange(exchangeId),
      parseAs: 'text',
    }),
  );
}

function ofExchange(exchangeId: string) {
  return { params: { path: { profileCode: route.value.profile ?? '', exchangeId } } };
}
