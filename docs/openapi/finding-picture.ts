import { drawPictureFile } from '../../src/exchange/picture/draw-picture.ts';
import { pictureOfEvidence } from '../../src/exchange/picture/picture-of-evidence.ts';
import { createSandbox } from '../../src/index.ts';
import type { ControlSchema } from '../../src/interface/control-api.ts';

/**
 * Draws a client's calls around a 502, for README and docs: a real run on a sandbox with a fixed seed and clock, with
 * the verdict of its judge.
 */
export async function drawFinding(): Promise<string> {
  const sandbox = await createSandbox({ seed: 'picture', now: '2027-01-10T12:00:00Z', offers: 1, log: 'silent' });
  try {
    const baseUrl = await sandbox.listen();
    const headers = { ...sandbox.headers(), 'Content-Type': 'application/json' };
    const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
      const response = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
      return (await response.json()) as Body;
    };
    const profile = `/_sandbox/profiles/${sandbox.demoKeys.profileCode}`;
    const advance = (by: string) => call('POST', `${profile}/clock/advance`, { by });
    await call('PUT', `${profile}/clock`, { mode: 'frozen' });

    const { searchId, offers } = await call<Search>('POST', '/search', {
      pickup: { iataCode: 'MAD' },
      dropoff: { address: 'Calle de Alcalá 42, Madrid' },
      pickupDateTime: '2027-03-15T11:30:00',
      passengers: 2,
    });
    const [{ resultId, bookingToken } = { resultId: '', bookingToken: '' }] = offers;
    const ids = { searchId, resultId, bookingToken };
    await advance('PT3.2S');
    const { pricingToken } = await call<{ pricingToken: string }>('POST', '/pricing', ids);
    await advance('PT24S');
    const flight = { airlineIataCode: 'IB', flightNumber: '3166' };
    const traveller = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' };
    const booking = { ...ids, pricingToken, flight, traveller };
    await call('POST', '/book?scenario=502-after-commit,resend-double-books', booking);
    await advance('PT0.34S');
    await call('POST', '/book', booking);

    const journal = await call<Journal>('GET', `${profile}/journal?order=oldest`);
    const { resources } = await call<Resources>('GET', `${profile}/resources?kind=reservations`);
    const { verdicts } = await call<Verdicts>('GET', `${profile}/verdicts?verdict=broken`);
    const [rule] = verdicts.rules;
    if (!rule) throw new Error('the judge found nothing to draw');
    const evidence = journal.exchanges.map((one) => ({ ...one, response: null }));
    const broken = { sentence: rule.sentence, instead: rule.right[0] ?? '' };
    const picture = pictureOfEvidence('Booked again after a 502, without a read', evidence, broken);
    const standing = resources.map(({ createdAt, reservation }, index) => ({
      ...{ at: createdAt, by: null, isBad: index > 0 },
      text: `${String(reservation?.['confirmationNumber'])} booked`,
    }));
    return drawPictureFile({ ...picture, standing });
  } finally {
    await sandbox.close();
  }
}

interface Search {
  searchId: string;
  offers: { resultId: string; bookingToken: string }[];
}

interface Journal {
  exchanges: ControlSchema['ExchangeSummary'][];
}

interface Resources {
  resources: ControlSchema['ReservationResource'][];
}

interface Verdicts {
  verdicts: ControlSchema['Verdicts'];
}
