import type { ModelRequest } from '@runwright/contract';
import type { ComputerToolVersion } from './model-features.ts';
import type { WireTool } from './wire.ts';

/** Beta header that a version of the computer tool needs; the newest needs none. */
const betas: Partial<Record<ComputerToolVersion, string>> = {
  computer_20251124: 'computer-use-2025-11-24',
  computer_20250124: 'computer-use-2025-01-24',
};

/** Returns the values of the header `anthropic-beta` for a version of the computer tool. */
export function computerBetas(version: ComputerToolVersion): readonly string[] {
  return betas[version] === undefined ? [] : [betas[version]];
}

/** Returns the tool as a request declares it; the newest version takes the size from the screenshots. */
export function computerToolOf(
  version: ComputerToolVersion,
  { width, height }: NonNullable<ModelRequest['computer']>,
): WireTool {
  if (version === 'computer_toolset_20260801') return { type: version };
  const display = { name: 'computer', display_width_px: width, display_height_px: height } as const;
  if (version === 'computer_20250124') return { type: version, ...display };
  return { type: version, ...display, enable_zoom: true };
}
