import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { signOutEverywhere } from '../../../features/accounts/api/sign-in.ts';

/** Signs out; the end of the session leads to the sign-in page. */
export function LogoutPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => {
    void signOutEverywhere().then(() => navigate({ to: '/login' }));
  }, [navigate]);
  return <p role="status">{t('signIn.signingOut')}</p>;
}
