import { defineBooking } from './booking.ts';

defineBooking();
