import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/error-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { ApiError } from '../../lib/api-error.ts';

/** Why a bin is not shown: it is another's, or it could not be read. */
export function BinError({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.status === 403) {
    return <Notice state="warn" isAlert title={t('bin.accessDenied')} />;
  }
  return <ErrorState error={error} title={t('bin.loadError')} onRetry={onRetry} />;
}
