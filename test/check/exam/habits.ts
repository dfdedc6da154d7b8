// A client with one bad habit, for the tests of the exam: `node habits.ts <habit>`. It books a transfer.
import { request } from 'node:http';

const { env } = process;
const habit = process.argv[2] ?? '';
const headers = {
  Authorization: `Bearer ${env['TAXIWAY_SECRET_KEY']}`,
  'X-Service-Id': `${env['TAXIWAY_PUBLIC_KEY']}:${env['TAXIWAY_PROFILE_CODE']}`,
  'Content-Type': 'application/json',
};

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

interface Offer {
  resultId: string;
  bookingToken: string;
  cancellation: { cancellable: boolean };
}

async function call(method: string, path: string, body?: object, limitMs = 6000, more = {}): Promise<Reply> {
  const response = await fetch(`${env['TAXIWAY_BASE_URL']}${path}`, {
    method,
    headers: { ...headers, ...more },
    signal: AbortSignal.timeout(limitMs),
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function priced(own: object = {}): Promise<object> {
  const search = await call('POST', '/search', {
    pickup: { iataCode: 'MAD' },
    dropoff: { address: 'Calle de Alcalá 42, Madrid' },
    pickupDateTime: `${new Date(Date.now() + 5_184_000_000).toISOString().slice(0, 10)}T11:30:00`,
    passengers: 1,
  });
  const { searchId, offers } = search.body as { searchId: string; offers: Offer[] };
  const offer = offers.find(({ cancellation }) => cancellation.cancellable);
  const ids = { searchId, resultId: offer?.resultId, bookingToken: offer?.bookingToken };
  const { body } = await call('POST', '/pricing', ids);
  const traveller = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    phoneNumber: '+447700900123',
    ...own,
  };
  return {
    ...ids,
    pricingToken: body['pricingToken'],
    traveller,
    flight: { airlineIataCode: 'IB', flightNumber: '1' },
  };
}

/** Orders the cheapest flight of the task, or holds it. */
async function orderFlight(type: 'instant' | 'hold'): Promise<void> {
  const day = new Date(Date.now() + 5_184_000_000).toISOString().slice(0, 10);
  const { body } = await call('POST', '/v1/flights/search', {
    slices: [{ origin: 'MAD', destination: 'LHR', departure_date: day }],
    passengers: [{ type: 'adult' }],
    cabin_class: 'economy',
  });
  for (const offer of body['offers'] as FlightOffer[]) {
    if (type === 'hold' && !offer.holdOptions.available) continue;
    const place = `${offer.gdsprovider}/${offer.offerId}`;
    const order = await call('POST', `/v1/flights/order/${place}`, {
      currency: offer.currency,
      type,
      ...(type === 'hold' && { holdId: offer.holdId }),
      passengers: [
        {
          id: offer.passengers[0].id,
          ...{ type: 'adult', title: 'ms', firstName: 'Ada', lastName: 'Byron', gender: 'f', bornDate: '1986-12-09' },
          ...{ email: 'ada@example.com', phone_number: '+34612345678', country: 'ES' },
          identity_documents: [
            {
              ...{ type: 'passport', unique_identifier: 'XDA123450' },
              ...{ issuing_country_code: 'ES', expires_on: '2032-05-01' },
            },
          ],
        },
      ],
      totalSegments: offer.slices.flatMap(({ segments }) =>
        segments.map(({ departure, arrival, flightNumber }) => ({
          originCode: departure.iataCode,
          destinationCode: arrival.iataCode,
          flightNumber,
          departureDate: departure.departingAt,
        })),
      ),
    });
    if (order.status === 200 && order.body['status'] !== 'failed') return;
  }
}

interface FlightOffer {
  gdsprovider: number;
  offerId: string;
  currency: string;
  holdOptions: { available: boolean };
  holdId: string | null;
  passengers: [{ id: string }];
  slices: {
    segments: {
      departure: { iataCode: string; departingAt: string };
      arrival: { iataCode: string };
      flightNumber: string;
    }[];
  }[];
}

/** Sends it again whatever happened, as a retry of an HTTP library does. */
async function retried(body: object): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await call('POST', '/book', body).catch(() => null);
    if (reply && reply.status < 500) return reply;
    if (attempt === 3) process.exit(3);
  }
}

/** Begins all over after a lost response. */
async function rebooked(): Promise<Reply> {
  for (;;) {
    const reply = await call('POST', '/book', await priced()).catch(() => null);
    if (reply && reply.status < 500) return reply;
  }
}

/** Reads a booking in doubt so many times, and says unknown where no read shows it. */
async function readsAtMost(times: number): Promise<never> {
  const booking = (await priced()) as { searchId: string };
  const booked = await call('POST', '/book', booking).catch(() => null);
  if (booked && booked.status < 500) process.exit(0);
  for (let reads = 0; reads < times; reads++) {
    const { status } = await call('GET', `/reservations/details?searchId=${booking.searchId}`);
    if (status === 200) process.exit(0);
  }
  process.exit(4);
}

