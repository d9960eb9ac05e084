import { Type } from '@runwright/contract';
import { date, text } from './field-schemas.ts';

/** A downloaded file or a recording, as records list it. */
export const FileInfo = Type.Object(
  { url: text, checksum: text, filename: text, modified_at: date },
  { title: 'FileInfo' },
);
