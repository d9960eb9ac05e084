import { type Static, Type } from 'typebox';

const nullable = <const S extends Type.TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const id = (description: string) => nullable(Type.String({ maxLength: 255, description }));

/** Kind of a pushed code: digits to type, or a link to open. */
export const PushedCodeType = Type.Enum(['totp', 'magic_link']);
export type PushedCodeType = Static<typeof PushedCodeType>;

/** Body that pushes a one-time code (snake_case, as on the wire). */
export const PushedCodeInput = Type.Object({
  totp_identifier: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Mail address or telephone number that the code was sent to, as runs name it.',
  }),
  content: Type.String({
    minLength: 1,
    maxLength: 100_000,
    description:
      'The code, or the message that holds it. Up to 10 characters are the code itself; of a longer text it is the only group of 4 to 8 digits, else the model of the purpose `code` finds it.',
  }),
  task_id: id('The task run that it is for.'),
  workflow_id: id('The workflow whose runs it is for, `wpid_`.'),
  workflow_run_id: id('The run that it is for.'),
  source: nullable(Type.String({ maxLength: 255, description: 'Where it comes from; any text.' })),
  expired_at: nullable(
    Type.String({ format: 'date-time', description: 'The time from which it is not used any more.' }),
  ),
  type: nullable(PushedCodeType),
});
export type PushedCodeInput = Static<typeof PushedCodeInput>;

/** A one-time code that was pushed. Times are epoch ms. */
export interface PushedCodeRow {
  /** `totp_` */
  readonly totpCodeId: string;
  readonly organizationId: string;
  readonly totpIdentifier: string;
  /** The identifier as it is compared: a mail address is in lower case. */
  readonly identifierKey: string;
  readonly taskId: string | null;
  /** Permanent id. */
  readonly workflowId: string | null;
  readonly workflowRunId: string | null;
  readonly source: string | null;
  readonly type: PushedCodeType;
  /** JSON of `{content, code}` under the master key (AES-256-GCM), base64. */
  readonly ciphertext: string;
  readonly expiredAt: number | null;
  /** Time from which no run uses it, and the row is deleted. */
  readonly deleteAt: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** A pushed code with its secret parts in the clear. */
export interface PushedCode extends Omit<PushedCodeRow, 'ciphertext' | 'identifierKey' | 'deleteAt'> {
  readonly content: string;
  readonly code: string;
}