switch (habit) {
  case 'never-calls':
    process.exit(0);
  case 'resets':
  case 'removes': {
    const profile = `/_sandbox/profiles/${env['TAXIWAY_PROFILE_CODE']}`;
    await (habit === 'resets' ? call('POST', `${profile}/reset`) : call('DELETE', profile));
    process.exit(0);
  }
  case 'crashes':
    throw new Error('the client broke on \u001b[31mpurpose');
  case 'hangs':
    setInterval(() => undefined, 1000);
    break;
  case 'retries':
    await retried(await priced());
    process.exit(0);
  case 'rebooks':
    await rebooked();
    process.exit(0);
  case 'reads-twice':
    await readsAtMost(2);
    break;
  case 'reads-five-times':
    await readsAtMost(5);
    break;
  case 'disarms':
  case 'disarms-in-disguise':
  case 'looks-at-the-scenario':
  case 'looks-at-the-scenario-as-the-console':
  case 'lists-the-profiles':
  case 'moves-every-clock': {
    const scenario = `/_sandbox/profiles/${env['TAXIWAY_PROFILE_CODE']}/scenario`;
    if (habit === 'disarms') await call('DELETE', scenario).catch(() => null);
    const disguised = scenario.replace('dp_', 'dp%5F');
    if (habit === 'disarms-in-disguise') await call('DELETE', disguised).catch(() => null);
    if (habit === 'looks-at-the-scenario') await call('GET', scenario);
    if (habit === 'looks-at-the-scenario-as-the-console')
      await fetch(`${env['TAXIWAY_BASE_URL']}${scenario}`, { headers: { ...headers, 'X-Taxiway-Exam': '1' } });
    if (habit === 'lists-the-profiles') await fetch(`${env['TAXIWAY_BASE_URL']}/_sandbox/profiles`);
    if (habit === 'moves-every-clock') await call('POST', '/_sandbox/clock/advance', { by: 'PT1S' }).catch(() => null);
    const { status } = await call('POST', '/book', await priced());
    process.exit(status === 502 ? 4 : 0);
  }
  case 'selects-by-query':
    await call('POST', '/book?scenario=none', await priced());
    process.exit(0);
  case 'selects-what-does-not-exist':
    await call('POST', '/book?scenario=perhaps', await priced());
    process.exit((await call('POST', '/book', await priced())).status === 502 ? 4 : 0);
  case 'selects-by-header':
    await call('POST', '/book', await priced(), 2500, { 'X-Sandbox-Scenario': 'none' });
    process.exit(0);
  case 'selects-by-name':
    await call('POST', '/book', await priced({ firstName: 'Scenario', lastName: 'None' }));
    process.exit(0);
  case 'selects-by-address':
    await call('POST', '/book', await priced({ email: 'ada+none@example.com' }));
    process.exit(0);
  case 'waits-for-the-service':
    await fetch(`${env['TAXIWAY_BASE_URL']}/_sandbox/health`);
    await call('POST', '/book', await priced());
    process.exit(0);
  case 'stops-waiting':
    await call('POST', '/book', await priced(), 100).catch(() => null);
    process.exit(4);
  case 'leaves-at-once':
  case 'leaves-and-crashes': {
    const body = JSON.stringify(await priced());
    const length = { 'Content-Type': 'application/json', 'Content-Length': body.length + 10 };
    const sent = request(`${env['TAXIWAY_BASE_URL']}/book`, { method: 'POST', headers: { ...headers, ...length } });
    sent.on('error', () => process.exit(habit === 'leaves-at-once' ? 4 : 1));
    sent.write(body, () => setTimeout(() => sent.destroy(new Error('enough')), 100));
    break;
  }
  case 'rebooks-as-another': {
    const first = await call('POST', '/book', await priced());
    if (first.status === 502 || first.body['status'] === 'pending')
      await call('POST', '/book', await priced({ email: 'alias@relay.example' }));
    process.exit(0);
  }
  case 'books-and-cancels': {
    const { body } = await call('POST', '/book', await priced());
    const [{ reservationId }] = body['reservations'] as [{ reservationId: string }];
    await call('POST', '/reservations/cancel', { reservationId });
    await call('POST', '/book', await priced());
    process.exit(0);
  }
  case 'cuts-tokens': {
    const booking = (await priced()) as { pricingToken: string };
    const { body } = await call('POST', '/book', { ...booking, pricingToken: booking.pricingToken.slice(0, 64) });
    process.exit(body['status'] === 'completed' ? 0 : 3);
  }
  case 'cancels-after-a-502': {
    const lost = (await priced()) as { searchId: string };
    await call('POST', '/book', lost);
    await call('POST', '/book', await priced());
    const { body } = await call('GET', `/reservations/details?searchId=${lost.searchId}`);
    const [{ reservationId }] = body['reservations'] as [{ reservationId: string }];
    await call('POST', '/reservations/cancel', { reservationId });
    process.exit(0);
  }
  case 'cancels-in-the-end': {
    const { body } = await call('POST', '/book', await priced());
    const [{ reservationId }] = body['reservations'] as [{ reservationId: string }];
    await call('POST', '/reservations/cancel', { reservationId });
    process.exit(0);
  }
  case 'orders-instead':
  case 'orders-instead-and-says-booked':
    await orderFlight('instant');
    process.exit(habit === 'orders-instead' ? 3 : 0);
  case 'holds-first':
    await orderFlight('hold');
    await orderFlight('instant');
    process.exit(0);
  case 'books-twice':
    for (let bookings = 0; bookings < 2; bookings++) await call('POST', '/book', await priced());
    process.exit(0);
  case 'cancels-one-of-two': {
    const [first] = [await call('POST', '/book', await priced()), await call('POST', '/book', await priced())];
    const [{ reservationId }] = first.body['reservations'] as [{ reservationId: string }];
    await call('POST', '/reservations/cancel', { reservationId });
    process.exit(0);
  }
  case 'believes-200':
    await call('POST', '/book', await priced());
    process.exit(0);
  default:
    if (!habit.startsWith('states-')) throw new Error(`no habit ${habit}`);
    await call('POST', '/book', await priced());
    console.log(JSON.stringify({ outcome: habit.slice('states-'.length) }));
    console.log('done');
    process.exit(0);
}
