/** An address may come in its absolute form, `http://host/path`: what follows the host. */
export function originForm(address: string): string {
  if (address.startsWith('/')) return address;
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
