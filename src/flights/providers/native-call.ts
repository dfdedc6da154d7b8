import type { NativeError } from '../../mock-providers/world/native-call.ts';
import { OrderRefused, ProviderFailure } from '../flight-provider.ts';

/**
 * Makes a native call. Throws OrderRefused for a native error whose body gives a reason on which the client can act,
 * ProviderFailure for any other one.
 */
export function responseOf<Body extends object, Response>(
  call: () => Response,
  reasonOf: (body: Body) => OrderRefused['reason'] | undefined,
): Response {
  try {
    return call();
  } catch (error) {
    if (!isNativeError<Body>(error)) throw error;
    const { message, body } = error;
    const reason = reasonOf(body);
    throw reason ? new OrderRefused(reason, message, { cause: error }) : new ProviderFailure(message, { cause: error });
  }
}

/** Recognized by its name: the provider is injected, so an adapter cannot import its class. */
function isNativeError<Body extends object>(error: unknown): error is NativeError<Body> {
  return error instanceof Error && error.name === ('NativeError' satisfies NativeError<Body>['name']);
}

/** Freezes a value with all its parts. Skips frozen values, and assumes their parts to be frozen. */
export function freeze<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value;
  const parts: unknown[] = Object.values(value);
  for (const part of parts) if (typeof part === 'object' && part !== null) freeze(part);
  return Object.freeze(value);
}

/** Languages in which the providers have names. */
export type TranslatedLanguage = 'en' | 'es' | 'zh';

/**
 * Returns the name language for a BCP 47 tag such as `es-MX`: its first subtag's language if the providers have it,
 * else English (assumption flight.languages).
 */
export function translatedLanguage(tag = 'en'): TranslatedLanguage {
  const primary = tag.toLowerCase().split('-')[0];
  return primary === 'es' || primary === 'zh' ? primary : 'en';
}
