import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropPrivileges, findUser, parseUser } from './drop-privileges.ts';

const isRoot = process.getuid?.() === 0;
const hasUsers = process.platform === 'linux';

const passwd = `root:x:0:0:root:/root:/bin/bash
broken line
ann:x:1001:1002:Ann,,,:/home/ann:/bin/sh
`;

it('a user is found by name and by number', () => {
  const ann = { name: 'ann', uid: 1001, gid: 1002, home: '/home/ann' };
  expect(parseUser(passwd, 'ann')).toEqual(ann);
  expect(parseUser(passwd, '1001')).toEqual(ann);
  expect(parseUser(passwd, 'bob')).toBeNull();
  expect(parseUser(passwd, '1002')).toBeNull();
});

it('a user that does not exist is refused, with what to do', { tags: ['security'] }, ({ skip }) => {
  if (!hasUsers) skip('users are looked up on Linux');
  const drop = () => dropPrivileges({ user: 'no-such-user-here', dataDir: '/nowhere' });
  expect(drop).toThrow(/no user `no-such-user-here` .* `useradd /);
});

it('without the setting, and as that user already, nothing changes', ({ skip }) => {
  if (!hasUsers) skip('users are looked up on Linux');
  const before = process.getuid?.();
  dropPrivileges({ user: null, dataDir: '/nowhere' });
  dropPrivileges({ user: String(before), dataDir: '/nowhere' });
  expect(process.getuid?.()).toBe(before);
});

it('only root can become another user', { tags: ['security'] }, ({ skip }) => {
  if (!hasUsers || isRoot) skip('needs a user that is not root');
  expect(() => dropPrivileges({ user: 'root', dataDir: '/nowhere' })).toThrow(
    /Only root can become .* `root`/,
  );
});

describe.skipIf(!isRoot || !hasUsers || findUser('nobody') === null)(
  'a process of root keeps its user',
  () => {
    let above: string;
    beforeEach(() => {
      above = mkdtempSync(join(tmpdir(), 'runwright-user-'));
    });
    afterEach(() => rmSync(above, { recursive: true, force: true }));

    const drop = () => dropPrivileges({ user: 'nobody', dataDir: join(above, 'data') });

    it('when the data folder is of somebody else, and says what to run', { tags: ['security'] }, () => {
      mkdirSync(join(above, 'data'));
      expect(drop).toThrow(`chown -R nobody: '${join(above, 'data')}'`);
      expect(process.getuid?.()).toBe(0);
    });

    it('when a file in the data folder is of somebody else', { tags: ['security'] }, () => {
      const folder = join(above, 'data');
      const { uid = 0, gid = 0 } = findUser('nobody') ?? {};
      mkdirSync(folder);
      chownSync(folder, uid, gid);
      writeFileSync(join(folder, 'master.key.old'), 'of root');
      expect(drop).toThrow(/master\.key\.old` belongs to another one/);
      expect(process.getuid?.()).toBe(0);
    });
  },
);
