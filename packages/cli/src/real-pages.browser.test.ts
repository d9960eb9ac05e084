import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { defineBlock, type PageDriver, Type } from '@runwright/contract';
import { createEngine, egressPolicy, memorySecrets } from '@runwright/core';
import { demoCredentials, demoSite } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedBrowser } from './shared-browser.test-helpers.ts';

const password = 'canary-of-the-printed-page';
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const idOf = (text: string, called: string): string => new RegExp(`(a\\d+) ${called}`).exec(text)?.[1] ?? '';
const look = (page: PageDriver, signal: AbortSignal) => page.read({ mode: 'action', signal });

/** Types a text into the field of a name. */
const fill = defineBlock({
  type: 'fill',
  config: Type.Object({ field: Type.String(), text: Type.String() }),
  output: Type.Object({ status: Type.String() }),
  async run({ field, text }, { browser, signal }) {
    const { page } = await browser();
    const view = await look(page, signal);
    const id = idOf(view.text, `textbox "${field}"`);
    const { status } = await page.act({ action_type: 'input_text', id, text }, { epoch: view.epoch, signal });
    return { status };
  },
});

/** Presses the button of a name. */
const press = defineBlock({
  type: 'press',
  config: Type.Object({ button: Type.String() }),
  output: Type.Object({ status: Type.String() }),
  async run({ button }, { browser, signal }) {
    const { page } = await browser();
    const view = await look(page, signal);
    const id = idOf(view.text, `button "${button}"`);
    const { status } = await page.act({ action_type: 'click', id }, { epoch: view.epoch, signal });
    return { status };
  },
});

let here = 0;
const everybody = Promise.withResolvers<void>();
/** Waits until three iterations have come this far, then says what each of them sees. */
const meet = defineBlock({
  type: 'meet',
  config: Type.Object({}),
  output: Type.Object({ url: Type.String(), tabs: Type.Integer(), text: Type.String() }),
  async run(_config, { browser, signal }) {
    const { page } = await browser();
    here += 1;
    if (here === 3) everybody.resolve();
    await everybody.promise;
    const { url, text } = await look(page, signal);
    return { url, tabs: (await page.tabs()).length, text };
  },
});

async function scene() {
  const site = await demoSite();
  closing.push(() => site.close());
  const engine = await createEngine({
    blocks: [...agentBlocks(), ...ioBlocks, fill, press, meet],
    drivers: {
      browser: sharedBrowser(),
      egress: egressPolicy({ allowedHosts: [new URL(site.url).host] }),
      secrets: [memorySecrets({ word: password })],
    },
    settings: { recordings: { video: false, har: false, console: false } },
  });
  closing.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const finish = async (blocks: readonly object[]) => {
    const { workflowPermanentId } = await engine.workflows.create(
      organizationId,
      engine.workflows.parse({
        title: 'Real pages',
        workflow_definition: {
          parameters: [{ parameter_type: 'aws_secret', key: 'word', aws_key: 'word' }],
          blocks,
        },
      }),
    );
    const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
    return engine.runs.finished(organizationId, runId);
  };
  return { site, finish };
}

let world: Awaited<ReturnType<typeof scene>>;
beforeAll(async () => {
  world = await scene();
});

it('iterations that run at once have a tab each in one browser, and their outputs stand in order', async () => {
  const { site, finish } = world;
  const users = ['ann', 'ben', 'cem'];
  const run = await finish([
    {
      block_type: 'for_loop',
      label: 'each',
      loop_variable_reference: JSON.stringify(users),
      concurrency: 3,
      loop_blocks: [
        { block_type: 'goto_url', label: 'open', url: `${site.url}/login?next=/{{ current_value }}` },
        { block_type: 'fill', label: 'name', field: 'User name', text: '{{ current_value }}' },
        { block_type: 'meet', label: 'met' },
      ],
    },
  ]);
  expect(run.failureReason).toBeNull();
  const { each_output: output } = run.output as { readonly each_output: readonly (readonly unknown[])[] };
  expect(output.map((iteration) => iteration.at(-1))).toMatchObject(
    users.map((user) => ({
      loop_value: user,
      output_value: {
        url: `${site.url}/login?next=/${user}`,
        tabs: 1,
        text: expect.stringContaining(`textbox "User name" =${user}`),
      },
    })),
  );
});

it('a printed page is a file with the text of the page, and without the secret that was typed into it', async () => {
  const { site, finish } = world;
  const run = await finish([
    { block_type: 'goto_url', label: 'open', url: `${site.url}/contact` },
    { block_type: 'fill', label: 'name', field: 'Name', text: 'Ann Lee' },
    { block_type: 'fill', label: 'secret', field: 'E-mail', text: '{{ word }}', parameter_keys: ['word'] },
    { block_type: 'print_page', label: 'print', custom_filename: 'contact' },
    { block_type: 'file_url_parser', label: 'read', file_url: '{{ print_output }}' },
  ]);
  expect(run.failureReason).toBeNull();
  expect(run.output).toMatchObject({ print_output: { filename: 'contact.pdf' } });
  const { read_output: text } = run.output as { readonly read_output: string };
  expect(text).toContain('Contact us');
  expect(text).toContain('Ann Lee');
  expect(text).toContain(`${site.url}/contact`);
  // In an output the engine would have put its mask in the secret's place.
  for (const secret of [password, '*****']) expect(text).not.toContain(secret);
});

it('a document that a browser would show is a file of the run, and the page stays where it was', {
  tags: ['extended'],
}, async () => {
  const { site, finish } = world;
  const run = await finish([
    { block_type: 'goto_url', label: 'open', url: `${site.url}/login` },
    { block_type: 'fill', label: 'user', field: 'User name', text: demoCredentials.username },
    { block_type: 'fill', label: 'code', field: 'Password', text: demoCredentials.password },
    { block_type: 'press', label: 'enter', button: 'Sign in' },
    { block_type: 'goto_url', label: 'invoice', url: `${site.url}/orders/PO-1001/invoice.pdf` },
    { block_type: 'file_url_parser', label: 'read', file_url: 'downloads' },
    { block_type: 'print_page', label: 'print', custom_filename: 'after' },
    { block_type: 'file_url_parser', label: 'seen', file_url: '{{ print_output }}' },
  ]);
  expect(run.failureReason).toBeNull();
  const { read_output: text, seen_output: page } = run.output as {
    readonly read_output: string;
    readonly seen_output: string;
  };
  expect(text).toContain('Invoice PO-1001');
  expect(page).toContain('Orders');
});
