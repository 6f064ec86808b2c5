import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { ResetPasswordForm } from '../../../features/accounts/components/reset-password-form.tsx';
import { PublicFrame } from '../../shell/public-frame.tsx';

export function ResetPassword() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { email, codeNews } = useRouterState({ select: ({ location }) => location.state });
  return (
    <PublicFrame
      title={t('reset.title')}
      text={email === undefined ? t('reset.text') : t('reset.textFor', { email })}
    >
      {codeNews !== undefined && (
        <div role="status">
          <Notice state="ok" title={codeNews} />
        </div>
      )}
      <ResetPasswordForm
        email={email}
        onDone={() => void navigate({ to: '/login', state: { isPasswordChanged: true } })}
      />
    </PublicFrame>
  );
}
