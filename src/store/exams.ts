/** A console exam as its row keeps it. */
export interface StoredExam {
  profileCode: string;
  /** Unique to each change. */
  revision: string;
  /** JSON. */
  exam: string;
}

/** The console exams, one for each profile, and the control API calls noted for them. */
export interface ExamStore {
  /** Adds an exam, unless the profile has one, or there are `max`. */
  add(this: void, exam: StoredExam, max: number): Promise<'added' | 'underway' | 'too many'>;
  /** Returns all exams, or that of one profile. */
  list(this: void, profileCode?: string): Promise<StoredExam[]>;
  /** Returns the profiles with an exam. */
  profiles(this: void): Promise<string[]>;
  /** Replaces an exam. False if its revision is no longer `expected`, or if it was removed. */
  replace(this: void, exam: StoredExam, expected: string): Promise<boolean>;
  /** Removes a profile's exam with its calls. False if it has none. */
  remove(this: void, profileCode: string): Promise<boolean>;
  /** Adds a call to a profile's exam, unless it has none, or `max` calls. */
  addCall(this: void, profileCode: string, call: string, max: number): Promise<void>;
  /** Returns and removes the calls, the oldest first. */
  takeCalls(this: void, profileCode: string): Promise<string[]>;
  /** Lets other processes see a name while this one lives. Returns a function that ends it. */
  mark(this: void, name: string): Promise<() => Promise<void>>;
  /** True if another living process has marked the name. */
  isMarked(this: void, name: string): Promise<boolean>;
}
