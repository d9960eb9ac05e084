import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseProof, type Witness } from './choose-proof.ts';
import type { Exchange } from './exchange.ts';
import { type Item, itemsOf } from './items.ts';
import { observe } from './observe.ts';
import { type Proof, readEffects, readExceptions } from './proof-lists.ts';
import type { ApiDocument } from './schema.ts';
import { testSources } from './test-sources.ts';

/** An item with the test that proves it, or none. */
export interface Row extends Item {
  readonly proof: Proof | undefined;
  /** Why a member is always null, or a value never occurs. */
  readonly reason?: string | undefined;
}

/** Sends every value of every enumeration. */
const anyValue: Proof = {
  file: 'packages/cli/src/request-members.service.test.ts',
  test: 'takes each value of its enumeration, and refuses another one with their names',
};

/**
 * Returns all items of the document with their proofs: members of requests from the list of effects, everything else from
 * the requests that tests have sent, or from the list of exceptions.
 *
 * @param folder what `record-exchanges.test-helpers.ts` has written
 */
export function collectProofs(document: ApiDocument, folder: string): readonly Row[] {
  const witnesses = witnessesIn(document, folder);
  const effects = readEffects();
  const exceptions = readExceptions();
  return itemsOf(document).map((item) => {
    const { kind, name } = item;
    if (kind === 'request field') {
      const ofAllBlocks = name.replace(/^\w+Block\./, '*Block.');
      return { ...item, proof: effects.get(name) ?? effects.get(ofAllBlocks) };
    }
    const nullReason = kind === 'response field' ? exceptions.null.get(name) : undefined;
    const reason = kind === 'value of a response' ? exceptions.reserved.get(name) : nullReason;
    const shown = witnesses.get(nullReason === undefined ? `${kind} ${name}` : `null ${name}`) ?? [];
    const ofAny = kind === 'value of a request' ? anyValue : undefined;
    const witness =
      exceptions.elsewhere.get(`${kind} ${name}`) ??
      exceptions.elsewhere.get(`${kind} ${name.replace(/\..*/, '.*')}`) ??
      chooseProof(item, shown) ??
      ofAny;
    return { ...item, proof: witness && { file: witness.file, test: witness.test }, reason };
  });
}

/** Returns the tests that show an item, by `<kind> <name>`. */
function witnessesIn(document: ApiDocument, folder: string): ReadonlyMap<string, readonly Witness[]> {
  const sources = testSources();
  const shown = new Map<string, { readonly proof: Omit<Witness, 'items'>; readonly items: Set<string> }>();
  for (const exchange of exchangesIn(folder)) {
    const { file } = exchange;
    const test = sources.find(file, exchange.test);
    if (test === undefined) continue;
    const key = JSON.stringify([file, test.title]);
    const entry = shown.get(key) ?? {
      proof: { file, test: test.title, code: test.code },
      items: new Set<string>(),
    };
    shown.set(key, entry);
    for (const item of observe(document, exchange)) entry.items.add(item);
  }
  const witnesses = new Map<string, Witness[]>();
  for (const { proof, items } of shown.values()) {
    for (const item of items) {
      const list = witnesses.get(item) ?? [];
      witnesses.set(item, list);
      list.push({ ...proof, items: items.size });
    }
  }
  return witnesses;
}

function* exchangesIn(folder: string): Generator<Exchange> {
  for (const name of readdirSync(folder).sort()) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line !== '') yield JSON.parse(line);
    }
  }
}
