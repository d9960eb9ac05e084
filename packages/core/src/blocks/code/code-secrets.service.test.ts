import { fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { egressPolicy } from '../../network/egress.ts';
import { closeEngines, codeEngine, output, pages, program, serve } from './code.test-helpers.ts';

afterEach(closeEngines);

const password = 'correct horse battery';
const seed = 'JBSWY3DPEHPK3PXP';

/** A workflow whose block declares a credential, against a server that repeats what it gets. */
async function withCredential(code: string, members: object = {}) {
  const got: string[] = [];
  const { url, host } = await serve(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    got.push(`${request.headers.authorization ?? ''} ${text}`);
    response.end(JSON.stringify({ echo: text }));
  });
  const browser = fakeBrowser({ pages });
  const scene = await codeEngine({ drivers: { browser, egress: egressPolicy({ allowedHosts: [host] }) } });
  const { credential_id } = await scene.engine.credentials.create(scene.organizationId, {
    name: 'Shop',
    credential_type: 'password',
    credential: { username: 'ann@shop.test', password, totp: seed },
  });
  const parameters = [{ parameter_type: 'credential', key: 'login', credential_id }];
  const block = program(code.replaceAll('URL', url), { parameter_keys: ['login'], ...members });
  const ended = await scene.run({ parameters, blocks: [block] });
  return { ...scene, browser, ended, got };
}

it('a credential is an object of placeholders, and a program never holds the real value', async () => {
  const { ended, kept } = await withCredential(
    `return [Object.keys(login), login.password.includes('{{secret.login.password.'), typeof password, login.password.length]`,
  );
  expect(output(ended)).toEqual([
    expect.arrayContaining(['username', 'password', 'totp']),
    true,
    'undefined',
    expect.any(Number),
  ]);
  expect(await kept(ended)).not.toContain(password);
});

it('fetch puts the value in, and takes it out of what the server repeats', async () => {
  const code = `
    const r = await fetch('URL', { method: 'POST', headers: { authorization: 'Bearer ' + login.password }, body: { p: login.password } });
    console.log('the answer was', await r.text());
    return await r.json();
  `;
  const { ended, got, kept } = await withCredential(code);
  expect(got).toEqual([`Bearer ${password} {"p":"${password}"}`]);
  expect(JSON.stringify(output(ended))).toContain('*****');
  expect(await kept(ended)).not.toContain(password);
});

it('otp() answers a placeholder that becomes a fresh code where it is used', async () => {
  const code = `const code = await login.otp(); await fetch('URL', { method: 'POST', body: code }); return [code.startsWith('{{secret.'), JSON.stringify(login).includes('otp(')]`;
  const { ended, got, kept } = await withCredential(code);
  expect(got).toEqual([expect.stringMatching(/^ \d{6}$/)]);
  expect(output(ended)).toEqual([true, false]);
  expect(await kept(ended)).not.toContain(seed);
});

it('page types the value', async () => {
  const { browser, ended } = await withCredential(
    `await page.goto('https://8.8.8.8/form'); await page.fill('Password', login.password); return (await page.elements()).find((e) => e.name === 'Password').value`,
  );
  expect(browser.sessions[0]?.values.a2).toBe(password);
  expect(output(ended)).toBe('set');
});

it('a program cannot use the placeholder of a parameter that its block does not declare', async () => {
  const first = await withCredential('return login.password');
  const placeholder = output(first.ended);
  expect(placeholder).toMatch(/^\{\{secret\./);
  const { ended, got } = await withCredential(
    `await fetch('URL', { method: 'POST', body: '{{secret.login.password.abc}}' })`,
  );
  expect(ended).toMatchObject({ status: 'failed', failureCategory: 'credential' });
  expect(got).toEqual([]);
});

it('a credential without one-time codes says so', async () => {
  const { engine, organizationId, run } = await codeEngine();
  const { credential_id } = await engine.credentials.create(organizationId, {
    name: 'Shop',
    credential_type: 'password',
    credential: { username: 'ann', password },
  });
  const parameters = [{ parameter_type: 'credential', key: 'login', credential_id }];
  const ended = await run({
    parameters,
    blocks: [program('await login.otp()', { parameter_keys: ['login'] })],
  });
  expect(ended.failureReason).toMatch(/credential `login` has no one-time codes/);
});
