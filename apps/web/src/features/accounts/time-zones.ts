/** Time zones in Canada and the United States, from east to west. */
const canada = [
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

const unitedStates = [
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

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The zones to choose from: those above, the browser's and the saved one. */
export function groupZones(browsers: string, saved: string): ZoneGroup[] {
  const known = new Set<string>([...canada, ...unitedStates, '']);
  const others = [...new Set([browsers, saved])].filter((zone) => !known.has(zone));
  const groups: ZoneGroup[] = [
    { group: 'canada', zones: canada },
    { group: 'us', zones: unitedStates },
  ];
  return others.length === 0 ? groups : [...groups, { group: 'otherZones', zones: others }];
}

/** Formats a zone for people: 'America/St Johns'. */
export function formatZone(zone: string): string {
  return zone.replaceAll('_', ' ');
}
