/**
 * Returns the sentence for a base URL without a response, with the cause and the next step. `settings` names the
 * settings for another address, as in `--url (TAXIWAY_BASE_URL)`.
 */
export function noResponse(baseUrl: string, cause: string, settings: string): string {
  return (
    `no response from ${baseUrl} (${cause}); start a sandbox with \`taxiway serve\`, or name the address of ` +
    `a running service: ${settings}`
  );
}
