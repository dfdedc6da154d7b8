const { TAXIWAY_BASE_URL, TAXIWAY_SECRET_KEY, TAXIWAY_PUBLIC_KEY, TAXIWAY_PROFILE_CODE } = process.env;

/** Sends each request of the generated client: adds the base URL and the credentials. */
export async function call<Result>(path: string, { headers, ...init }: RequestInit = {}): Promise<Result> {
  const response = await fetch(`${TAXIWAY_BASE_URL}${path}`, {
    ...init,
    headers: {
      ...Object.fromEntries(new Headers(headers)),
      Authorization: `Bearer ${TAXIWAY_SECRET_KEY}`,
      'X-Service-Id': `${TAXIWAY_PUBLIC_KEY}:${TAXIWAY_PROFILE_CODE}`,
    },
  });
  return { status: response.status, headers: response.headers, data: await response.json() } as Result;
}
