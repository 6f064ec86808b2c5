import type { Bin } from '@granary/contract/bins/http';
import type { SettingsKind } from '@granary/domain/commands/settings-commands';
import type { TFunction } from 'i18next';

interface RequestedSetting {
  readonly kind: SettingsKind;
  /** What the board has until it confirms the request, if it is known. */
  readonly now?: string | number;
}

/**
 * The progress of a request to change a setting on the board, and what applies until the board confirms it.
 */
export function describeRequestedSetting(
  { openCommands }: Pick<Bin, 'openCommands'>,
  { kind, now }: RequestedSetting,
  t: TFunction,
): string {
  const isOpen = openCommands.includes(kind);
  // A channel stays requested after its command failed; other requests end with their command.
  if (!isOpen && kind !== 'radio') return t('settingsForm.notSent');
  return [
    t('settingsForm.unconfirmed'),
    ...(now === undefined ? [] : [t('settingsForm.untilThen', { now })]),
    ...(isOpen ? [] : [t('settingsForm.sendAgain')]),
  ].join(' ');
}
