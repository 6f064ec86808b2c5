import { getRouteApi, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SignInForm } from '../../../features/accounts/components/sign-in-form.tsx';
import { loadTexts } from '../../../lib/i18n.ts';
import { loadWhenIdle } from '../../../lib/load-when-idle.ts';
import { getCurrentSession } from '../../../lib/session.ts';
import { useSession } from '../../../lib/use-session.ts';
import { getHomePath, getSafeReturnPath } from '../../router/guards.ts';
import { PublicLayout } from '../../shell/public-layout.tsx';

const route = getRouteApi('/login');

/** Loads the layout, and the first pages of all roles with their texts. */
const loadFirstPages = () =>
  Promise.all([
    import('../../shell/shell.tsx'),
    import('../bins/all-bins-page.tsx'),
    import('../bins/bin-list-pages.tsx'),
    import('../farms/farm-pages.tsx'),
    loadTexts('bins'),
    loadTexts('other'),
  ]);

export function LoginPage() {
  const { t } = useTranslation();
  const { to } = route.useSearch();
  const { history } = useRouter();
  const { isPasswordChanged, isForbidden } = useRouterState({
    select: ({ location }) => location.state,
  });
  const session = useSession();
  useEffect(() => loadWhenIdle(loadFirstPages), []);
  const openApp = () => {
    const session = getCurrentSession();
    if (session !== null) history.replace(getSafeReturnPath(to) ?? getHomePath(session));
  };
  return (
    <PublicLayout title={t('signIn.title')} text={t('signIn.text')}>
      {isPasswordChanged === true && (
        <div role="status">
          <Notice state="ok" title={t('signIn.passwordChanged')} />
        </div>
      )}
      {isForbidden === true && session !== null && (
        <div role="status">
          <Notice
            state="warning"
            title={t('signIn.notAllowed')}
            action={
              <ButtonLink to={getHomePath(session)} variant="default">
                {t('signIn.backToHome')}
              </ButtonLink>
            }
          />
        </div>
      )}
      {to !== undefined && (
        <div role="status">
          <Notice title={t('signIn.toContinue')} />
        </div>
      )}
      <SignInForm onSignedIn={openApp} />
    </PublicLayout>
  );
}
