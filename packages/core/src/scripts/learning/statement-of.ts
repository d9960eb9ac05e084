import type { PageAction } from '@runwright/contract';
import { leadsTo } from '../leads-to.ts';
import type { ScriptTarget } from '../learned-block.ts';
import {
  bindPageText,
  bindText,
  equalValues,
  type ValueSources,
  valuesWithin,
  withoutValues,
} from './bind-value.ts';
import type { TargetNames } from './name-targets.ts';
import { type PageStep, Unlearnable } from './recorded-steps.ts';

/** What statements of one program share. */
export interface StatementParts {
  readonly sources: ValueSources;
  readonly names: TargetNames;
}

/** Returns the statement that repeats a recorded action, without `await`; null for one that needs no repetition. */
export function statementOf(step: PageStep, parts: StatementParts): string | null {
  const { action } = step;
  const { sources } = parts;
  const target = () => targetOf(step, parts);
  const text = (value: string) => textOf(value, step, sources);
  const url = (value: string) => {
    const bound = bindText(value, sources, 'url') ?? bindPageText(value, sources);
    if (bound === null && value.includes('{{secret.'))
      throw new Unlearnable('it used a secret that no parameter holds');
    return bound ?? JSON.stringify(value);
  };
  const call = (verb: string, args: readonly string[], options: object = {}) =>
    callOf(verb, args, { ...options, ...destination(step, sources) });

  assertAnswered(step);
  switch (action.action_type) {
    case 'goto_url':
      return callOf('goto', [url(action.url)]);
    case 'click':
      return call('click', [target()], clickOptions(action, step));
    case 'input_text':
      return call(action.clear === false ? 'type' : 'fill', [target(), text(action.text)], submitOf(action));
    case 'select_option':
      return callOf('select', [target(), optionOf(action, text)]);
    case 'checkbox':
      return callOf(action.checked ? 'check' : 'uncheck', [target()]);
    case 'verification_code':
      return call('enterCode', [target(), text(action.code)]);
    case 'upload_file':
      return callOf('upload', [target(), listOf(action.file, text)]);
    case 'download_file':
      return callOf('download', [action.url === undefined ? target() : url(action.url)]);
    case 'hover':
      return callOf('hover', [target()]);
    case 'select_text':
      return callOf('selectText', [bindPageText(action.text, sources) ?? JSON.stringify(action.text)]);
    case 'keypress':
      return call(
        'press',
        [JSON.stringify(action.keys)],
        action.repeat === undefined ? {} : { repeat: action.repeat },
      );
    case 'scroll':
      return scrollOf(action, step.target === null ? null : target);
    case 'new_tab':
      return callOf('newTab', action.url === undefined ? [] : [url(action.url)]);
    case 'switch_tab':
      return callOf('switchTab', [JSON.stringify(action.tab)]);
    case 'close_page':
      return callOf('closeTab', action.tab === undefined ? [] : [JSON.stringify(action.tab)]);
    case 'go_back':
      return callOf('back', []);
    case 'go_forward':
      return callOf('forward', []);
    case 'reload_page':
      return callOf('reload', []);
    case 'solve_captcha':
      return callOf('solveCaptcha', []);
    case 'wait':
    case 'find':
    case 'expand':
      // A program waits for the elements that it uses, and reads no view.
      return null;
    case 'drag':
      return callOf('drag', [target(), targetOf({ ...step, target: step.dropTarget }, parts)]);
    case 'left_mouse':
    case 'move':
      throw new Unlearnable(`\`${action.action_type}\` names places of the screen`);
  }
}

function callOf(verb: string, args: readonly string[], options: object = {}): string {
  const members = Object.entries(options).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const last = members.length === 0 ? [] : [`{ ${members.join(', ')} }`];
  return `page.${verb}(${[...args, ...last].join(', ')})`;
}

/** Kinds of elements whose text or row says which one of many is meant. */
const chosenKinds: ReadonlySet<string> = new Set([
  ...['link', 'button', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'option', 'item', 'cell', 'image'],
]);

/** A program answers questions that a click brings up, and no others. */
function assertAnswered({ action, events }: PageStep): void {
  const accepted = events.find(({ type, decision }) => type === 'dialog' && decision === 'accepted');
  const isClick = action.action_type === 'click';
  if (accepted?.kind === 'prompt' || (accepted?.kind === 'confirm' && !isClick))
    throw new Unlearnable(`it answered a question that the page asked during \`${action.action_type}\``);
}

