/** Reports to the parent process, on its request, what this server has used. Memory is measured after a collection. */
export function reportUsage(): void {
  process.on('message', (question: { usage: true; collect?: boolean }) => {
    if (!question.usage) return;
    if (question.collect) globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ cpuMicros: user + system, rssBytes: rss, heapBytes: heapUsed, externalBytes: external });
  });
  process.on('disconnect', () => process.exit(0));
}
