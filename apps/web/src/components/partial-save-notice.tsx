import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** How much of a long file is there. It changes too often to be read out. */
export function PartialSaveNotice({ lines }: { readonly lines: number }) {
  const { t } = useTranslation();
  return <Text c="dimmed">{t('savedLines', { count: lines })}</Text>;
}
