/** The most common scenarios, with their call counts; null means until they are cleared. */
export const WANTED: readonly { title: string; scenario: string; calls: number | null }[] = [
  { title: 'Keep the next booking pending', scenario: 'book:pending-forever', calls: 1 },
  { title: 'Let the next booking complete later', scenario: 'book:pending', calls: 1 },
  { title: 'Let the next booking fail', scenario: 'book:failed', calls: 1 },
  { title: 'Book, but lose the response', scenario: 'book:502-after-commit', calls: 1 },
  { title: 'Let the pricing expire', scenario: 'book:expired-token', calls: 1 },
  { title: 'Find no offers', scenario: 'no-offers', calls: 1 },
  { title: 'Respond slowly', scenario: 'slow', calls: null },
];
