import { memoizeByObject } from '../base/memoize-by-object.ts';
import type { StraySender } from '../store/strays.ts';
import { claimedProfile, identifyCaller } from './authenticate.ts';
import type { Ended } from './exchange.ts';
import { formOf } from './header-form.ts';
import type { HttpServices } from './http-services.ts';

/**
 * Finds the sender of a call that belongs to no profile. The pipeline does not authenticate a call to an unknown
 * address, so this does. Any sender can use a foreign public key without its secret.
 */
export const findSender = memoizeByObject(
  async ({ operation, req }: Ended, service: HttpServices): Promise<StraySender> => {
    const { headers } = req;
    const serviceId = formOf(headers[service.config.serviceIdHeader.toLowerCase()]);
    const forms = { authorization: formOf(headers.authorization), serviceId };
    const caller = operation ? undefined : await identifyCaller(service, req);
    if (caller) return { profileCode: caller.profile.code, isAuthenticated: true, origin: caller.origin, ...forms };
    const claimed = await claimedProfile(service, req);
    return { profileCode: claimed?.code ?? null, isAuthenticated: false, origin: 'client', ...forms };
  },
);
