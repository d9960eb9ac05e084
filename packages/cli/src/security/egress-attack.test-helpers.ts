import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EgressPolicy, RunwrightError } from '@runwright/contract';
import { egressPolicy, type Lookup } from '@runwright/core';
import { type AddressForm, addressForms, schemeForms, shortForms } from './address-forms.test-helpers.ts';
import { listenDenied, publicAddress } from './denied-listener.test-helpers.ts';

/** An address of the public ranges that is given to nobody; {@link publicAddress} takes its place. */
const unassigned = '3000::1';

/** What came of the attempts of one way out. */
export interface WayResult {
  readonly way: string;
  readonly tried: number;
  /** Attempts that ended with the sentence of the egress policy; of pages, how often the policy refused. */
  readonly denied: number;
  /** Attempts that failed for another reason, such as text that is no address. */
  readonly failed: number;
  /** Connections that reached a listener that may not be reached. */
  readonly reached: number;
  /** Attempts that had not ended when their limit was over. */
  readonly held: number;
}

/** What one attempt came to: the sentence of a failure, or null when it succeeded. */
export interface Attempt {
  readonly failure: string | null;
  /** Whether it went on beyond its limit. Default false. */
  readonly isHeld?: boolean;
}

/** A site that is allowed, listeners that are not, and a policy that writes down what it refuses. */
export interface AttackTargets {
  readonly site: string;
  readonly server: Server;
  /** Port of the listeners that no run may reach. */
  readonly deniedPort: number;
  readonly policy: EgressPolicy;
  /** Addresses that no way out may take, in the short or the whole selection. */
  forms(options: { readonly isShort: boolean }): readonly AddressForm[];
  /** Addresses with schemes that no way out may take. */
  schemes(): readonly AddressForm[];
  /**
   * Addresses of the site that redirect to these forms, one for each status. Forms that are relative to the site, and
   * therefore stay there, are left out.
   */
  redirects(forms: readonly AddressForm[], statuses?: readonly number[]): readonly AddressForm[];
  /** Connections and packets that have arrived so far where none may. */
  reached(): number;
  /** From now on, connections without a byte do not count. */
  ignoreEmptyConnections(): void;
  /** How often the policy has refused so far, by host. */
  readonly refusals: Map<string, number>;
  /** How often the policy has refused so far. */
  refused(): number;
  /**
   * Adds a row to the table.
   *
   * @param denied how often the policy has refused meanwhile. Default: the attempts that failed with its sentence
   */
  record(way: string, attempts: readonly Attempt[], reachedBefore: number, denied?: number): WayResult;
  /** The rows so far as a text. */
  table(): string;
  /** A file on this machine that no run may read. */
  readonly file: { readonly path: string; readonly text: string };
  close(): Promise<void>;
}

/** Answers requests of the test's own site that are no redirects. */
export type Serve = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

const denial = /Address is not allowed|user name or password|is not allowed; use http or https/;

