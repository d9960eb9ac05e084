/** Tokens that stand for addresses in a text. An address keeps its token for the life of a tab. */
export interface LinkTokens {
  /** `L3` for an address. */
  tokenOf(address: string): string;
  /** The address of a token, with or without braces; undefined when it was never printed. */
  addressOf(token: string): string | undefined;
}

/** An empty table of link tokens. */
export function linkTokens(): LinkTokens {
  const tokens = new Map<string, string>();
  const addresses = new Map<string, string>();
  return {
    tokenOf(address) {
      const known = tokens.get(address);
      if (known !== undefined) return known;
      const token = `L${tokens.size + 1}`;
      tokens.set(address, token);
      addresses.set(token, address);
      return token;
    },
    addressOf: (token) => addresses.get(token.replace(/^\{(.*)\}$/, '$1')),
  };
}

/** How a link's target prints: a short path of the same site as it is, everything else as `{L3}`. */
export function printTarget(address: string, pageUrl: string, use: (address: string) => string): string {
  if (!URL.canParse(address)) return '';
  const target = new URL(address);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return '';
  const path = `${target.pathname}${target.search}${target.hash}`;
  const isSameSite = URL.canParse(pageUrl) && new URL(pageUrl).origin === target.origin;
  return isSameSite && path.length <= 40 && !/\s/.test(path) ? path : `{${use(address)}}`;
}
