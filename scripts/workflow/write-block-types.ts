/** Writes the types of block members and outputs: `npm run workflow:types`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockTypesPath, blockTypesText, everyBlockType } from './block-types.ts';

const root = join(import.meta.dirname, '../..');
writeFileSync(join(root, blockTypesPath), await blockTypesText(await everyBlockType()));
console.log(`wrote ${blockTypesPath}`);
