import type { BuiltIns } from '../dom/built-ins.ts';
import type { SkippedRuns, TreeOrder } from '../dom/tree-order.ts';
import type { FindFrameworkHandlers, FrameworkHandlers } from './framework-handlers.ts';
import type { StartRecord } from './start-script.ts';

/** Members of the main-world probe that the host and the reader call. */
export interface MainWorldProbe {
  /**
   * Reports the listeners and handlers of a document, as text; see `main-world-report.ts` for its form.
   *
   * @param request JSON: for each list of elements, by its key, the runs that are skipped; empty for none
   */
  report(request: string): string;
  /** Takes the closed shadow roots that the reports have met since the last call. */
  takeRoots(): readonly ShadowRoot[];
}

/**
 * Collects what only the page's own world shows: listeners, handlers of frameworks, closed shadow roots that a script has
 * attached. The reader, in another world, shares nothing with it but the nodes of the document. So elements are named by
 * their places in tree order, and text travels in the `data` of an `InputEvent` on a comment that is in no tree. The
 * comment itself is handed over once, as the `relatedTarget` of an event on the document.
 *
 * Scripts of the page may have changed every built-in; only those taken before are used.
 *
 * @param eventName type of the events, which no page can guess
 * @param listenersOf `getEventListeners` of the command-line API
 */
export function makeMainWorldProbe(
  { apply, ...builtIns }: BuiltIns,
  start: StartRecord | null,
  eventName: string,
  listenersOf: (target: EventTarget) => Readonly<Record<string, unknown>>,
  frameworks: FindFrameworkHandlers,
  { eachElement, within }: TreeOrder,
): MainWorldProbe {
  /** More is not reported: elements, and characters of event names. */
  const maximumNodes = 200_000;
  const maximumText = 1_000_000;
  const maximumDepth = 100;
  const { InputEvent, FocusEvent } = builtIns;
  /** An object without a prototype, which a page cannot have changed. */
  const withoutPrototype = <Shape extends object>(shape: Shape): Shape => ({ ...shape, __proto__: null });

  /** The element that was asked about last listens for something, if only for what is inside. */
  let listens = false;

  const signatureOf = (element: Element, handlers: FrameworkHandlers | null): string => {
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
  const onlyDelegates = (
    handlers: FrameworkHandlers,
    element: Element,
    event: string,
    heard: unknown,
  ): boolean => {
    try {
      return handlers.onlyDelegates(element, event, heard);
    } catch {
      return false;
    }
  };

  const isHandled = (handlers: FrameworkHandlers, element: Element, heard: string): boolean => {
    try {
      return handlers.isHandled(element, heard, listens);
    } catch {
      return false;
    }
  };

  const findHandlers = (): FrameworkHandlers | null => {
    try {
      return frameworks();
    } catch {
      return null;
    }
  };

  const handed = new builtIns.WeakMap<object, boolean>();
  let pending: Record<number, ShadowRoot> = withoutPrototype({});
  let pendingCount = 0;

  const noteRoot = (root: ShadowRoot): void => {
    if (apply(builtIns.weakGet, handed, [root])) return;
    apply(builtIns.weakSet, handed, [root, true]);
    pending[pendingCount] = root;
    pendingCount += 1;
  };

  const report = (request: string): string => {
    const skipped: Readonly<Record<string, SkippedRuns>> =
      request === '' ? withoutPrototype({}) : apply(builtIns.parse, undefined, [request]);
    const known: Record<string, number> = withoutPrototype({});
    let lists = '';
    let count = 0;
    let signatures = '';
    let signatureCount = 0;
    let nodes = 0;
    const handlers = findHandlers();

    const listOf = (root: Document | ShadowRoot, key: string, header: string, depth: number): void => {
      const own = count;
      count += 1;
      let codes = '';
      let length = 0;
      const inner: Record<number, { root: ShadowRoot; place: number; isClosed: boolean }> = withoutPrototype(
        {},
      );
      let innerCount = 0;
      const visit = (element: Element, place: number): void => {
        length += 1;
        nodes += 1;
        if (nodes > maximumNodes || signatures.length > maximumText) return;
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
          codes += `,${place} ${code * 2 + (isOfFramework ? 1 : 0)}`;
        }
        const closedRoot = start?.closedRoot(element);
        const found = closedRoot ?? apply(builtIns.openRoot, element, []);
        if (!found || depth >= maximumDepth) return;
        if (closedRoot) noteRoot(closedRoot);
        inner[innerCount] = { root: found, place, isClosed: closedRoot !== undefined };
        innerCount += 1;
      };
      const runs = apply(builtIns.hasOwn, skipped, [key]) ? skipped[key] : undefined;
      if (runs) eachElement(root, within(runs), visit);
      else {
        const all = apply(depth === 0 ? builtIns.allOfDocument : builtIns.allOfFragment, root, ['*']);
        const total = apply(builtIns.lengthOfList, all, []) ?? 0;
        for (let place = 0; place < total; place += 1) {
          const element = all[place];
          if (element) visit(element, place);
        }
      }
      lists += `${header} ${length}${codes};`;
      for (let index = 0; index < innerCount; index += 1) {
        const each = inner[index];
        if (!each) break;
        const { place, isClosed } = each;
        listOf(each.root, `${key}.${place}`, `${own}.${place}.${isClosed ? 'closed' : 'open'}`, depth + 1);
      }
    };

    listOf(document, '0', 'document', 0);
    const about = `${start ? '' : 'late '}${start?.hasUnsafeHtml() ? 'unsafe ' : ''}`;
    return `${about}\n${lists}\n${signatures}`;
  };

  const port: Comment = apply(builtIns.createComment, document, ['']);
  apply(builtIns.addEventListener, port, [
    eventName,
    (event: Event) => {
      const data = report(apply(builtIns.inputData, event, []) ?? '');
      apply(builtIns.dispatchEvent, port, [
        new InputEvent(`${eventName}-answer`, withoutPrototype({ data })),
      ]);
    },
  ]);
  const sendPort = (): void => {
    apply(builtIns.removeEventListener, document, [eventName, sendPort]);
    const answer = new FocusEvent(`${eventName}-port`, withoutPrototype({ relatedTarget: port }));
    apply(builtIns.dispatchEvent, document, [answer]);
  };
  apply(builtIns.addEventListener, document, [eventName, sendPort]);

  return withoutPrototype({
    report,
    takeRoots(): readonly ShadowRoot[] {
      const roots: ShadowRoot[] = [];
      for (let index = 0; index < pendingCount; index += 1) {
        const value = pending[index];
        if (value) builtIns.defineProperty(roots, index, withoutPrototype({ value, enumerable: true }));
      }
      pending = withoutPrototype({});
      pendingCount = 0;
      return roots;
    },
  });
}
