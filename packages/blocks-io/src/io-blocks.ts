import type { AnyBlock } from '@runwright/contract';
import { fileUrlParser } from './files/file-url-parser.ts';
import { pdfFill } from './files/pdf-fill.ts';
import { pdfParser } from './files/pdf-parser.ts';
import { printPage } from './files/print-page.ts';
import { splitPdf } from './files/split-pdf.ts';
import { emailInbox } from './mail/email-inbox.ts';
import { sendEmail } from './mail/send-email.ts';
import { googleSheetsRead } from './sheets/google-sheets-read.ts';
import { googleSheetsWrite } from './sheets/google-sheets-write.ts';
import { downloadToS3 } from './storage/download-to-s3.ts';
import { fileUpload } from './storage/file-upload.ts';
import { uploadToS3 } from './storage/upload-to-s3.ts';

/** Every block of this package, for `createEngine({ blocks: [...ioBlocks] })`. */
export const ioBlocks: readonly AnyBlock[] = [
  fileUrlParser,
  pdfParser,
  pdfFill,
  splitPdf,
  printPage,
  downloadToS3,
  uploadToS3,
  fileUpload,
  sendEmail(),
  emailInbox,
  googleSheetsRead,
  googleSheetsWrite,
];
