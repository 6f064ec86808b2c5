import type { TFunction } from 'i18next';
import type { Formats } from '../../lib/format.ts';

/** Formats the list of people in or near a bin; a name is null if the account was deleted. */
export function formatPeople(
  names: readonly (string | null)[],
  { t, format }: { readonly t: TFunction; readonly format: Formats },
): string {
  return new Intl.ListFormat(format.locale).format(
    names.map((name) => name ?? t('fan.entry.unnamed')),
  );
}
