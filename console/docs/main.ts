import { configurationOf } from './configuration.ts';
import { demoHeaders } from './demo-headers.ts';

declare global {
  /** Scalar's script, which the page loads before this one. */
  var Scalar: { createApiReference: (place: string, configuration: object) => void };
}

const response = await fetch('openapi.json');
const document = (await response.json()) as OpenApi;
const serviceIdHeader = document.components.securitySchemes.serviceId.name;
Scalar.createApiReference('#docs', configurationOf(document, await demoHeaders(serviceIdHeader)));

interface OpenApi {
  components: { securitySchemes: { serviceId: { name: string } } };
}
