/** Exam finding kinds. */
export type FindingKind = 'crash' | 'hang' | 'idle' | 'meddling' | 'exam' | 'truth' | 'missing' | 'belief' | 'conduct';
