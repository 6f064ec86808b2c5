import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useCan } from '../../../lib/use-can.ts';

interface NoFarmsProps {
  readonly title: string;
  /** How a user gets their first farm or bin; not shown to staff, who have none. */
  readonly detail: string;
}

/** Shown in place of the user's farms or bins if there are none. */
export function NoFarms({ title, detail }: NoFarmsProps) {
  const { t } = useTranslation();
  const canListCustomers = useCan('customers.list');
  if (!canListCustomers) return <Notice title={title} detail={detail} />;
  return (
    <Notice
      title={title}
      detail={t('customers.staffHaveNone')}
      action={<ButtonLink to="/dashboard">{t('breadcrumbs.users')}</ButtonLink>}
    />
  );
}
