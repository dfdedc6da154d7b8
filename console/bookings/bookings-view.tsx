import { route } from '../app/route.ts';
import { BookingList } from './booking-list.tsx';
import { BookingPage } from './booking-page.tsx';

/** The actual resources of the profile: reservations, orders and searches, or one of them. */
export function BookingsView() {
  const { item } = route.value;
  return item === null ? <BookingList /> : <BookingPage key={item} resourceId={item} />;
}
