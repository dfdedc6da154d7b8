import { demoKeys } from '../../src/profiles/demo-keys.ts';

/** What the demo profile's key pair is in the two credential headers. */
export interface DemoCredentials {
  secretKey: string;
  serviceId: string;
}

/** Null where this sandbox does not accept the demo credentials. */
export async function demoHeaders(serviceIdHeader: string): Promise<DemoCredentials | null> {
  const { profileCode, publicKey, secretKey } = demoKeys;
  const serviceId = `${publicKey}:${profileCode}`;
  const { ok } = await fetch(`profiles/${profileCode}`, {
    headers: { Authorization: `Bearer ${secretKey}`, [serviceIdHeader]: serviceId },
  });
  return ok ? { secretKey, serviceId } : null;
}
