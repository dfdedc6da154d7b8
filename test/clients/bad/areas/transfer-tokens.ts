import { body } from '../alter.ts';
import type { BadClient } from '../bad-client.ts';

const UNCHANGED = 'transfer.token.unchanged';

export default [
  {
    name: 'trims-the-padding-of-a-token',
    rule: UNCHANGED,
    breaks: 'It takes the = off the end of a bookingToken.',
    client: body('/pricing', (sent) => {
      sent.bookingToken = sent.bookingToken.replace(/=+$/, '');
    }),
  },
  {
    name: 'makes-a-token-safe-for-addresses',
    rule: UNCHANGED,
    breaks: 'It puts a pricingToken into the alphabet for addresses, - and _ for + and /.',
    client: body('/book', (sent) => {
      sent.pricingToken = sent.pricingToken.replaceAll('+', '-').replaceAll('/', '_');
    }),
  },
  {
    name: 'encodes-a-token-for-an-address',
    rule: UNCHANGED,
    breaks: 'It encodes a bookingToken as for an address, and sends that in the body.',
    client: body('/pricing', (sent) => {
      sent.bookingToken = encodeURIComponent(sent.bookingToken);
    }),
  },
  {
    name: 'reads-plus-signs-as-blanks',
    rule: UNCHANGED,
    breaks: 'It keeps a pricingToken in a form field that reads + as a blank.',
    consequences: { 'transfer.token.opaque': 'a form field decodes its value' },
    client: body('/book', (sent) => {
      sent.pricingToken = sent.pricingToken.replaceAll('+', ' ');
    }),
  },
  {
    name: 'decodes-and-encodes-a-token',
    rule: UNCHANGED,
    breaks: 'It decodes a bookingToken from Base64 and encodes what came out.',
    consequences: { 'transfer.token.opaque': 'a token that was encoded again was decoded before' },
    client: body('/pricing', (sent) => {
      sent.bookingToken = Buffer.from(sent.bookingToken, 'base64').toString('base64');
    }),
  },
  {
    name: 'sends-a-decoded-token',
    rule: 'transfer.token.opaque',
    breaks: 'It takes a bookingToken for Base64, decodes it, and sends what came out.',
    consequences: { [UNCHANGED]: 'a decoded token is another text' },
    client: body('/pricing', (sent) => {
      sent.bookingToken = Buffer.from(sent.bookingToken, 'base64').toString('latin1');
    }),
  },
  {
    name: 'keeps-tokens-in-lower-case',
    rule: UNCHANGED,
    breaks: 'It keeps tokens in a column that does not tell capitals from small letters.',
    client: body('/book', (sent) => {
      sent.pricingToken = sent.pricingToken.toLowerCase();
    }),
  },
  {
    name: 'adds-a-line-end-to-a-token',
    rule: UNCHANGED,
    breaks: 'It reads a pricingToken from a file, with the line end.',
    client: body('/book', (sent) => {
      sent.pricingToken = `${sent.pricingToken}\n`;
    }),
  },
  {
    name: 'cuts-a-token-of-a-change',
    rule: UNCHANGED,
    breaks: 'It keeps the first 32 characters of a pricingToken, and confirms a change with them.',
    client: body('/reservations/changes', (sent) => {
      sent.pricingToken = sent.pricingToken.slice(0, 32);
    }),
  },
  {
    name: 'prices-with-the-token-of-another-offer',
    rule: 'transfer.token.bound-to-offer',
    breaks: 'It prices the selected offer with the bookingToken of another one.',
    client: (good) => ({
      chooseTransfer(traveller, search) {
        const chosen = good.chooseTransfer(traveller, search);
        const other = search.offers.find(({ resultId }) => resultId !== chosen?.resultId);
        return chosen && other && { ...chosen, bookingToken: other.bookingToken };
      },
    }),
  },
  {
    name: 'books-with-the-pricing-of-another-offer',
    rule: 'transfer.token.bound-to-offer',
    breaks: 'It prices one offer, and books another with that pricingToken.',
    client: (good) => ({
      fillBooking(traveller, selected) {
        const { resultId, bookingToken } =
          selected.search.offers.find((offer) => offer.resultId !== selected.offer.resultId) ?? selected.offer;
        return { ...good.fillBooking(traveller, selected), resultId, bookingToken };
      },
    }),
  },
  {
    name: 'books-after-the-end-of-the-offer',
    rule: 'transfer.token.expires-with-offer',
    breaks: 'It books when the user has decided, even after the offer has expired.',
    client: (good) => ({
      async book(traveller, booking) {
        await traveller.wait(16 * 60_000);
        return good.book(traveller, booking);
      },
    }),
  },
  {
    name: 'prices-after-the-end-of-the-offer',
    rule: 'transfer.token.expires-with-offer',
    breaks: 'It prices an offer of a page that was open too long.',
    client: (good) => ({
      async price(traveller, pricing) {
        await traveller.wait(16 * 60_000);
        return good.price(traveller, pricing);
      },
    }),
  },
] satisfies BadClient[];
