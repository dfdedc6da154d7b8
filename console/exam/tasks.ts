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
