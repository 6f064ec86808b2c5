/**
 * The sections of the texts by when they load: `start` before the first page, `bins` with the shell for
 * signed-in users, `lists` with pages that list customers, farms or bins. All other sections are `other`; the
 * remaining pages need `other` and `lists`.
 */
export const TEXT_PARTS = {
  start: [
    'product',
    'loading',
    'ok',
    'cancel',
    'close',
    'page',
    'language',
    'shell',
    'errors',
    'notFound',
    'waits',
    'signIn',
    'twoFactor',
    'forgot',
    'reset',
    'password',
    'invitation',
    'setup',
    'stopAlerts',
    'templates',
    'unsaved',
    'bin',
  ],
  bins: [
    'alerts',
    'banners',
    'bell',
    'binEntry',
    'bins',
    'blocks',
    'breadcrumbs',
    'cards',
    'contacts',
    'cropNames',
    'fan',
    'findings',
    'hotSpot',
    'insights',
    'legend',
    'live',
    'names',
    'picture',
    'records',
    'risks',
    'roles',
    'sensor',
    'sensors',
    'settings',
    'states',
    'units',
  ],
  lists: [
    'addBin',
    'attention',
    'binRows',
    'copy',
    'correctCustomer',
    'credentials',
    'customers',
    'delete',
    'deletePerson',
    'details',
    'fanSystem',
    'farms',
    'filters',
    'grain',
    'map',
    'markers',
    'moveCustomer',
    'movements',
    'newKeys',
    'overview',
    'person',
    'profile',
    'report',
  ],
} as const;

export type TextPart = keyof typeof TEXT_PARTS | 'other';

/** Picks a part's texts from a language's texts. */
export function pickTexts(
  texts: Readonly<Record<string, unknown>>,
  part: TextPart,
): Record<string, unknown> {
  const findPart = (section: string): TextPart => {
    const name = section.replace(/_(zero|one|two|few|many|other)$/, '');
    const parts = Object.entries(TEXT_PARTS) as [TextPart, readonly string[]][];
    return parts.find(([, sections]) => sections.includes(name))?.[0] ?? 'other';
  };
  return Object.fromEntries(
    Object.entries(texts).filter(([section]) => findPart(section) === part),
  );
}
