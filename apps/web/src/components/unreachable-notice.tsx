import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { ButtonLink } from './button-link.tsx';
import { Notice } from './notice.tsx';

/** Whether the item does not exist or the user may not access it; either way, a retry cannot help. */
export function isUnreachable(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}

/**
 * Shown in place of an item that does not exist or that the user may not access, with a link to the dashboard
 * or, if the user must first set up two-factor sign-in, to the profile.
 */
export function UnreachableNotice({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.code === 'TWO_FACTOR_SETUP_REQUIRED') {
    return (
      <Notice
        state="warning"
        isAlert
        title={error.message}
        action={<ButtonLink to="/profile">{t('twoFactor.title')}</ButtonLink>}
      />
    );
  }
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
