import type { Dom } from '../dom/dom.ts';
import type { RawBox, RawItem, RawNode, RawRequest, RawSlot } from '../raw-frame.ts';

/** What an element and those around it mean for what is inside. */
export interface Context {
  /** The nearest listed element around. */
  readonly listed: { readonly box: RawBox; readonly kind: string; readonly element: Element } | null;
  /** Text is part of a name and does not print by itself. */
  readonly eaten: boolean;
  readonly level: number;
  readonly alert: boolean;
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
export type Listing = RawItem & { number: number; flags: string[] };

/** A place of an inner frame of which it is not known yet whether something lies on top. */
export type OpenSlot = RawSlot & { mayBeCovered: boolean };

/** Collects what the walk finds, in reading order. */
export function makeSheet(dom: Dom) {
  /** Characters of text that one read hands over; the result has a limit of its own. */
  const maximumText = 1_000_000;

  return function blank({ mode }: Pick<RawRequest, 'mode'>) {
    // Text that is more than a screen away does not help to act.
    const nearest = mode === 'action' ? -innerHeight : Number.NEGATIVE_INFINITY;
    const farthest = mode === 'action' ? 2 * innerHeight : Number.POSITIVE_INFINITY;
    const content: RawNode[] = [];
    const hits: { item: Listing; element: Element; context: Context }[] = [];
    const slots: { slot: OpenSlot; element: Element }[] = [];
    let sink = content;
    let listed = 0;
    const isFar = (box: RawBox): boolean => box[1] >= farthest || box[1] + box[3] <= nearest;
    let run = '';
    let written = 0;
    let leftOut = 0;
    let runContext: Context | null = null;

    /** Text goes on until a block begins or ends, or something is listed. */
    const flush = (): void => {
      if (runContext && run) {
        const { level, alert, top, box } = runContext;
        const text = !isFar(box) || level > 0 || alert || top ? dom.squeeze(run) : '';
        const isRoom = text !== '' && written + text.length <= maximumText;
        if (isRoom) {
          written += text.length;
          sink.push({ type: 'text', text, level, alert, box });
        } else if (run.trim()) {
          leftOut += (text || run.trim()).length;
          // Things of one shape stay so, near and far.
          sink.push({ type: 'text', text: '', level, alert, box });
        }
      }
      run = '';
      runContext = null;
    };

    return {
      content,
      hits,
      slots,
      flush,
      isFar,
      listed: (): number => listed,
      /** Characters of text that are not handed over. */
      farText: (): number => leftOut,
      addText(text: string, context: Context): void {
        if (context.eaten || context.box[2] <= 1) return;
        runContext ??= context;
        run += text;
      },
      /** What comes now is apart from what came before, in the same line. */
      gap(): void {
        if (run) run += ' ';
      },
      push(node: RawNode): void {
        flush();
        sink.push(node);
      },
      list(item: Listing, element: Element, context: Context): void {
        flush();
        sink.push(item);
        hits.push({ item, element, context });
        listed += 1;
      },
      /** Where nodes go now, to come back to it. */
      sink: (): RawNode[] => sink,
      /** From now on nodes go into a list of their own, which `close` ends. */
      open(): RawNode[] {
        flush();
        sink = [];
        return sink;
      },
      close(before: RawNode[]): void {
        flush();
        sink = before;
      },
      /** Goes on at a place after what came since has failed. */
      restore(before: RawNode[]): void {
        if (sink === before) flush();
        run = '';
        runContext = null;
        sink = before;
      },
      remove(item: Listing, from: RawNode[]): void {
        from.splice(from.lastIndexOf(item), 1);
        hits.splice(
          hits.findLastIndex((hit) => hit.item === item),
          1,
        );
        listed -= 1;
      },
    };
  };
}

export type BlankSheet = ReturnType<typeof makeSheet>;
export type Sheet = ReturnType<BlankSheet>;
