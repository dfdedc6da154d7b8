import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { defaults, settings } from '../../src/config/config.ts';
import { readText } from '../../src/config/read-settings.ts';

// The files of examples/replicas, validated against the image, the settings and the control API. No cluster runs them.

const read = (file: string) => readFileSync(`examples/replicas/${file}`, 'utf8');
const compose = parse(read('compose.yaml')) as Compose;
const kinds = new Map(
  parseAllDocuments(read('kubernetes.yaml')).map((document) => {
    const object = document.toJS() as Manifest;
    return [object.kind, object];
  }),
);
const { name: IMAGE } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
const PORT = Number(/TAXIWAY_PORT=(\d+)/.exec(readFileSync('Dockerfile', 'utf8'))?.[1]);
const addresses = Object.keys((parse(readFileSync('src/control-api/control-api.yaml', 'utf8')) as Api).paths);

interface Api {
  paths: Record<string, unknown>;
}

interface Compose {
  services: Record<string, { image: string; environment?: Record<string, string> }>;
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  stringData: Record<string, string>;
  spec: {
    selector: { matchLabels?: object; app?: string };
    ports: { targetPort: string }[];
    scaleTargetRef: { kind: string; name: string };
    maxReplicas?: number;
    strategy?: { rollingUpdate: { maxSurge: number } };
    template: {
      metadata: { labels: object; annotations: Record<string, string> };
      spec: { terminationGracePeriodSeconds?: number; containers: Container[] };
    };
  };
}

interface Container {
  image: string;
  ports: { name: string; containerPort: number }[];
  env: { name: string; value: string }[];
  envFrom: { secretRef: { name: string } }[];
  readinessProbe: Probe;
  livenessProbe: Probe;
}

interface Probe {
  httpGet: { path: string; port: string };
}

const manifest = (kind: string) => kinds.get(kind) as Manifest;
const container = manifest('Deployment').spec.template.spec.containers[0];

/** Environment variables of a pod. */
const variables = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));

it('every variable of the manifests is a setting, with a value that the setting takes', () => {
  const all = [
    ...container.env.map(({ name, value }): [string, string] => [name, value]),
    ...Object.entries(manifest('Secret').stringData),
    ...Object.entries(compose.services['taxiway']?.environment ?? {}),
  ];
  const own = all.filter(([name]) => name.startsWith('TAXIWAY_'));
  expect(own.length).toBeGreaterThan(7);
  for (const [name, value] of own) {
    const setting = settings.find(({ env }) => env === name);
    expect([name, setting?.env]).toEqual([name, name]);
    if (setting && !value.startsWith('${')) expect(() => readText(setting, name, value)).not.toThrow();
  }
  expect(all.map(([name]) => name).filter((name) => !name.startsWith('TAXIWAY_'))).toEqual(['PGPASSWORD']);
});

it('the manifests switch on the judge and the metrics', () => {
  expect(compose.services['taxiway']?.environment).toMatchObject({ TAXIWAY_METRICS: 'true' });
  expect(variables).toHaveProperty('TAXIWAY_METRICS_PORT');
  for (const env of [variables, compose.services['taxiway']?.environment])
    expect(env).not.toHaveProperty('TAXIWAY_JUDGE');
});

it('the Kubernetes replicas, plus one during an update, fit the connection limit of PostgreSQL', () => {
  const { maxReplicas = Infinity } = manifest('HorizontalPodAutoscaler').spec;
  const { maxSurge = Infinity } = manifest('Deployment').spec.strategy?.rollingUpdate ?? {};
  const each = Number(variables['TAXIWAY_STORE_CONNECTIONS']);
  expect((maxReplicas + maxSurge) * each).toBeLessThanOrEqual(97);
});

it('a pod has enough time to drain and to end', () => {
  const { terminationGracePeriodSeconds = 0 } = manifest('Deployment').spec.template.spec;
  const drainSeconds = Number(variables['TAXIWAY_DRAIN_SECONDS']);
  expect(terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + defaults.shutdownSeconds);
});

it('image, port and probes are those of the package', () => {
  expect([container.image, compose.services['taxiway']?.image]).toEqual([IMAGE, IMAGE]);
  const metricsPort = Number(variables['TAXIWAY_METRICS_PORT']);
  expect(container.ports).toEqual([
    { name: 'http', containerPort: PORT },
    { name: 'metrics', containerPort: metricsPort },
  ]);
  const { annotations } = manifest('Deployment').spec.template.metadata;
  const haproxy = read('haproxy.cfg');
  for (const path of [
    container.readinessProbe.httpGet.path,
    container.livenessProbe.httpGet.path,
    /httpchk GET (\S+)/.exec(haproxy)?.[1],
  ])
    expect(addresses).toContain(path);
  for (const { httpGet } of [container.readinessProbe, container.livenessProbe]) expect(httpGet.port).toBe('http');
  expect([annotations['prometheus.io/port'], annotations['prometheus.io/path']]).toEqual([
    String(metricsPort),
    '/metrics',
  ]);
  expect(haproxy).toContain(`${IMAGE}:${PORT}`);
});

it('every object of the manifests selects the same pods', () => {
  expect([...kinds.keys()]).toEqual([
    'Secret',
    'Deployment',
    'Service',
    'PodDisruptionBudget',
    'HorizontalPodAutoscaler',
  ]);
  const { labels } = manifest('Deployment').spec.template.metadata;
  expect(manifest('Deployment').spec.selector.matchLabels).toEqual(labels);
  expect(manifest('Service').spec.selector).toEqual(labels);
  expect(manifest('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
  const { name } = manifest('Deployment').metadata;
  expect(manifest('HorizontalPodAutoscaler').spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name });
  expect(container.envFrom).toEqual([{ secretRef: { name: manifest('Secret').metadata.name } }]);
  expect(manifest('Service').spec.ports[0]?.targetPort).toBe('http');
});
