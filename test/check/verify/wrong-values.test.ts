import { describe, expect, it } from 'vitest';
import { altered, invented } from '../../../src/check/verify/fixtures/wrong-values.ts';

describe('an invented value', () => {
  it('has the shape of the original', () => {
    expect(invented('7e00a6728086aafb9632521e87c047bf')).toBe('8f11b7839197bbac0743632f98d158ca');
    expect(invented('bt_az09')).toBe('bt_bg10');
    expect(invented('AB-12')).toBe('BC-23');
  });

  it('is never the original', () => {
    for (const value of ['a', '9', '-', 'bt_', 'é']) expect(invented(value)).not.toBe(value);
  });
});

describe('an altered token', () => {
  it('differs in one character, or is one character longer or shorter', () => {
    expect(altered('bt_x9y4').map(({ token }) => token)).toEqual(['bt_x9Y4', 'bt_x9y44', 'bt_x9y']);
  });

  it('is never the original', () => {
    for (const token of ['a', 'A', '12', '-_-', 'ß'])
      expect(altered(token).map((one) => one.token)).not.toContain(token);
  });
});
