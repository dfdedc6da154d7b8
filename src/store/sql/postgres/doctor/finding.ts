/** One check's result for a store. */
export interface Finding {
  subject: string;
  state: 'ok' | 'warning' | 'failed';
  says: string;
  /** Next step; null if there is nothing to do. */
  next: string | null;
}

export function ok(subject: string, says: string): Finding {
  return { subject, state: 'ok', says, next: null };
}

/** Returns a finding with a next step: the sandbox works, but not well. */
export function warning(subject: string, says: string, next: string): Finding {
  return { subject, state: 'warning', says, next };
}

/** Returns a finding with a next step: the sandbox does not start. */
export function failed(subject: string, says: string, next: string): Finding {
  return { subject, state: 'failed', says, next };
}
