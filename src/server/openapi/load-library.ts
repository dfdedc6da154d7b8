import { createRequire } from 'node:module';
import { nextTurn } from '../../turns.ts';

type Library = typeof import('express-openapi-validator/dist/openapi.validator.js');

/**
 * Loads express-openapi-validator, one of its large dependencies in each turn of the event loop: all of them in one turn
 * take a tenth of a second.
 */
export function loadLibrary(): Promise<Library> {
  library ??= load();
  return library;
}

let library: Promise<Library> | undefined;

async function load(): Promise<Library> {
  const require = createRequire(import.meta.url);
  const path = require.resolve(NAME);
  const requireOfLibrary = createRequire(path);
  for (const dependency of LARGE_DEPENDENCIES) {
    await nextTurn();
    requireOfLibrary(dependency);
  }
  await nextTurn();
  return require(path) as Library;
}

const NAME = 'express-openapi-validator/dist/openapi.validator.js';
const LARGE_DEPENDENCIES = ['ajv', 'ajv-draft-04', 'lodash.clonedeep', 'multer', 'ono'];
