import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.tsx';
import { PublicFrame } from '../shell/public-frame.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <PublicFrame title={t('notFound.title')} text={t('notFound.text')}>
      <div>
        <ButtonLink to="/dashboard">{t('notFound.back')}</ButtonLink>
      </div>
    </PublicFrame>
  );
}
