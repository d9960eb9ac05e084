import { createHash } from 'node:crypto';
import type {
  ArtifactType,
  BlockContext,
  Image,
  Message,
  PageArtifacts,
  PageDriver,
  PageView,
  Part,
  ScreenshotRequest,
} from '@runwright/contract';
import type { Step } from './step.ts';
import type { TaskContext } from './task-context.ts';

/** Page view that one step decides on. */
export interface Observation {
  readonly view: PageView;
  /** SHA-256 of URL and view text without element ids, markers of new elements and the view number. */
  readonly hash: string;
  /** Lines of the view text that describe dialogs, menus and other top layers. */
  readonly topLayer: string;
}

/** Computes the page hash and top layer of a view. */
export function toObservation(view: PageView): Observation {
  return { view, hash: pageHash(view), topLayer: topLayerOf(view.text) };
}

/** Options of {@link observePage}. */
export interface ObserveOptions {
  /** Doubles the size limit of the view. */
  readonly largeBudget?: boolean;
  /** Epoch of the view that the model saw last; elements that it did not have are marked as new. */
  readonly newSince?: number | undefined;
}

/** Reads the page in `action` mode. */
export async function observePage(
  page: PageDriver,
  context: BlockContext,
  { largeBudget = false, newSince }: ObserveOptions,
): Promise<Observation> {
  return toObservation(
    await page.read({
      mode: 'action',
      ...(largeBudget ? { budget: 12_000 } : {}),
      ...(newSince === undefined ? {} : { newSince }),
      signal: context.signal,
    }),
  );
}

/** Saves all artifacts of a page view in the background, because selectors take time to compute. */
export function saveObservation(step: Step, { view }: Observation): void {
  const json = (value: unknown) => JSON.stringify(value, null, 1);
  const artifacts = view.artifacts();
  // Each `saveInBackground` reports its own failure; without any, the rejection would be unhandled.
  artifacts.catch(() => {});
  const keep = (type: ArtifactType, part: keyof PageArtifacts) =>
    step.saveInBackground(async () => ({ type, content: json((await artifacts)[part]) }));
  keep('visible_elements_tree', 'tree');
  keep('visible_elements_tree_trimmed', 'trimmed');
  step.saveInBackground({ type: 'visible_elements_tree_in_prompt', content: view.text });
  keep('visible_elements_id_css_map', 'css');
  keep('visible_elements_id_xpath_map', 'xpath');
  keep('visible_elements_id_frame_map', 'frames');
  step.saveInBackground({ type: 'hashed_href_map', content: json(view.links) });
}

/** Pixels of the longer edge of an image for the model. */
export const longestImageEdge = 1_024;

/** Decides whether the model needs a screenshot: the goal mentions visuals, or over 20% of the visible elements lack a name. */
export function shouldAttachImage({ view }: Observation, goal: string): boolean {
  if (/\b(colou?rs?|pictures?|photos?|images?|icons?|charts?|diagrams?|looks? like)\b/i.test(goal))
    return true;
  const inView = view.elements().filter(({ flags }) => !flags.includes('offscreen'));
  const unclear = inView.filter(({ kind, name }) => kind === 'canvas' || isNameless(name));
  return inView.length > 0 && unclear.length / inView.length > 0.2;
}

/** Tests for no name, or one that the page reader made of what is seen, such as `(red 16x16)`. */
function isNameless(name: string): boolean {
  return name === '' || /^\(.*\)$/.test(name);
}

/** Options of {@link takeImage}: size and part of the viewport, and marks. */
export interface ImageOptions extends Pick<ScreenshotRequest, 'maxEdge' | 'clip'> {
  /** View whose elements are marked with their ids. Default: none. */
  readonly marked?: PageView;
}

/** Takes an image of the viewport, or of a part of it, for a model, and saves it with the step. */
export async function takeImage(
  { session, context }: Pick<TaskContext, 'session' | 'context'>,
  step: Step,
  { marked, ...area }: ImageOptions = {},
): Promise<Image> {
  const image = await session.page.screenshot({
    ...{ format: 'jpeg', signal: context.signal, ...area },
    ...(marked === undefined ? {} : { marks: marked.elements().map(({ id }) => id) }),
  });
  const { bytes, mediaType } = image;
  step.saveInBackground({ type: 'screenshot_llm', content: bytes, contentType: mediaType });
  return image;
}

/** Converts an image to a message part. */
export function imagePart(image: Image): Part {
  return { type: 'image', mediaType: image.mediaType, data: Buffer.from(image.bytes).toString('base64') };
}

/** Builds a user message of non-empty text parts, which the caller orders by how rarely they change (prompt caching). */
export function userMessage(texts: readonly string[], image: Image | null = null): Message {
  const parts = texts.filter((text) => text !== '').map((text): Part => ({ type: 'text', text }));
  return { role: 'user', content: image ? [...parts, imagePart(image)] : parts };
}

/** Matches element ids in a view text: several controls may share a line, and collapsed groups and occluding elements have ids too. */
const elementIds =
  /(^\s*(?:- )?|\s{2}|(?:like|expand|covered-by|scroll|frame) )(?:\*?[a-z]{1,2}\d+(?= |\)|$) ?)+/g;

function pageHash({ url, text }: PageView): string {
  const [, ...lines] = text.split('\n');
  const content = lines.map((line) => line.replace(elementIds, '$1')).join('\n');
  return createHash('sha256')
    .update(`${url.replace(/[?#].*$/s, '')}\n${content}`)
    .digest('hex');
}

function topLayerOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => /\btop layer\b/.test(line.replace(/"[^"]*"/g, '""')))
    .map((line) => line.replace(elementIds, '$1').trim())
    .join('\n');
}
