import type { OpenAPIV3_1 } from 'openapi-types';
import type { Config } from '../../config/config.ts';
import type { OperationId } from '../../interface/api.ts';
import { scenarioCodes } from '../../interface/errors/catalogue.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import { TRIGGERS } from '../../scenarios/active.ts';
import { armable, operationWords } from '../../scenarios/operations.ts';
import type { Registry } from '../../scenarios/registry.ts';
import { scenarioNames } from '../../scenarios/registry.ts';

/** Applies the settings that change the interface itself: the transfer prefix and the service id header's name. */
export function applySettings(spec: Spec, config: Pick<Config, 'transferPrefix' | 'serviceIdHeader'>): Spec {
  const paths = Object.fromEntries(
    Object.entries(spec.paths ?? {}).map(([path, item]) => {
      return [isTransfer(item) ? config.transferPrefix + path : path, item];
    }),
  );
  const schemes = spec.components?.securitySchemes;
  const serviceId = { ...schemes?.['serviceId'], name: config.serviceIdHeader } as OpenAPIV3_1.ApiKeySecurityScheme;
  return { ...spec, paths, components: { ...spec.components, securitySchemes: { ...schemes, serviceId } } };
}

/**
 * Adds the parts specific to the sandbox: the `scenario` parameter with its allowed names, and the headers with the
 * scenarios that acted.
 */
export function overlayScenarios(spec: Spec, registry: Registry): Spec {
  const own = structuredClone(spec);
  for (const { operationId, description: operation } of listOperations(own)) {
    operation.parameters = [
      ...(operation.parameters ?? []),
      scenarioParameter(registry, operationId),
      HEADER_PARAMETER,
    ];
    operation.description += `\n- 400, sandbox only: ${scenarioCodes.map((code) => `\`${code}\``).join(', ')}`;
    for (const response of Object.values(operation.responses ?? {})) {
      if ('$ref' in response) continue;
      response.headers = {
        ...response.headers,
        'X-Sandbox-Scenario': SCENARIO_HEADER,
        'X-Sandbox-Scenario-From': FROM_HEADER,
        'X-Sandbox-Scenario-Idle': IDLE_HEADER,
      };
    }
  }
  return own;
}

function isTransfer(item: OpenAPIV3_1.PathItemObject | undefined): boolean {
  return (item?.post ?? item?.get)?.tags?.includes('transfers') ?? false;
}

function scenarioParameter(registry: Registry, operationId: OperationId): OpenAPIV3_1.ParameterObject {
  const names = scenarioNames(registry, operationId);
  const lines = [
    ...names.map((name) => `- \`${name}\`: ${registry.get(name)?.title}`),
    ...armableWords(operationId).map((word) => `- \`${word}:…\`: the same for a later call on results of this one`),
  ];
  return {
    name: 'scenario',
    in: 'query',
    description:
      'Sandbox only: the scenario of this call. Several are separated by commas, the steps of a ' +
      'sequence by semicolons; parameters stand in parentheses, `chance=0.2` on any.\n\n' +
      lines.join('\n'),
    schema: { type: 'string', anyOf: [{ enum: ['none', ...names] }, { pattern: SCENARIO_FORM }] },
  };
}

function armableWords(operationId: OperationId): string[] {
  return Object.entries(operationWords)
    .filter(([, later]) => armable[operationId]?.includes(later))
    .map(([word]) => word);
}

/** Names with parameters, several names, and sequences. */
const SCENARIO_FORM =
  '^ *([a-zA-Z-]+ *: *)?[a-z0-9-]+ *(\\([^()]*\\) *)?([,;] *([a-zA-Z-]+ *: *)?[a-z0-9-]+ *(\\([^()]*\\) *)?)*$';

const HEADER_PARAMETER: OpenAPIV3_1.ParameterObject = {
  name: 'X-Sandbox-Scenario',
  in: 'header',
  description: 'Sandbox only: like the parameter `scenario`, which has priority.',
  schema: { type: 'string' },
};

const SCENARIO_HEADER: OpenAPIV3_1.HeaderObject = {
  description: 'Sandbox only: the scenario that acted, or `none`; present if one was requested.',
  schema: { type: 'string' },
};

const IDLE_HEADER: OpenAPIV3_1.HeaderObject = {
  description:
    'Sandbox only: the selected scenarios that did not act, each with the reason: ' + '`pending; reason=refused`.',
  schema: { type: 'string' },
};

const FROM_HEADER: OpenAPIV3_1.HeaderObject = {
  description: 'Sandbox only: how the scenario was requested.',
  schema: { type: 'string', enum: [...TRIGGERS] },
};
