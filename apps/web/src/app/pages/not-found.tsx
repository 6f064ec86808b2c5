import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
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

/** The page of an unknown address or id, inside the shell. */
export function NotFoundInShell() {
  const { t } = useTranslation();
  return (
    <Page title={t('notFound.title')}>
      <Notice
        title={t('notFound.text')}
        action={<ButtonLink to="/dashboard">{t('notFound.back')}</ButtonLink>}
      />
    </Page>
  );
}
