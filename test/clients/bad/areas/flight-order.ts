import { order, passenger } from '../alter.ts';
import type { BadClient } from '../bad-client.ts';

export default [
  {
    name: 'orders-from-a-provider-that-does-not-exist',
    rule: 'flight-order.path.gdsprovider',
    breaks: 'It sends a number of its own as the provider of an order.',
    consequences: { 'flight-order.tracked-offer.same-gdsprovider': 'no offer is tracked under such a number' },
    client: (good) => ({
      orderFlight: (traveller, selected, filled) =>
        good.orderFlight(traveller, { ...selected, offer: { ...selected.offer, gdsprovider: 7 as 0 } }, filled),
    }),
  },
  {
    name: 'orders-from-the-default-provider',
    rule: 'flight-order.tracked-offer.same-gdsprovider',
    breaks: 'It orders every offer from provider 0, regardless of its provider.',
    consequences: { 'flight-order.path.gdsprovider': 'the number in the path is not that of the offer' },
    client: (good) => ({
      orderFlight: (traveller, selected, filled) =>
        good.orderFlight(traveller, { ...selected, offer: { ...selected.offer, gdsprovider: 0 } }, filled),
    }),
  },
  {
    name: 'orders-by-the-id-of-another-system',
    rule: 'flight-order.path.offer-id',
    breaks: 'It sends the id under which it keeps the offer itself.',
    notInHar: 'an earlier search, before the recording began, may have returned the offer',
    consequences: { 'flight-order.tracked-offer.same-offer': 'no offer is tracked under such an id' },
    client: (good) => ({
      orderFlight: (traveller, selected, filled) =>
        good.orderFlight(traveller, { ...selected, offer: { ...selected.offer, offerId: '4711' } }, filled),
    }),
  },
  {
    name: 'changes-the-case-of-an-offer-id',
    rule: 'flight-order.tracked-offer.same-offer',
    breaks: 'It sends an offerId in capitals, as its database keeps it.',
    consequences: { 'flight-order.path.offer-id': 'no search returned an id in capitals' },
    client: (good) => ({
      orderFlight(traveller, selected, filled) {
        const offerId = selected.offer.offerId.toUpperCase();
        return good.orderFlight(traveller, { ...selected, offer: { ...selected.offer, offerId } }, filled);
      },
    }),
  },
  {
    name: 'orders-with-another-key-pair',
    rule: 'flight-order.tracked-offer.same-profile',
    breaks: 'It searches with one profile and orders with another.',
    notAtExam: 'a client gets one key pair',
    client: (good) => ({
      orderFlight: (traveller, selected, filled) =>
        good.orderFlight({ ...traveller, credential: traveller.otherCredential }, selected, filled),
    }),
  },
  {
    name: 'orders-an-expired-offer',
    rule: 'offer.expiry.ends-offer',
    breaks: 'It orders when the user has decided, even after the offer has expired.',
    client: (good) => ({
      async orderFlight(traveller, selected, filled) {
        await traveller.wait(21 * 60_000);
        return good.orderFlight(traveller, selected, filled);
      },
    }),
  },
  {
    name: 'orders-an-unknown-kind',
    rule: 'flight-order.kinds',
    breaks: 'It sends a kind of order that the document does not name.',
    client: order((filled) => {
      filled.type = 'reserve';
    }),
  },
  {
    name: 'sends-the-original-price',
    rule: 'flight-order.original-price.rejected',
    breaks: 'It sends the price that it showed to the user.',
    client: order((filled, { offer }) => {
      filled.originalPrice = offer.totalAmount;
    }),
  },
  {
    name: 'sends-a-user-id',
    rule: 'flight-order.internal-user-ids',
    breaks: 'It sends the id of its own user with the order.',
    client: order((filled) => {
      filled.userId = 'u-1234';
    }),
  },
  {
    name: 'sends-a-user-id-with-a-passenger',
    rule: 'flight-order.internal-user-ids',
    breaks: 'It sends the id of its own user with a passenger.',
    client: passenger((first) => {
      first.user_id = 1234;
    }),
  },
  {
    name: 'orders-with-a-currency-sign',
    rule: 'flight-order.currency',
    breaks: 'It orders with the sign of a currency.',
    client: order((filled) => {
      filled.currency = '€';
    }),
  },
  {
    name: 'holds-what-cannot-be-held',
    rule: 'flight-order.hold.only-when-supported',
    breaks: 'It holds every offer, also those that cannot be held.',
    client: order((filled, { offer }) => {
      if (!offer.holdOptions.available) filled.type = 'hold';
    }),
  },
  {
    name: 'sends-a-hold-id-without-a-hold',
    rule: 'flight-order.hold-id.only-when-supported',
    breaks: 'It sends a holdId for an offer that cannot be held.',
    client: order((filled, { offer }) => {
      if (!offer.holdOptions.available) filled.holdId = 'hld_1';
    }),
  },
] satisfies BadClient[];
