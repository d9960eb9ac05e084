import {
  type BlockContext,
  defaults,
  defineBlock,
  destinationFields,
  missingDestinationFields,
  type Problem,
  RunwrightError,
  type StorageType,
  Type,
  template,
} from '@runwright/contract';
import { agentTask } from '../agent-task.ts';
import type { AgentOptions } from '../execute-task.ts';
import {
  chooseStartField,
  codeFields,
  commonFields,
  downloadNameField,
  TaskOutput,
} from './browser-fields.ts';
import { toTaskSpec } from './to-task-spec.ts';

const config = Type.Object(
  {
    ...commonFields,
    ...downloadNameField,
    ...codeFields,
    ...chooseStartField,
    navigation_goal: Type.String({
      minLength: 1,
      description: 'The file to download, in natural language.',
      ...template('prompt'),
    }),
    download_timeout: Type.Number({
      default: defaults.downloadSeconds,
      exclusiveMinimum: 0,
      maximum: 3600,
      description: 'Limit in seconds for a download that has started.',
    }),
    download_target: Type.Enum(['website', 's3', 'azure', 'google_drive', 'sftp'], {
      default: 'website',
      description: '`website`: the file stays in the run. Otherwise it is sent as by `file_upload`.',
    }),
    ...destinationFields,
    prompt: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'The files to send, in natural language.' }),
    ),
    continue_on_empty: Type.Boolean({ default: false, description: 'Having no file is not a failure.' }),
  },
  { description: 'An agent works until a file is downloaded.' },
);
type Config = Type.Static<typeof config>;

/** Defines `file_download`, which pursues a goal until a file is downloaded. */
export function fileDownloadBlock(options: AgentOptions) {
  const task = (given: Config, context: BlockContext) =>
    agentTask(
      () => {
        assertTarget(given, context.label);
        return toTaskSpec('file_download', context.label, given, {
          completeOnDownload: true,
          mayChooseStart: given.may_choose_start,
          verify: true,
          historyInVerification: true,
          needsDownload: !given.continue_on_empty,
          downloadTimeoutMs: given.download_timeout * 1000,
        });
      },
      given.engine,
      context,
      options,
    );
  const block = defineBlock({
    type: 'file_download',
    config,
    output: TaskOutput,
    run: async (given, context) => (await task(given, context).run()).output,
    assistScript: (given, context) => task(given, context).assistScript(),
  });
  return { ...block, check };
}

function assertTarget(given: Config, label: string): void {
  if (given.download_target === 'website') return;
  const missing = missingDestinationFields(given.download_target, given);
  const reason =
    missing.length > 0
      ? `${missing.join(', ')} is missing or empty; fill it in`
      : 'browser downloads are not sent on in this version; use `website` and a `file_upload` block after it';
  throw new RunwrightError(
    'invalid_input',
    `The block \`${label}\` cannot send its files to \`${given.download_target}\`: ${reason}.`,
    { details: { failure_category: 'definition' } },
  );
}

function check(node: { readonly [member: string]: unknown }): readonly Problem[] {
  const { download_target: target } = node;
  if (typeof target !== 'string' || target === 'website') return [];
  return missingDestinationFields(target as StorageType, node).map((names) => ({
    path: [/`(\w+)`/.exec(names)?.[1] ?? 'download_target'],
    message: `Value error, ${names} is needed to send files to \`${target}\``,
    type: 'value_error',
  }));
}
