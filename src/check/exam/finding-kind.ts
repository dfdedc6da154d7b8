/** The kinds of what an exam finds. */
export type FindingKind = 'crash' | 'hang' | 'idle' | 'meddling' | 'exam' | 'truth' | 'missing' | 'belief' | 'conduct';
