import { demoKeys } from '../../src/profiles/demo-keys.ts';
import { callAsReference } from './call-as-reference.ts';
import { mendReference, READABLE_COLOURS } from './mend-reference.ts';
import type { OpenApi } from './ready-to-try.ts';
import { readyToTry } from './ready-to-try.ts';

declare global {
  /** Scalar's script; the page loads it before this one. */
  var Scalar: { createApiReference: (place: string, configuration: object) => void };
}

/** The demo profile's key pair as the two credential headers. */
interface DemoCredentials {
  secretKey: string;
  serviceId: string;
}

const QUIET = {
  theme: 'default',
  withDefaultFonts: false,
  customCss: READABLE_COLOURS,
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

const response = await fetch('openapi.json');
const served = (await response.json()) as OpenApi;
const credentials = await demoHeaders(served.components.securitySchemes.serviceId.name);
const now = await demoNow();
Scalar.createApiReference('#docs', {
  ...configurationOf(readyToTry(served, now), credentials),
  onRequestBuilt: callAsReference(served.components.securitySchemes.serviceId.name),
});
mendReference();

/** Returns the demo profile's clock time, or this browser's if the clock cannot be read. */
async function demoNow(): Promise<string> {
  const response = await fetch(`profiles/${demoKeys.profileCode}/clock`);
  return response.ok ? ((await response.json()) as { now: string }).now : new Date().toISOString();
}

/** Null if this sandbox does not accept the demo credentials. */
async function demoHeaders(serviceIdHeader: string): Promise<DemoCredentials | null> {
  const { profileCode, publicKey, secretKey } = demoKeys;
  const serviceId = `${publicKey}:${profileCode}`;
  const { ok } = await fetch(`profiles/${profileCode}`, {
    headers: { Authorization: `Bearer ${secretKey}`, [serviceIdHeader]: serviceId },
  });
  return ok ? { secretKey, serviceId } : null;
}

/**
 * Configures Scalar to show this sandbox's two interfaces. Every feature with a call or a link to another origin is
 * off; credentials stay in the tab's memory.
 */
function configurationOf(service: object, credentials: DemoCredentials | null): object {
  return {
    sources: [
      { title: 'The service', slug: 'service', content: service, ...(credentials && filledIn(credentials)) },
      { title: 'The control API', slug: 'control-api', url: 'control-api.json' },
    ],
    ...QUIET,
  };
}

function filledIn({ secretKey, serviceId }: DemoCredentials) {
  return {
    authentication: {
      preferredSecurityScheme: [['secretKey', 'serviceId']],
      securitySchemes: { secretKey: { token: secretKey }, serviceId: { value: serviceId } },
    },
  };
}
