/** A way to break a spec, and what the refusal names: the JSON pointer and the value or the alternative. */
export interface BrokenSpec {
  title: string;
  file?: 'openapi.yaml' | 'src/control-api/control-api.yaml';
  /** Undefined removes the file. */
  edit(this: void, text: string): string | Buffer | undefined;
  names: readonly string[];
}

const CONTROL = 'src/control-api/control-api.yaml';

/** Returns the edit that replaces the first occurrence of a text. */
export function replacing(from: string, to: string): (text: string) => string {
  return (text) => {
    if (!text.includes(from)) throw new Error(`the spec has no ${JSON.stringify(from)}`);
    return text.replace(from, () => to);
  };
}

const SEARCH = '#/paths/~1v1~1flights~1search/post';
const PERSON_NAME = `    PersonName:
      type: string
      x-assumption: [service.size-bounds, service.name-characters]
      minLength: 1`;
const HEX = "pattern: '^[0-9a-f]{32}$'";

export const brokenSpecs: readonly BrokenSpec[] = [
  // -- the file
  { title: 'no file', edit: () => undefined, names: ['no such file', 'ENOENT'] },
  { title: 'an empty file', edit: () => '\n  \n', names: ['is empty'] },
  { title: 'a huge file', edit: (text) => text + `# ${'x'.repeat(5_000_000)}\n`, names: ['at most 4194304'] },
  {
    title: 'Latin-1 in place of UTF-8',
    edit: (text) => Buffer.from(replacing('Alcalá', 'Alcal\u00e1')(text), 'latin1'),
    names: ['is not UTF-8', 'openapi.yaml:278'],
  },
  { title: 'UTF-16', edit: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'), names: ['is not UTF-8'] },
  { title: 'a NUL', edit: replacing('Flights', 'Fl\0ights'), names: ['openapi.yaml:9', 'control character'] },
  {
    title: 'an alias that contains itself',
    edit: (text) => `${text}\nx-all: &all [*all]\n`,
    names: ['alias contains itself'],
  },
  {
    title: 'an endless limit',
    edit: replacing('maxLength: 128', 'maxLength: .inf'),
    names: ['maxLength', 'no number of JSON'],
  },
  { title: 'no YAML', edit: () => 'openapi: [', names: ['openapi.yaml:1:11 YAML'] },
  {
    title: 'a tab',
    edit: replacing('\n      operationId', '\n\toperationId'),
    names: ['Tabs are not allowed', 'openapi.yaml:43'],
  },
  {
    title: 'a duplicate key',
    edit: replacing('operationId: searchFlights', 'operationId: searchFlights\n      operationId: searchFlights'),
    names: ['Map keys must be unique', 'openapi.yaml:44'],
  },
  { title: 'two documents', edit: (text) => `${text}\n---\na: 1\n`, names: ['YAML', 'multiple documents'] },
  { title: 'text', edit: () => 'hello\n', names: ['no object'] },
  { title: 'another kind of document', edit: () => 'title: x\n', names: ['#/openapi', '3.1'] },
  { title: 'an older OpenAPI', edit: replacing('3.1.0', '3.0.3'), names: ['#/openapi', '3.1'] },
  { title: 'a mistyped key', edit: replacing('\npaths:', '\npath:'), names: ['#/path:', 'did you mean paths?'] },

  // -- references
  {
    title: 'a reference to nothing',
    edit: replacing("#/components/schemas/FlightSearchRequest'", "#/components/schemas/Nothing'"),
    names: [`${SEARCH}/requestBody/content/application~1json/schema/$ref`, 'Nothing leads nowhere'],
  },
  {
    title: 'a reference out of the document',
    edit: replacing("'#/components/schemas/FlightSearchRequest'", "'openapi.yaml#/components/schemas/Offer'"),
    names: ['openapi.yaml#/components/schemas/Offer leads out'],
  },
  {
    title: 'a circle of references',
    edit: replacing(
      '  schemas:\n',
      "  schemas:\n    A: { $ref: '#/components/schemas/B' }\n    B: { allOf: [{ $ref: '#/components/schemas/A' }] }\n",
    ),
    names: ['#/components/schemas/A/$ref', 'leads back to itself'],
  },
  {
    title: 'a circle of responses',
    edit: replacing(
      '  responses:\n    BadRequest:',
      "  responses:\n    A: { $ref: '#/components/responses/A' }\n    BadRequest:",
    ),
    names: ['#/components/responses/A/$ref', 'leads back to itself'],
  },

  {
    title: 'a schema that refers to a response',
    edit: replacing(
      "schema: { $ref: '#/components/schemas/BookRequest' }",
      "schema: { $ref: '#/components/responses/BadRequest' }",
    ),
    names: ['~1book/post/requestBody/content/application~1json/schema/$ref', "'#/components/schemas/…'"],
  },
  {
    title: 'a response that refers to a schema',
    edit: replacing("{ $ref: '#/components/responses/BadRequest' }", "{ $ref: '#/components/schemas/Offer' }"),
    names: [`${SEARCH}/responses/400/$ref`, "'#/components/responses/…'"],
  },

  // -- operations
  {
    title: 'an unknown operationId',
    edit: replacing('operationId: bookTransfer', 'operationId: bookTranfer'),
    names: ['#/paths/~1book/post/operationId', 'did you mean bookTransfer?'],
  },
  {
    title: 'a duplicate operationId',
    edit: replacing('operationId: priceTransfer', 'operationId: searchTransfers'),
    names: [
      '#/paths/~1pricing/post/operationId',
      'another operation is searchTransfers',
      'priceTransfer, which taxiway serves',
    ],
  },
  {
    title: 'no operationId',
    edit: replacing('      operationId: bookTransfer\n', ''),
    names: ['#/paths/~1book/post:', 'without one it is not served'],
  },
  {
    title: 'a mistyped method',
    edit: replacing('  /book:\n    post:', '  /book:\n    psot:'),
    names: ['#/paths/~1book/psot', 'did you mean post?'],
  },
  {
    title: 'a method that is not served',
    edit: replacing('  /book:\n', '  /book:\n    head: { responses: {} }\n'),
    names: ['#/paths/~1book/head', 'does not read "head"'],
  },
  {
    title: 'a path parameter that is not described',
    edit: replacing('/v1/flights/offers/{gdsprovider}/{offerId}', '/v1/flights/offers/{gdsprovider}/{offer}'),
    names: ['{offer} is not described', 'the path has no {offerId}'],
  },
  {
    title: 'a path without a slash',
    edit: replacing('  /book:', '  book:'),
    names: ['#/paths/book', 'this is no path'],
  },
  {
    title: 'two paths that match the same requests',
    edit: replacing('  /book:', '  /search/:\n    summary: x\n  /Search: { summary: x }\n  /book:'),
    names: ['#/paths/~1search~1', '#/paths/~1Search', 'matches the same requests'],
  },
  {
    title: 'an unknown tag',
    edit: replacing('tags: [transfers]', 'tags: [tranfers]'),
    names: ['did you mean transfers?'],
  },
  {
    title: 'no responses',
    edit: replacing('      responses:', '      replies:'),
    names: [`${SEARCH}/replies`, 'responses is missing'],
  },
  {
    title: 'a status that is returned and not described',
    edit: replacing("        '401': { $ref: '#/components/responses/Unauthorized' }\n", ''),
    names: [`${SEARCH}/responses`, 'the possible status 401'],
  },
  {
    title: 'a range of statuses',
    edit: replacing("        '400': {", '        4XX: {'),
    names: [`${SEARCH}/responses/4XX`, 'no readable status'],
  },
  {
    title: 'another media type',
    edit: replacing('application/json:', 'text/json:'),
    names: [`${SEARCH}/requestBody/content/text~1json`, 'application/json only'],
  },
  {
    title: 'a body without a schema',
    edit: replacing(
      "              schema: { $ref: '#/components/schemas/FlightSearchResponse' }\n",
      '              example: {}\n',
    ),
    names: [`${SEARCH}/responses/200/content/application~1json`, 'has no schema'],
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
    title: 'a security scheme that does not exist',
    edit: replacing('  - secretKey: []\n', '  - secretKeys: []\n'),
    names: ['#/security', 'secretKeys'],
  },
  {
    title: 'another header of credentials',
    edit: replacing('name: X-Service-Id', 'name: X-Service'),
    names: ['serviceId/name', 'serviceIdHeader'],
  },

  // -- schemas
  {
    title: 'a mistyped type',
    edit: replacing(PERSON_NAME, PERSON_NAME.replace('type: string', 'type: strnig')),
    names: ['#/components/schemas/PersonName/type', 'did you mean string?'],
  },
  {
    title: 'a type of another language',
    edit: replacing('rate: { type: number', 'rate: { type: float'),
    names: ['OriginalCurrency/properties/rate/type', '"float" is no type'],
  },
  {
    title: 'an invalid pattern',
    edit: replacing(HEX, "pattern: '^[0-9a-f{32}$'"),
    names: ['#/components/schemas/HexId/pattern', 'no regular expression'],
  },
  {
    title: 'an unknown format',
    edit: replacing('format: date-time', 'format: datetime'),
    names: ['#/components/schemas/Timestamp/format', 'did you mean date-time?'],
  },
  {
    title: 'a mistyped keyword',
    edit: replacing('minLength: 1', 'minLenght: 1'),
    names: ['minLenght', 'did you mean minLength?'],
  },
  {
    title: 'a keyword of 3.0',
    edit: replacing(PERSON_NAME, `${PERSON_NAME}\n      nullable: true`),
    names: ['#/components/schemas/PersonName/nullable', "'null'"],
  },
  {
    title: 'a keyword for another type',
    edit: replacing(PERSON_NAME, `${PERSON_NAME}\n      minimum: 1`),
    names: ['#/components/schemas/PersonName/minimum', 'has no effect on the type string'],
  },
  {
    title: 'a keyword with a value of another type',
    edit: replacing(PERSON_NAME, PERSON_NAME.replace('minLength: 1', "minLength: '1'")),
    names: ['#/components/schemas/PersonName/minLength', 'must be integer', 'got "1"'],
  },
  {
    title: 'a required field that is no property',
    edit: replacing(
      'required: [origin, destination, departure_date]',
      'required: [origin, destination, departureDate]',
    ),
    names: ['#/components/schemas/FlightSearchSlice/required', 'did you mean departure_date?'],
  },
  {
    title: 'minimum above maximum',
    edit: replacing('minimum: -90, maximum: 90', 'minimum: 90, maximum: -90'),
    names: ['latitude/minimum', 'allows no value'],
  },
  {
    title: 'minLength above maxLength',
    edit: replacing('maxLength: 128', 'maxLength: 0'),
    names: ['minLength', 'allows no value'],
  },
  {
    title: 'an enum of another type',
    edit: replacing('enum: [adult, child, infant_without_seat]', 'enum: [adult, child, 3]'),
    names: ['#/components/schemas/PassengerType/enum', '3 can never occur'],
  },
  {
    title: 'an enum value twice',
    edit: replacing('enum: [adult, child,', 'enum: [adult, adult, child,'),
    names: ['#/components/schemas/PassengerType/enum', '"adult" twice'],
  },
  {
    title: 'a constant of another type',
    edit: replacing('x-const: true', "x-const: 'true'"),
    names: ['CompletedBooking/properties/completed/x-const', 'can never occur'],
  },
  {
    title: 'a default that does not fit',
    edit: replacing('default: EUR', 'default: EURO'),
    names: ['FlightSearchRequest/properties/currency/default', '"EURO" does not fit'],
  },
  {
    title: 'an example that does not fit',
    edit: replacing('origin: MAD, destination: LHR', 'origin: Madrid, destination: LHR'),
    names: [`${SEARCH}/requestBody/content/application~1json/examples/oneWay/value`, 'must match pattern'],
  },
  {
    title: 'an example of an error that does not fit',
    edit: replacing('statusCode: 403', 'statusCode: 200'),
    names: ['#/components/responses/Forbidden/', 'must be >= 400'],
  },
  {
    title: 'a discriminator that leads elsewhere',
    edit: replacing("pending: '#/components/schemas/PendingBooking'", "pending: '#/components/schemas/Pending'"),
    names: ['#/components/schemas/BookingResult/discriminator', 'not in oneOf'],
  },
  {
    title: 'a schema that is text',
    edit: replacing("schema: { $ref: '#/components/schemas/BookRequest' }", 'schema: BookRequest'),
    names: ['~1book/post/requestBody/content/application~1json/schema', 'a schema is an object'],
  },
  {
    title: 'a parameter without a name',
    edit: replacing('        - name: searchId\n          in: query', '        - in: query'),
    names: ['#/paths/~1reservations~1details/get/parameters', 'name'],
  },

  // -- the control API
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
    title: 'a control API with a mistyped type',
    file: CONTROL,
    edit: replacing('type: integer', 'type: intger'),
    names: ['did you mean integer?'],
  },
  {
    title: 'a control API with a reference to nothing',
    file: CONTROL,
    edit: replacing("schemas/Arming'", "schemas/Nothing'"),
    names: ['#/components/schemas/Nothing leads nowhere'],
  },
  {
    title: 'a control API with open access to a profile',
    file: CONTROL,
    edit: replacing('operationId: getClock', 'operationId: getClock\n      security: []'),
    names: ['clock/get/security', 'regardless of this value'],
  },
];
