/**
 * The files of the console, for `console` of the HTTP adapter.
 *
 * @packageDocumentation
 */
export { consoleFolder } from './node/console-folder.ts';
