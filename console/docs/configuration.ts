import type { DemoCredentials } from './demo-headers.ts';

/**
 * What Scalar shows: the two interfaces of this sandbox. All that would call another origin, or lead there, is off;
 * credentials stay in the memory of the tab.
 */
export function configurationOf(service: object, credentials: DemoCredentials | null): object {
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

const QUIET = {
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};
