import type { BrowserSession } from '@runwright/contract';
import { beforeAll, expect, it } from 'vitest';
import { twoSites } from './two-sites.test-helpers.ts';

const secret = 'correct horse battery';
const { signal } = new AbortController();
const sites = twoSites({
  secrets: { '{{secret.shop.password.1}}': secret },
  pages: ({ foreign }) => ({
    '/own': `<form action="/in"><input type="password" aria-label="Password"><button>In</button></form>`,
    '/frame': `<iframe src="${foreign}/own" title="Sign in"></iframe>`,
    '/action': `<form action="${foreign}/in"><input type="password" aria-label="Password"><button>In</button></form>`,
    '/button': `<form action="/in"><input type="password" aria-label="Password"><button formaction="${foreign}/in">In</button></form>`,
    '/image-button': `<form action="/in"><input type="password" aria-label="Password"><input type="image" alt="In" formaction="${foreign}/in"></form>`,
    '/script': `<form action="javascript:void 0"><input type="password" aria-label="Password"><button>In</button></form>`,
    '/focus': `<div role="textbox" tabindex="0" aria-label="Code" onclick="frames[0].focus()">Code</div><iframe src="${foreign}/own"></iframe>`,
    '/comment': `<input aria-label="Comment">`,
    '/area': `<textarea aria-label="Password"></textarea>`,
    '/region': `<div contenteditable="true" role="textbox" aria-label="Password">here</div>`,
    '/shown': `<label>Your password <input></label>`,
    '/sentence': `<input aria-label="Search, pass the word">`,
    '/verb': `<input aria-label="Pin a place" name="place">`,
    '/search-type': `<input type="search" aria-label="Password manager">`,
    '/search-words': `<label>Search all passwords <input></label>`,
    '/named': `<input aria-label="Geheim" name="login-pass">`,
    '/toggled': `<input aria-label="Geheim" name="user_password">`,
    '/masked': `<input aria-label="Word" style="-webkit-text-security: disc">`,
    '/autocomplete': `<input aria-label="Word" autocomplete="current-password">`,
  }),
});
let session: BrowserSession;
beforeAll(async () => {
  session = await sites.open();
});

async function typeOn(path: string): Promise<{ readonly status: string; readonly message: string }> {
  await session.page.act({ action_type: 'goto_url', url: sites.own + path }, { epoch: 0, signal });
  const view = await session.page.read({ mode: 'action', signal });
  const field = view.elements().find(({ kind }) => kind === 'textbox');
  const action = {
    action_type: 'input_text' as const,
    id: field?.id ?? '',
    text: '{{secret.shop.password.1}}',
  };
  const result = await session.page.act(action, { epoch: view.epoch, signal });
  const code = 'code' in result ? result.code : '';
  return {
    status: `${result.status} ${code}`.trim(),
    message: 'message' in result ? (result.message ?? '') : '',
  };
}

it('a secret is typed into a form that sends to an allowed site', async () => {
  expect((await typeOn('/own')).status).toBe('ok');
  expect((await typeOn('/script')).status).toBe('ok');
});

const isNotShown = async (path: string): Promise<void> => {
  const { status, message } = await typeOn(path);
  expect(status).toBe('failed secret_refused');
  expect(message).toContain('shows what is typed');
};
it.each(['/comment'])('a password is not typed where it is shown: %s', { tags: ['security'] }, isNotShown);
it.each(['/area', '/region', '/sentence', '/verb', '/search-type', '/search-words'])(
  'a password is not typed where it is shown: %s',
  { tags: ['security', 'extended'] },
  isNotShown,
);

const isTyped = async (path: string): Promise<void> => {
  expect((await typeOn(path)).status).toBe('ok');
};
it.each(['/toggled'])('a password is typed into a field for passwords that shows or masks it: %s', isTyped);
it.each(['/shown', '/masked', '/autocomplete', '/named'])(
  'a password is typed into a field for passwords that shows or masks it: %s',
  { tags: ['extended'] },
  isTyped,
);

it('a code is not typed by way of the focus into a frame of another site', {
  tags: ['security'],
}, async () => {
  await session.page.act({ action_type: 'goto_url', url: `${sites.own}/focus` }, { epoch: 0, signal });
  const view = await session.page.read({ mode: 'action', signal });
  const field = view.elements().find(({ name }) => name === 'Code');
  const action = { action_type: 'verification_code' as const, id: field?.id ?? '', code: '123456' };
  const result = await session.page.act(action, { epoch: view.epoch, signal });
  expect(result).toMatchObject({ status: 'failed', code: 'secret_refused' });
});

const isRefused = async (_: string, path: string): Promise<void> => {
  const { status, message } = await typeOn(path);
  expect(status).toBe('failed secret_refused');
  expect(message).toContain(`\`${sites.foreign}\``);
};
it.each([
  ['a frame of another site', '/frame'],
  ['a form with a button that sends it to another site', '/button'],
  ['a form with an image button that sends it to another site', '/image-button'],
])('a secret is not typed into %s', { tags: ['security'] }, isRefused);
it.each([['a form that sends to another site', '/action']])(
  'a secret is not typed into %s',
  { tags: ['security', 'extended'] },
  isRefused,
);
