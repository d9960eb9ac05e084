import type { ElementFrame, PageArtifacts, VisibleElement, VisibleText } from '@runwright/contract';
import type { FrameTable, KnownFrame } from './frames/read-frames.ts';
import type { RawSelector } from './in-page/raw-frame.ts';
import type { CallLimits } from './page-channel.ts';
import { elementsOf, type PageNode } from './tree/page-tree.ts';

/** Making selectors takes no longer than this in one frame. */
const selectorMs = 3_000;

/**
 * Returns the artifacts of one read: all elements, those that were printed, and selectors for each of them.
 *
 * @param printed what the text holds, out of the elements and texts of the content
 */
export async function artifactsOf(
  content: readonly PageNode[],
  printed: ReadonlySet<VisibleElement | PageNode>,
  table: FrameTable,
): Promise<PageArtifacts> {
  const blocks = blocksOf(content, 'a');
  const elements = elementsOf(content);
  const letters = [...new Set(elements.map(({ frame }) => frame))];
  const limits: CallLimits = { timeoutMs: selectorMs, signal: new AbortController().signal };
  const known = await Promise.all(
    letters.map(async (letter) => {
      const frame = table.byLetter(letter);
      const numbers = elements.filter((element) => element.frame === letter).map(({ id }) => numberIn(id));
      return [letter, frame ? await describe(frame, letter, numbers, limits) : nothing(letter)] as const;
    }),
  );
  const frames = new Map(known);
  const selectors = elements.flatMap(({ id, frame }) => {
    const found = frames.get(frame)?.selectors.get(numberIn(id));
    return found ? [[id, found] as const] : [];
  });
  return {
    tree: blocks.map(({ block }) => block),
    trimmed: blocks.filter(({ source }) => printed.has(source)).map(({ block }) => block),
    css: Object.fromEntries(selectors.map(([id, { css }]) => [id, css])),
    xpath: Object.fromEntries(selectors.map(([id, { xpath }]) => [id, xpath])),
    frames: Object.fromEntries(
      elements.map(({ id, frame }) => [id, frames.get(frame)?.place ?? nothing(frame).place]),
    ),
  };
}

interface DescribedFrame {
  readonly place: ElementFrame;
  readonly selectors: ReadonlyMap<number, RawSelector>;
}

async function describe(
  frame: KnownFrame,
  letter: string,
  numbers: readonly number[],
  limits: CallLimits,
): Promise<DescribedFrame> {
  const [selectors, chain] = await Promise.all([
    frame.reader.selectors(numbers, limits).catch(() => new Map<number, RawSelector>()),
    chainOf(frame, limits).catch(() => []),
  ]);
  return { selectors, place: { frame: letter, url: frame.reader.url, chain } };
}

/** Selectors of the `iframe` elements around a frame, outermost first. */
async function chainOf({ parent }: KnownFrame, limits: CallLimits): Promise<readonly string[]> {
  if (!parent) return [];
  const { reader } = parent.frame;
  const number = await reader.numberOf(parent.handle, limits);
  const selectors = await reader.selectors([number], limits);
  return [...(await chainOf(parent.frame, limits)), selectors.get(number)?.css ?? ''];
}

function nothing(letter: string): DescribedFrame {
  return { place: { frame: letter, url: '', chain: [] }, selectors: new Map() };
}

function numberIn(id: string): number {
  return Number(id.replace(/^[a-z]+/, ''));
}

interface Block {
  readonly source: VisibleElement | PageNode;
  readonly block: VisibleElement | VisibleText;
}

function blocksOf(content: readonly PageNode[], frame: string): readonly Block[] {
  return content.flatMap((node): readonly Block[] => {
    if (node.type === 'item') return [{ source: node.element, block: node.element }];
    if (node.type === 'group') return blocksOf(node.content, frame);
    if (node.type === 'frame') return blocksOf(node.content, node.letter);
    const { box } = node;
    if (node.type === 'image')
      return [{ source: node, block: { kind: 'image', name: node.name, box, frame } }];
    if (node.text === '') return [];
    const kind = node.message ?? (node.level > 0 ? 'heading' : 'text');
    return [{ source: node, block: { kind, name: node.text, box, frame } }];
  });
}
