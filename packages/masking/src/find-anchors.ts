/** Characters of an anchor by which it is looked up. */
const keyLength = 4;
const tableSize = 1 << 16;

/**
 * Creates a function that tells which anchors stand in a text, in one pass however many there are: where four characters
 * have the same hash as the first four of an anchor, the rest is compared.
 */
export function createAnchorFinder(anchors: Iterable<string>): (text: string) => ReadonlySet<string> {
  const short: string[] = [];
  const byHash = new Map<number, string[]>();
  for (const anchor of new Set(anchors)) {
    if (anchor.length < keyLength) short.push(anchor);
    else {
      const hash = hashAt(anchor, 0);
      byHash.set(hash, [...(byHash.get(hash) ?? []), anchor]);
    }
  }
  const isKey = new Uint8Array(tableSize);
  for (const hash of byHash.keys()) isKey[hash] = 1;
  return (text) => {
    const found = new Set(short.filter((anchor) => text.includes(anchor)));
    for (let at = 0; at + keyLength <= text.length; at += 1) {
      const hash = hashAt(text, at);
      if (isKey[hash] === 0) continue;
      for (const anchor of byHash.get(hash) ?? []) if (text.startsWith(anchor, at)) found.add(anchor);
    }
    return found;
  };
}

function hashAt(text: string, at: number): number {
  const [a, b] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  const [c, d] = [text.charCodeAt(at + 2), text.charCodeAt(at + 3)];
  return (a * 29_791 + b * 961 + c * 31 + d) & (tableSize - 1);
}
