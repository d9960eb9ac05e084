import {
  type ActionResult,
  type BlockContext,
  PageAction,
  type PageDriver,
  type PageView,
  RunwrightError,
} from '@runwright/contract';
import { asRecord, compileSchema } from '@runwright/definition';
import type { HostFunction, HostFunctions, JsonValue } from '@runwright/sandbox';
import { findTarget } from './page-target.ts';

type Call = Parameters<HostFunction>[1];

/**
 * The verbs of a program's `page`: what an agent can do to a page, in the browser of the run, which opens at the first of
 * them. An action that fails is an exception in the program. Script of the page is never run for a program.
 */
export function pageFunctions(context: Pick<BlockContext, 'browser' | 'artifact'>): HostFunctions {
  let epoch = 0;
  let order = 0;

  const page = async (): Promise<PageDriver> => (await context.browser()).page;
  const read = async ({ signal }: Call, mode: 'action' | 'extract'): Promise<PageView> => {
    const view = await (await page()).read({ mode, signal });
    epoch = view.epoch;
    return view;
  };
  const act = async (action: unknown, { signal }: Call): Promise<JsonValue> => {
    const driver = await page();
    const checked = checkAction(withoutEmpty(action));
    if (!checked.ok) {
      const problems = checked.problems.map(({ message }) => message).join('; ');
      throw new RunwrightError('block_failed', `The action does not fit: ${problems}.`);
    }
    const origin = { stepId: null, order, reasoning: null };
    order += 1;
    const result = await driver.act(checked.value, { epoch, origin, signal });
    if (result.status === 'failed') throw actionFailed(result);
    return { status: result.status, message: result.message, url: result.urlAfter };
  };
  const on =
    (make: (id: string, ...args: readonly JsonValue[]) => object): HostFunction =>
    async ([target, ...args], call) => {
      const { id } = await findTarget(await read(call, 'action'), target);
      return act(make(id, ...args), call);
    };
  const active = async () => {
    const tabs = await (await page()).tabs();
    return tabs.find((tab) => tab.active) ?? tabs[0];
  };

  return {
    goto: ([url], call) => act({ action_type: 'goto_url', url }, call),
    click: on((id, options) => ({
      action_type: 'click',
      id,
      ...picked(options, ['button', 'count', 'want']),
    })),
    fill: on((id, text, options) => ({
      action_type: 'input_text',
      id,
      text: textOf(text),
      ...picked(options, ['submit']),
    })),
    type: on((id, text, options) => ({
      action_type: 'input_text',
      id,
      text: textOf(text),
      clear: false,
      ...picked(options, ['submit']),
    })),
    select: on((id, option) => ({
      action_type: 'select_option',
      id,
      ...(typeof option === 'object'
        ? picked(option, ['label', 'value', 'index'])
        : { label: textOf(option) }),
    })),
    check: on((id) => ({ action_type: 'checkbox', id, checked: true })),
    uncheck: on((id) => ({ action_type: 'checkbox', id, checked: false })),
    press: ([keys, options], call) =>
      act(
        {
          action_type: 'keypress',
          keys: Array.isArray(keys) ? keys : [keys],
          ...picked(options, ['repeat']),
        },
        call,
      ),
    async scroll([options], call) {
      const { target, ...rest } = asRecord(options) ?? {};
      const id =
        target === undefined ? {} : { id: (await findTarget(await read(call, 'action'), target)).id };
      return act({ action_type: 'scroll', ...id, ...picked(rest, ['direction', 'amount', 'to']) }, call);
    },
    async wait([what], call) {
      const { text, gone } = asRecord(what) ?? {};
      if (typeof text === 'string') return act({ action_type: 'wait', for: 'text', value: text }, call);
      if (gone !== undefined) return act({ action_type: 'wait', for: 'gone', value: gone }, call);
      return act({ action_type: 'wait', for: 'ms', value: what }, call);
    },
    url: async () => (await active())?.url ?? '',
    title: async () => (await active())?.title ?? '',
    text: async (_args, call) => (await read(call, 'extract')).text,
    html: async (_args, { signal }) => (await page()).html({ signal }),
    async elements(_args, call) {
      const view = await read(call, 'action');
      const { css } = await view.artifacts();
      return view.elements().map(({ id, kind, name, value, flags, options, href }) => ({
        id,
        kind,
        name,
        value,
        flags,
        css: css[id] ?? null,
        ...(options ? { options } : {}),
        ...(href === undefined ? {} : { href }),
      }));
    },
    async screenshot([options], { signal }) {
      const scrolls = asRecord(options)?.scrolls;
      const image = await (await page()).screenshot({
        scrolls: typeof scrolls === 'number' ? scrolls : 0,
        signal,
      });
      const { artifactId } = await context.artifact({
        type: 'screenshot',
        content: image.bytes,
        contentType: image.mediaType,
      });
      return { artifact_id: artifactId, width: image.width, height: image.height };
    },
  };
}

const checkAction = compileSchema(PageAction);

function withoutEmpty(action: unknown): object {
  return Object.fromEntries(
    Object.entries(asRecord(action) ?? {}).filter(([, value]) => value !== undefined),
  );
}

function picked(options: unknown, names: readonly string[]): object {
  const given = asRecord(options) ?? {};
  return Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value ?? '') ?? '');
}

/** Categories of an action's own codes; others are the page's state. */
const categories: Readonly<Record<string, string>> = {
  blocked_destination: 'policy',
  navigation_failed: 'page_load',
  secret_refused: 'credential',
  stale_target: 'target_missing',
  ambiguous_target: 'target_missing',
  no_option: 'target_missing',
};

function actionFailed({ code = 'failed', message }: ActionResult): RunwrightError {
  return new RunwrightError('block_failed', `${message} (\`${code}\`)`, {
    details: { failure_category: categories[code] ?? 'wrong_state' },
  });
}
