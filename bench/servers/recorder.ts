import { Ids } from '../../src/base/ids.ts';
import { loadConduct } from '../../src/check/judge/load-conduct.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import { Recorder } from '../../src/recorder/recorder.ts';
import { loadScenarios } from '../../src/scenarios/registry.ts';

// The recorder as `taxiway record` runs it, in front of the address that it gets.
const [spec, areas, scenarios] = await Promise.all([loadSpec(), loadConduct(), loadScenarios()]);
const recorder = new Recorder({
  upstream: process.argv[2],
  host: '127.0.0.1',
  port: 0,
  insecure: false,
  ca: undefined,
  serviceIdHeader: 'X-Service-Id',
  adminToken: null,
  keepAliveSeconds: 300,
  onRefused: () => console.error('too many connections'),
  spec,
  areas,
  scenarios,
  allowLive: false,
  ids: new Ids('bench'),
  onSpared: () => undefined,
  observe: () => undefined,
  reportError: (error) => console.error(error),
});
const baseUrl = await recorder.listen();
process.send?.({ baseUrl });
