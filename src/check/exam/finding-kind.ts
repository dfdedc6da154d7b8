/** Kinds of exam findings. */
export type FindingKind = 'crash' | 'hang' | 'idle' | 'meddling' | 'exam' | 'truth' | 'missing' | 'belief' | 'conduct';
