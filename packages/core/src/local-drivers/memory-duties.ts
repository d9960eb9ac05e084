import type { Store } from '@runwright/contract';

export function memoryDuties(): Store['duties'] {
  const holders = new Map<string, { readonly owner: string; readonly leaseUntil: number }>();
  return {
    async take(duty, { owner, leaseMs, now }) {
      const holder = holders.get(duty);
      if (holder && holder.owner !== owner && holder.leaseUntil > now) return false;
      holders.set(duty, { owner, leaseUntil: now + leaseMs });
      return true;
    },
  };
}
