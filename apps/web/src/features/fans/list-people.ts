import type { TFunction } from 'i18next';
import type { Formats } from '../../lib/format.ts';

/** Names the people in or near a bin; null for a deleted account. */
export function listPeople(
  names: readonly (string | null)[],
  { t, format }: { readonly t: TFunction; readonly format: Formats },
): string {
  return new Intl.ListFormat(format.locale).format(
    names.map((name) => name ?? t('fan.entry.unnamed')),
  );
}
