import { useTranslation } from 'react-i18next';
import { Page } from '../../../components/page.tsx';
import { AddUserForm } from '../../../features/accounts/components/add-user-form.tsx';
import { useSession } from '../../../lib/use-session.ts';

export function AddUserPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session === null) return null;
  return (
    <Page title={t('addUser.title')}>
      <AddUserForm role={session.role} />
    </Page>
  );
}
