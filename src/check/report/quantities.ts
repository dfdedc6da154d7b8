/**
 * An integer, 0 or more.
 *
 * @asType integer
 * @minimum 0
 */
export type Count = number;

/**
 * Milliseconds, with decimals.
 *
 * @minimum 0
 */
export type Milliseconds = number;

/**
 * ISO 8601, UTC.
 *
 * @format date-time
 */
export type Instant = string;
