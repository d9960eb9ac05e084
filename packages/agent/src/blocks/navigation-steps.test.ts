import { type AnyBlock, RunwrightError } from '@runwright/contract';
import { type FakePage, fakeBrowser, fakeContext, scriptedModel } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import {
  click,
  complete,
  done,
  found,
  options,
  runBlock,
  say,
  search,
  textOf,
  type,
} from '../agent-blocks.test-helpers.ts';
import { agentBlocks } from '../agent-blocks.ts';

describe('navigation', () => {
  it('reads, decides, acts and checks until the goal is reached', async () => {
    const run = await runBlock(
      'navigation',
      { url: 'https://shop.example/', navigation_goal: 'Find lamps.' },
      [say(type('a1', 'lamp'), click('a2')), say(complete), done],
    );
    expect(run.output).toMatchObject({
      status: 'completed',
      extracted_information: null,
      failure_reason: null,
      errors: [],
    });
    expect(run.session.actions.map(({ action }) => action)).toEqual([
      { action_type: 'goto_url', url: 'https://shop.example/' },
      { action_type: 'input_text', id: 'a1', text: 'lamp' },
      { action_type: 'click', id: 'a2' },
    ]);
    expect(run.session.actions[1]).toMatchObject({
      epoch: 1,
      origin: { stepId: 'step-start_1', order: 0, reasoning: 'fill' },
    });
    expect(run.entries.map((entry) => entry.type)).toEqual([
      'step-start',
      'thought',
      'step-end',
      'step-start',
      'thought',
      'thought',
      'action',
      'step-end',
    ]);
    expect(run.model.requests.map(({ purpose, output }) => `${purpose} ${output?.name}`)).toEqual([
      'act act',
      'act act',
      'verify verify',
    ]);
  });

  it('saves the artifacts of every step', async () => {
    const run = await runBlock(
      'navigation',
      { url: 'https://shop.example/', navigation_goal: 'Find lamps.' },
      [say(type('a1', 'lamp'), click('a2')), say(complete), done],
    );
    const kept = new Set(
      run.artifacts.filter(({ stepId }) => stepId === 'step-start_1').map((each) => each.type),
    );
    expect([...kept].sort()).toEqual([
      'hashed_href_map',
      'html_action',
      'html_scrape',
      'screenshot_action',
      'visible_elements_id_css_map',
      'visible_elements_id_frame_map',
      'visible_elements_id_xpath_map',
      'visible_elements_tree',
      'visible_elements_tree_in_prompt',
      'visible_elements_tree_trimmed',
    ]);
    const shown = run.artifacts.find((each) => each.type === 'visible_elements_tree_in_prompt');
    expect(textOf(run.model.requests[0]!)).toContain(shown?.content);
    expect(run.artifacts.at(-1)?.type).toBe('screenshot_final');
  });

  it('skips the remaining actions of a step when the URL changes, and reports them to the model', async () => {
    const run = await runBlock('navigation', { url: 'https://shop.example/', navigation_goal: 'Get help.' }, [
      say(click('a3'), click('a4')),
      say(complete),
      done,
    ]);
    expect(run.session.actions).toHaveLength(2);
    const skipped = run.entries.find((entry) => entry.type === 'action' && entry.status === 'skipped');
    expect(skipped).toMatchObject({
      action: { action_type: 'click', id: 'a4' },
      response: 'the address changed',
    });
    expect(textOf(run.model.requests[1]!)).toContain('now at https://shop.example/help');
    expect(textOf(run.model.requests[1]!)).toContain('not done, the address changed');
  });

  it('skips the remaining actions of a step when a top layer appears, and reads the page only once for it', async () => {
    const menu: FakePage = {
      url: 'https://shop.example/',
      elements: [
        { id: 'a1', kind: 'button', name: 'Menu' },
        { id: 'a2', kind: 'button', name: 'Other' },
      ],
      onAction: ({ action_type }) => {
        isOpen ||= action_type === 'click';
        return action_type === 'click' ? {} : undefined;
      },
      text: () => (isOpen ? ['menu "Sections"  top layer'] : []),
    };
    let isOpen = false;
    const session = await fakeBrowser({ pages: [menu] }).open(options);
    const model = scriptedModel({ answers: [say(click('a1'), click('a2')), say(complete), done] });
    const { context } = fakeContext({ session, model });
    const navigation = agentBlocks().find(({ type }) => type === 'navigation') as AnyBlock;
    await navigation.run({ url: menu.url, navigation_goal: 'Open the menu.', parameters: {} }, context);
    expect(session.actions).toHaveLength(2);
    expect(textOf(model.requests[1]!)).toContain('another layer lies on top now');
    expect((await session.page.read({ mode: 'action', signal: options.signal })).epoch).toBe(4);
  });

  it('sends an image when the model asks for one, and refuses to a model that takes none', async () => {
    const look = { reason: 'see', action_type: 'take_screenshot' };
    const config = { url: 'https://shop.example/found', navigation_goal: 'Find lamps.' };
    const seeing = await runBlock('navigation', config, [say(look), say(complete), done], true);
    expect(textOf(seeing.model.requests[0]!)).not.toContain('<image>');
    expect(textOf(seeing.model.requests[1]!)).toContain('<image>');
    expect(textOf(seeing.model.requests[0]!)).not.toContain('ids as labels');
    expect(textOf(seeing.model.requests[1]!)).toContain('elements have boxes, and their ids as labels');
    const blind = await runBlock('navigation', config, [say(look), say(complete), done]);
    expect(textOf(blind.model.requests[1]!)).toContain('failed, this model takes no images');
  });

  it('marks the elements of the page only in the image for the model', async () => {
    const look = { reason: 'see', action_type: 'take_screenshot' };
    const config = { url: 'https://shop.example/', navigation_goal: 'Find lamps.' };
    const { session } = await runBlock('navigation', config, [say(look), say(complete), done], true);
    const ids = (search.elements ?? []).map(({ id }) => id);
    expect(session.screenshots.filter(({ marks }) => marks)).toEqual([
      { format: 'jpeg', maxEdge: 1_024, marks: ids },
    ]);
    expect(ids.length).toBeGreaterThan(1);
    expect(session.screenshots.length).toBeGreaterThan(1);
  });

  it('tells the model what `find` found', async () => {
    const pages: FakePage[] = [
      {
        ...found,
        onAction: ({ action_type }) =>
          action_type === 'find'
            ? { result: { message: '"Lamp" stands in 1 place:\n- main: "Lamp"  a9 link "Lamp"' } }
            : undefined,
      },
    ];
    const find = { reason: 'look', action_type: 'find', text: 'Lamp' };
    const run = await runBlock(
      'navigation',
      { url: found.url, navigation_goal: 'Find lamps.' },
      [say(find), say(complete), done],
      false,
      pages,
    );
    expect(textOf(run.model.requests[1]!)).toContain(
      '1.1 find text="Lamp": "Lamp" stands in 1 place:\n- main: "Lamp"  a9 link "Lamp"',
    );
  });

  it('refuses `extract` and tells the model so', async () => {
    const run = await runBlock('navigation', { url: 'https://shop.example/', navigation_goal: 'Look.' }, [
      say({ reason: 'read', action_type: 'extract', goal: 'all' }),
      say(complete),
      done,
    ]);
    expect(textOf(run.model.requests[1]!)).toContain('this task reads no data');
  });

  it('retries a step once when the model gave no usable decision, then fails', async () => {
    const broken = () => new RunwrightError('model_failed', 'No answer fits.');
    const once = await runBlock('navigation', { url: 'https://shop.example/', navigation_goal: 'Look.' }, [
      broken(),
      say(complete),
      done,
    ]);
    expect(once.output).toMatchObject({ status: 'completed' });
    expect(once.entries.filter((entry) => entry.type === 'step-start')).toMatchObject([
      { order: 0 },
      { order: 0 },
    ]);
    const twice = await runBlock('navigation', { url: 'https://shop.example/', navigation_goal: 'Look.' }, [
      broken(),
      broken(),
    ]);
    expect(twice.error).toMatchObject({
      code: 'model_failed',
      details: { failure_category: 'model', output: { status: 'failed' } },
    });
  });

  it('fails on a blank page without a start URL and names the missing field', async () => {
    const run = await runBlock('navigation', { navigation_goal: 'Look.' }, []);
    expect(run.error?.message).toContain('the_block');
    expect(run.error?.message).toContain('starting URL');
  });

  it('lists the available engines when the engine is not available', async () => {
    const run = await runBlock('navigation', { navigation_goal: 'Look.', engine: 'cua-a' }, []);
    expect(run.error).toMatchObject({ code: 'block_failed' });
    expect(run.error?.message).toContain('`cua-a`');
  });
});
