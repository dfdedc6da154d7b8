/**
 * Returns a hook that replaces the form's key pair with the API reference's, so that no verdict is about a person's
 * trial calls. Keys unknown to the sandbox stay: the service is to refuse them.
 */
export function callAsReference(serviceIdHeader: string): (built: { request: Request }) => Promise<void> {
  return async ({ request: { url, headers } }) => {
    const authorization = headers.get('Authorization');
    const serviceId = headers.get(serviceIdHeader);
    if (authorization === null || serviceId === null || new URL(url).pathname.includes('/_sandbox/')) return;
    const [, profileCode = ''] = serviceId.split(':');
    const response = await fetch(`profiles/${encodeURIComponent(profileCode)}/page-keys/reference`, {
      method: 'POST',
      headers: { Authorization: authorization, [serviceIdHeader]: serviceId },
    }).catch(() => undefined);
    if (!response?.ok) return;
    const { credential } = (await response.json()) as { credential: { publicKey: string; secretKey: string } };
    headers.set('Authorization', `Bearer ${credential.secretKey}`);
    headers.set(serviceIdHeader, `${credential.publicKey}:${profileCode}`);
  };
}
