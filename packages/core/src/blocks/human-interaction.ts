import { defaults, RunwrightError, Type, template } from '@runwright/contract';
import type { PauseBlock, PauseContext } from '../registry/block-kinds.ts';

const text = (value: string, description: string) => Type.String({ default: value, description });
const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const config = Type.Object(
  {
    recipients: Type.Array(Type.String(), {
      minItems: 1,
      description: 'Recipients of the mail. An entry may contain several addresses, separated by commas.',
    }),
    instructions: text('Please review and approve or reject to continue the workflow.', 'The question.'),
    positive_descriptor: text('Approve', 'Label of the answer that continues the run.'),
    negative_descriptor: text('Reject', 'Label of the answer that terminates the block.'),
    sender: Type.Optional(nullable(Type.String({ description: 'Default: the sender of the mailer.' }))),
    subject: Type.Optional(nullable(Type.String({ description: 'Default: names the workflow.' }))),
    body: Type.Optional(
      nullable(Type.String({ description: 'Text before the explanation of the answers.' })),
    ),
    parameter_keys: Type.Array(Type.String(), { default: [], ...template('none') }),
  },
  {
    description: `Pauses the run, asks people by mail, and continues with their answer. A rejection terminates the block. Without an answer within \`timeout_seconds\` (default ${defaults.humanInteractionSeconds.toLocaleString('en')}) it times out.`,
  },
);

/** `human_interaction`: pauses until somebody approves or rejects. */
export const humanInteraction: PauseBlock = {
  type: 'human_interaction',
  onWorkerLost: 'repeat',
  timeoutSeconds: defaults.humanInteractionSeconds,
  config,
  output: Type.Object(
    {
      success: Type.Boolean(),
      reason: Type.Optional(nullable(Type.String())),
    },
    // The answer may bring more.
    { additionalProperties: true },
  ),
  pause(given: Type.Static<typeof config>, asked) {
    const to = given.recipients
      .flatMap((entry) => entry.split(','))
      .map((address) => address.trim())
      .filter((address) => address !== '');
    if (to.length === 0) {
      throw new RunwrightError(
        'invalid_input',
        `Block \`${asked.label}\` asks people by mail, but no recipient is left after its templates were rendered; give at least one address.`,
        { details: { failure_category: 'definition' } },
      );
    }
    return {
      from: given.sender?.trim() || null,
      to,
      // A line break in a subject would begin another header.
      subject: (given.subject?.trim() || `A decision is needed: ${asked.workflowTitle}`).replaceAll(
        /\s+/g,
        ' ',
      ),
      text: mailText(given, asked),
    };
  },
};

function mailText(given: Type.Static<typeof config>, { runId, workflowTitle, link }: PauseContext): string {
  const answers = `Answers: "${given.positive_descriptor}" lets it go on, "${given.negative_descriptor}" ends it here.`;
  const parts = [
    given.body?.trim() || `The workflow "${workflowTitle}" waits for a decision.`,
    given.instructions.trim(),
    answers,
    link === null ? `Run: ${runId}` : `Run: ${runId}\n${link}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}
