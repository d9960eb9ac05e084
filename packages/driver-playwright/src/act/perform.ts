import type { PageAction } from '@runwright/contract';
import { selectOption } from './choice.ts';
import { drag } from './drag.ts';
import type { Hands } from './hands.ts';
import { inputText } from './input-text.ts';
import { keypress } from './keys.ts';
import { expand, find } from './look-up.ts';
import { hover, leftMouse, move } from './mouse.ts';
import { gotoUrl } from './navigate.ts';
import { failed, type Outcome } from './outcome.ts';
import { checkbox, click } from './pointer.ts';
import { scroll } from './scroll.ts';
import { verificationCode } from './verification-code.ts';
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
    case 'verification_code':
      return verificationCode(hands, action);
    case 'hover':
      return hover(hands, action);
    case 'move':
      return move(hands, action);
    case 'drag':
      return drag(hands, action);
    case 'left_mouse':
      return leftMouse(hands, action);
    case 'keypress':
      return keypress(hands, action);
    case 'scroll':
      return scroll(hands, action);
    case 'goto_url':
      return gotoUrl(hands, action);
    case 'wait':
      return wait(hands, action);
    case 'expand':
      return expand(hands, action);
    case 'find':
      return find(hands, action);
    default:
      return failed('unsupported', `This browser cannot carry out \`${action.action_type}\`.`);
  }
}
