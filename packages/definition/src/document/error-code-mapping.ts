import { maximumErrorCodes, type Problem } from '@runwright/contract';
import { type Path, valueError } from '../problem.ts';
import { asRecord } from '../schema/schema-node.ts';

/** Limits of one mapping of error codes (HTTP semantics, 4.3; workflow semantics, 8.7, says 64 entries); lengths in characters, the size in UTF-8 bytes. */
const limits = { entries: maximumErrorCodes, code: 128, text: 2000, bytes: 32 * 1024 };

/** Returns the problems of a mapping of error codes; space around codes and texts is not counted. */
export function mappingProblems(mapping: unknown, path: Path): readonly Problem[] {
  const entries = textEntries(mapping);
  const codes = new Set<string>();
  const problems = entries.flatMap(([key, text]) => {
    const [code, description] = [key.trim(), text.trim()];
    const isRepeated = codes.has(code);
    codes.add(code);
    return [
      ...(code === '' ? ['a code is empty; give it a name'] : []),
      ...(isRepeated ? [`the code \`${code}\` is there twice when the space around it is taken away`] : []),
      ...(lengthOf(code) > limits.code
        ? [`the code \`${code.slice(0, 40)}…\` has ${lengthOf(code)} characters, at most ${limits.code}`]
        : []),
      ...(lengthOf(description) > limits.text
        ? [`the text of \`${code}\` has ${lengthOf(description)} characters, at most ${limits.text}`]
        : []),
      ...(control.test(code) || control.test(description)
        ? [
            `the code ${JSON.stringify(code.slice(0, 40))} or its text has a control character; write plain text`,
          ]
        : []),
    ].map((reason) => valueError([...path, key], reason));
  });
  const bytes = entries.reduce(
    (sum, entry) => sum + Buffer.byteLength(entry.map((text) => text.trim()).join('')),
    0,
  );
  return [
    ...(entries.length > limits.entries
      ? [valueError(path, `${entries.length} error codes are mapped, at most ${limits.entries} may be`)]
      : []),
    ...(bytes > limits.bytes
      ? [valueError(path, `the mapping has ${bytes} bytes, at most ${limits.bytes} (32 KiB) may be`)]
      : []),
    ...problems,
  ];
}

/** The mapping with the space around codes and texts taken away; everything else is answered as it is. */
export function trimmedMapping(mapping: unknown): unknown {
  const members = asRecord(mapping);
  if (!members) return mapping;
  return Object.fromEntries(
    Object.entries(members).map(([key, text]) => [key.trim(), typeof text === 'string' ? text.trim() : text]),
  );
}

const control = /\p{Cc}/u;

function textEntries(mapping: unknown): readonly (readonly [string, string])[] {
  return Object.entries(asRecord(mapping) ?? {}).flatMap(([key, text]) =>
    typeof text === 'string' ? [[key, text] as const] : [],
  );
}

function lengthOf(text: string): number {
  return [...text].length;
}
