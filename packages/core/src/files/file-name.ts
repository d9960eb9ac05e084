/** Longest name of a file, in characters and in bytes of UTF-8; file systems that a file may be sent to take 255 bytes. */
const maximumLength = 120;
const maximumBytes = 200;

/**
 * A name that is safe anywhere: the last segment of a path, without control and direction characters, reserved signs and
 * device names; `file` when nothing is left.
 */
export function cleanFileName(name: string): string {
  return shortened(safeFileName(name));
}

/** The same in whatever length. */
function safeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const safe = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const named = safe === '' ? 'file' : safe;
  return deviceName.test(named) ? `_${named}` : named;
}

/** The name, or the first of `name_1`, `name_2` … that is not taken; upper and lower case are the same name. */
export function freeFileName(name: string, isTaken: (name: string) => boolean): string {
  const [stem, extension] = splitName(name);
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? name : `${stem}_${number}${extension}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/**
 * The name that an answer from the network gives a file: as its header says, else the end of its address. It is as long as it is, because
 * half of a secret would not be masked.
 */
export function responseFileName(response: Response, asked: string): string {
  const header = response.headers.get('content-disposition') ?? '';
  const extended = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;]+)/i.exec(header)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header);
  const quoted = plain?.[1]?.replace(/\\(.)/g, '$1');
  const path = URL.parse(response.url || asked)?.pathname ?? '';
  return safeFileName(decoded(extended?.trim() ?? '') || quoted || plain?.[2]?.trim() || decoded(path));
}

// Names that open a device on Windows, whatever their extension.
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;

function shortened(name: string): string {
  if (fits(name)) return name;
  const [stem, extension] = splitName(name);
  const end = extension.length <= 20 ? extension : '';
  // By code points, so that no character is cut in half.
  const points = [...stem.slice(0, maximumLength)];
  while (points.length > 0 && !fits(points.join('') + end)) points.pop();
  return (
    points
      .join('')
      .replace(/(?<![. ])[. ]+$/, '')
      .toWellFormed() + end
  );
}

function fits(name: string): boolean {
  return name.length <= maximumLength && Buffer.byteLength(name) <= maximumBytes;
}

function splitName(name: string): readonly [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
