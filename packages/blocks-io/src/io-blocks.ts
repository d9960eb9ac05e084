import type { AnyBlock } from '@runwright/contract';
import { fileUrlParser } from './files/file-url-parser.ts';
import { pdfParser } from './files/pdf-parser.ts';

/** Every block of this package, for `createEngine({ blocks: [...ioBlocks] })`. */
export const ioBlocks: readonly AnyBlock[] = [fileUrlParser, pdfParser];
