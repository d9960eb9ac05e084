/** Tokens that stand for addresses in a text. An address keeps its token for the life of a tab. */
export interface LinkTokens {
  /** `L3` for an address. */
  tokenOf(address: string): string;
  /** The address of a token, with or without braces; undefined when it was never printed. */
  addressOf(token: string): string | undefined;
  /** The tokens that stand in a text, with their addresses. */
  within(text: string): Readonly<Record<string, string>>;
}

/** An empty table of link tokens. */
export function createLinkTokens(): LinkTokens {
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
    within(text) {
      const found = new Set([...text.matchAll(/\{(L\d+)\}/g)].map(([, token = '']) => token));
      return Object.fromEntries(
        [...found].flatMap((token) => {
          const address = addresses.get(token);
          return address === undefined ? [] : [[token, address]];
        }),
      );
    },
  };
}

/** Prints the target of a link: a place on the page or a short path of the same site as it is, all else as `{L3}`. */
export function printTarget(address: string, pageUrl: string, use: (address: string) => string): string {
  if (!URL.canParse(address)) return '';
  const target = new URL(address);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return '';
  const page = URL.canParse(pageUrl) ? new URL(pageUrl) : null;
  const isSameSite = page?.origin === target.origin;
  const isSamePage = isSameSite && page.pathname === target.pathname && page.search === target.search;
  // A link to where one is already leads nowhere; what it does is up to a script.
  const path = isSamePage ? target.hash : `${target.pathname}${target.search}${target.hash}`;
  return isSameSite && path.length <= 40 && !/\s/.test(path) ? path : `{${use(address)}}`;
}
