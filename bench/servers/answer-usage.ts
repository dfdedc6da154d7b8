/** Tells the parent process what this server has used so far, whenever it asks. Memory is told after a collection. */
export function answerUsage(): void {
  process.on('message', (question: { usage: true; collect?: boolean }) => {
    if (!question.usage) return;
    if (question.collect) globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicros: user + system, rssBytes: process.memoryUsage.rss() });
  });
  process.on('disconnect', () => process.exit(0));
}
