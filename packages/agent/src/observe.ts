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
} from '@runwright/contract';
import type { Step } from './step.ts';

/** A page as one step sees it. */
export interface Observation {
  readonly view: PageView;
  /** Equal for two views that show the same: ids, marks of novelty and the number of the view do not count. */
  readonly hash: string;
  /** Lines that stand for dialogs, menus and other layers on top. */
  readonly topLayer: string;
}

/** What a view amounts to. */
export function observed(view: PageView): Observation {
  return { view, hash: pageHash(view), topLayer: topLayerOf(view.text) };
}

/** Reads the page to act on it. `wide` reads twice as much. */
export async function observe(page: PageDriver, context: BlockContext, wide = false): Promise<Observation> {
  return observed(
    await page.read({ mode: 'action', ...(wide && { budget: 12_000 }), signal: context.signal }),
  );
}

/** Keeps everything that a read of the page brought; selectors are made while the step goes on. */
export function keepObservation(step: Step, { view }: Observation): void {
  const json = (value: unknown) => JSON.stringify(value, null, 1);
  const artifacts = view.artifacts();
  // Every one of them that is kept says why it is not; without any, nobody looks.
  artifacts.catch(() => {});
  const keep = (type: ArtifactType, part: keyof PageArtifacts) =>
    step.keep(async () => ({ type, content: json((await artifacts)[part]) }));
  keep('visible_elements_tree', 'tree');
  keep('visible_elements_tree_trimmed', 'trimmed');
  step.keep({ type: 'visible_elements_tree_in_prompt', content: view.text });
  keep('visible_elements_id_css_map', 'css');
  keep('visible_elements_id_xpath_map', 'xpath');
  keep('visible_elements_id_frame_map', 'frames');
  step.keep({ type: 'hashed_href_map', content: json(view.links) });
}

/** Whether a picture helps: much on the page has no name, or the goal speaks of looks. */
export function wantsImage({ view }: Observation, goal: string): boolean {
  if (/\b(colou?rs?|pictures?|photos?|images?|icons?|charts?|diagrams?|looks? like)\b/i.test(goal))
    return true;
  const inView = view.elements().filter(({ flags }) => !flags.includes('offscreen'));
  const unclear = inView.filter(({ kind, name }) => kind === 'canvas' || name === '');
  return inView.length > 0 && unclear.length / inView.length > 0.2;
}

/** A picture as a part of a message. */
export function imagePart(image: Image): Part {
  return { type: 'image', mediaType: image.mediaType, data: Buffer.from(image.bytes).toString('base64') };
}

/** A user message of text parts, the most lasting first, so that a provider's prefix cache finds them again. */
export function userMessage(texts: readonly string[], image: Image | null = null): Message {
  const parts = texts.filter((text) => text !== '').map((text): Part => ({ type: 'text', text }));
  return { role: 'user', content: image ? [...parts, imagePart(image)] : parts };
}

/** Ids where the text form has them; several controls may share a line, and a fold or cover is called by an id too. */
const ids = /(^\s*(?:- )?|\s{2}|(?:like|expand|covered-by|scroll|frame) )(?:\*?[a-z]{1,2}\d+(?= |\)|$) ?)+/g;

function pageHash({ url, text }: PageView): string {
  const [, ...lines] = text.split('\n');
  const content = lines.map((line) => line.replace(ids, '$1')).join('\n');
  return createHash('sha256')
    .update(`${url.replace(/[?#].*$/s, '')}\n${content}`)
    .digest('hex');
}

function topLayerOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => /\btop layer\b/.test(line))
    .map((line) => line.trim())
    .join('\n');
}
