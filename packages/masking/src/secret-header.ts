const secretHeader = /^(proxy-)?authorization$|^(set-)?cookie2?$|api-?key|token|secret|session|passw/i;

/** Returns whether the values of headers with this name sign somebody in. */
export function isSecretHeader(name: string): boolean {
  return secretHeader.test(name);
}
