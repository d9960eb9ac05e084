import { type Clock, isLargeJson, splitJson } from '@runwright/contract';
import { yieldToEventLoop } from './event-loop.ts';

/**
 * Changes JSON data as `change` does, with turns of the event loop between the parts of large data: to go through a million values takes
 * longer than other requests should wait. One text is one part.
 */
export async function changeInTurns(
  change: (part: unknown) => unknown,
  value: unknown,
  clock: Clock,
): Promise<unknown> {
  await yieldToEventLoop(clock);
  if (!isLargeJson(value)) return change(value);
  const isList = Array.isArray(value);
  const changed: unknown[] = [];
  for (const part of splitJson(value)) {
    if (part.isLarge) {
      const member = await changeInTurns(change, part.member, clock);
      changed.push(isList ? [member] : { [changeName(part.name)]: member });
    } else {
      changed.push(change(part.members));
      await yieldToEventLoop(clock);
    }
  }
  return isList ? changed.flat() : Object.fromEntries(changed.flatMap((part) => Object.entries(part ?? {})));

  function changeName(name: string): string {
    return Object.keys(change({ [name]: null }) ?? {})[0] ?? name;
  }
}
