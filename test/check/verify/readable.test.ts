import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/ids.ts';
import { findReadableText } from '../../../src/check/verify/expectations/readable.ts';

const searchId = '21df3020993cdee84046aea9dbcdf5c1';
const base64 = (text: string) => Buffer.from(text).toString('base64url');

describe('in a token can be read', () => {
  it.each([
    ['an identifier as it stands', `bt_${searchId}_7`],
    ['an identifier in capitals', searchId.toUpperCase()],
    ['an identifier in base64', base64(`v1/${searchId}`)],
    ['the bytes of an identifier', Buffer.from(searchId, 'hex').toString('base64url')],
    ['an identifier in hexadecimal digits', `pt_${Buffer.from(searchId).toString('hex')}`],
  ])('%s', (_, token) => {
    expect(findReadableText(token, [searchId])).toBe(`the identifier "${searchId}"`);
  });

  it('text in base64, also in a part of the token', () => {
    expect(findReadableText(base64('{"price":41.5,"n":1}'), [])).toBe('the text "{\\"price\\":41.5,\\"n\\":1}"');
    expect(findReadableText(`${base64('{"alg":"HS256"}')}.${base64('{"sub":1}')}.c2lnbmF0dXJl`, [])).toContain('sub');
  });

  it('JSON', () => {
    expect(findReadableText('{"offer":1}', [])).toContain('offer');
  });
});

describe('in a token can be read nothing', () => {
  it.each([
    ['signed', '{"alg":"HS256","typ":"JWT"}'],
    ['encrypted', '{"alg":"dir","enc":"A256GCM","kid":"2027-01"}'],
  ])('a token is not readable if only its header says how it is %s', (_, header) => {
    const random = new Random(header);
    const token = [base64(header), random.text(80), random.text(40)].join('.');
    expect(findReadableText(token, [searchId])).toBeNull();
  });

  it('a random token is not readable', () => {
    const random = new Random('tokens');
    for (let n = 0; n < 2000; n++) expect(findReadableText(`bt_${random.text(32)}`, [searchId])).toBeNull();
    for (let n = 0; n < 2000; n++) expect(findReadableText(random.hex(32), [searchId])).toBeNull();
    for (let n = 0; n < 20; n++) expect(findReadableText(base64(random.hex(32)), [searchId])).toBeNull();
    const long = Buffer.from(random.hex(36_000), 'hex').toString('base64');
    const shortIds = Array.from({ length: 2000 }, () => random.hex(6));
    expect(findReadableText(long, shortIds)).toBeNull();
  });
});
