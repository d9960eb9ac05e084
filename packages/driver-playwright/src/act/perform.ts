import type { PageAction } from '@runwright/contract';
import { selectOption } from './choice.ts';
import type { Hands } from './hands.ts';
import { inputText, keypress } from './keyboard.ts';
import { gotoUrl } from './navigate.ts';
import { failed, type Outcome } from './outcome.ts';
import { checkbox, click } from './pointer.ts';
import { scroll } from './scroll.ts';
import { wait } from './wait.ts';

/** Carries out one action. */
export async function perform(hands: Hands, action: PageAction): Promise<Outcome> {
  switch (action.action_type) {
    case 'click':
      return click(hands, action);
    case 'checkbox':
      return checkbox(hands, action);
    case 'input_text':
      return inputText(hands, action);
    case 'select_option':
      return selectOption(hands, action);
    case 'keypress':
      return keypress(hands, action);
    case 'scroll':
      return scroll(hands, action);
    case 'goto_url':
      return gotoUrl(hands, action);
    case 'wait':
      return wait(hands, action);
    default:
      return failed('unsupported', `This browser cannot carry out \`${action.action_type}\`.`);
  }
}
