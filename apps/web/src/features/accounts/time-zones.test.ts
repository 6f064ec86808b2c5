import { describe, expect, it } from 'vitest';
import { formatZone, groupZones } from './time-zones.ts';

const zonesOf = (browsers: string, saved: string) =>
  groupZones(browsers, saved).flatMap(({ zones }) => zones);

describe('the time zones of a profile', () => {
  it('are fourteen of Canada and fourteen of the United States', () => {
    const [canada, us, ...rest] = groupZones('America/Winnipeg', '');
    expect(canada?.zones).toHaveLength(14);
    expect(us?.zones).toHaveLength(14);
    expect(rest).toEqual([]);
  });

  it("are the browser's and the saved one too, each once", () => {
    expect(groupZones('Europe/Berlin', 'Asia/Kolkata').at(-1)).toEqual({
      group: 'otherZones',
      zones: ['Europe/Berlin', 'Asia/Kolkata'],
    });
    expect(zonesOf('Europe/Berlin', 'Europe/Berlin')).toHaveLength(29);
    expect(zonesOf('America/Regina', 'Pacific/Honolulu')).toHaveLength(28);
  });

  it('are all known to the clock', () => {
    for (const zone of zonesOf('UTC', '')) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
    }
    expect(new Set(zonesOf('UTC', '')).size).toBe(29);
  });

  it('read as names', () => {
    expect(formatZone('America/North_Dakota/Center')).toBe('America/North Dakota/Center');
  });
});