/** Opens the site, the listeners and the policy. */
export async function startAttackTargets(
  serve: Serve = (_request, response) => response.end(),
): Promise<AttackTargets> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-egress-'));
  const file = { path: join(folder, 'private.txt'), text: 'text-of-a-private-file' };
  await writeFile(file.path, file.text);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    response.setHeader('access-control-allow-origin', '*');
    const [, status, to] = /^\/redirect\/(\d+)\/([\w-]+)/.exec(url.pathname) ?? [];
    if (status === undefined || to === undefined) return serve(request, response, url);
    response.statusCode = Number(status);
    // A header holds bytes: characters beyond ASCII go as UTF-8, and control characters cannot be sent.
    const location = [...Buffer.from(to, 'base64url').toString()].filter((sign) => sign >= ' ').join('');
    response.setHeader('location', Buffer.from(location).toString('latin1'));
    return response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: sitePort } = server.address() as AddressInfo;
  const listener = await listenDenied(sitePort);
  const ports = { denied: listener.port, site: sitePort };
  const site = `http://127.0.0.1:${sitePort}`;
  const refusals = new Map<string, number>();
  const rows: WayResult[] = [];
  let countsEmpty = true;
  const reached = (): number => listener.arrivals.filter(({ hasBytes }) => countsEmpty || hasBytes).length;
  return {
    site,
    server,
    deniedPort: listener.port,
    policy: recorded(egressPolicy({ allowedHosts: [`127.0.0.1:${sitePort}`], lookup: resolver() }), refusals),
    forms: ({ isShort }) => addressForms(ports).filter(({ name }) => !isShort || shortForms.has(name)),
    schemes: () => schemeForms(ports, file.path),
    redirects: (forms, statuses = [302, 307]) =>
      forms
        .filter(({ url }) => URL.parse(url, site)?.origin !== site)
        .flatMap((form) =>
          statuses.map((status) => ({
            name: `${status} to ${form.name}`,
            url: `${site}/redirect/${status}/${Buffer.from(form.url).toString('base64url')}`,
            target: null,
          })),
        ),
    reached,
    ignoreEmptyConnections() {
      countsEmpty = false;
    },
    refusals,
    refused: () => [...refusals.values()].reduce((sum, count) => sum + count, 0),
    record(way, attempts, reachedBefore, denied) {
      const isDenied = ({ failure }: Attempt) => failure !== null && denial.test(failure);
      const row = {
        way,
        tried: attempts.length,
        denied: denied ?? attempts.filter(isDenied).length,
        failed: attempts.filter((attempt) => attempt.failure !== null && !isDenied(attempt)).length,
        reached: reached() - reachedBefore,
        held: attempts.filter(({ isHeld }) => isHeld).length,
      };
      rows.push(row);
      return row;
    },
    table: () => tableOf(rows, refusals),
    file,
    async close() {
      server.closeAllConnections();
      server.close();
      await listener.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The policy, with the stand-in for the public internet, which writes down what it refuses. */
function recorded(inner: EgressPolicy, refusals: Map<string, number>): EgressPolicy {
  return {
    async check(url, options) {
      try {
        const destination = await inner.check(url, options);
        const addresses = destination.addresses.map((one) =>
          one.address === unassigned ? ({ address: publicAddress, family: 4 } as const) : one,
        );
        return { ...destination, addresses };
      } catch (error) {
        const host = RunwrightError.is(error) ? String(error.details.host) : 'aborted';
        refusals.set(host, (refusals.get(host) ?? 0) + 1);
        throw error;
      }
    },
  };
}

const answers: Readonly<Record<string, readonly string[]>> = {
  'private.test': ['127.0.0.2'],
  'localhost.localdomain': ['127.0.0.1'],
  'private6.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.2'],
  'mixed.test': [unassigned, '127.0.0.2'],
  'xn--bcher-kva.test': ['127.0.0.2'],
};

/** Answers for names of the forms, and for names below them; every other name does not exist. */
function resolver(): Lookup {
  const asked = new Map<string, number>();
  const lookUp = (hostname: string): readonly string[] => {
    const name = hostname.replace(/\.$/, '');
    if (name.endsWith('wildcard.test')) return ['127.0.0.2'];
    const count = asked.get(name) ?? 0;
    asked.set(name, count + 1);
    if (name.endsWith('rebind.test')) return [count % 2 === 0 ? unassigned : '127.0.0.2'];
    if (name.endsWith('rebind-late.test')) return [count % 4 < 3 ? unassigned : '127.0.0.2'];
    const known = Object.keys(answers).find((one) => name === one || name.endsWith(`.${one}`));
    if (known === undefined) throw new Error(`queryA ENOTFOUND ${hostname}`);
    return answers[known] ?? [];
  };
  return async (hostname) =>
    lookUp(hostname).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

function tableOf(rows: readonly WayResult[], refusals: ReadonlyMap<string, number>): string {
  const line = (...cells: readonly (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(34) : String(cell).padStart(8))).join('');
  const total = [...refusals.values()].reduce((sum, count) => sum + count, 0);
  return [
    line('way out', 'tried', 'denied', 'failed', 'reached', 'held'),
    ...rows.map(({ way, tried, denied, failed, reached, held }) =>
      line(way, tried, denied, failed, reached, held),
    ),
    `The policy has refused ${total} times, ${refusals.size} different hosts.`,
  ].join('\n');
}
