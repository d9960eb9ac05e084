import type { PageDriver, PageView } from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import type { HostFunctions } from '@runwright/sandbox';
import type { ProgramContext } from '../../registry/block-kinds.ts';
import { type Call, findElement, type ProgramPage } from './find-element.ts';
import { actOnPage } from './page-act.ts';
import { actionFunctions } from './page-actions.ts';
import type { ElementSearch } from './search-recorded.ts';

/** What a program's page may do beyond that of a `code` block. */
export interface PageFunctionOptions {
  /** How elements are found. Default: by id, name, selector or description. */
  readonly search?: ElementSearch;
  /** Is told about each action that has succeeded, in a sentence. */
  readonly onDone?: (sentence: string) => void;
}

/**
 * The verbs of a program's `page`: what an agent can do to a page, in the browser of the run, which opens at the first of
 * them. An action that fails is an exception in the program. Script of the page is never run for a program.
 */
export function pageFunctions(
  context: Pick<ProgramContext, 'browser' | 'artifact' | 'clock'>,
  { search, onDone = () => undefined }: PageFunctionOptions = {},
): HostFunctions {
  let epoch = 0;
  const driver = async (): Promise<PageDriver> => (await context.browser()).page;
  const read = async ({ signal }: Call, mode: 'action' | 'extract'): Promise<PageView> => {
    const view = await (await driver()).read({ mode, signal });
    epoch = view.epoch;
    return view;
  };
  const page: ProgramPage = { driver, read };
  const active = async () => {
    const tabs = await (await driver()).tabs();
    return tabs.find((tab) => tab.active) ?? tabs[0];
  };

  return {
    ...(search ? { has: ([wanted], call) => search.has(page, wanted, call) } : {}),
    ...actionFunctions({
      page,
      find: search?.find ?? findElement,
      act: actOnPage({ driver, epoch: () => epoch, clock: context.clock, onDone }),
    }),
    url: async () => (await active())?.url ?? '',
    // A busy page is waited for.
    title: async (_args, call) => (await active())?.title ?? (await read(call, 'action')).title,
    text: async (_args, call) => (await read(call, 'extract')).text,
    async view([options], { signal }) {
      const expand = asRecord(options)?.expand;
      const ids = Array.isArray(expand) ? expand.filter((id) => typeof id === 'string') : [];
      const view = await (await driver()).read({ mode: 'action', expand: ids, signal });
      epoch = view.epoch;
      return view.text;
    },
    html: async (_args, { signal }) => (await driver()).html({ signal }),
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
      const image = await (await driver()).screenshot({
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
