import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../src/interface/api.ts';
import { allOperations, armable, operationWords } from '../../src/scenarios/operations.ts';
import { CHANCE } from '../../src/scenarios/parameters.ts';
import { loadScenarios, scenarioNames } from '../../src/scenarios/registry.ts';
import type { Scenario } from '../../src/scenarios/scenario.ts';
import { makeCall, prepareCall, prepareCalls } from '../server/calls.ts';
import { documentedOperations, faultsOf } from '../server/spec.ts';
import { sendRaw } from '../server/wire.ts';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';

const sandbox = useSandbox();
const registry = await loadScenarios();

describe('a scenario', () => {
  it.each(['nonsense', '', '502.ts', '__proto__', 'toString', '../library/502', 'x'.repeat(5000)])(
    'named "%s" is refused with the applicable names',
    async (scenario) => {
      const { status, body } = await sandbox.post('/book', {}, { scenario });
      expect([status, body.code, faultsOf('bookTransfer', 400, body)]).toEqual([400, 'unknown_scenario', []]);
      expect(body.details[0].path).toBe('query/scenario');
      expect(body.message[0]).toMatch(new RegExp(`: ${scenarioNames(registry, 'bookTransfer').join(', ')}$`));
    },
  );

  it.each(['Pending', 'pendng'])('named "%s" is refused with the nearest applicable name', async (scenario) => {
    const { status, body } = await sandbox.post('/book', {}, { scenario });
    expect([status, body.code, body.message]).toEqual([
      400,
      'unknown_scenario',
      [`"${scenario}" is not a scenario. Did you mean pending?`],
    ]);
  });

  it.each(allOperations)(
    'a scenario that does not apply to %s is refused with the applicable ones',
    async (operationId) => {
      const call = await prepareCall(sandbox, operationId);
      const applying = scenarioNames(registry, operationId);
      const other = present([...registry.keys()].find((name) => !applying.includes(name)));
      const { status, body, headers } = await makeCall(sandbox, call, { scenario: other });
      expect([status, body.code, faultsOf(operationId, 400, body)]).toEqual([400, 'scenario_not_applicable', []]);
      expect(body.message[0]).toContain(
        `"${other}" does not apply to ${operationId}; here you can use: ${applying.join(', ')}`,
      );
      expect(headers).not.toHaveProperty('x-sandbox-scenario');
      expect((await makeCall(sandbox, call)).status).toBe(200);
    },
  );

  it.each([...registry.values()].filter(({ edge, group }) => !loses(edge) && group !== 'ride'))(
    '$name is named by the response that it acted on',
    async ({ name, shownAs = name, operations, parameters = {} }) => {
      const call = await prepareCall(sandbox, operations[0]);
      const { headers } = await makeCall(sandbox, call, {
        scenario: 'delay' in parameters ? `${name}(delay=PT0S)` : name,
      });
      expect([headers['x-sandbox-scenario'], headers['x-sandbox-scenario-from']]).toEqual([shownAs, 'query']);
    },
  );

  it('is ignored without credentials', async () => {
    const { body } = await sandbox.post('/book', {}, { scenario: 'nonsense', headers: { Authorization: null } });
    expect(body.code).toBe('missing_api_token');
  });
});

