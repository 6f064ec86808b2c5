import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/**
 * Shows how many lines of a long file have been saved so far. The text changes too often to be announced by
 * screen readers.
 */
export function PartialSaveNotice({ lines }: { readonly lines: number }) {
  const { t } = useTranslation();
  return <Text c="dimmed">{t('savedLines', { count: lines })}</Text>;
}
