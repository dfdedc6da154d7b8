// A lawful client of many ways, with p-retry: `STRATEGY=… taxiway exam -- node client.ts`.
import type { Outcome } from './confirm.ts';
import { order } from './flights.ts';
import { does, trip } from './strategy.ts';
import { book, cancel, change, unlessExpired } from './transfers.ts';
import type { Json } from './wire.ts';
import { Lost, Refused } from './wire.ts';

function end(code: 0 | 3 | 4, said: Json): never {
  process.stdout.write(`${JSON.stringify(does('states', 'nothing') ? {} : said)}\n`);
  process.exit(code);
}

function endBooked(content: Json): never {
  const { id, price, currency } = content;
  if (does('states', 'ids')) end(0, { outcome: 'booked', travellers: [{ id: id as string }] });
  end(0, { outcome: 'booked', travellers: [does('states', 'prices') ? { id, price, currency } : content] });
}

function endWith(outcome: Outcome): never {
  if (outcome.is === 'open') end(4, { outcome: 'unknown' });
  if (outcome.is !== 'completed') end(3, { outcome: 'not booked' });
  const { reservationId, totalAmount, currency, pickupDateTime, traveller } = outcome.reservation;
  const name = `${traveller.firstName} ${traveller.lastName}`;
  endBooked({ id: reservationId, price: totalAmount, currency, pickup: pickupDateTime, name });
}

async function orderFlight(): Promise<never> {
  const made = await unlessExpired(order);
  if (made === null) end(4, { outcome: 'unknown' });
  const { orderId, totalAmount, currency, departure } = made;
  const name = `${trip.firstName} ${trip.lastName}`;
  endBooked({ id: orderId, price: totalAmount, currency, departure, name });
}

async function ride(): Promise<never> {
  const booked = await unlessExpired(book);
  if (booked.is !== 'completed' || trip.task === 'book-transfer') endWith(booked);
  if (trip.task === 'change-transfer') endWith(await unlessExpired(() => change(booked.reservation)));
  const cancelled = await cancel(booked.reservation);
  if (cancelled === null) end(4, { outcome: 'unknown' });
  if (!cancelled) end(3, { outcome: 'not booked' });
  endWith(booked);
}

try {
  await (trip.task.endsWith('flight') ? orderFlight() : ride());
} catch (error) {
  if (error instanceof Refused || error instanceof Lost) end(3, { outcome: 'not booked', reason: error.message });
  throw error;
}
