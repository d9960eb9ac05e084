import { defineConfig } from 'vitepress';
import { siteConfig } from '../../scripts/site/site-config.ts';

export default defineConfig(siteConfig());
