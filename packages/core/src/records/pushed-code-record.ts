import { type PushedCode, PushedCodeType, Type } from '@runwright/contract';
import { date, dateOrNull, text, textOrNull } from './field-schemas.ts';
import { formatDate, formatDateOrNull } from './format-date.ts';

/** A pushed one-time code as the HTTP API responds with it. */
export const PushedCodeRecord = Type.Object(
  {
    totp_code_id: text,
    organization_id: text,
    totp_identifier: text,
    content: Type.String({ description: '`*****` in lists.' }),
    code: Type.String({ description: 'What was found in the content; `*****` in lists.' }),
    task_id: textOrNull,
    workflow_id: textOrNull,
    workflow_run_id: textOrNull,
    source: textOrNull,
    type: PushedCodeType,
    expired_at: dateOrNull,
    created_at: date,
    modified_at: date,
  },
  { title: 'PushedCode' },
);
export type PushedCodeRecord = Type.Static<typeof PushedCodeRecord>;

/** Converts a pushed code to its record. `masked`: without the code and the message. */
export function toPushedCodeRecord(
  pushed: PushedCode,
  { masked }: { readonly masked: boolean },
): PushedCodeRecord {
  return {
    totp_code_id: pushed.totpCodeId,
    organization_id: pushed.organizationId,
    totp_identifier: pushed.totpIdentifier,
    content: masked ? maskText : pushed.content,
    code: masked ? maskText : pushed.code,
    task_id: pushed.taskId,
    workflow_id: pushed.workflowId,
    workflow_run_id: pushed.workflowRunId,
    source: pushed.source,
    type: pushed.type,
    expired_at: formatDateOrNull(pushed.expiredAt),
    created_at: formatDate(pushed.createdAt),
    modified_at: formatDate(pushed.modifiedAt),
  };
}

const maskText = '*****';
