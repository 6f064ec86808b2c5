import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ApiError } from '../../../lib/api-error.ts';

export interface BinErrorProps {
  readonly error: unknown;
  /** The heading above the reason. */
  readonly title: string;
  readonly onRetry: () => void;
}

/** Explains why a bin is not shown: no access, no such bin, or a failed call. */
export function BinError({ error, title, onRetry }: BinErrorProps) {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.status === 403) {
    return <Notice state="warning" isAlert title={t('bin.accessDenied')} />;
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Notice
        state="warning"
        isAlert
        title={title}
        detail={t('bin.missing')}
        action={<ButtonLink to="/dashboard">{t('notFound.back')}</ButtonLink>}
      />
    );
  }
  return <ErrorState error={error} title={title} onRetry={onRetry} />;
}
