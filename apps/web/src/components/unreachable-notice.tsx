import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { ButtonLink } from './button-link.tsx';
import { Notice } from './notice.tsx';

/** Whether something is not there, or not for whoever asks: to ask again is of no use. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}

/** What stands in place of something out of reach, with a way back. */
export function UnreachableNotice({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const isDenied = error instanceof ApiError && error.status === 403;
  return (
    <Notice
      state="warning"
      isAlert
      title={isDenied ? t('bin.accessDenied') : t('notFound.text')}
      action={<ButtonLink to="/dashboard">{t('notFound.back')}</ButtonLink>}
    />
  );
}
