import { Stack } from '@mantine/core';
import { getRouteApi, Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { endCurrentSession } from '../../../features/accounts/api/sign-in.ts';
import { ForgotPasswordForm } from '../../../features/accounts/components/forgot-password-form.tsx';
import { ResetPasswordForm } from '../../../features/accounts/components/reset-password-form.tsx';
import { SetupForm } from '../../../features/accounts/components/setup-form.tsx';
import { loadWithTexts } from '../../../lib/i18n.ts';
import { useCan } from '../../../lib/use-can.ts';
import { PublicLayout } from '../../shell/public-layout.tsx';
import { isTemplatePage, templatePages } from './template-pages.ts';

export { InvitationPage } from './invitation-page.tsx';
export { StopAlertsPage } from './stop-alerts-page.tsx';

/** Needed only once, at the first setup. */
const MapsSetup = lazy(
  loadWithTexts('other', async () => ({ default: (await import('./maps-setup.tsx')).MapsSetup })),
);

/** Signs the user out and opens the sign-in page. */
export function LogoutPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => {
    void endCurrentSession().then(() => navigate({ to: '/login' }));
  }, [navigate]);
  return <p role="status">{t('signIn.signingOut')}</p>;
}

/** The page opened by the setup link, which the server prints at its first start: `/setup#token=…`. */
export function SetupPage() {
  const { t } = useTranslation();
  const { history } = useRouter();
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token'));
  const [isCreated, setCreated] = useState(false);
  // The question about maps appears even after a reload, when the token is gone.
  const canChooseMaps = useCan('place-providers.write');
  useEffect(() => {
    // The token works only once and need not stay in the history.
    window.history.replaceState(window.history.state, '', '/setup');
  }, []);
  const leave = useCallback(() => history.replace('/'), [history]);
  if (canChooseMaps && (isCreated || token === null)) {
    return (
      <Suspense fallback={<LoadingBlocks count={3} height={60} />}>
        <MapsSetup onDone={leave} />
      </Suspense>
    );
  }
  return (
    <PublicLayout title={t('setup.title')} text={t('setup.text')}>
      {token === null ? (
        <Notice state="warning" title={t('setup.noToken')} detail={t('setup.noTokenDetail')} />
      ) : (
        <SetupForm setupToken={token} onDone={() => setCreated(true)} />
      )}
    </PublicLayout>
  );
}

export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <PublicLayout title={t('forgot.title')} text={t('forgot.text')}>
      <ForgotPasswordForm
        onSent={(email, codeMessage) =>
          void navigate({ to: '/forgot-pwd-token', state: { email, codeMessage } })
        }
      />
    </PublicLayout>
  );
}

export function ResetPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { email, codeMessage } = useRouterState({
    select: ({ location }) => location.state,
  });
  return (
    <PublicLayout
      title={t('reset.title')}
      text={email === undefined ? t('reset.text') : t('reset.textFor', { email })}
    >
      {codeMessage !== undefined && (
        <div role="status">
          <Notice title={codeMessage} />
        </div>
      )}
      <ResetPasswordForm
        email={email}
        onDone={() => void navigate({ to: '/login', state: { isPasswordChanged: true } })}
      />
    </PublicLayout>
  );
}

const route = getRouteApi('/$page');

/** A static page that links to the sign-in page. */
export function TemplatePage() {
  const { t } = useTranslation();
  const { page } = route.useParams();
  if (!isTemplatePage(page)) return null;
  const { title, text } = templatePages[page];
  return (
    <PublicLayout title={t(`templates.${title}`)} text={t(`templates.${text}`)}>
      <Stack gap="md" align="flex-start">
        <ButtonLink to="/login">{t('templates.toSignIn')}</ButtonLink>
        {text === 'password' && <Link to="/forgot-password">{t('templates.toForgot')}</Link>}
      </Stack>
    </PublicLayout>
  );
}
