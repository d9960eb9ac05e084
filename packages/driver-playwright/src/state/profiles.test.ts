import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserState } from '@runwright/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { profileStore } from './profiles.ts';

let root: string;
const state = (value: string): BrowserState => ({
  cookies: [],
  origins: [{ origin: 'https://shop.example', localStorage: [{ name: 'user', value }] }],
});

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'runwright-profiles-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('a saved state is restored in the next session, from files that only this user can read', async () => {
  const store = profileStore(root);
  const first = await store.open({ name: 'Ann’s shop', writable: true });
  expect(first.state).toBeNull();
  await first.save?.(state('one'));
  await first.save?.(state('ann'));
  await first.release();
  expect((await store.open({ name: 'Ann’s shop' })).state).toEqual(state('ann'));
  expect(await store.names()).toEqual(['Ann’s shop']);
  const [folder = ''] = await readdir(root);
  expect((await stat(join(root, folder))).mode & 0o777).toBe(0o700);
  expect((await stat(join(root, folder, 'state.json'))).mode & 0o777).toBe(0o600);
  expect(await readdir(join(root, folder))).toEqual(['state.json']);
});

it('a profile name is not used as a path', async () => {
  const store = profileStore(join(root, 'profiles'));
  const profile = await store.open({ name: '../../outside', writable: true });
  await profile.save?.(state('ann'));
  await profile.release();
  expect(await readdir(root)).toEqual(['profiles']);
  expect(await store.names()).toEqual(['../../outside']);
  await expect(store.open({ name: '' })).rejects.toMatchObject({ code: 'invalid_input' });
});

it('one session can write a profile, any number can have copies', async () => {
  const [store, other] = [profileStore(root), profileStore(root)];
  const writer = await store.open({ name: 'ann', writable: true });
  await writer.save?.(state('ann'));
  const refused = {
    code: 'conflict',
    message: expect.stringContaining('`ann`'),
    details: { profile: 'ann' },
  };
  await expect(other.open({ name: 'ann', writable: true })).rejects.toMatchObject(refused);
  await expect(other.remove('ann')).rejects.toMatchObject({ code: 'conflict' });
  const copies = await Promise.all([1, 2, 3].map(() => other.open({ name: 'ann' })));
  expect(copies.map((copy) => [copy.state, copy.save])).toEqual(copies.map(() => [state('ann'), null]));
  await writer.release();
  const next = await other.open({ name: 'ann', writable: true });
  await next.release();
  await other.remove('ann');
  expect(await store.names()).toEqual([]);
});

it('of several concurrent writers of a profile, one gets the lock', async () => {
  const wanting = await Promise.allSettled(
    Array.from({ length: 8 }, () => profileStore(root).open({ name: 'ann', writable: true })),
  );
  expect(wanting.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

/** Each round interleaves the file accesses of the waiting sessions in another way. */
async function takeOver(rounds: number, sessions: number): Promise<void> {
  const store = profileStore(root);
  await (await store.open({ name: 'ann', writable: true })).save?.(state('ann'));
  const [folder = ''] = await readdir(root);
  const lock = join(root, folder, 'lock.json');
  for (let round = 0; round < rounds; round += 1) {
    await writeFile(lock, JSON.stringify({ pid: process.pid, startedAt: '1', token: `old ${round}` }));
    await writeFile(join(root, folder, 'state-of-a-dead-writer.json'), '{"name": "a');
    const attempts = await Promise.allSettled(
      Array.from({ length: sessions }, () => store.open({ name: 'ann', writable: true })),
    );
    const opened = attempts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(opened.map(({ state: found }) => found)).toEqual([state('ann')]);
    await opened[0]?.release();
    expect(await readdir(join(root, folder))).toEqual(['state.json']);
  }
}
it('the lock of a dead owner is taken over by one of several waiting sessions', () => takeOver(3, 12));
it('the lock of a dead owner is taken over by one of many waiting sessions', { tags: ['extended'] }, () =>
  takeOver(40, 40),
);

it('a session that has lost the lock saves nothing', async () => {
  const store = profileStore(root);
  const writer = await store.open({ name: 'ann', writable: true });
  const [folder = ''] = await readdir(root);
  await writeFile(join(root, folder, 'lock.json'), 'of somebody else');
  await expect(writer.save?.(state('ann'))).rejects.toMatchObject({ code: 'conflict' });
  await writer.release();
  expect(await readdir(join(root, folder))).toEqual(['lock.json']);
});

it('a damaged file is an error that names the profile', async () => {
  const store = profileStore(root);
  const writer = await store.open({ name: 'ann', writable: true });
  await writer.save?.(state('ann'));
  await writer.release();
  const [folder = ''] = await readdir(root);
  await writeFile(join(root, folder, 'state.json'), '{"name": "ann"');
  await expect(store.open({ name: 'ann' })).rejects.toThrow('Cannot open the profile `ann`');
});
