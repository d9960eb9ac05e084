import type { ActionContext } from '../action-context.ts';
import type { ShownChoice, ShownChoices } from '../in-page/choices.ts';
import { waitForActivity } from '../settle/settle.ts';
import { type ChoiceControl, isMatched } from './choice-control.ts';
import { expandTreeTo } from './expand-tree.ts';
import { matchOption, type Wanted } from './match-option.ts';

/** A choice that was found, or why there is none. */
export type FoundChoice =
  | {
      readonly index: number;
      readonly choice: ShownChoice;
      readonly isTyped: boolean;
      /** All that the list shows. */
      readonly labels: readonly string[];
    }
  | { readonly why: 'none' | 'several'; readonly labels: readonly string[]; readonly isTyped: boolean };

/** A long list is followed for so long: on a busy machine 10,000 choices take half of it. */
const scrollMs = 20_000;
/** Time in ms within which a list shows or asks for something after the first text is typed into it. */
const firstAnswerMs = 1_000;
/** Time in ms in which a list renders after scrolling. */
const drawMs = 50;

/**
 * Looks for a choice in an open list: among what is shown; by typing the label, then at most two shorter queries, in a
 * list that takes text; by scrolling; inside the closed nodes of a tree.
 */
export async function findChoice(
  context: ActionContext,
  control: ChoiceControl,
  wanted: Wanted,
  first: ShownChoices,
  mayType: boolean,
): Promise<FoundChoice> {
  let shown = first;
  const found = (isTyped: boolean): FoundChoice | null => {
    const index = matchOption(shown.choices, wanted);
    const choice = typeof index === 'number' ? shown.choices[index] : undefined;
    if (typeof index === 'number' && choice) return { index, choice, isTyped, labels: labelsOf(shown) };
    return index === 'several' ? { why: 'several', labels: labelsOf(shown), isTyped } : null;
  };
  const atOnce = found(false);
  if (atOnce && 'index' in atOnce) return atOnce;
  const text = wanted.label ?? wanted.value;
  let isTyped = false;
  if (mayType && text !== undefined && (await control.isTyping())) {
    for (const query of queriesOf(text)) {
      await control.type(query);
      const isFirst = !isTyped;
      isTyped = true;
      const isEnough = (choices: readonly ShownChoice[]): boolean => isMatched(choices, wanted);
      shown = await control.waitForChoices(isEnough, undefined, isFirst ? firstAnswerMs : undefined);
      const typed = found(true);
      if (typed) return typed;
    }
    // An empty query would empty the field as well.
    return { why: 'none', labels: labelsOf(first.choices.length > 0 ? first : shown), isTyped };
  }
  if (atOnce) return atOnce;
  shown = await scrollTo(context, control, wanted, shown);
  const scrolled = found(isTyped);
  if (scrolled) return scrolled;
  shown = await expandTreeTo(context, control, wanted, control.list, (choices) => isMatched(choices, wanted));
  return (
    found(isTyped) ?? { why: 'none', labels: labelsOf(first.choices.length > 0 ? first : shown), isTyped }
  );
}

function labelsOf({ choices }: ShownChoices): readonly string[] {
  return choices.map(({ label }) => label);
}

/** The whole label, then at most two beginnings of it. */
function queriesOf(text: string): readonly string[] {
  const words = text.split(/[\s,;/]+/).filter((word) => word !== '');
  const shorter =
    words.length > 1
      ? [words.slice(0, -1).join(' '), words[0] ?? '']
      : [text.slice(0, Math.ceil(text.length / 2))];
  return [...new Set([text, ...shorter.filter((query) => query.length >= 2)])].slice(0, 3);
}

/** Follows a list that draws only what is in view. */
async function scrollTo(
  context: ActionContext,
  control: ChoiceControl,
  wanted: Wanted,
  first: ShownChoices,
): Promise<ShownChoices> {
  const until = context.now() + scrollMs;
  const readList = async (): Promise<ShownChoices> => {
    await waitForActivity(context.tab.activity, drawMs, context.signal);
    return control.list();
  };
  const heights = first.choices.length === 0 ? 0 : await control.scrollToFraction(0);
  if (heights === 0) return first;
  let shown = await readList();
  if (isMatched(shown.choices, wanted)) return shown;
  const text = wanted.label ?? wanted.value;
  if (heights > 10 && text !== undefined) {
    const near = await halve(control, text, readList);
    if (near && isMatched(near.choices, wanted)) return near;
    await control.scrollToFraction(0);
    shown = await readList();
  }
  const seen = new Set(labelsOf(shown));
  for (let idle = 0; idle < 2 && context.now() < until; ) {
    await control.scroll(0.8);
    shown = await readList();
    if (isMatched(shown.choices, wanted)) return shown;
    const before = seen.size;
    for (const label of labelsOf(shown)) seen.add(label);
    idle = seen.size === before ? idle + 1 : 0;
  }
  return shown;
}

/** In a list that is in order, the half that the text stands in is halved again. */
async function halve(
  control: ChoiceControl,
  text: string,
  look: () => Promise<ShownChoices>,
): Promise<ShownChoices | null> {
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2;
    await control.scrollToFraction(middle);
    const shown = await look();
    const [head, tail] = [shown.choices[0]?.label, shown.choices.at(-1)?.label];
    if (head === undefined || tail === undefined || compare(head, tail) > 0) return null;
    if (compare(text, head) < 0) high = middle;
    else if (compare(text, tail) > 0) low = middle;
    else return shown;
  }
  return null;
}
