/**
 * Stops the run in an orderly way on the first SIGINT, SIGTERM or SIGHUP. The next one calls `again`, by default to end
 * the process.
 */
export function listenToSignals(again: (exitCode: number) => void = (exitCode) => process.exit(exitCode)): {
  signal: AbortSignal;
  exitCode: () => number | null;
} {
  const controller = new AbortController();
  let code: number | null = null;
  for (const [name, number] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(name, () => {
      if (code !== null) return again(number);
      code = number;
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => code };
}
