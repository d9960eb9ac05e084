import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, failed } from '../action-outcome.ts';
import { fillDate } from '../dates/fill-date.ts';
import {
  type ControlState,
  findFieldWithin,
  focusElement,
  readControlState,
} from '../in-page/control-state.ts';
import { setControlState } from '../pointer/click.ts';
import { setSlider } from '../pointer/set-slider.ts';
import { selectOption } from '../select/select-option.ts';
import { isTarget, resolveTarget, type Target } from '../targets/target.ts';
import { revealSecrets } from './reveal-secrets.ts';
import { isNativeValueType, setNativeValue } from './set-native-value.ts';
import { typeInto } from './type-into.ts';
import { fillBoxesBeside } from './verification-code.ts';

type InputText = PageActionOf<'input_text'>;

/**
 * `input_text`: brings a text into whatever the element is. Fields are typed into; dates, colours and ranges are set as
 * a whole, sliders are moved, selects are chosen from and boxes are checked, as far as the text says clearly what is meant.
 */
export async function inputText(context: ActionContext, action: InputText): Promise<ActionOutcome> {
  const named = await resolveTarget(context, action.id);
  if (!isTarget(named)) return named;
  const { target, state } = await resolveField(named);
  const { about } = target;
  if (state.disabled) return failed('disabled', `${target.called} is disabled.`, { target: about });
  const dated = await fillDate(context, named, action.text);
  if (dated) {
    if (dated.status !== 'ok' || action.submit !== true) return dated;
    // Such a field is read back when it has been left, and Enter is for the form around it.
    await target.call(focusElement);
    await context.tab.input.press('Enter');
    const { wait: _, ...taken } = dated;
    return { ...taken, message: `${dated.message} Pressed Enter.` };
  }
  if (state.editable && state.readonly && !/combobox/.test(state.role)) {
    return failed(
      'disabled',
      `${target.called} is read-only. If clicking it opens a list or a calendar, choose from that.`,
      { target: about },
    );
  }
  const revealed = await revealSecrets(context, target, action.text);
  if ('status' in revealed) return revealed;
  const { text, isSecret, isPassword } = revealed;
  const submit = action.submit === true;
  if (isSecret && !state.editable) {
    return failed('secret_refused', `${target.called} is no field for a secret.`, { target: about });
  }
  if (isSecret) await context.tab.reader.markSecret(about.id, context.limits);
  if (isSecret && state.maxLength !== null && text.length > state.maxLength) {
    const filled = await fillBoxesBeside(context, target, { text, isPassword });
    if (filled) return filled;
  }
  if (isNativeValueType(state.type))
    return setNativeValue(context, target, state, { text, isSecret, submit });
  if (state.editable) {
    return typeInto(context, target, {
      ...{ text, isSecret: isSecret || state.secret, isPassword, submit },
      clear: action.clear ?? true,
    });
  }
  return setByMeaning(context, target, state, action);
}

/** The element itself when it takes text or has a state of its own; else the one field that it stands for. */
async function resolveField(
  named: Target,
): Promise<{ readonly target: Target; readonly state: ControlState }> {
  const state = await named.call(readControlState);
  if (state.editable || state.tag === 'select' || state.checked !== null || state.range)
    return { target: named, state };
  const field = await named.callForTarget(findFieldWithin);
  return field ? { target: field, state: await field.call(readControlState) } : { target: named, state };
}

const on = /^(true|yes|on|1|x|checked|check|selected)$/i;
const off = /^(false|no|off|0|unchecked|uncheck|)$/i;

/** Sets a control that accepts no text by the meaning of the text. */
async function setByMeaning(
  context: ActionContext,
  target: Target,
  state: ControlState,
  action: InputText,
): Promise<ActionOutcome> {
  const { about, called } = target;
  const text = action.text.trim();
  if (state.tag === 'select' || /^(combobox|listbox)$/.test(state.role)) {
    const byLabel = await selectOption(context, { action_type: 'select_option', id: action.id, label: text });
    if (byLabel.code !== 'no_option' || state.tag !== 'select') return byLabel;
    const byValue = await selectOption(context, { action_type: 'select_option', id: action.id, value: text });
    return byValue.status === 'ok' ? byValue : byLabel;
  }
  if (state.range) return setSlider(context, target, state, text);
  if (state.checked !== null || state.mixed) {
    if (on.test(text)) return setControlState(context, target, 'checked');
    if (off.test(text)) return setControlState(context, target, 'unchecked');
    return failed(
      'unsupported',
      `${called} takes no text, only a state. Use \`checkbox\` with \`checked\` true or false.`,
      { target: about },
    );
  }
  const hint =
    state.type === 'file'
      ? 'Use `upload_file`.'
      : 'Use `click` on it, or choose the field itself from the page view.';
  return failed('unsupported', `${called} takes no text. ${hint}`, { target: about });
}
