import { type ActionOutcome, failed } from '../action-outcome.ts';
import { cutText } from '../cut-text.ts';
import type { Target } from '../targets/target.ts';
import type { Wanted } from './match-option.ts';
import { nameOf } from './wanted-options.ts';

/** The outcome of a choice that is not there, or there more than once, with what there is instead. */
export function noOption(
  target: Target,
  labels: readonly string[],
  why: 'none' | 'several',
  wanted: Wanted,
): ActionOutcome {
  const some = labels
    .slice(0, 12)
    .map((each) => `\`${cutText(each, 60)}\``)
    .join(', ');
  const list =
    labels.length === 0
      ? 'There are no options.'
      : `There ${labels.length > 12 ? 'are for example' : 'are'} ${some}.`;
  return failed(
    why === 'several' ? 'ambiguous_target' : 'no_option',
    `${target.called} has ${why === 'several' ? 'more than one option like' : 'no option'} \`${nameOf(wanted)}\`. ${list}`,
    { target: target.about, dispatch: 'pointer', wait: 'done' },
  );
}

/** The outcome of a choice that is there and may not be taken. */
export function disabledOption(target: Target, label: string): ActionOutcome {
  return failed('disabled', `The option \`${label}\` of ${target.called} is disabled.`, {
    target: target.about,
    dispatch: 'pointer',
    wait: 'done',
  });
}
