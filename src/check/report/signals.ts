/** The first SIGINT, SIGTERM or SIGHUP stops the run in order, the second one ends the process at once. */
export function listenToSignals(): { signal: AbortSignal; exitCode: () => number | null } {
  const controller = new AbortController();
  let code: number | null = null;
  for (const [name, number] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(name, () => {
      if (code !== null) process.exit(number);
      code = number;
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => code };
}
