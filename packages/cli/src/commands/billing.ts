import {
  type BillingAccount,
  creditsRemaining,
  type PlanTier,
  RunwrightError,
  topupCreditsRemaining,
} from '@runwright/contract';
import type { AdminCalls } from '../admin-calls.ts';
import { withAdminCalls } from '../with-admin-calls.ts';

interface Options {
  readonly organization?: string;
}

/** Executes `runwright billing show`: prints plan, period and credits. */
export async function showBilling({ organization }: Options): Promise<void> {
  await changeBilling(({ billing }, id) => billing.state(id), organization);
}

/** Executes `runwright billing plan <tier>`. */
export async function setPlan(tier: string, { organization }: Options): Promise<void> {
  await changeBilling(({ billing }, id) => billing.setPlan(id, tier as PlanTier), organization);
}

/** Executes `runwright billing topup <credits>`; the same `--key` twice adds them once. */
export async function addTopup(
  credits: string,
  { organization, key }: Options & { readonly key?: string },
): Promise<void> {
  const topup = { credits: Number(credits), ...(key === undefined ? {} : { key }) };
  await changeBilling(({ billing }, id) => billing.addTopup(id, topup), organization);
}

/** Executes `runwright billing overage <on|off>`. */
export async function setOverage(state: string, { organization }: Options): Promise<void> {
  if (state !== 'on' && state !== 'off') {
    throw new RunwrightError('invalid_input', `Overage is \`on\` or \`off\`, not \`${state}\`.`);
  }
  await changeBilling(({ billing }, id) => billing.setOverage(id, state === 'on'), organization);
}

async function changeBilling(
  change: (calls: AdminCalls, organizationId: string) => Promise<BillingAccount>,
  organization: string | undefined,
): Promise<void> {
  await withAdminCalls(async (calls, id) => print(await change(calls, id)), organization);
}

function print(account: BillingAccount): void {
  const date = (at: number) => new Date(at).toISOString();
  console.log(`Organization  ${account.organizationId}`);
  console.log(`Plan          ${account.planTier}`);
  console.log(`Period        ${date(account.periodStart)} to ${date(account.periodEnd)}`);
  console.log(`Used          ${account.creditsConsumed} of ${account.includedCredits} included credits`);
  console.log(`Top-ups       ${topupCreditsRemaining(account)} of ${account.topupCreditsTotal} left`);
  console.log(`Remaining     ${creditsRemaining(account)}`);
  console.log(`Overage       ${account.overageEnabled ? 'on' : 'off'}`);
}
