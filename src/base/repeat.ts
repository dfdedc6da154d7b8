/**
 * Makes attempts until one succeeds, and returns its result. After a failed one, `prepare` makes the next one possible,
 * or throws the error.
 */
export async function repeat<T>(attempt: () => Promise<T>, prepare: (error: unknown) => Promise<void>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === MAX_ATTEMPTS) throw error;
      await prepare(error);
    }
  }
}

/** Each failed attempt means that another request has succeeded: in practice, a request fails far less often. */
const MAX_ATTEMPTS = 100;
