/** Writes the JSON Schema of workflow files with the block types of all packages: `npm run workflow:schema`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaPath, schemaText } from './workflow-schema.ts';

writeFileSync(join(import.meta.dirname, '../..', schemaPath), await schemaText());
console.log(`wrote ${schemaPath}`);
