import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { type NativeOption, readNativeOptions, selectNativeOptions } from '../in-page/native-options.ts';
import { refuseBehindModal } from '../pointer/press.ts';
import { refreshTarget } from '../targets/refresh-target.ts';
import { maskShown, type Target } from '../targets/target.ts';
import { matchOption, type Wanted } from './match-option.ts';
import { disabledOption, noOption } from './no-option.ts';
import type { WantedOptions } from './wanted-options.ts';

/**
 * Chooses in a native select. One option is added in a select with several; a list of options becomes the
 * whole choice. An option may be named with its group: `Fruit / Pear`.
 */
export async function chooseNative(
  context: ActionContext,
  target: Target,
  { options: asked, isExact }: WantedOptions,
): Promise<ActionOutcome> {
  const { about } = target;
  const covered = await refuseBehindModal(target);
  if (covered) return covered;
  const options = await readOptions(context, target);
  const labels = options.map(({ label }) => label);
  const isMultiple = options.some(({ multiple }) => multiple);
  if (isExact && asked.length > 1 && !isMultiple) {
    return failed('unsupported', `${target.called} takes one option only, and ${asked.length} were named.`, {
      target: about,
    });
  }
  const indexes: number[] = [];
  for (const wanted of asked) {
    const index = indexIn(options, wanted);
    if (index === 'several') return noOption(target, options.map(inGroup), index, wanted);
    if (index === 'none') return noOption(target, labels, index, wanted);
    if (options[index]?.disabled) return disabledOption(target, labels[index] ?? '');
    indexes.push(index);
  }
  const kept = isMultiple && !isExact ? options.flatMap(({ selected }, at) => (selected ? [at] : [])) : [];
  const wanted = [...new Set([...kept, ...indexes])].sort((one, other) => one - other);
  const values = wanted.map((at) => options[at]?.value);
  const called = wanted.map((at) => `\`${labels[at]}\``).join(', ');
  const watch = await context.watch();
  await target.call(selectNativeOptions, wanted);
  const { hasNavigated } = await watch.settle();
  const live = hasNavigated ? null : await refreshTarget(context, target);
  const after = live && (await readOptions(context, live).catch(() => null));
  const chosen = after?.filter(({ selected }) => selected);
  // A choice that rebuilt the list, or left the page, was taken.
  const isTaken =
    !chosen ||
    JSON.stringify(chosen.map(({ value }) => value)) === JSON.stringify(values) ||
    !values.every((value) => after?.some((option) => option.value === value));
  const rest = { target: about, dispatch: 'dom', wait: 'done' } as const;
  if (isTaken) return done(`Chose ${called} in ${target.called}.`, rest);
  const shown = chosen.map(({ label }) => `\`${label}\``).join(', ') || 'nothing';
  return failed('value_mismatch', `${target.called} shows ${shown} instead of ${called}.`, rest);
}

async function readOptions(context: ActionContext, target: Target): Promise<readonly NativeOption[]> {
  return maskShown(context, target, await target.call(readNativeOptions));
}

function indexIn(options: readonly NativeOption[], wanted: Wanted): ReturnType<typeof matchOption> {
  const index = matchOption(options, wanted);
  if (typeof index === 'number') return wanted.label === undefined ? index : onlyOneLike(options, index);
  if (index !== 'none' || wanted.label === undefined) return index;
  return matchOption(
    options.map((option) => ({ label: inGroup(option), value: option.value })),
    wanted,
  );
}

/** Of options that read alike, the one that may be chosen; several when they stand for different things. */
function onlyOneLike(options: readonly NativeOption[], index: number): number | 'several' {
  const alike = options.flatMap(({ label, disabled }, at) =>
    label === options[index]?.label && !disabled ? [at] : [],
  );
  const values = new Set(alike.map((at) => options[at]?.value));
  return values.size > 1 ? 'several' : (alike[0] ?? index);
}

function inGroup({ label, group }: NativeOption): string {
  return group ? `${group} / ${label}` : label;
}
