import { route } from '../app/route.ts';
import { BookingList } from './booking-list.tsx';
import { BookingPage } from './booking-page.tsx';

/** The profile's actual resources: reservations, orders and searches, or a single one. */
export function BookingsView() {
  const { item } = route.value;
  return item === null ? <BookingList /> : <BookingPage key={item} resourceId={item} />;
}
