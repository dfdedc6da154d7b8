import { code, table } from '../../src/base/markdown.ts';
import type { ErrorEntry } from '../../src/interface/errors/catalogue.ts';
import { operationGroups, refusedBookings } from '../../src/interface/errors/catalogue.ts';
import { cell, madeFrom, page } from '../markdown.ts';

/** docs/errors.md: every code of the catalogue, in its order. */
export function renderErrors(catalogue: Readonly<Record<string, ErrorEntry>>): string {
  return page(
    '# Errors',
    madeFrom('src/interface/errors/catalogue.ts'),
    'Every error response has the same body. `code` names the condition and does not change; `message` has one ' +
      'sentence for each violation; `details` has their places, and is omitted where there is no place.',
    EXAMPLE,
    [
      '- `details[].path` is a JSON pointer into the body, or begins with `query/`, `path/` or `header/`. ' +
        "`details[].index` is the passenger's. There are at most 50 details.",
      '- Authentication comes first, then the scenario, the body, its schema, and last the rules of the ' +
        'operation. The first of them that refuses decides the response. All violations of the schema are ' +
        'reported at once, with `non_whitelisted_field` if one is an unknown field; of the rules, the first ' +
        'broken one is reported, with every place where it is broken.',
      '- The message about an unknown field names the listed field with the nearest name: names are compared without ' +
        'case and separators. A message about a wrong value has the value, except numbers of identity documents.',
      '- `requestId` is also in the header `X-Request-Id` of every response, and in the log.',
    ].join('\n'),
    '## Refused bookings',
    'A booking (`POST /book`) or change confirmation (`POST /reservations/changes`) that is refused returns ' +
      '**200** with `status` `failed` and the code in `error`. The last column of the table marks the codes that ' +
      'are possible there. Other operations return them with the status of the second column. A body that does ' +
      'not fit its schema is 400 at these two as well.',
    REFUSED,
    '## Codes',
    'The operations are those of [the service](api.md), by operationId. Codes without one belong to the control API, ' +
      'the recorder or an unknown address. `x-error-codes` of each operation in [openapi.yaml](../openapi.yaml) has ' +
      'the same lists, by status; a response with another code fails the tests.',
    table(
      ['Code', 'Status', 'Fault', 'Next step', 'Operations', 'In a failed booking'],
      Object.entries(catalogue).map(([name, entry]) => [
        code(entry.code ?? name),
        String(entry.status),
        cell(entry.summary),
        cell(entry.next),
        operationsIn(entry),
        refusedBookings.some((refused) => refused === name) ? 'yes' : '',
      ]),
    ),
  );
}

function operationsIn({ operations = [] }: ErrorEntry): string {
  const group = Object.entries(operationGroups).find(([, ids]) => ids.every((id) => operations.includes(id)));
  const [name, ids = []] = group ?? [];
  const others = operations.filter((id) => !ids.some((one) => one === id)).map(code);
  return [...(name ? [name] : []), ...others].join(', ');
}

const EXAMPLE = `\`\`\`json example
{
  "statusCode": 400,
  "error": "Bad Request",
  "message": ["passengers.0.firstName is required"],
  "code": "invalid_request",
  "liveMode": false,
  "requestId": "req_8c1f0d2b7a6e4x9q",
  "details": [{ "path": "/passengers/0/firstName", "message": "passengers.0.firstName is required" }]
}
\`\`\``;

const REFUSED = `\`\`\`json example
{
  "status": "failed",
  "completed": false,
  "searchId": "0f8fad5bd9cb469fa16570867728950e",
  "partnerTrackingId": null,
  "reservations": [],
  "error": { "code": "pricing_required", "message": "The booking has no pricingToken. \
Call POST /pricing for this offer and send the returned token." },
  "liveMode": false
}
\`\`\``;
