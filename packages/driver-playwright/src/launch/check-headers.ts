import { RunwrightError } from '@runwright/contract';

const mostHeaders = 50;
const mostBytes = 8_192;
/** A token of RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+.^`|~\w-]+$/;
/** A value of RFC 9110, 5.5, kept to ASCII: what else is in it, servers read as they like. */
const plain = /^[\t\x20-\x7e]*$/;
/** Those by which a connection is held together; a browser that sends others is not understood. */
const ofTheConnection =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|sec-.*)$/i;

/** Throws `invalid_input` for headers that cannot be added to the requests of a browser. Values are not in the sentence. */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const entries = Object.entries(headers);
  const bytes = entries.reduce((sum, [name, value]) => sum + Buffer.byteLength(name + value) + 4, 0);
  if (entries.length > mostHeaders || bytes > mostBytes) {
    throw refused(`${entries.length} headers of ${bytes} bytes`, 'Give at most 50, of 8 KiB together.');
  }
  for (const [name, value] of entries) {
    if (!token.test(name))
      throw refused(`a header \`${name.slice(0, 50)}\``, 'The name is not a header name.');
    if (ofTheConnection.test(name)) throw refused(`a header \`${name}\``, 'The browser sets it by itself.');
    if (!plain.test(value))
      throw refused(`a header \`${name}\``, 'Its value contains characters that a header must not have.');
  }
}

function refused(wanted: string, why: string): RunwrightError {
  return new RunwrightError('invalid_input', `Cannot send ${wanted}. ${why}`);
}
