import { stopwatch } from '../../src/base/stopwatch.ts';
import { loadConduct } from '../../src/check/judge/load-conduct.ts';
import { judgeRecording } from '../../src/check/judge/recording/judge-recording.ts';
import { openFile } from '../../src/check/judge/recording/open-source.ts';
import { verdictsOn } from '../../src/check/judge/verdicts.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import { loadRules } from '../../src/interface/rules/load-rules.ts';

// Judges one file, and prints how long it took after everything was loaded, and how much memory at most.
const [spec, areas, rules] = [await loadSpec(), await loadConduct(), loadRules()];
const startRssBytes = process.memoryUsage.rss();
let rssBytes = startRssBytes;
// Reading it takes as long as judging some exchanges.
const EVERY_BYTES = 8e6;
let next = EVERY_BYTES;
const cpu = process.cpuUsage();
const elapsed = stopwatch();
const { chunks } = openFile(process.argv[2] ?? '', new AbortController().signal);
const recording = await judgeRecording(chunks, {
  spec,
  areas,
  origins: [],
  serviceIdHeader: 'X-Service-Id',
  profile: undefined,
  onProgress: (bytes) => {
    if (bytes < next) return;
    next = bytes + EVERY_BYTES;
    rssBytes = Math.max(rssBytes, process.memoryUsage.rss());
  },
});
const subjects = recording.judge.profiles().flatMap((profile) => recording.judge.subject(profile) ?? []);
const { decided } = verdictsOn(subjects, areas, rules, true);
if (decided === 0) throw new Error('nothing was decided');
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ ms: elapsed(), cpuMs: (user + system) / 1000, rssBytes, startRssBytes }));
