import { RunwrightError } from '../error.ts';

/** An address of an endpoint without the user name and password that stood in it. */
export interface EndpointAddress {
  readonly baseUrl: string;
  /** User name, `:` and password; absent without them. */
  readonly login?: string;
  /** Sends them as basic authentication. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Takes user name and password out of an address: `fetch` refuses it with them, and an address appears in messages. Throws
 * `invalid_input`, which does not show the text, for what is no http or https address.
 */
export function readEndpointAddress(address: string): EndpointAddress {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) throw noAddress();
  const { username, password } = url;
  if (username === '' && password === '') return { baseUrl: address, headers: {} };
  url.username = '';
  url.password = '';
  const login = `${decoded(username)}:${decoded(password)}`;
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  return { baseUrl: url.href, login, headers: { authorization } };
}

/** A password may have a `%` that encodes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function noAddress(): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    'Cannot use the base URL of a model: it is no http or https address. Pass one such as `https://api.openai.com/v1`.',
  );
}
