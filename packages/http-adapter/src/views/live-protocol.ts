/** Subprotocol of the WebSocket of a live view, which its server answers. */
export const liveProtocol = 'runwright.live';

const tokenPrefix = 'runwright.token.';

/**
 * Returns the token among the subprotocols that a client offers; undefined for none. Web pages can set no other header of a WebSocket, and
 * an address would be in logs and in the console of the browser.
 */
export function offeredToken(header: string | undefined): string | undefined {
  const offered = header?.split(',').map((one) => one.trim());
  return offered?.find((one) => one.startsWith(tokenPrefix))?.slice(tokenPrefix.length);
}
