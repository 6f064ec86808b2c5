import { describe, expect, it } from 'vitest';
import { formatZone, groupZones } from './time-zones.ts';

const listZones = (browserZone: string, savedZone: string) =>
  groupZones(browserZone, savedZone).flatMap(({ zones }) => zones);

describe('the time zones in the profile form', () => {
  it('include fourteen in Canada and fourteen in the United States', () => {
    const [canada, us, ...rest] = groupZones('America/Winnipeg', '');
    expect(canada?.zones).toHaveLength(14);
    expect(us?.zones).toHaveLength(14);
    expect(rest).toEqual([]);
  });

  it("include the browser's zone and the saved zone, without duplicates", () => {
    expect(groupZones('Europe/Berlin', 'Asia/Kolkata').at(-1)).toEqual({
      group: 'otherZones',
      zones: ['Europe/Berlin', 'Asia/Kolkata'],
    });
    expect(listZones('Europe/Berlin', 'Europe/Berlin')).toHaveLength(29);
    expect(listZones('America/Regina', 'Pacific/Honolulu')).toHaveLength(28);
  });

  it('are all valid', () => {
    for (const zone of listZones('UTC', '')) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
    }
    expect(new Set(listZones('UTC', '')).size).toBe(29);
  });

  it('are formatted without underscores', () => {
    expect(formatZone('America/North_Dakota/Center')).toBe('America/North Dakota/Center');
  });
});
