import type { Dom } from '../dom/dom.ts';
import type { RawBox, RawItem, RawNode, RawRequest, RawSlot } from '../raw-frame.ts';

/** Properties that content inherits from the elements around it. */
export interface TreeContext {
  /** The nearest listed element around. */
  readonly listed: { readonly box: RawBox; readonly kind: string; readonly element: Element } | null;
  /** Text is part of a name and does not print by itself. */
  readonly isTextConsumed: boolean;
  readonly level: number;
  readonly message: 'alert' | 'status' | null;
  readonly inert: boolean;
  readonly top: boolean;
  readonly nested: boolean;
  readonly box: RawBox;
  /** The box is so far from the viewport that text in it is left out. */
  readonly far: boolean;
  /** Roles of the groups around, outermost first. */
  readonly path: string;
  /** The row or entry around. */
  readonly unit: Element | null;
}

/** An item that still takes flags. */
export type DraftItem = RawItem & { number: number; flags: string[] };

/** A place of an inner frame of which it is not known yet whether something lies on top. */
export type DraftSlot = RawSlot & { mayBeOccluded: boolean };

/** Builds the tree of a read, in reading order. */
export function makeTreeBuilder(dom: Dom) {
  /** Characters of text that one read hands over; the result has a limit of its own. */
  const maximumText = 1_000_000;

  return function createTreeBuilder({ mode }: Pick<RawRequest, 'mode'>) {
    // Text that is more than a screen away does not help to act.
    const nearest = mode === 'action' ? -innerHeight : Number.NEGATIVE_INFINITY;
    const farthest = mode === 'action' ? 2 * innerHeight : Number.POSITIVE_INFINITY;
    const content: RawNode[] = [];
    const listedElements: { item: DraftItem; element: Element; context: TreeContext }[] = [];
    const slots: { slot: DraftSlot; element: Element }[] = [];
    let current = content;
    let listed = 0;
    const isFar = (box: RawBox): boolean => box[1] >= farthest || box[1] + box[3] <= nearest;
    let run = '';
    let written = 0;
    let leftOut = 0;
    let runContext: TreeContext | null = null;

    /** Text goes on until a block begins or ends, or something is listed. */
    const flush = (): void => {
      if (runContext && run) {
        const { level, message, top, box } = runContext;
        const text = !isFar(box) || level > 0 || message !== null || top ? dom.squeeze(run) : '';
        const isRoom = text !== '' && written + text.length <= maximumText;
        if (isRoom) {
          written += text.length;
          current.push({ type: 'text', text, level, message, box });
        } else if (run.trim()) {
          leftOut += (text || run.trim()).length;
          // Things of one shape stay so, near and far.
          current.push({ type: 'text', text: '', level, message, box });
        }
      }
      run = '';
      runContext = null;
    };

    return {
      content,
      listedElements,
      slots,
      flush,
      isFar,
      listedCount: (): number => listed,
      /** Characters of text that are not handed over. */
      farText: (): number => leftOut,
      addText(text: string, context: TreeContext): void {
        if (context.isTextConsumed || context.box[2] <= 1) return;
        runContext ??= context;
        run += text;
      },
      /** Adds a space between inline pieces of text. */
      addGap(): void {
        if (run) run += ' ';
      },
      push(node: RawNode): void {
        flush();
        current.push(node);
      },
      list(item: DraftItem, element: Element, context: TreeContext): void {
        flush();
        current.push(item);
        listedElements.push({ item, element, context });
        listed += 1;
      },
      /** Returns the list that nodes are added to now. */
      target: (): RawNode[] => current,
      /** From now on nodes go into a list of their own, which `close` ends. */
      open(): RawNode[] {
        flush();
        current = [];
        return current;
      },
      close(before: RawNode[]): void {
        flush();
        current = before;
      },
      /** Goes on at a place after what came since has failed. */
      restore(before: RawNode[]): void {
        if (current === before) flush();
        run = '';
        runContext = null;
        current = before;
      },
      remove(item: DraftItem, from: RawNode[]): void {
        from.splice(from.lastIndexOf(item), 1);
        listedElements.splice(
          listedElements.findLastIndex((hit) => hit.item === item),
          1,
        );
        listed -= 1;
      },
    };
  };
}

export type CreateTreeBuilder = ReturnType<typeof makeTreeBuilder>;
export type TreeBuilder = ReturnType<CreateTreeBuilder>;