function targetOf({ target: recorded, action }: PageStep, { sources, names }: StatementParts): string {
  if (recorded === null) {
    throw new Unlearnable(
      `the record of \`${action.action_type}\` describes no element, such as a click at a point`,
    );
  }
  const target = withoutValuesInReason(recorded, sources);
  if (isPoint(action) && target.kind === 'canvas')
    throw new Unlearnable('it acted at a point of a picture that it saw');
  const isChosen = chosenKinds.has(target.kind);
  if (isChosen && equalValues(target.name, sources.named).length > 1)
    throw new Unlearnable(
      `several values of the run are "${target.name}", and nothing says which one it chose`,
    );
  const name = isChosen ? bindPageText(target.name, sources) : null;
  if (name !== null) return quoted(names.nameOf(target), `name: ${name}`);
  const row = rowOf(target);
  const values = row === '' ? [] : valuesWithin(row, sources);
  if (values.length === 0) return quoted(names.nameOf(target));
  const inRow = values.map(({ expression }) => expression);
  const text = inRow.length === 1 ? inRow.join() : `[${inRow.join(', ')}]`;
  return quoted(
    names.nameOf(values.reduce((described, value) => withoutValue(described, value.text), target)),
    `row: ${text}`,
  );
}

function isPoint(action: PageAction): boolean {
  return 'x' in action && action.x !== undefined;
}

function withoutValuesInReason(target: ScriptTarget, sources: ValueSources): ScriptTarget {
  return target.reason === undefined ? target : { ...target, reason: withoutValues(target.reason, sources) };
}

function quoted(name: string, today?: string): string {
  return `target('${name}'${today === undefined ? '' : `, { ${today} }`})`;
}

function rowOf({ fingerprint }: ScriptTarget): string {
  return typeof fingerprint?.row === 'string' ? fingerprint.row : '';
}

/** Leaves out the row of the recorded run, and attributes that name its value. */
function withoutValue(target: ScriptTarget, value: string): ScriptTarget {
  const { row: _row, attributes, ...fingerprint } = target.fingerprint ?? {};
  const isNamed = Array.isArray(attributes) && attributes.some((each) => String(each).includes(value));
  return {
    ...target,
    fingerprint: isNamed || attributes === undefined ? fingerprint : { ...fingerprint, attributes },
  };
}

/** The expression for a text that the agent typed or chose; a question to the agent when nothing says where it comes from. */
function textOf(text: string, { target, action }: PageStep, sources: ValueSources): string {
  if (/^\s*\{\{secret\.one_time_code_\d+\.[^{}]*\}\}\s*$/.test(text)) return 'oneTimeCode';
  const bound = bindText(text, sources, target?.name ?? '');
  if (bound !== null) return bound;
  if (text.includes('{{secret.')) throw new Unlearnable('it used a secret that no parameter holds');
  const verb = action.action_type === 'select_option' ? 'chosen in' : 'typed into';
  return `await page.answer(${JSON.stringify(`What is to be ${verb} ${target?.kind ?? 'the field'} "${target?.name ?? ''}"?`)})`;
}

function optionOf(
  action: Extract<PageAction, { action_type: 'select_option' }>,
  text: (value: string) => string,
): string {
  if (action.label !== undefined) return listOf(action.label, text);
  if (action.value !== undefined) return `{ value: ${listOf(action.value, text)} }`;
  throw new Unlearnable('it chose an option by its place in the list');
}

function listOf(value: string | readonly string[], text: (value: string) => string): string {
  return typeof value === 'string' ? text(value) : `[${value.map(text).join(', ')}]`;
}

function clickOptions(action: Extract<PageAction, { action_type: 'click' }>, { events }: PageStep): object {
  const { button, count, modifiers, want } = action;
  const asked = events.find(({ type, kind }) => type === 'dialog' && kind === 'confirm');
  const answer = asked?.decision === 'accepted' ? 'accept' : asked && 'dismiss';
  const isDownload =
    action.download === true ||
    events.some(({ type, status }) => type === 'download' && (status ?? 'started') === 'started');
  const given = { button, count, modifiers, want, on_dialog: action.on_dialog ?? answer };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(isDownload ? { download: true } : {}),
  };
}

function submitOf({ submit }: { readonly submit?: boolean }): object {
  return submit === true ? { submit } : {};
}

function scrollOf(
  action: Extract<PageAction, { action_type: 'scroll' }>,
  target: (() => string) | null,
): string | null {
  const { id, direction, amount, to } = action;
  // An end that is an element would be named by an id of that day; dispatch scrolls to what it acts on.
  if (to !== undefined && to !== 'top' && to !== 'bottom') return null;
  if (id !== undefined && target === null) return null;
  const region = id === undefined || target === null ? [] : [`target: ${target()}`];
  const members = Object.entries({ direction, amount, to }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`],
  );
  return `page.scroll({ ${[...region, ...members].join(', ')} })`;
}

/** Where the action has led to, when it led to another page. */
function destination({ urlBefore, urlAfter }: PageStep, { named }: ValueSources): object {
  const values = new Set(named.flat().map(({ text }) => text));
  const to = leadsTo(urlBefore, urlAfter, (part) => values.has(part));
  return to === null ? {} : { leadsTo: to };
}
