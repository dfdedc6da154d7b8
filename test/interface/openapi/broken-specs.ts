import type { EditedSpec } from './edit-spec.ts';
import { replacing } from './edit-spec.ts';

/** A spec that is valid OpenAPI and does not fit the code, and what a refusal names. */
export interface BrokenSpec extends EditedSpec {
  names: readonly string[];
  /** Only the lint refuses it, not the start. */
  lintOnly?: true;
}

export const CONTROL = 'src/control-api/control-api.yaml';
const SEARCH = '#/paths/~1v1~1flights~1search/post';

export const brokenSpecs: readonly BrokenSpec[] = [
  {
    title: 'an unknown operationId',
    edit: replacing('operationId: bookTransfer', 'operationId: bookTranfer'),
    names: ['#/paths/~1book/post/operationId', 'did you mean bookTransfer?'],
  },
  {
    title: 'a duplicate operationId',
    edit: replacing('operationId: priceTransfer', 'operationId: searchTransfers'),
    names: ['#/paths', 'priceTransfer, which taxiway serves'],
  },
  {
    title: 'a status that is returned and not described',
    edit: replacing("        '401': { $ref: '#/components/responses/Unauthorized' }\n", ''),
    names: [`${SEARCH}/responses`, 'the possible status 401'],
  },
  {
    title: 'an operation without credentials',
    edit: replacing('      operationId: bookTransfer', '      security: []\n      operationId: bookTransfer'),
    names: ['#/paths/~1book/post/security', 'regardless of this value'],
  },
  {
    title: 'another security scheme',
    edit: replacing('scheme: bearer', 'scheme: basic'),
    names: ['#/components/securitySchemes/secretKey/scheme', 'bearer'],
  },
  {
    title: 'another header of credentials',
    edit: replacing('name: X-Service-Id', 'name: X-Service'),
    names: ['serviceId/name', 'serviceIdHeader'],
  },
  {
    title: 'a cabin class without a price',
    edit: replacing('enum: [economy, premium_economy, business,', 'enum: [economy, premium_economy, suite, business,'),
    names: ['#/components/schemas/CabinClass/enum', 'does not know the value "suite"'],
  },
  {
    title: 'an unknown gender code',
    edit: replacing('enum: [m, f]', 'enum: [m, f, x]'),
    names: ['#/components/schemas/OrderPassenger/properties/gender/enum', 'does not know the value "x"'],
  },
  {
    title: 'a currency without an exchange rate',
    edit: replacing('EUR, USD, CNY, GBP,', 'EUR, USD, CNY, XAU, GBP,'),
    names: ['#/components/schemas/Currency/enum', '"XAU"'],
    lintOnly: true,
  },
  {
    title: 'an unknown format',
    edit: replacing('format: date-time', 'format: datetime'),
    names: ['#/components/schemas/Timestamp/format', 'taxiway checks no other format'],
    lintOnly: true,
  },
  {
    title: 'a range of statuses',
    edit: replacing("        '500': {", '        5XX: {'),
    names: [`${SEARCH}/responses`, 'exact statuses only'],
    lintOnly: true,
  },
  {
    title: 'another media type',
    edit: replacing('application/json:', 'text/json:'),
    names: [`${SEARCH}/requestBody/content/text~1json`, 'not allowed'],
    lintOnly: true,
  },
  {
    title: 'a mark for a rule that does not exist',
    edit: replacing('offer.fields.offer-id', 'offer.fields.ofer-id'),
    names: ['#/components/parameters/OfferId/x-rules', 'offer.fields.ofer-id is in no catalogue'],
    lintOnly: true,
  },
  {
    title: 'a mark for an assumption that does not exist',
    edit: replacing('x-assumption: flight.cabin-classes', 'x-assumption: flight.cabins'),
    names: ['#/components/schemas/CabinClass/x-assumption', 'flight.cabins is in no catalogue'],
    lintOnly: true,
  },
  {
    title: 'a mistyped keyword',
    edit: replacing('minLength: 1', 'minLenght: 1'),
    names: ['minLenght', 'not expected here'],
    lintOnly: true,
  },
  {
    title: 'an example that does not fit',
    edit: replacing('origin: MAD, destination: LHR', 'origin: Madrid, destination: LHR'),
    names: [`${SEARCH}/requestBody/content/application~1json/examples/oneWay/value`, 'must match pattern'],
    lintOnly: true,
  },
  {
    title: 'an unknown tag',
    edit: replacing('tags: [transfers]', 'tags: [tranfers]'),
    names: ['#/paths/~1search/post/tags/0'],
    lintOnly: true,
  },
  {
    title: 'a control API with an unknown operationId',
    file: CONTROL,
    edit: replacing('operationId: getHealth', 'operationId: getWealth'),
    names: ['operationId', 'did you mean getHealth?'],
  },
  {
    title: 'a control API without an operation',
    file: CONTROL,
    edit: (text) => text.replace(/ {2}\/_sandbox\/ready:\n[^]*?(?= {2}\/_sandbox)/, ''),
    names: ['#/paths', 'getReadiness, which taxiway serves'],
  },
  {
    title: 'a control API with open access to a profile',
    file: CONTROL,
    edit: replacing('operationId: getClock', 'operationId: getClock\n      security: []'),
    names: ['clock/get/security', 'regardless of this value'],
  },
];
