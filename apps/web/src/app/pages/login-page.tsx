import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SignInForm } from '../../features/accounts/sign-in-form.tsx';
import { currentSession } from '../../lib/session.ts';
import { homeOf, safeReturn } from '../guards.ts';
import { PublicFrame } from '../shell/public-frame.tsx';

const route = getRouteApi('/login');

export function LoginPage() {
  const { t } = useTranslation();
  const { to } = route.useSearch();
  const { history } = useRouter();
  const goOn = () => {
    const session = currentSession();
    if (session !== null) history.replace(safeReturn(to) ?? homeOf(session));
  };
  useEffect(() => {
    document.title = `${t('signIn.title')} · ${t('product')}`;
  }, [t]);
  return (
    <PublicFrame title={t('signIn.title')} text={t('signIn.text')}>
      <SignInForm onSignedIn={goOn} />
    </PublicFrame>
  );
}
