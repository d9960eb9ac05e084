import type { PageAction } from '@runwright/contract';
import { selectOption } from './choice.ts';
import { downloadFile } from './download.ts';
import { drag } from './drag.ts';
import type { ActionContext } from './hands.ts';
import { inputText } from './input-text.ts';
import { keypress } from './keys.ts';
import { expandViewItem, findText } from './look-up.ts';
import { hover, leftMouse, move } from './mouse.ts';
import { gotoUrl, reload, goThroughHistory } from './navigate.ts';
import { failed, type Outcome } from './outcome.ts';
import { checkbox, click } from './pointer.ts';
import { scroll } from './scroll.ts';
import { closePage, newTab, switchTab } from './tabs.ts';
import { uploadFile } from './upload.ts';
import { verificationCode } from './verification-code.ts';
import { wait } from './wait.ts';

/** Carries out one action. */
export async function dispatchAction(hands: ActionContext, action: PageAction): Promise<Outcome> {
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
    case 'go_back':
      return goThroughHistory(hands, 'back');
    case 'go_forward':
      return goThroughHistory(hands, 'forward');
    case 'reload_page':
      return reload(hands);
    case 'new_tab':
      return newTab(hands, action);
    case 'switch_tab':
      return switchTab(hands, action);
    case 'close_page':
      return closePage(hands, action);
    case 'upload_file':
      return uploadFile(hands, action);
    case 'download_file':
      return downloadFile(hands, action);
    case 'expand':
      return expandViewItem(hands, action);
    case 'find':
      return findText(hands, action);
    default:
      return failed('unsupported', `This browser cannot carry out \`${action.action_type}\`.`);
  }
}
