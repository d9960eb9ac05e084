import { startDownload } from './in-page/download-link.ts';
import { refusePrompts } from './in-page/refuse-prompts.ts';
import { spreadDownloads } from './in-page/spread-downloads.ts';

/** Script for the page's own world of each document, to run before the scripts of the page: see `refusePrompts`. */
export const refusePromptsSource: string = `(${refusePrompts})()`;

/** Script for an isolated world of each document: see `spreadDownloads`. */
export const spreadDownloadsSource: string = `(${spreadDownloads})()`;

/** Expression that downloads the document of a frame from its own address, such as one of the kind `blob:`. */
export const saveDocumentSource: string = `(${startDownload})(document.documentElement, location.href)`;
