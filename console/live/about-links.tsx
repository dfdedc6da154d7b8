import { linkTo } from '../app/route.ts';
import { trackingTexts } from '../bookings/tracking-texts.ts';
import type { Exchange } from './exchange.ts';

/** Links from a call to its bookings, its order and its search. */
export function AboutLinks({ exchange }: { exchange: Exchange }) {
  const bookings = idsIn(exchange, 'reservationId');
  const orders = idsIn(exchange, 'orderId');
  const searches = idsIn(exchange, 'searchId');
  if (bookings.length + orders.length + searches.length === 0) return null;
  return (
    <p class="about-links">
      {[...bookings.map((id) => ['Booking', id] as const), ...orders.map((id) => ['Order', id] as const)].map(
        ([what, id]) => (
          <a key={id} href={linkTo({ view: 'bookings', item: id })}>
            {what} <code>{id.slice(0, 12)}…</code>
          </a>
        ),
      )}
      {searches.map((id) => (
        <a key={id} href={linkTo({ view: 'bookings', query: { search: id } })}>
          Bookings of the search
        </a>
      ))}
    </p>
  );
}

/** Returns the texts by which a call belongs to a booking, an order or a search. */
export function textsOfCall(exchange: Exchange): string[] {
  const ids = ['searchId', 'reservationId', 'orderId'].flatMap((name) => idsIn(exchange, name).slice(0, 1));
  const [trackingId] = idsIn(exchange, 'partnerTrackingId', '[^"&\\\\]{1,64}');
  return trackingId === undefined ? ids : [...ids, ...trackingTexts(trackingId)];
}

/** A field's different values in path and bodies, at most three. */
function idsIn({ path, request, response }: Exchange, name: string, form = '[\\w-]{8,64}'): string[] {
  const texts = [path, request.body ?? '', response?.body ?? ''];
  const field = new RegExp(`(?:"${name}":\\s*"|[?&]${name}=)(${form})`, 'g');
  return [...new Set(texts.flatMap((text) => [...text.matchAll(field)].map(([, id = '']) => id)))].slice(0, MOST);
}

const MOST = 3;
