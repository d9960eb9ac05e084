import { randomBytes } from 'node:crypto';
import type { ByteSource, StreamedForm } from '@runwright/contract';
import { checkWellFormed } from './check-well-formed.ts';

/** A form as it is sent. */
export interface EncodedForm extends ByteSource {
  /** Names the boundary between the fields. */
  readonly contentType: string;
}

/** Encodes fields and files as `multipart/form-data`, as the `FormData` of `fetch` does; files are read when they are sent. */
export function encodeForm({ fields, files }: StreamedForm): EncodedForm {
  const boundary = `----runwright-${randomBytes(16).toString('hex')}`;
  const header = (name: string, rest: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(withCrlf(name))}"${rest}\r\n\r\n`;
  const pieces: readonly ByteSource[] = [
    ...fields.map(([name, value]) => piece(`${header(name, '')}${withCrlf(value)}\r\n`)),
    ...files.flatMap(([field, file]) => {
      const type = file.contentType ?? 'application/octet-stream';
      const rest = `; filename="${quoted(file.name)}"\r\ncontent-type: ${type}`;
      return [piece(header(field, rest)), file, piece('\r\n')];
    }),
    piece(`--${boundary}--\r\n`),
  ];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    size: pieces.reduce((sum, { size }) => sum + size, 0),
    // A body is always sent whole.
    async *read() {
      for (const one of pieces) yield* one.read();
    },
  };
}

function piece(text: string): ByteSource {
  checkWellFormed(text, 'the form');
  const bytes = new TextEncoder().encode(text);
  return {
    size: bytes.length,
    async *read() {
      yield bytes;
    },
  };
}

/** Escapes as the HTML standard has it for multipart forms. */
function quoted(text: string): string {
  return text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}

function withCrlf(text: string): string {
  return text.replace(/\r?\n|\r/g, '\r\n');
}