describe('scenarios', () => {
  it('can be selected in the header too, and the query has priority', async () => {
    const bookTransfer = await prepareCall(sandbox, 'bookTransfer');
    const headers = { 'X-Sandbox-Scenario': 'failed' };
    const byHeader = await makeCall(sandbox, bookTransfer, { headers });
    expect([
      byHeader.body.status,
      byHeader.headers['x-sandbox-scenario'],
      byHeader.headers['x-sandbox-scenario-from'],
    ]).toEqual(['failed', 'failed', 'header']);
    const byBoth = await makeCall(sandbox, bookTransfer, { headers, scenario: 'pending' });
    expect([byBoth.body.status, byBoth.headers['x-sandbox-scenario-from']]).toEqual(['pending', 'query']);
  });

  it('are switched off with none, also by the query if a header selects one', async () => {
    const bookTransfer = await prepareCall(sandbox, 'bookTransfer');
    const { body, headers } = await makeCall(sandbox, bookTransfer, {
      headers: { 'X-Sandbox-Scenario': 'failed' },
      scenario: 'none',
    });
    expect(body.status).toBe('completed');
    expect([headers['x-sandbox-scenario'], headers['x-sandbox-scenario-from']]).toEqual(['none', 'query']);
  });

  it('act together if they decide different things', async () => {
    const bookTransfer = await prepareCall(sandbox, 'bookTransfer');
    const { body, headers } = await makeCall(sandbox, bookTransfer, {
      scenario: 'slow(delay=PT0.05S),pending(reads=0)',
    });
    expect([body.status, headers['x-sandbox-scenario']]).toEqual(['pending', 'slow,pending']);
  });

  it.each(['pending,failed', '502,server-error', 'truncated-body,502'])(
    'contradictory scenarios are refused: %s',
    async (scenario) => {
      const { status, body } = await sandbox.post('/book', {}, { scenario });
      expect([status, body.code, faultsOf('bookTransfer', 400, body)]).toEqual([400, 'invalid_scenario', []]);
      const [first, second] = scenario.split(',');
      expect(body.message[0]).toBe(`"${first}" and "${second}" contradict each other; select one of them`);
    },
  );

  it.each([
    ['pending,pending(reads=2)', '"pending" is selected twice; select it once'],
    ['pending(reads=1,reads=2)', '"pending" has a parameter twice; give each once'],
    ['slow(delay=P30D)', '"slow" has delay="P30D"; give at most PT10M'],
    ['pending(reads=-1)', '"pending" has reads="-1"; give an integer from 0 to 9999'],
    ['pending(after=10)', '"pending" has after="10"; give an ISO 8601 duration such as PT10S or PT5M'],
    ['pending(after=PT)', '"pending" has after="PT"; give an ISO 8601 duration such as PT10S or PT5M'],
    ['failed(reason=mood)', '"failed" has reason="mood"; give one of rejected, no_availability, price_changed'],
    ['pending(read=1)', '"pending" has no parameter "read"; it has reads, after, chance, calls'],
    ['failed(constructor=1)', '"failed" has no parameter "constructor"; it has reason, chance, calls'],
    ['completed(reads=1)', '"completed" has no parameter "reads"; it has chance, calls'],
  ])('scenarios with a wrong parameter are refused: %s', async (scenario, message) => {
    const { status, body } = await sandbox.post('/book', {}, { scenario });
    expect([status, body.code, body.message]).toEqual([400, 'invalid_scenario', [message]]);
  });

  it.each([
    ['pending(', '"pending(" cannot be read; write name, name(parameter=value) or operation:name'],
    ['pending(reads=1', '"pending(reads=1" cannot be read; write name, name(parameter=value) or operation:name'],
    [
      'pending(reads=1)(reads=2)',
      '"pending(reads=1)(reads=2)" cannot be read; write name, name(parameter=value) or operation:name',
    ],
    ['pending()', '"pending" has empty parentheses; leave them out, or set a parameter in them'],
    ['502( )', '"502" has empty parentheses; leave them out, or set a parameter in them'],
    ['pending(reads)', '"pending" has the parameter "reads"; write it as parameter=value'],
    ['pending(reads=1,)', '"pending" has the parameter ""; write it as parameter=value'],
    ['pending(reads=1=2)', '"pending" has the parameter "reads=1=2"; write it as parameter=value'],
    ['pending(reads=)', '"pending" has reads=""; give an integer from 0 to 9999'],
    ['slow(delay=)', '"slow" has delay=""; give an ISO 8601 duration such as PT10S or PT5M'],
    ['pending,,failed', '"pending,,failed" has nothing between two commas or semicolons; name a scenario'],
    [',pending', '",pending" has nothing between two commas or semicolons; name a scenario'],
    ['pending;', '"pending;" has nothing between two commas or semicolons; name a scenario'],
    ['none,502', '"none" disables every scenario; send it alone, or as a step of a sequence'],
    [
      'pending(calls=2)',
      '"pending" acts on this request, and calls counts later ones; leave it out, or arm the scenario',
    ],
    ['cancel:502(calls=0)', '"502" has calls="0"; give an integer from 1 to 9999'],
  ])('scenarios with wrong syntax are refused with the wrong part: %s', async (scenario, message) => {
    const { status, body } = await sandbox.post('/book', {}, { scenario });
    expect([status, body.code, body.message]).toEqual([400, 'invalid_scenario', [message]]);
  });

  it.each([
    ['slow(delay=PT0S), pending( reads = 0 , after=PT1H )', 'slow,pending'],
    [' pending ', 'pending'],
    ['bookTransfer:pending', 'pending'],
    ['book : pending', 'pending'],
  ])('scenarios with blanks or an operationId are read like those without: "%s"', async (scenario, echoed) => {
    const bookTransfer = await prepareCall(sandbox, 'bookTransfer');
    const { body, headers } = await makeCall(sandbox, bookTransfer, { scenario });
    expect([body.status, headers['x-sandbox-scenario']]).toEqual(['pending', echoed]);
  });

  it('scenarios of two headers act together', async () => {
    const { path, body } = await prepareCall(sandbox, 'bookTransfer');
    const response = await sendRaw(sandbox.baseUrl, {
      method: 'POST',
      path,
      headers: {
        ...sandbox.sandbox.headers(),
        'Content-Type': 'application/json',
        'X-Sandbox-Scenario': ['slow(delay=PT0S)', 'pending'],
      },
      body: JSON.stringify(body),
    });
    expect([response.body.status, response.headers['x-sandbox-scenario']]).toEqual(['pending', 'slow,pending']);
  });

  it('scenarios of a default header do not act at operations that they do not name', async () => {
    const calls = await prepareCalls(sandbox);
    for (const operationId of ['priceTransfer', 'getReservation', 'searchFlights'] as const) {
      const { status, headers } = await makeCall(sandbox, calls[operationId], {
        headers: { 'X-Sandbox-Scenario': 'book:pending' },
      });
      expect([status, headers['x-sandbox-scenario']]).toEqual([200, undefined]);
    }
    const { body } = await makeCall(sandbox, calls.bookTransfer, { headers: { 'X-Sandbox-Scenario': 'book:pending' } });
    expect(body.status).toBe('pending');
  });

  it('scenarios of a query for another operation give way to the header', async () => {
    const bookTransfer = await prepareCall(sandbox, 'bookTransfer');
    const { body, headers } = await makeCall(sandbox, bookTransfer, {
      scenario: 'pricing:502',
      headers: { 'X-Sandbox-Scenario': 'failed' },
    });
    expect([body.status, headers['x-sandbox-scenario-from']]).toEqual(['failed', 'header']);
  });
});

