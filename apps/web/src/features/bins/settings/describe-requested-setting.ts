import type { Bin } from '@granary/contract/bins/http';
import type { SettingsKind } from '@granary/domain/commands/settings-commands';
import type { TFunction } from 'i18next';

interface RequestedSetting {
  readonly kind: SettingsKind;
  /** The board's value until it confirms the request, if known. */
  readonly currentValue?: string | number;
}

/**
 * Describes the progress of a request to change a setting on the board, and the value that applies until the
 * board confirms it.
 */
export function describeRequestedSetting(
  { openCommands }: Pick<Bin, 'openCommands'>,
  { kind, currentValue }: RequestedSetting,
  t: TFunction,
): string {
  const isOpen = openCommands.includes(kind);
  // A channel change stays requested after its command fails; other requests end with their command.
  if (!isOpen && kind !== 'radio') return t('settingsForm.notSent');
  return [
    t('settingsForm.unconfirmed'),
    ...(currentValue === undefined ? [] : [t('settingsForm.untilThen', { now: currentValue })]),
    ...(isOpen ? [] : [t('settingsForm.sendAgain')]),
  ].join(' ');
}
