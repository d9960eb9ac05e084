// Prints the answers of all cases as JSON, in whatever runtime runs it:
//
//   node src/testing/print-case-answers.ts
//   bun src/testing/print-case-answers.ts
//   deno run --allow-read src/testing/print-case-answers.ts

import { readFileSync } from 'node:fs';
import { caseAnswers } from './case-answers.ts';

const { cases } = JSON.parse(readFileSync(new URL('../../test-data/cases.json', import.meta.url), 'utf8'));
console.log(JSON.stringify(caseAnswers(cases)));
