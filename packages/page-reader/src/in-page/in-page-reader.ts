import type { Describe } from './controls/control-state.ts';
import type { Dom } from './dom/dom.ts';
import type { Ids } from './identity/element-ids.ts';
import type { Likeness } from './identity/element-matching.ts';
import type { Destinations } from './identity/form-destinations.ts';
import type { SelectorOf } from './identity/selectors.ts';
import type { MainWorldReport } from './main-world/main-world-report.ts';
import type { Covering } from './occlusion/occlusion.ts';
import type { Pack } from './pack-frame.ts';
import type { RawBox, RawFrame, RawRequest } from './raw-frame.ts';
import type { SecretFields } from './secrets/secret-fields.ts';
import type { Cover } from './secrets/secret-redaction.ts';
import type { PlanRead } from './traversal/read-plan.ts';

/** What the host calls through the kept handle. */
export function makeReader(
  {
    dom,
    ids,
    describe,
    cover,
    covering,
    selectorOf,
    mainWorld,
    planRead,
    pack,
    likeness,
    destinations,
    secretFields,
  }: {
    dom: Dom;
    ids: Ids;
    describe: Describe;
    cover: Cover;
    covering: Covering;
    selectorOf: SelectorOf;
    mainWorld: MainWorldReport;
    planRead: PlanRead;
    pack: Pack;
    likeness: Pick<Likeness, 'fingerprint' | 'alike'>;
    destinations: Destinations;
    secretFields: SecretFields;
  },
  walk: (request: RawRequest) => RawFrame,
) {
  return {
    /** As text: the debug protocol carries a long text faster than many small objects. */
    read(request: RawRequest): string {
      if (request.mode === 'action') destinations.note();
      dom.beginRead();
      try {
        return pack(walk(request));
      } finally {
        dom.endRead();
      }
    },
    /** What the probe in the page's own world is asked for, for a report that the next read is given. */
    reportRequest: (maximumNodes: number): string => planRead(maximumNodes, () => null).request,
    /** Sets listeners that were found from outside: `events` holds, for each element, the names of its events. */
    setListeners(events: readonly (readonly string[])[], ...elements: readonly unknown[]): void {
      mainWorld.setListeners(
        elements.flatMap((element, index) =>
          element instanceof Element ? [[element, events[index] ?? []] as const] : [],
        ),
      );
    },
    /** Adds closed shadow roots that were found from outside; true when there is a new one among them. */
    addRoots: (...roots: readonly unknown[]): boolean =>
      roots.filter((root) => root instanceof ShadowRoot && mainWorld.addRoot(root)).length > 0,
    /** The element of a number; null when it is gone or out of the document. */
    element(number: number): Element | null {
      const found = ids.element(number);
      return found && dom.connected(found) ? found : null;
    },
    /** A pair of selectors, or null, for each of some numbers. */
    selectors: (numbers: readonly number[]): string =>
      JSON.stringify(
        numbers.map((number): readonly [string, string | null] | null => {
          const found = ids.element(number);
          if (!found || !dom.connected(found)) return null;
          const { css, xpath } = selectorOf(found);
          return [css, xpath];
        }),
      ),
    /** What lies on top of an inner frame at each of some boxes, or 0. */
    over(number: number, boxes: readonly RawBox[]): string {
      const found = ids.element(number);
      return JSON.stringify(found ? covering.over(found, boxes) : []);
    },
    number: (element: Element): number => ids.numberOf(element),
    /** What finds the element of a number again on another day. */
    mark(number: number): string {
      const found = ids.element(number);
      const { css, xpath } = found && dom.connected(found) ? selectorOf(found) : { css: '', xpath: null };
      return JSON.stringify({ fingerprint: likeness.fingerprint(number), selectors: [css, xpath] });
    },
    /** Numbers whose elements are like that of a number, which may be gone. */
    alike: (number: number): string => JSON.stringify({ alike: likeness.alike(number) }),
    /** Where the form around an element sends to, then and now. */
    destination(number: number): string {
      const found = ids.element(number);
      return JSON.stringify(found ? destinations.of(found) : {});
    },
    /** From now on the value of this field, and of the boxes that it belongs to, prints as `set` or `empty`. */
    markSecret(number: number): void {
      const found = ids.element(number);
      if (found) secretFields.mark(found);
    },
    /** Boxes of the fields whose value nobody may see. */
    secretBoxes(): string {
      const boxes: (readonly number[])[] = [];
      const visit = (node: Node): void => {
        if (!dom.isElement(node)) return;
        if (describe.isSecret(node)) boxes.push(dom.box(node));
        dom.eachChild(node, visit);
      };
      visit(document.documentElement);
      return JSON.stringify(boxes);
    },
    ...cover,
  };
}

export type InPageReader = ReturnType<typeof makeReader>;
