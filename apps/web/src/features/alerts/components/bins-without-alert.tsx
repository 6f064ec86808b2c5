import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/use-can.ts';

/** Explains that a list of alerts lacks bins that need attention; nothing if there are none. */
export function BinsWithoutAlert({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const listsCustomers = useCan('customers.list');
  if (count === 0) return null;
  return (
    <Text>
      {t('alerts.withoutAlert', { count })}{' '}
      <Link to={listsCustomers ? '/dashboard' : '/overview'}>{t('alerts.toAttention')}</Link>
    </Text>
  );
}
