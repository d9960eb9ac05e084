import { type Multiples, type ResourceName, resourceNames } from './deployment.ts';
import type { Simulated } from './simulate-deployment.ts';

/** A resource that limits the load, when those before it in the list have been given more. */
export interface Bottleneck {
  readonly resource: ResourceName;
  /** Runs a day at which it is 80 % busy. */
  readonly warnAt: number;
  /** Runs a day at which it is wholly busy. */
  readonly fullAt: number;
  /** Whether `fullAt` is beyond the simulated loads: continued in a straight line. */
  readonly isExtended: boolean;
}

const warn = 0.8;
/** What a resource gets when it has been found. */
export const more = 4;

/** Finds the first bottlenecks: the resource that is 80 % busy first is named, gets four times as much, and the loads are simulated again. */
export function findBottlenecks(
  count: number,
  sweep: (multiples: Multiples) => readonly Simulated[],
): { readonly bottlenecks: readonly Bottleneck[]; readonly sweeps: readonly (readonly Simulated[])[] } {
  const bottlenecks: Bottleneck[] = [];
  const sweeps: (readonly Simulated[])[] = [];
  let multiples: Multiples = {};
  while (bottlenecks.length < count) {
    const points = sweep(multiples);
    sweeps.push(points);
    const [first] = resourceNames
      .filter((name) => !bottlenecks.some(({ resource }) => resource === name))
      .map((name) => bottleneckOf(name, points))
      .toSorted((one, other) => one.warnAt - other.warnAt);
    if (!first) break;
    bottlenecks.push(first);
    multiples = { ...multiples, [first.resource]: more };
  }
  return { bottlenecks, sweeps };
}

/** Returns at which loads a resource is busy, by the points at which it is not wholly busy. */
export function bottleneckOf(resource: ResourceName, points: readonly Simulated[]): Bottleneck {
  const of = points.map(({ runsPerDay, utilization }) => ({ load: runsPerDay, busy: utilization[resource] }));
  // What is wholly busy shows how much it does, not how much is asked of it.
  const free = of.filter(({ busy }) => busy < 0.97);
  const warnAt = loadAt(warn, free.length > 1 ? free : of);
  const fullAt = loadAt(1, free.length > 1 ? free : of);
  return { resource, warnAt, fullAt, isExtended: fullAt > (of.at(-1)?.load ?? 0) };
}

/** Returns the load at which a resource is so busy: on the line between two points, or through the last two. */
function loadAt(busy: number, points: readonly { readonly load: number; readonly busy: number }[]): number {
  const first = points[0];
  if (first && first.busy >= busy) return 0;
  const index = points.findIndex((point) => point.busy >= busy);
  const end = index === -1 ? points.length - 1 : index;
  const [before, after] = [points[end - 1], points[end]];
  if (!before || !after || after.busy <= before.busy) return Number.POSITIVE_INFINITY;
  const slope = (after.load - before.load) / (after.busy - before.busy);
  return before.load + (busy - before.busy) * slope;
}
