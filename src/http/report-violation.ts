import type { HttpServices } from './http-services.ts';

/** Records a response that breaks its interface; undefined stands for one that fits. */
export function reportViolation(service: HttpServices, violation: string | undefined): void {
  if (violation === undefined) return;
  if (service.violations.length < MAX_VIOLATIONS) service.violations.push(violation);
  service.log.error({ violation }, 'response breaks the spec');
}

const MAX_VIOLATIONS = 100;
