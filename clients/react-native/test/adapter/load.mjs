import { pathToFileURL } from 'node:url';
import { build } from '../conformance/build.mjs';

/** The package from the sources, or one that was built before: a test of the tests takes parts out of it. */
export const load = () => (process.env.PEAL_PHONE ? import(pathToFileURL(process.env.PEAL_PHONE).href) : build('../adapter/entry.ts'));
