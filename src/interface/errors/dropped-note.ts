/**
 * What the refusal of an unknown search adds when searches of the profile were dropped to make room: this may be one
 * of them. (assumption sandbox.bounds)
 */
export function droppedNote(dropped: number): string {
  return dropped === 0
    ? ''
    : ` It may have had to make room: the sandbox keeps a limited number of searches, and dropped ${dropped} of ` +
        'this profile. Start it with a larger --max-searches to keep more.';
}
