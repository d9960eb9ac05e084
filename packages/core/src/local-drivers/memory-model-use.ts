import { addedDayUse, type DayUse, type Store } from '@runwright/contract';

/** The model use of the memory store. Nothing awaits inside a call, so each one is a transaction. */
export function memoryModelUse(): Store['modelUse'] {
  const days = new Map<string, DayUse>();
  const keyOf = (organizationId: string, day: string) => JSON.stringify([organizationId, day]);
  const read = (organizationId: string, day: string): DayUse =>
    days.get(keyOf(organizationId, day)) ?? { organizationId, day, tokens: 0, cost: 0 };
  return {
    async get(organizationId, day) {
      return read(organizationId, day);
    },
    async add(use, caps) {
      const sum = addedDayUse(read(use.organizationId, use.day), use, caps);
      if (sum !== null) days.set(keyOf(use.organizationId, use.day), Object.freeze(sum));
      return sum !== null;
    },
  };
}
