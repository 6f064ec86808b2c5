import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ForgotPasswordForm } from '../../../features/accounts/components/forgot-password-form.tsx';
import { PublicFrame } from '../../shell/public-frame.tsx';

export function ForgotPassword() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <PublicFrame title={t('forgot.title')} text={t('forgot.text')}>
      <ForgotPasswordForm
        onSent={(email, codeNews) =>
          void navigate({ to: '/forgot-pwd-token', state: { email, codeNews } })
        }
      />
    </PublicFrame>
  );
}
