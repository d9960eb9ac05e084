import { agentBlockWords } from './agent-words.ts';
import { commonBlockWords } from './common-words.ts';
import { controlBlockWords } from './control-words.ts';
import { fileBlockWords } from './file-words.ts';
import { mailBlockWords } from './mail-words.ts';
import { parameterWords } from './parameter-words.ts';
import type { FieldWords, WordsOfFields } from './words.ts';
import { workflowWords } from './workflow-words.ts';

const builtIn: Readonly<Record<string, WordsOfFields>> = {
  ...agentBlockWords,
  ...controlBlockWords,
  ...fileBlockWords,
  ...mailBlockWords,
};

/** The object whose members a form shows: a block or a parameter of a type, or the workflow. */
export type FormOwner =
  | { readonly kind: 'block' | 'parameter'; readonly type: string }
  | { readonly kind: 'workflow' };

/**
 * Returns title and help of a member; undefined for one that has none, such as those of block types of the host.
 *
 * @param path name of the member, after those that it is nested in: `retry.max_retries`
 */
export function wordsOf(owner: FormOwner, path: string): FieldWords | undefined {
  if (owner.kind === 'workflow') return own(workflowWords, path);
  if (owner.kind === 'parameter') return own(parameterWords, path);
  return own(own(builtIn, owner.type) ?? {}, path) ?? own(commonBlockWords, path);
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