describe('the echo of a selection', () => {
  const twin = useSandbox();
  const alike = [...registry.values()].flatMap((scenario) => {
    const { name, operations, shownAs, looksLike = shownAs } = scenario;
    const like = present(registry.get(looksLike ?? name));
    return looksLike === undefined ? [] : operations.map((id) => ({ name, id, like: looksLike, edge: like.edge }));
  });
  const isSilent = ({ edge }: (typeof alike)[number]) => loses(edge);

  it('every scenario that looks like another applies only to operations of that one', () => {
    for (const { like, id } of alike) expect(present(registry.get(like)).operations).toContain(id);
  });

  it.each(alike.filter((pair) => !isSilent(pair)))(
    '$name returns for $id the response of $like, except the request id',
    async ({ name, id, like }) => {
      const [nothingDone, done] = await Promise.all([wire(sandbox, id, like), wire(twin, id, name)]);
      if (present(registry.get(name)).shownAs === undefined) nothingDone.headers['x-sandbox-scenario'] = name;
      expect(done).toEqual(nothingDone);
      expect(done.headers).toHaveProperty('content-length');
    },
  );

  it.each(alike.filter(isSilent))('$name sends no byte for $id, like $like', async ({ name, id, like }) => {
    const [nothingDone, done] = await Promise.all([bytes(sandbox, id, like), bytes(twin, id, name)]);
    expect(done).toEqual(nothingDone);
    expect(done).toEqual({ bytes: '', ending: like === 'dropped' ? 'ECONNRESET' : 'nothing' });
  });
});

