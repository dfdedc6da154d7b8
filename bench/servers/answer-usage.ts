/** Tells the parent process what this server has used so far, whenever it asks. Memory is told after a collection. */
export function responseUsage(): void {
  process.on('message', (question: { usage: true; collect?: boolean }) => {
    if (!question.usage) return;
    if (question.collect) globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ cpuMicros: user + system, rssBytes: rss, heapBytes: heapUsed, externalBytes: external });
  });
  process.on('disconnect', () => process.exit(0));
}
