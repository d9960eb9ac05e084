/**
 * Blocks for files, mail, sheets and storage. Everything they send or fetch goes through the engine's egress policy.
 *
 * @packageDocumentation
 */

export { ioBlocks } from './io-blocks.ts';
