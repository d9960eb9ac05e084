import { defaults, type Problem, Type, template } from '@runwright/contract';
import { valueError } from '@runwright/definition';
import { checkProgram, type ProgramLanguage } from '@runwright/sandbox';
import type { ProgramBlock } from '../../registry/block-kinds.ts';
import { runCode } from './run-code.ts';

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const config = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      description: 'Body of an async function. Not a template: values are constants.',
      ...template('none'),
    }),
    language: Type.Enum(['javascript', 'typescript'], { default: 'javascript', ...template('none') }),
    parameter_keys: Type.Array(Type.String(), {
      default: [],
      description: 'Parameters that the program sees.',
      ...template('none'),
    }),
    error_code_mapping: Type.Optional(
      nullable(
        Type.Record(Type.String(), Type.String(), {
          description: 'Error codes for `fail`, each with its meaning.',
        }),
      ),
    ),
    prompt: Type.Optional(nullable(Type.String({ description: 'Shown only.', ...template('none') }))),
    steps: Type.Optional(Type.Unknown({ description: 'Shown only.', ...template('none') })),
  },
  {
    description: `Executes JavaScript or TypeScript in a sandbox, with the page, \`fetch\`, \`sleep\`, \`fail\` and \`terminate\`. Limited to ${defaults.codeSeconds} seconds unless \`timeout_seconds\` is set.`,
  },
);

/** `code`: a program of the user, in QuickJS, without any way to the host but its verbs. */
export const code: ProgramBlock = {
  type: 'code',
  timeoutSeconds: defaults.codeSeconds,
  usesBrowser: ({ code: source }) => /\bpage\b/.test(String(source)),
  config,
  output: Type.Unknown({ description: 'What the program returns.' }),
  check,
  program: (config, context) => runCode(config, context),
};

/** A program that does not parse is refused when it is saved. */
function check(node: { readonly [member: string]: unknown }): readonly Problem[] {
  const { code: source, language = 'javascript' } = node;
  if (typeof source !== 'string') return [];
  if (source.trim() === '')
    return [valueError(['code'], 'the program is empty; write one, or leave the block out')];
  const fault = checkProgram({ source, language: language as ProgramLanguage });
  if (!fault) return [];
  const reason = fault.message.replace(/^The/, 'the').replace(/\.$/, '');
  return [valueError(['code'], reason)];
}
