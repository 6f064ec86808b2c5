/** Time zones in Canada and the United States, roughly from east to west. */
const canadianZones = [
  'America/St_Johns',
  'America/Halifax',
  'America/Moncton',
  'America/Goose_Bay',
  'America/Toronto',
  'America/Iqaluit',
  'America/Winnipeg',
  'America/Rankin_Inlet',
  'America/Regina',
  'America/Edmonton',
  'America/Cambridge_Bay',
  'America/Dawson_Creek',
  'America/Vancouver',
  'America/Whitehorse',
] as const;

const usZones = [
  'America/New_York',
  'America/Detroit',
  'America/Kentucky/Louisville',
  'America/Indiana/Indianapolis',
  'America/Chicago',
  'America/Menominee',
  'America/North_Dakota/Center',
  'America/Denver',
  'America/Boise',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Adak',
  'Pacific/Honolulu',
] as const;

export interface ZoneGroup {
  readonly group: 'canada' | 'us' | 'otherZones';
  readonly zones: readonly string[];
}

export function getBrowserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Groups the zones to choose from: the zones above, the browser's zone and the saved zone. */
export function groupZones(detectedZone: string, savedZone: string): ZoneGroup[] {
  const listedZones = new Set<string>([...canadianZones, ...usZones, '']);
  const unlistedZones = [...new Set([detectedZone, savedZone])].filter(
    (zone) => !listedZones.has(zone),
  );
  const groups: ZoneGroup[] = [
    { group: 'canada', zones: canadianZones },
    { group: 'us', zones: usZones },
  ];
  return unlistedZones.length === 0
    ? groups
    : [...groups, { group: 'otherZones', zones: unlistedZones }];
}

/** Formats a zone for display: 'America/St Johns'. */
export function formatZone(zone: string): string {
  return zone.replaceAll('_', ' ');
}
