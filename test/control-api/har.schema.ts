/** Requirements of HAR 1.2 on a file (http://www.softwareishard.com/blog/har-12-spec/), as a JSON schema. */
const text = { type: 'string' };
const size = { type: 'integer', minimum: -1 };
const time = { type: 'number', minimum: -1 };
const list = (items: object) => ({ type: 'array', items });
/** Fields of one's own begin with an underscore. */
const shape = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional, comment: text },
  patternProperties: { '^_': {} },
  additionalProperties: false,
});
const pair = shape({ name: text, value: text });
const cookie = shape({ name: text, value: text });
const url = { type: 'string', pattern: '^https?://[^/]+/' };

export const harSchema = shape({
  log: shape({
    version: { const: '1.2' },
    creator: shape({ name: text, version: text }),
    entries: list(
      shape({
        startedDateTime: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` },
        time: { type: 'number', minimum: 0 },
        request: shape(
          {
            method: text,
            url,
            httpVersion: text,
            cookies: list(cookie),
            headers: list(pair),
            queryString: list(pair),
            headersSize: size,
            bodySize: size,
          },
          { postData: shape({ mimeType: text, text }) },
        ),
        response: shape({
          status: { type: 'integer', minimum: 0 },
          statusText: text,
          httpVersion: text,
          cookies: list(cookie),
          headers: list(pair),
          content: shape({ size: { type: 'integer' }, mimeType: text }, { text, encoding: text }),
          redirectURL: text,
          headersSize: size,
          bodySize: size,
        }),
        cache: shape({}),
        timings: shape({ send: time, wait: time, receive: time }),
      }),
    ),
  }),
});
