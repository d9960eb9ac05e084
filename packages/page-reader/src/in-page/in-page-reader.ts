import type { ControlState } from './controls/control-state.ts';
import type { Dom } from './dom/dom.ts';
import type { ElementIds } from './identity/element-ids.ts';
import type { ElementMatching } from './identity/element-matching.ts';
import type { FormDestinations } from './identity/form-destinations.ts';
import type { SelectorOf } from './identity/selectors.ts';
import type { TargetSearch } from './identity/target-search.ts';
import type { MainWorldReport } from './main-world/main-world-report.ts';
import type { Occlusion } from './occlusion/occlusion.ts';
import type { PackFrame } from './pack-frame.ts';
import type { RawBox, RawFrame, RawRequest } from './raw-frame.ts';
import type { SecretFields } from './secrets/secret-fields.ts';
import type { SecretRedaction } from './secrets/secret-redaction.ts';
import type { PlanRead } from './traversal/read-plan.ts';

/** Members that the host calls through the handle that it keeps. */
export function makeInPageReader(
  {
    dom,
    ids,
    controlState,
    secretRedaction,
    occlusion,
    selectorOf,
    mainWorld,
    planRead,
    pack,
    elementMatching,
    destinations,
    targetSearch,
    secretFields,
  }: {
    dom: Dom;
    ids: ElementIds;
    controlState: ControlState;
    secretRedaction: SecretRedaction;
    occlusion: Occlusion;
    selectorOf: SelectorOf;
    mainWorld: MainWorldReport;
    planRead: PlanRead;
    pack: PackFrame;
    elementMatching: Pick<ElementMatching, 'fingerprint' | 'similarTo'>;
    destinations: FormDestinations;
    targetSearch: TargetSearch;
    secretFields: SecretFields;
  },
  traverse: (request: RawRequest) => RawFrame,
) {
  return {
    /** As text: the debug protocol carries a long text faster than many small objects. */
    read(request: RawRequest): string {
      if (request.mode === 'action') destinations.note();
      dom.beginRead();
      try {
        return pack(traverse(request));
      } finally {
        dom.endRead();
      }
    },
    /** Returns the request for the main-world probe whose report the next read is given. */
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
    elementOf(number: number): Element | null {
      const found = ids.element(number);
      return found && dom.connected(found) ? found : null;
    },
    /** A pair of selectors, or null, for each of some numbers. */
    selectorsOf: (numbers: readonly number[]): string =>
      JSON.stringify(
        numbers.map((number): readonly [string, string | null] | null => {
          const found = ids.element(number);
          if (!found || !dom.connected(found)) return null;
          const { css, xpath } = selectorOf(found);
          return [css, xpath];
        }),
      ),
    /** Returns the occluder of an inner frame at each of some boxes, or 0. */
    occludersOver(number: number, boxes: readonly RawBox[]): string {
      const found = ids.element(number);
      return JSON.stringify(found ? occlusion.occludersOver(found, boxes) : []);
    },
    numberOf: (element: Element): number => ids.numberOf(element),
    /** Returns the fingerprint and the selectors of an element. */
    locatorOf(number: number): string {
      const found = ids.element(number);
      const { css, xpath } = found && dom.connected(found) ? selectorOf(found) : { css: '', xpath: null };
      return JSON.stringify({ fingerprint: elementMatching.fingerprint(number), selectors: [css, xpath] });
    },
    /** Numbers whose elements are like that of a number, which may be gone. */
    similarTo: (number: number): string => JSON.stringify({ alike: elementMatching.similarTo(number) }),
    /** Returns the action of the form around an element, in earlier views and now. */
    destinationOf(number: number): string {
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
        if (controlState.isSecret(node)) boxes.push(dom.box(node));
        dom.eachChild(node, visit);
      };
      visit(document.documentElement);
      return JSON.stringify(boxes);
    },
    ...targetSearch,
    ...secretRedaction,
  };
}

export type InPageReader = ReturnType<typeof makeInPageReader>;
