import { builtIn } from './block-use.ts';
import type * as blocks from './blocks.generated.ts';

/** Lets an agent execute exactly one action on the open page. */
export const action = builtIn<blocks.ActionMembers, blocks.ActionOutput>('action');

/** Downloads a file into the artifact store. */
export const downloadToS3 = builtIn<blocks.DownloadToS3Members, blocks.DownloadToS3Output>('download_to_s3');

/** Reads mails. */
export const emailInbox = builtIn<blocks.EmailInboxMembers, blocks.EmailInboxOutput>('email_inbox');

/** Lets an agent download a file. */
export const fileDownload = builtIn<blocks.FileDownloadMembers, blocks.FileDownloadOutput>('file_download');

/** Sends files of the run to your storage. */
export const fileUpload = builtIn<blocks.FileUploadMembers, blocks.FileUploadOutput>('file_upload');

/** Reads cells of a Google spreadsheet. */
export const googleSheetsRead = builtIn<blocks.GoogleSheetsReadMembers, blocks.GoogleSheetsReadOutput>(
  'google_sheets_read',
);

/** Writes rows to a Google spreadsheet. */
export const googleSheetsWrite = builtIn<blocks.GoogleSheetsWriteMembers, blocks.GoogleSheetsWriteOutput>(
  'google_sheets_write',
);

/** Opens an address in the browser of the run. */
export const gotoUrl = builtIn<blocks.GotoUrlMembers, blocks.GotoUrlOutput>('goto_url');

/** Waits for the answer of a person. */
export const humanInteraction = builtIn<blocks.HumanInteractionMembers, blocks.HumanInteractionOutput>(
  'human_interaction',
);

/** Lets an agent sign in with a credential. */
export const login = builtIn<blocks.LoginMembers, blocks.LoginOutput>('login');

/** Lets an agent reach a goal on web pages. */
export const navigation = builtIn<blocks.NavigationMembers, blocks.NavigationOutput>('navigation');

/** Fills in a PDF. */
export const pdfFill = builtIn<blocks.PdfFillMembers, blocks.PdfFillOutput>('pdf_fill');

/** Prints the open page to a PDF. */
export const printPage = builtIn<blocks.PrintPageMembers, blocks.PrintPageOutput>('print_page');

/** Sends a mail. */
export const sendEmail = builtIn<blocks.SendEmailMembers, blocks.SendEmailOutput>('send_email');

/** Splits a PDF into documents. */
export const splitPdf = builtIn<blocks.SplitPdfMembers, blocks.SplitPdfOutput>('split_pdf');

/** Lets an agent reach the goal of a prompt, which it divides into parts. */
export const taskV2 = builtIn<blocks.TaskV2Members, blocks.TaskV2Output>('task_v2');

/** Stores files in the artifact store. */
export const uploadToS3 = builtIn<blocks.UploadToS3Members, blocks.UploadToS3Output>('upload_to_s3');

/** Completes when criteria are met, and terminates the run otherwise. */
export const validation = builtIn<blocks.ValidationMembers, blocks.ValidationOutput>('validation');

/** Waits some seconds. */
export const wait = builtIn<blocks.WaitMembers, blocks.WaitOutput>('wait');

/** Runs another workflow. */
export const workflowTrigger = builtIn<blocks.WorkflowTriggerMembers, blocks.WorkflowTriggerOutput>(
  'workflow_trigger',
);
