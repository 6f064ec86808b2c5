import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useSession } from '../../../lib/use-session.ts';
import { isStaff } from '../../router/guards.ts';

interface NoneOfOwnProps {
  readonly title: string;
  /** How some come to be here; staff have none of their own. */
  readonly detail: string;
}

/** What stands where somebody's own farms or bins would while there are none. */
export function NoneOfOwn({ title, detail }: NoneOfOwnProps) {
  const { t } = useTranslation();
  const session = useSession();
  if (session === null || !isStaff(session)) return <Notice title={title} detail={detail} />;
  return (
    <Notice
      title={title}
      detail={t('customers.belongings')}
      action={<ButtonLink to="/dashboard">{t('crumbs.users')}</ButtonLink>}
    />
  );
}
