import type { BuiltIns } from './built-ins.ts';
import type { Frameworks, Handlers } from './frameworks.ts';
import type { Start } from './start.ts';

/**
 * Tells the reader what only the page's own world shows: listeners, handlers of frameworks, closed shadow roots. The
 * two worlds share no object but the nodes of the document, so they speak through events on a node that is in no
 * tree. Here the page's scripts may have changed every built-in; only those taken before are used.
 * Runs inside the page: no name from outside.
 *
 * @param listenersOf `getEventListeners` of the command-line API
 * @returns the node to speak to: an event `ask` is answered with an event `answer`
 */
export function makeWitness(
  { apply, ...builtIns }: BuiltIns,
  start: Start | null,
  listenersOf: (target: EventTarget) => Readonly<Record<string, unknown>>,
  frameworks: Frameworks,
): Comment {
  const maximumNodes = 100_000;
  const maximumMs = 100;
  const maximumText = 1_000_000;
  const { StaticRange, InputEvent } = builtIns;
  const now = (): number => apply(builtIns.now, builtIns.performance, []);
  /** An object without a prototype, which a page cannot have changed. */
  const bare = <Shape extends object>(shape: Shape): Shape => ({ ...shape, __proto__: null });

  /** The element that was asked about last listens for something, if only for what is inside. */
  let listens = false;

  const signatureOf = (element: Element, handlers: Handlers | null): string => {
    const found = listenersOf(element);
    let events = '';
    listens = false;
    for (const event in found) {
      if (!apply(builtIns.hasOwn, found, [event])) continue;
      listens = true;
      if (!handlers || !onlyDelegates(handlers, element, event, found[event])) events += `${event} `;
    }
    return events;
  };

  // What the page has put there may throw.
  const onlyDelegates = (handlers: Handlers, element: Element, event: string, heard: unknown): boolean => {
    try {
      return handlers.onlyDelegates(element, event, heard);
    } catch {
      return false;
    }
  };

  const isHandled = (handlers: Handlers, element: Element, heard: string): boolean => {
    try {
      return handlers.isHandled(element, heard, listens);
    } catch {
      return false;
    }
  };

  const lookForHandlers = (): Handlers | null => {
    try {
      return frameworks();
    } catch {
      return null;
    }
  };

  const answer = (): void => {
    const until = now() + maximumMs;
    const known: Record<string, number> = bare({});
    /** Shadow roots, and what is said of the elements in each: the document comes first and is no root. */
    const ranges: Record<number, StaticRange> = bare({});
    const said: Record<number, string> = bare({});
    let count = 0;
    let signatures = '';
    let signatureCount = 0;
    let nodes = 0;
    let stopped = false;
    const handlers = lookForHandlers();

    const enter = (root: ShadowRoot, depth: number): void => {
      const place = { startContainer: root, startOffset: 0, endContainer: root, endOffset: 0 };
      ranges[count - 1] = new StaticRange(bare(place));
      visit(apply(builtIns.allOfFragment, root, ['*']), depth);
    };

    const visit = (list: NodeListOf<Element>, depth: number): void => {
      const own = count;
      count += 1;
      const length = apply(builtIns.lengthOfList, list, []) ?? 0;
      let codes = '';
      for (let index = 0; index < length && !stopped; index += 1) {
        const element = list[index];
        if (!element) break;
        nodes += 1;
        stopped =
          nodes > maximumNodes || signatures.length > maximumText || ((nodes & 255) === 0 && now() > until);
        const signature = signatureOf(element, handlers);
        const isOfFramework = handlers !== null && isHandled(handlers, element, signature);
        if (signature !== '' || isOfFramework) {
          let code = known[signature];
          if (code === undefined) {
            code = signatureCount;
            known[signature] = code;
            signatureCount += 1;
            signatures += `${signature}\n`;
          }
          codes += `,${index} ${code * 2 + (isOfFramework ? 1 : 0)}`;
        }
        const root = start?.closedRoot(element) ?? apply(builtIns.openRoot, element, []);
        if (root && depth < 100) enter(root, depth + 1);
      }
      said[own] = `${length}${codes}`;
    };

    visit(apply(builtIns.allOfDocument, document, ['*']), 0);
    const about = `${start ? '' : 'late '}${start?.hasUnsafeHtml() ? 'unsafe ' : ''}`;
    const inOrder = (): Iterator<StaticRange> => {
      let index = 0;
      return bare({
        next: (): IteratorResult<StaticRange> => {
          const value = ranges[index];
          index += 1;
          return value ? bare({ done: false, value }) : bare({ done: true, value: undefined });
        },
      });
    };
    const targetRanges = bare({ [builtIns.iterator]: inOrder }) as object as StaticRange[];
    let lists = '';
    for (let index = 0; index < count; index += 1) lists += `${said[index]};`;
    const data = `${about}\n${lists}\n${signatures}`;
    apply(builtIns.dispatchEvent, port, [new InputEvent('answer', bare({ data, targetRanges }))]);
  };

  const port: Comment = apply(builtIns.createComment, document, ['']);
  apply(builtIns.addEventListener, port, ['ask', answer]);
  return port;
}
