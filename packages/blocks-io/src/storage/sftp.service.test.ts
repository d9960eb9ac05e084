import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { type FakeContextOptions, fakeContext } from '@runwright/testing';
import ssh2, { type SFTPWrapper } from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileUpload } from './file-upload.ts';

const { Server, utils } = ssh2;
const { OPEN_MODE: _modes, STATUS_CODE: status } = utils.sftp;
const host = utils.generateKeyPairSync('ed25519');
const client = utils.generateKeyPairSync('ed25519', {
  passphrase: 'open sesame',
  cipher: 'aes256-cbc',
  rounds: 1,
});

/** A server that keeps files and folders in memory; user `ann` with a password or with the key of the test. */
const files = new Map<string, Buffer>();
const folders = new Set(['/', '.']);
const server = new Server({ hostKeys: [host.private] }, (connection) => {
  // The types lack it; without it every small answer waits for 40 ms.
  (connection as unknown as { setNoDelay(): void }).setNoDelay();
  connection.on('error', () => undefined);
  connection.on('authentication', (auth) => {
    if (auth.username !== 'ann') return auth.reject();
    if (auth.method === 'password' && auth.password === 'correct') return auth.accept();
    const known = utils.parseKey(client.public);
    if (auth.method !== 'publickey' || known instanceof Error) return auth.reject(['password', 'publickey']);
    const isKnown = auth.key.data.equals(known.getPublicSSH());
    const isSigned =
      !auth.signature || (auth.blob && known.verify(auth.blob, auth.signature, auth.hashAlgo) === true);
    return isKnown && isSigned ? auth.accept() : auth.reject();
  });
  connection.on('ready', () => {
    connection.on('session', (accept) => accept().on('sftp', (acceptSftp) => serve(acceptSftp())));
  });
});
let port: number;

function serve(sftp: SFTPWrapper): void {
  const open = new Map<number, string>();
  sftp.on('OPEN', (id, path) => {
    const folder = path.slice(0, path.lastIndexOf('/')) || '/';
    if (!folders.has(folder)) return sftp.status(id, status.NO_SUCH_FILE);
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(open.size);
    open.set(open.size, path);
    files.set(path, Buffer.alloc(0));
    return sftp.handle(id, handle);
  });
  sftp.on('WRITE', (id, handle, offset, data) => {
    const path = open.get(handle.readUInt32BE(0)) ?? '';
    const before = files.get(path) ?? Buffer.alloc(0);
    const after = Buffer.alloc(Math.max(before.length, offset + data.length));
    before.copy(after);
    data.copy(after, offset);
    files.set(path, after);
    sftp.status(id, status.OK);
  });
  sftp.on('CLOSE', (id) => sftp.status(id, status.OK));
  sftp.on('FSETSTAT', (id) => sftp.status(id, status.OK));
  sftp.on('REALPATH', (id, path) =>
    sftp.name(id, [{ filename: path === '.' ? '/' : path, longname: path, attrs: attributes(true) }]),
  );
  const stat = (id: number, path: string) => {
    if (folders.has(path)) return sftp.attrs(id, attributes(true));
    return files.has(path) ? sftp.attrs(id, attributes(false)) : sftp.status(id, status.NO_SUCH_FILE);
  };
  sftp.on('STAT', stat);
  sftp.on('LSTAT', stat);
  sftp.on('MKDIR', (id, path) => {
    folders.add(path);
    sftp.status(id, status.OK);
  });
}

function attributes(isFolder: boolean) {
  return { mode: isFolder ? 0o40755 : 0o100644, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(() => resolve(undefined))));

const key = Buffer.from(host.public.split(' ')[1] ?? '', 'base64');
const fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

type Config = Parameters<typeof fileUpload.run>[0];

async function upload(given: Partial<Config>, options: FakeContextOptions = {}) {
  files.clear();
  const fake = fakeContext({
    downloads: { 'a.csv': 'a,b', 'big.bin': Buffer.alloc(100_000, 'x') },
    async connect(to) {
      const socket = connect({ ...to, noDelay: true });
      await once(socket, 'connect');
      return socket;
    },
    ...options,
  });
  const config: Config = {
    storage_type: 'sftp',
    sftp_host: '127.0.0.1',
    sftp_port: port,
    sftp_username: 'ann',
    sftp_password: 'correct',
    sftp_remote_path: '/in/today/',
    sftp_host_key: fingerprint,
    continue_on_empty: false,
    ...given,
  };
  return { output: await fileUpload.run(config, fake.context), logs: fake.logs };
}

it('files are stored in a folder, which is made with those above it', async () => {
  const reveal = (text: string) => text.replace('{{secret.sftp}}', 'correct');
  const { output, logs } = await upload({ sftp_password: '{{secret.sftp}}' }, { reveal });
  expect(output).toEqual([
    `sftp://127.0.0.1:${port}/in/today/a.csv`,
    `sftp://127.0.0.1:${port}/in/today/big.bin`,
  ]);
  expect(files.get('/in/today/a.csv')?.toString()).toBe('a,b');
  expect(files.get('/in/today/big.bin')?.equals(Buffer.alloc(100_000, 'x'))).toBe(true);
  expect(folders.has('/in')).toBe(true);
  expect(logs.filter((line) => line.startsWith('warn'))).toEqual([]);
});

it('a private key with a passphrase signs in', async () => {
  const { output } = await upload({
    sftp_password: null,
    sftp_private_key: client.private,
    sftp_private_key_passphrase: 'open sesame',
  });
  expect(output).toHaveLength(2);
});

it('the key of the host is taken as fingerprint, as public key and as a line of known_hosts', async () => {
  for (const given of [`${fingerprint}=`, host.public, `[127.0.0.1]:${port} ${host.public}`]) {
    expect((await upload({ sftp_host_key: given })).output).toHaveLength(2);
  }
});

it('another key is refused, and nothing is sent', async () => {
  const other = utils.generateKeyPairSync('ed25519').public;
  await expect(upload({ sftp_host_key: other })).rejects.toThrow(
    `The host key of \`127.0.0.1\` is \`${fingerprint}\``,
  );
  expect(files.size).toBe(0);
});

it('without a key to compare, the key that was found is logged as a warning', async () => {
  const { logs } = await upload({ sftp_host_key: null });
  expect(logs[0]).toBe(
    `warn: The key of \`127.0.0.1\` is \`${fingerprint}\` and nobody checked it; give it as \`sftp_host_key\`.`,
  );
});

it('a wrong password is told without it', async () => {
  const wrong = upload({ sftp_password: 'wrong-password-1' });
  await expect(wrong).rejects.toThrow(`Cannot store files at \`127.0.0.1:${port}\``);
  await expect(wrong).rejects.not.toThrow('wrong-password-1');
});

it('a connection that the egress policy refuses stays refused', async () => {
  const { context } = fakeContext({ downloads: { 'a.csv': 'a' } });
  const config: Config = {
    storage_type: 'sftp',
    sftp_host: '127.0.0.1',
    sftp_username: 'ann',
    sftp_password: 'x',
    continue_on_empty: false,
  };
  await expect(fileUpload.run(config, context)).rejects.toMatchObject({ code: 'egress_denied' });
});
