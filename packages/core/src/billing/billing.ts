import {
  accountAt,
  type BillingAccount,
  billingPeriodAt,
  type Charge,
  creditsRemaining,
  defaults,
  type PlanTier,
  planTiers,
  RunwrightError,
  type Store,
} from '@runwright/contract';
import type { BillingApi } from '../api/billing-api.ts';
import type { MakeId } from '../runtime/ids.ts';

/** Choices of the host, with every default filled in. */
export interface BillingSettings {
  readonly enforce: boolean;
  /** Credits that each plan includes in a period. */
  readonly planCredits: Readonly<Record<PlanTier, number>>;
}

/** Accounts of all organizations, for the host and for runs. */
export interface Billing {
  /** The calls that the engine's host may make. */
  readonly calls: Omit<BillingApi, 'spending'>;
  /** Opens the account unless this process knows that there is one; a store charges no organization without one. */
  open(organizationId: string): Promise<void>;
  /** Returns whether a step may begin: always true without enforcement. */
  hasCredits(organizationId: string): Promise<boolean>;
  /** Throws `out_of_credits` unless a step may begin. */
  assertCredits(organizationId: string): Promise<void>;
  /** Records time in ms that a browser ran; `key` names the stretch of time, so that a repeated report changes nothing. */
  recordUptime(uptime: Pick<Charge, 'organizationId' | 'key' | 'runId' | 'amount'>): Promise<void>;
}

/** Billing over a store. */
export function createBilling(options: {
  readonly store: Store;
  readonly makeId: MakeId;
  readonly now: () => number;
  readonly settings: BillingSettings;
}): Billing {
  const { store, now, settings } = options;
  const opened = new Set<string>();

  async function account(organizationId: string): Promise<BillingAccount> {
    const at = now();
    const stored = (await store.billing.get(organizationId)) ?? (await openAccount(organizationId, at));
    return withPlanSize(accountAt(stored, at));
  }

  async function openAccount(organizationId: string, at: number): Promise<BillingAccount> {
    const anchorAt = (await store.organizations.get(organizationId))?.createdAt ?? at;
    return store.billing.open({
      billingId: options.makeId('bil'),
      organizationId,
      planTier: 'free',
      anchorAt,
      ...billingPeriodAt(anchorAt, at),
      includedCredits: settings.planCredits.free,
      creditsConsumed: 0,
      cachedCreditsConsumed: 0,
      browserUptimeMs: 0,
      overageEnabled: false,
      topupCreditsTotal: 0,
      topupCreditsUsed: 0,
      createdAt: at,
      modifiedAt: at,
    });
  }

  /** The sizes of plans are the host's, and may be others than when the account was stored. */
  function withPlanSize(stored: BillingAccount): BillingAccount {
    const includedCredits = settings.planCredits[stored.planTier];
    return includedCredits === stored.includedCredits ? stored : { ...stored, includedCredits };
  }

  async function change(organizationId: string, patch: Partial<BillingAccount>): Promise<BillingAccount> {
    await account(organizationId);
    const at = now();
    const changed = await store.billing.change(organizationId, (stored) =>
      withPlanSize({ ...accountAt(stored, at), ...patch, modifiedAt: at }),
    );
    return changed ?? account(organizationId);
  }

  const billing: Billing = {
    calls: {
      isEnforced: settings.enforce,
      state: account,
      async setPlan(organizationId, planTier) {
        if (!planTiers.includes(planTier)) {
          throw new RunwrightError(
            'invalid_input',
            `There is no plan \`${planTier}\`; use one of ${planTiers.join(', ')}.`,
          );
        }
        return change(organizationId, { planTier });
      },
      async addTopup(organizationId, { credits, key = options.makeId('ev') }) {
        if (!Number.isSafeInteger(credits) || credits < 1) {
          throw new RunwrightError(
            'invalid_input',
            `A top-up has to be a whole number of credits from 1, not \`${credits}\`.`,
          );
        }
        await billing.open(organizationId);
        const topup = { organizationId, key: `topup ${key}`, type: 'topup', amount: credits } as const;
        await store.billing.charge({ ...topup, runId: null, at: now() });
        return account(organizationId);
      },
      setOverage: (organizationId, overageEnabled) => change(organizationId, { overageEnabled }),
      charges: (organizationId, { page = 1, pageSize = defaults.pageSize } = {}) =>
        store.billing.charges({ organizationId, page, pageSize }),
    },

    async open(organizationId) {
      if (opened.has(organizationId)) return;
      // With the size that the host gives the plan now: charges are counted by what is stored.
      await change(organizationId, {});
      opened.add(organizationId);
    },

    async hasCredits(organizationId) {
      if (!settings.enforce) return true;
      const current = await account(organizationId);
      return current.overageEnabled || creditsRemaining(current) > 0;
    },

    async assertCredits(organizationId) {
      if (!(await billing.hasCredits(organizationId))) {
        throw new RunwrightError('out_of_credits', 'Out of credits');
      }
    },

    async recordUptime(uptime) {
      if (uptime.amount <= 0) return;
      await billing.open(uptime.organizationId);
      await store.billing.charge({ ...uptime, type: 'browser_uptime', at: now() });
    },
  };
  return billing;
}
