/** Writes the types of the client: `npm run client:types`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientTypes, clientTypesPath, servedDocument } from './client-types.ts';

writeFileSync(join(import.meta.dirname, '../..', clientTypesPath), await clientTypes(await servedDocument()));
console.log(`wrote ${clientTypesPath}`);
