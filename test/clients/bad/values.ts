/** An id in the form of those of the service that nothing returned. */
export const randomHex = '0123456789abcdef0123456789abcdef';
