/**
 * Types of the configuration file of the command: `runwright.config.ts`.
 *
 * @packageDocumentation
 */

export { defineConfig, type RunwrightConfig } from './config/runwright-config.ts';
