import { fakeBrowser } from '@runwright/testing';
import { defineConfig } from '../index.ts';

// biome-ignore lint/style/noDefaultExport: a configuration file has one.
export default defineConfig({ drivers: { browser: fakeBrowser({ pages: [] }) } });
