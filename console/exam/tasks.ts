import type { Schema } from '../api/client.ts';

type Task = Schema['ExamTask'];

/** The exam's tasks, as the start form lists them; the usual ones are chosen. */
export const TASKS: readonly { name: Task; title: string; isUsual: boolean }[] = [
  { name: 'book-transfer', title: 'Book a transfer', isUsual: true },
  { name: 'change-transfer', title: 'Change a transfer', isUsual: true },
  { name: 'cancel-transfer', title: 'Cancel a transfer', isUsual: false },
  { name: 'order-flight', title: 'Order a flight', isUsual: true },
  { name: 'hold-flight', title: 'Hold a flight', isUsual: true },
];

/** Returns a person's steps with the app for a task. */
export function stepsOf({ task, trip }: Pick<Schema['OpenSituation'], 'task' | 'trip'>): string[] {
  if (task === 'order-flight') return ['Order this flight.'];
  if (task === 'hold-flight') return ['Hold this flight, without paying.'];
  return [
    'Book this transfer.',
    ...(trip.newTime === null ? [] : [`Then change the pickup to ${trip.newTime} on the same day.`]),
    ...(task === 'cancel-transfer' ? ['Then cancel it.'] : []),
  ];
}
