import { describe, expect, it, vi } from 'vitest';
import { listFirmwareVersions } from './firmware-versions.ts';

vi.mock('../../../bin-data/firmware-files.ts', () => ({ firmwareFilesQuery: {} }));

describe('the versions offered for a firmware type', () => {
  it('are the built-in versions, then the uploaded versions, newest last', () => {
    const uploaded = [
      { type: 'sleep', version: '3.02' },
      { type: 'realtime', version: '3.5' },
      { type: 'sleep', version: '3.01' },
      { type: 'sleep', version: '2.10' },
      // Boards accept only numeric versions.
      { type: 'sleep', version: 'beta' },
    ] as const;
    expect(listFirmwareVersions('sleep', uploaded).slice(-4)).toEqual([
      '2.103',
      '2.104',
      '3.01',
      '3.02',
    ]);
    expect(listFirmwareVersions('realtime', uploaded).at(-1)).toBe('3.5');
    expect(listFirmwareVersions('portable', uploaded)).toEqual(['2.05']);
  });
});
