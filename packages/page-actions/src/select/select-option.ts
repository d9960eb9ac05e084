import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, failed } from '../action-outcome.ts';
import { readControlState } from '../in-page/control-state.ts';
import { isTarget, resolveTarget } from '../targets/target.ts';
import { type ChoiceControl, createChoiceControl } from './choice-control.ts';
import { chooseFromList } from './choose-from-list.ts';
import { chooseSeveral } from './choose-several.ts';
import { chooseShownOptions } from './choose-shown-options.ts';
import { chooseNative } from './native-select.ts';
import { wantedOptions } from './wanted-options.ts';

type Asked = PageActionOf<'select_option'>;

/** Roles of the members of a choice, and of their containers. */
const memberRoles =
  /^(radio|tab|option|treeitem|menuitemradio|menuitemcheckbox|radiogroup|listbox|tablist|tree|menu|menubar)$/;

/**
 * `select_option`: a native select; a group, list or menu that is open; or a list that opens when its control is
 * pressed or typed into. No model is asked: what matches nothing, or more than one option, is said with the options.
 */
export async function selectOption(context: ActionContext, asked: Asked): Promise<ActionOutcome> {
  const wanted = wantedOptions(asked);
  if (!wanted) return failed('unsupported', 'A choice needs a `label`, a `value` or an `index`.');
  const target = await resolveTarget(context, asked.id);
  if (!isTarget(target)) return target;
  const { tag, type, role, disabled } = await target.call(readControlState);
  if (disabled) return failed('disabled', `${target.called} is disabled.`, { target: target.about });
  if (tag === 'select') return chooseNative(context, target, wanted);
  const control = await createChoiceControl(context, target);
  if (type === 'radio' || memberRoles.test(role) || (await isToggle(control, role)))
    return chooseShownOptions(context, control, wanted);
  const [first] = wanted.options;
  if (!wanted.isExact && first) return chooseFromList(context, control, first);
  return chooseSeveral(context, control, wanted.options);
}

/** Returns true for a toggle button in a group. */
async function isToggle(control: ChoiceControl, role: string): Promise<boolean> {
  if (role !== '' && role !== 'button') return false;
  const { choices } = await control.members();
  return choices.length > 1 && choices.every(({ selected }) => selected !== null);
}
