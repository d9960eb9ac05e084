import { type Charge, Type } from '@runwright/contract';
import { date, text, textOrNull } from './field-schemas.ts';
import { formatDate } from './format-date.ts';

/** An entry of the ledger as the HTTP API responds with it. */
export const ChargeRecord = Type.Object(
  {
    charge_key: Type.String({ description: 'Unique within the organization.' }),
    type: Type.Enum(['step', 'script_action', 'browser_uptime', 'topup']),
    amount: Type.Number({
      description: 'Credits of a step or top-up, actions of a script, milliseconds of a browser.',
    }),
    run_id: textOrNull,
    organization_id: text,
    created_at: date,
  },
  { title: 'Charge' },
);
export type ChargeRecord = Type.Static<typeof ChargeRecord>;

/** Converts an entry of the ledger to its record. */
export function toChargeRecord({ key, type, amount, runId, organizationId, at }: Charge): ChargeRecord {
  return {
    charge_key: key,
    type,
    amount,
    run_id: runId,
    organization_id: organizationId,
    created_at: formatDate(at),
  };
}