/** True if the client gets no readable response. */
function loses(edge: Scenario['edge']): boolean {
  return typeof edge === 'object' && ('connection' in edge || 'body' in edge);
}

/** The client's view of a response. */
async function wire(server: typeof sandbox, operationId: OperationId, scenario: string) {
  const { status, headers, body } = await makeCall(server, await prepareCall(server, operationId), { scenario });
  const { 'x-request-id': _, ...rest } = headers;
  return { status, headers: rest, body: { ...body, requestId: '', ...('searchId' in body && { searchId: '' }) } };
}

/** All that comes over a connection until it ends, or until the client has waited long enough for nothing. */
async function bytes(
  server: typeof sandbox,
  operationId: OperationId,
  scenario: string,
): Promise<{ bytes: string; ending: string }> {
  const { path, body } = await prepareCall(server, operationId);
  const text = JSON.stringify(body);
  const headers = {
    ...server.sandbox.headers(),
    Host: 'localhost',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
  };
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
  socket.write(
    `POST ${path}?scenario=${scenario} HTTP/1.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${text}`,
  );
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  return new Promise((resolve) => {
    const end = (ending: string) => {
      socket.destroy();
      resolve({ bytes: received, ending });
    };
    socket
      .once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
      .once('end', () => end('end'))
      .setTimeout(500, () => end('nothing'));
  });
}

describe('the interface that the sandbox serves', () => {
  it('has the scenario parameter on every operation, with exactly the names that apply', async () => {
    const { body } = await sandbox.get('/_sandbox/openapi.json', { headers: { Authorization: null } });
    for (const { operationId, path, method } of documentedOperations) {
      const operation = body.paths[path][method.toLowerCase()];
      const parameter = operation.parameters.filter(({ name }: { name: string }) => name === 'scenario');
      expect(parameter).toMatchObject([
        {
          in: 'query',
          schema: { type: 'string', anyOf: [{ enum: ['none', ...scenarioNames(registry, operationId)] }, {}] },
        },
      ]);
      for (const name of scenarioNames(registry, operationId))
        expect(parameter[0].description).toContain(`\`${name}\`: ${present(registry.get(name)).title}`);
      const words = Object.entries(operationWords)
        .filter(([, later]) => armable[operationId]?.includes(later))
        .map(([word]) => word);
      expect([...parameter[0].description.matchAll(/^- `([a-z-]+):…`/gm)].map(([, word]) => word)).toEqual(words);
      expect(operation.parameters).toContainEqual(
        expect.objectContaining({ name: 'X-Sandbox-Scenario', in: 'header' }),
      );
    }
  });

  it('can be served without the scenario parameter', async () => {
    const { text } = await sandbox.get('/_sandbox/interface.json');
    expect(text).not.toMatch(/scenario/i);
  });

  it('lists every scenario with its effect and its operations', async () => {
    const { body } = await sandbox.get('/_sandbox/scenarios');
    expect(body.scenarios).toEqual(
      [...registry.values()].map(
        ({ name, group, shownAs = name, looksLike = shownAs, title, clientSees, operations, ...rest }) => ({
          name,
          group,
          shownAs,
          looksLike: looksLike === name ? null : looksLike,
          title,
          clientSees,
          operations,
          basis: rest.basis,
          rules: rest.rules,
          parameters: { ...rest.parameters, chance: CHANCE },
        }),
      ),
    );
  });
});
