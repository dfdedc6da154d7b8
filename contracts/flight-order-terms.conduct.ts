import { isCurrencyCode, isText } from '../src/base/values/kinds.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { show } from '../src/base/values/show.ts';
import type { ConductArea } from '../src/check/judge/conduct.ts';
import { onOrder } from '../src/check/judge/expectations/sent-order.ts';

const sees = ['createFlightOrder'] as const;

const area: ConductArea = {
  name: 'the kind and the currency of an order',
  checks: [
    // ── Kind and currency ──────────────────────────────────────────────────────────────────────────
    {
      title: "an order's type is instant or hold",
      rules: ['flight-order.kinds'],
      sees,
      occasion: 'an order with a type',
      wrong: 'They send another value: `book`, `pay_later`, `Hold`.',
      right: 'Send `instant` or `hold`.',
      scenarios: [],
      judge: onOrder((view, { fields: { type } }) => {
        if (type === undefined) return;
        if (type === 'instant' || type === 'hold') return view.kept();
        view.broken({ expected: 'instant or hold', actual: show(type), pointer: '/type' });
      }),
    },
    {
      title: "an order's currency is a currency code",
      rules: ['flight-order.currency'],
      sees,
      occasion: 'an order with a currency',
      wrong: 'They send the symbol, the name or the number of the currency.',
      right: 'Send the `currency` of the offer.',
      scenarios: [],
      judge: onOrder((view, { fields: { currency }, tracked: { offer } }) => {
        if (currency === undefined) return;
        const pointer = '/currency';
        if (!isCurrencyCode(currency))
          return view.broken({
            expected: 'a currency code of three capital letters',
            actual: show(currency),
            pointer,
            ...(isText(currency) && isCurrencyCode(currency.toUpperCase()) && { assumption: 'flight.currencies' }),
          });
        const own = offer?.['currency'];
        if (own === undefined || own === currency) return view.kept();
        view.broken({
          expected: `the currency of the offer, ${show(own)}`,
          actual: show(currency),
          pointer,
          assumption: 'flight.order-currency',
        });
      }),
    },

    // ── Hold ───────────────────────────────────────────────────────────────────────────────────────
    {
      title: 'an order of type hold is made only for an offer that can be held',
      rules: ['flight-order.hold.only-when-supported'],
      sees,
      occasion: 'an order of type hold',
      wrong: 'They offer to pay later for every flight.',
      right: 'Offer a hold only if `holdOptions.available` of the offer is true.',
      scenarios: ['hold-unavailable'],
      judge: onOrder((view, { fields, tracked: { offer, unknown, exchange } }) => {
        if (fields['type'] !== 'hold') return;
        if (!offer || !exchange) return view.undecided(unknown);
        const available = propertyOf(offer['holdOptions'], 'available');
        if (available === true) return view.kept();
        view.broken({
          expected: `instant, as holdOptions.available of the offer is ${show(available)}`,
          actual: 'hold',
          pointer: '/type',
          before: [exchange],
        });
      }),
    },
    {
      title: 'a holdId is sent only for an offer that can be held',
      rules: ['flight-order.hold-id.only-when-supported'],
      sees,
      occasion: 'an order with a holdId',
      wrong: 'They copy `holdId` from every offer, or use the one of another offer.',
      right: 'Send the `holdId` of the offer only with an order of type hold.',
      scenarios: ['hold-unavailable'],
      judge: onOrder((view, { fields: { holdId }, tracked: { offer, unknown, exchange } }) => {
        if (holdId === undefined || holdId === null) return;
        if (!offer || !exchange) return view.undecided(unknown);
        const available = propertyOf(offer['holdOptions'], 'available');
        if (available === true && offer['holdId'] === holdId) return view.kept();
        view.broken({
          expected: available === true ? `the holdId of the offer, ${show(offer['holdId'])}` : 'no holdId',
          actual: show(holdId),
          pointer: '/holdId',
          before: [exchange],
          ...(available === true && { assumption: 'flight.hold-id' }),
        });
      }),
    },
  ],
};

export default area;
