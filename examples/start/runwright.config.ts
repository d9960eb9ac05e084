/** Configuration of the command in this folder. */
import { defineConfig } from 'runwright';
import { countWords } from './count-words.ts';

export default defineConfig({ blocks: [countWords] });
