// Prints the answers of all cases as JSON, in whatever runtime runs it:
//
//   node src/testing/print-case-answers.ts
//   bun src/testing/print-case-answers.ts
//   deno run --allow-read src/testing/print-case-answers.ts

import { allCases } from './all-cases.ts';
import { caseAnswers } from './case-answers.ts';

console.log(JSON.stringify(caseAnswers(allCases())));
