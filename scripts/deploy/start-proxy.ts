import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { stop, type TestProcess } from './start-service.ts';

const root = join(import.meta.dirname, '../..');
const path = `${process.env.PATH}:/usr/sbin:/sbin`;

/** Ports of the services behind a proxy: at the root of a host, and under a sub path of another. */
export interface Upstreams {
  readonly whole: string;
  readonly subPath: string;
}

/** A proxy that tests start with the configuration files of `deploy`. */
export interface TestProxy {
  readonly program: string;
  /** @param folder where all its files are */
  start(folder: string, upstreams: Upstreams): Promise<TestProcess & { readonly port: number }>;
}

/** Returns whether a program can be started on this machine. */
export function isInstalled(program: string, argument: string): boolean {
  return spawnSync(program, [argument], { env: { ...process.env, PATH: path } }).error === undefined;
}

export const nginx: TestProxy = {
  program: 'nginx',
  async start(folder, { whole, subPath }) {
    const port = await freePort();
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const subject = ['-subj', '/CN=runs.example.com', '-days', '1', '-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], {
      stdio: 'ignore',
    });
    const local = (text: string, upstream: string) =>
      text
        .replaceAll('127.0.0.1:8000', `127.0.0.1:${upstream}`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replace(/\/etc\/ssl\/\S+fullchain\.pem/, certificate)
        .replace(/\/etc\/ssl\/\S+privkey\.pem/, key);
    const site = local(deployed('nginx.conf'), whole);
    const location = local(deployed('nginx-sub-path.conf'), subPath);
    const tls = site.match(/^ {2}(?:listen|ssl_).*$/gm)?.join('\n') ?? '';
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const lines = [
      `pid ${folder}/nginx.pid; error_log ${folder}/error.log; daemon off; events {}`,
      `http { access_log off; ${temporary.join(' ')}`,
      site,
      `server { server_name app.example.com;\n${tls}\n${location} }`,
      '}',
    ];
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, lines.join('\n'));
    return startProxy('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', file], port, folder);
  },
};

export const caddy: TestProxy = {
  program: 'caddy',
  async start(folder, { whole, subPath }) {
    const [port, httpPort] = [await freePort(), await freePort()];
    const options = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port ${port}\n\thttp_port ${httpPort}\n\tstorage file_system ${folder}/storage\n}\n`;
    const [first = '', second = ''] = deployed('Caddyfile').split('app.example.com {');
    const sites = [first.replace(':8000', `:${whole}`), second.replace(':8000', `:${subPath}`)].join(
      'app.example.com {',
    );
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, options + sites);
    return startProxy('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port, folder);
  },
};

function deployed(name: string): string {
  return readFileSync(join(root, 'deploy', name), 'utf8');
}

async function startProxy(program: string, args: readonly string[], port: number, folder: string) {
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, PATH: path, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (bytes: Buffer) => {
    printed += String(bytes);
  });
  for (const name of ['runs.example.com', 'app.example.com'])
    while (!(await hasCertificate(port, name)))
      if (child.exitCode !== null) throw new Error(`${program} has ended:\n${printed}`);
  return { port, stop: () => stop(child, 'SIGTERM') };
}

/** Caddy makes its certificates after it listens. */
async function hasCertificate(port: number, servername: string): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Returns a port of loopback that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
