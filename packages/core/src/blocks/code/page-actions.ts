import { asRecord } from '@runwright/definition';
import type { HostFunction, HostFunctions, JsonValue } from '@runwright/sandbox';
import type { FindElement, ProgramPage } from './find-element.ts';
import type { Act } from './page-act.ts';

/** What the actions of a program use. */
interface ActionParts {
  readonly page: ProgramPage;
  readonly find: FindElement;
  readonly act: Act;
}

/** The functions of a program's `page` that do something to it; each is one action. */
export function actionFunctions({ page, find, act }: ActionParts): HostFunctions {
  const plain =
    (make: (...args: readonly JsonValue[]) => object): HostFunction =>
    (args, call) =>
      act(make(...args), call, { leadsTo: asRecord(args.at(-1))?.leadsTo });
  const on =
    (make: (id: string, ...args: readonly JsonValue[]) => object): HostFunction =>
    async ([target, ...args], call) => {
      const { id, ...rest } = await find(page, target, call);
      return act(make(id, ...args), call, { ...rest, leadsTo: asRecord(args.at(-1))?.leadsTo });
    };
  const typing = (own: object) =>
    on((id, text, options) => ({
      ...{ action_type: 'input_text', id, text: textOf(text), ...own },
      ...picked(options, ['submit']),
    }));

  return {
    goto: plain((url) => ({ action_type: 'goto_url', url })),
    click: on((id, options) => ({
      ...{ action_type: 'click', id },
      ...picked(options, ['button', 'count', 'modifiers', 'want', 'on_dialog', 'download']),
    })),
    fill: typing({}),
    type: typing({ clear: false }),
    select: on((id, option) => ({ action_type: 'select_option', id, ...optionOf(option) })),
    check: on((id) => ({ action_type: 'checkbox', id, checked: true })),
    uncheck: on((id) => ({ action_type: 'checkbox', id, checked: false })),
    enterCode: on((id, code) => ({ action_type: 'verification_code', id, code: textOf(code) })),
    upload: on((id, file) => ({ action_type: 'upload_file', id, file })),
    hover: on((id) => ({ action_type: 'hover', id })),
    press: plain((keys, options) => ({
      ...{ action_type: 'keypress', keys: Array.isArray(keys) ? keys : [keys] },
      ...picked(options, ['repeat']),
    })),
    async drag([from, to], call) {
      const start = await find(page, from, call);
      const { id: end, ...rest } = await find(page, to, call);
      return act({ action_type: 'drag', from: start.id, to: end }, call, rest);
    },
    async download([what], call) {
      if (typeof what === 'string' && /^https?:/i.test(what))
        return act({ action_type: 'download_file', url: what }, call);
      const { id, ...rest } = await find(page, what, call);
      return act({ action_type: 'download_file', id }, call, rest);
    },
    async scroll([options], call) {
      const { target, ...rest } = asRecord(options) ?? {};
      const id = target === undefined ? {} : { id: (await find(page, target, call)).id };
      return act({ action_type: 'scroll', ...id, ...picked(rest, ['direction', 'amount', 'to']) }, call);
    },
    async wait([what], call) {
      const { text, gone } = asRecord(what) ?? {};
      if (typeof text === 'string') return act({ action_type: 'wait', for: 'text', value: text }, call);
      if (gone !== undefined) return act({ action_type: 'wait', for: 'gone', value: gone }, call);
      return act({ action_type: 'wait', for: 'ms', value: what }, call);
    },
    selectText: plain((text) => ({ action_type: 'select_text', text })),
    back: plain(() => ({ action_type: 'go_back' })),
    forward: plain(() => ({ action_type: 'go_forward' })),
    reload: plain(() => ({ action_type: 'reload_page' })),
    newTab: plain((url) => ({ action_type: 'new_tab', url })),
    switchTab: plain((tab) => ({ action_type: 'switch_tab', tab })),
    closeTab: plain((tab) => ({ action_type: 'close_page', tab })),
    solveCaptcha: plain(() => ({ action_type: 'solve_captcha' })),
  };
}

function optionOf(option: JsonValue | undefined): object {
  if (Array.isArray(option)) return { label: option.map(textOf) };
  if (typeof option === 'object' && option !== null) return picked(option, ['label', 'value', 'index']);
  return { label: textOf(option) };
}

function picked(options: unknown, names: readonly string[]): object {
  const given = asRecord(options) ?? {};
  return Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
