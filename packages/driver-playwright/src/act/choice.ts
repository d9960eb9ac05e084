import type { PageAction, VisibleElement } from '@runwright/contract';
import { chooseOption, controlState, optionsOf } from '../in-page/control.ts';
import { activityOrTime } from '../settle.ts';
import { type Hands, isTarget, type Target, targetOf } from './hands.ts';
import { type Choice, matchOption } from './match-option.ts';
import { done, failed, type Outcome } from './outcome.ts';
import { press, pressId } from './press.ts';

type Asked = Extract<PageAction, { action_type: 'select_option' }>;

/** One choice of one field. */
interface SelectOption {
  readonly id: string;
  readonly label?: string;
  readonly value?: string;
  readonly index?: number;
}

/** `select_option`: a native select, or a list that opens when it is clicked. */
export async function selectOption(hands: Hands, asked: Asked): Promise<Outcome> {
  const action: SelectOption = { id: asked.id, ...single(asked) };
  if (action.label === undefined && action.value === undefined && action.index === undefined) {
    return failed('unsupported', 'A choice needs a `label`, a `value` or an `index`.');
  }
  const target = await targetOf(hands, action.id);
  if (!isTarget(target)) return target;
  const { tag, disabled } = await target.call(controlState);
  if (disabled) return failed('disabled', `${target.called} is disabled.`, { target: target.about });
  return tag === 'select' ? chooseNative(target, action) : chooseFromList(hands, target, action);
}

function single({ label, value, index }: Asked): Omit<SelectOption, 'id'> {
  if (typeof label === 'string') return { label };
  if (typeof value === 'string') return { value };
  return typeof index === 'number' ? { index } : {};
}

async function chooseNative(target: Target, action: SelectOption): Promise<Outcome> {
  const { about } = target;
  const options = await target.call(optionsOf);
  const index = matchOption(options, action);
  if (typeof index !== 'number')
    return noOption(
      target,
      options.map(({ label }) => label),
      index,
      action,
    );
  const option = options[index];
  if (!option || option.disabled)
    return failed('disabled', `The option \`${option?.label}\` of ${target.called} is disabled.`, {
      target: about,
    });
  const chosen = await target.call(chooseOption, index);
  const after = await target.call(optionsOf).catch(() => null);
  // A choice that rebuilt the list, or left the page, was taken.
  const isTaken =
    chosen === null || after === null || chosen.value === option.value || chosen.label === option.label;
  if (isTaken)
    return done(`Chose \`${option.label}\` in ${target.called}.`, { target: about, dispatch: 'dom' });
  return failed(
    'value_mismatch',
    `${target.called} was to show \`${option.label}\` and shows \`${chosen?.label}\`.`,
    { target: about, dispatch: 'dom' },
  );
}

/** A list that asks a server, or waits for a pause in typing, has this long to offer something. */
const offerMs = 1_500;
const lookMs = 80;

/** A choice on the page. */
interface OfferedChoice extends Choice {
  readonly id: string;
}

/** Kinds under which the choices of a list made of anything appear. */
const choiceKinds = /^(option|menuitem|menuitemradio|menuitemcheckbox|treeitem|radio)$/;

async function chooseFromList(hands: Hands, target: Target, action: SelectOption): Promise<Outcome> {
  const { about } = target;
  const before = new Set((await elements(hands)).map(({ id }) => id));
  const opening = await hands.watch();
  const opened = await press(hands, target);
  if (opened.status !== 'ok') return opened;
  await opening.settle();
  const state = await target.call(controlState).catch(() => null);
  let choices = await choicesWhen(hands, before, ({ length }) => length > 0 || state?.editable === true);
  const isMatched = (offered: readonly Choice[]): boolean => typeof matchOption(offered, action) === 'number';
  if (state?.editable && action.label !== undefined && !isMatched(choices)) {
    const typing = await hands.watch();
    await hands.input.press('ControlOrMeta+A');
    await hands.input.type(action.label);
    await typing.settle();
    choices = await choicesWhen(hands, before, isMatched);
  }
  const index = matchOption(choices, action);
  const choice = typeof index === 'number' ? choices[index] : undefined;
  if (!choice)
    return noOption(
      target,
      choices.map(({ label }) => label),
      typeof index === 'number' ? 'none' : index,
      action,
    );
  const choosing = await hands.watch();
  const outcome = await pressId(hands, choice.id);
  if (outcome.status !== 'ok') return { ...outcome, target: about };
  const { hasEffect } = await choosing.settle();
  const shown = await target.call(controlState).catch(() => null);
  const isTaken =
    shown === null || shows(shown.value, choice.label) || !(await isStillOpen(hands, choice.id));
  if (!isTaken || !hasEffect) {
    return failed(
      'value_mismatch',
      `${target.called} was to show \`${choice.label}\` and shows \`${shown?.value.slice(0, 100)}\`.`,
      { target: about, wait: 'done' },
    );
  }
  return done(`Chose \`${choice.label}\` in ${target.called}.`, {
    target: about,
    dispatch: 'pointer',
    wait: 'done',
  });
}

/** Choices as soon as they are what is waited for; what there is then, when the time is over. */
async function choicesWhen(
  hands: Hands,
  before: ReadonlySet<string>,
  isEnough: (choices: readonly OfferedChoice[]) => boolean,
): Promise<readonly OfferedChoice[]> {
  const until = hands.now() + offerMs;
  for (;;) {
    const choices = await choicesIn(hands, before);
    if (isEnough(choices) || hands.now() >= until) return choices;
    await activityOrTime(hands.tab.activity, lookMs, hands.signal);
  }
}

async function choicesIn(hands: Hands, before: ReadonlySet<string>): Promise<readonly OfferedChoice[]> {
  const shown = (await elements(hands)).filter(
    ({ kind, flags }) => choiceKinds.test(kind) || (kind === 'item' && !flags.includes('offscreen')),
  );
  const fresh = shown.filter(({ id }) => !before.has(id));
  // A list that was open already has no new options.
  const found = fresh.length > 0 ? fresh : shown.filter(({ kind }) => choiceKinds.test(kind));
  const proper = found.filter(({ kind }) => choiceKinds.test(kind));
  return (proper.length > 0 ? proper : found).map(({ id, name }) => ({ id, label: name, value: name }));
}

async function elements(hands: Hands): Promise<readonly VisibleElement[]> {
  return (await hands.tab.reader.peek(hands.signal)).elements;
}

async function isStillOpen(hands: Hands, id: string): Promise<boolean> {
  return (await elements(hands)).some((element) => element.id === id && !element.flags.includes('selected'));
}

function shows(value: string, label: string): boolean {
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
  return plain(value).includes(plain(label));
}

function noOption(
  target: Target,
  labels: readonly string[],
  why: 'none' | 'several',
  { label, value, index }: SelectOption,
): Outcome {
  const wanted = label ?? value ?? `option ${index}`;
  const some = labels
    .slice(0, 12)
    .map((each) => `\`${each}\``)
    .join(', ');
  const list =
    labels.length === 0
      ? 'There are no options.'
      : `There ${labels.length > 12 ? 'are for example' : 'are'} ${some}.`;
  return failed(
    why === 'several' ? 'ambiguous_target' : 'no_option',
    `${target.called} has ${why === 'several' ? 'more than one option like' : 'no option'} \`${wanted}\`. ${list}`,
    { target: target.about },
  );
}
