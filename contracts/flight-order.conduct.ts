import { toIso } from '../src/base/clock.ts';
import { show } from '../src/base/values/show.ts';
import type { ConductArea, View } from '../src/check/judge/conduct.ts';
import { instantOf } from '../src/check/judge/expectations/formats.ts';
import { gapFor } from '../src/check/judge/expectations/identifiers.ts';
import { unlistedField } from '../src/check/judge/expectations/order-checks.ts';
import { orderOf } from '../src/check/judge/expectations/sent-order.ts';
import { offersIn } from '../src/check/judge/knowledge.ts';

const sees = ['createFlightOrder'] as const;

const area: ConductArea = {
  name: 'the order of an offer',
  checks: [
    // ── Offer in the path ──────────────────────────────────────────────────────────────────────────
    {
      title: 'an order names an offer that a search returned',
      rules: ['flight-order.path.offer-id', 'flight-order.tracked-offer.same-offer'],
      sees,
      occasion: 'an order',
      wrong: 'They put another id into the path, a holdId for example, or change the offerId.',
      right: 'Put the `offerId` of the chosen offer into the path, unchanged and encoded for an address.',
      scenarios: [],
      judge(view) {
        const { tracked } = orderOf(view);
        if (tracked.offer) return view.kept();
        const sent = view.exchange.parameters['offerId'] ?? '';
        const original = view.known.original('offerId', sent);
        const gap = gapFor(view, sent);
        if (original === undefined && gap !== null) return view.undecided(gap);
        // An invented id names no offer, and an altered one does not name the tracked offer.
        view.broken({
          rules: [original === undefined ? 'flight-order.path.offer-id' : 'flight-order.tracked-offer.same-offer'],
          expected: original === undefined ? 'the offerId of an offer that a search returned' : show(original),
          actual: show(sent),
        });
      },
    },
    {
      title: 'the profile that searched makes the order',
      rules: ['flight-order.tracked-offer.same-profile'],
      sees,
      occasion: 'an order for an offer that a search returned',
      wrong: 'They search with the key pair of one profile and order with another, for each brand for example.',
      right: 'Store the profile of each offer, and order with the same key pair.',
      scenarios: [],
      judge(view) {
        const { from, exchange, unknown } = orderOf(view).tracked;
        if (from === 'own') return view.kept();
        if (from === 'none' || !exchange) return view.known.gap === null ? undefined : view.undecided(unknown);
        view.broken({
          expected: 'the profile that searched the offer',
          actual: 'another profile',
          before: [exchange],
        });
      },
    },
    {
      title: "an order's path has the gdsprovider of its offer",
      rules: ['flight-order.path.gdsprovider', 'flight-order.tracked-offer.same-gdsprovider'],
      sees,
      occasion: 'an order for an offer that a search returned',
      wrong: 'They have a fixed number in the path, 0 or 1.',
      right: 'Put the `gdsprovider` of the chosen offer into the path.',
      scenarios: [],
      judge(view) {
        const { offer, exchange, unknown } = orderOf(view).tracked;
        const sent = view.exchange.parameters['gdsprovider'] ?? '';
        const expected = offer?.['gdsprovider'];
        if (String(expected) === sent) return view.kept();
        const isOther = isProvider(view, sent);
        if (expected === undefined && isOther) return view.undecided(unknown || 'the offer has no gdsprovider');
        view.broken({
          rules: [isOther ? 'flight-order.tracked-offer.same-gdsprovider' : 'flight-order.path.gdsprovider'],
          expected:
            expected === undefined ? 'the number of a provider' : `the gdsprovider of the offer, ${show(expected)}`,
          actual: show(sent),
          ...(exchange && { before: [exchange] }),
        });
      },
    },
    {
      title: 'an offer is not ordered from its expiresAt on',
      rules: ['offer.expiry.ends-offer'],
      sees,
      occasion: 'an order for an offer that a search returned',
      wrong: 'They let the traveller take any time on the form, or order from stored results.',
      right: 'Compare `expiresAt` with the current time before ordering, and search again if it has passed.',
      scenarios: ['short-lived'],
      judge(view) {
        const { offer, exchange, unknown } = orderOf(view).tracked;
        if (!offer || !exchange) return view.undecided(unknown);
        const expiry = instantOf(offer['expiresAt']);
        const { earliest } = view.exchange;
        if (Number.isNaN(expiry)) return view.undecided('expiresAt of the offer is not an instant');
        const unclear = view.exchange.unclearAt(expiry);
        if (unclear !== null) return view.undecided(unclear);
        if (!(earliest >= expiry)) return view.kept();
        view.broken({
          expected: `an order before ${toIso(expiry)}, when the offer expired`,
          actual: `an order at ${toIso(earliest)}`,
          before: [exchange],
        });
      },
    },

    // ── Fields never sent ──────────────────────────────────────────────────────────────────────────
    unlistedField({
      title: 'an order does not send originalPrice',
      rule: 'flight-order.original-price.rejected',
      kinds: ['price'],
      expected: 'no originalPrice',
      wrong: 'They send the displayed price as a confirmation.',
      right: 'Send no price: it comes from the offer. Compare `totalAmount` before ordering.',
    }),
    unlistedField({
      title: 'an order has only documented fields',
      rule: 'flight-order.original-price.rejected',
      kinds: ['other'],
      expected: 'the documented fields',
      assumption: 'service.unknown-fields',
      wrong: 'They send their own model of a traveller, or the names of the required-fields response.',
      right: 'Build the order only from the documented fields.',
    }),
    unlistedField({
      title: 'an order does not send internal user identifiers',
      rule: 'flight-order.internal-user-ids',
      kinds: ['user-id'],
      expected: 'no identifier of a user',
      wrong: "They send the traveller's id in their own system.",
      right: 'Store your own ids on your side, with the `orderId`.',
    }),
  ],
};

export default area;

/** True for a provider number from the document or from the latest search response. */
function isProvider({ known }: View, sent: string): boolean {
  if (sent === '0' || sent === '1') return true;
  const latest = known.flightSearches.all().at(-1);
  return latest !== undefined && offersIn(latest).some((offer) => String(offer['gdsprovider']) === sent);
}
