import type { ErrorObject } from 'ajv/dist/2020.js';
import { propertyOf } from '../../../base/values/property.ts';

/**
 * Converts ajv errors about a discriminator or `x-absent` to an error about the wrong property: it is missing, has
 * another value, or must not be present. Returns any other error unchanged.
 */
export function plainError(error: ErrorObject): ErrorObject {
  const { keyword, params, instancePath } = error;
  if (keyword === 'x-absent') {
    const name = (error.schema as string[]).find((one) => propertyOf(error.data, one) !== undefined);
    return { ...error, instancePath: `${instancePath}/${name}`, message: 'must not be present' };
  }
  if (keyword !== 'discriminator') return error;
  const name = String(params['tag']);
  if (params['tagValue'] === undefined) return { ...error, keyword: 'required', params: { missingProperty: name } };
  return {
    ...error,
    keyword: 'enum',
    instancePath: `${instancePath}/${name}`,
    params: { allowedValues: (error.parentSchema as Schema).values },
    parentSchema: {},
    message: 'must be equal to one of the allowed values',
  };
}

interface Schema {
  /** A discriminator property's allowed values. */
  values?: string[];
}
