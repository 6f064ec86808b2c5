import { MINUTE, SECOND } from '@granary/domain/units';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useFormat } from '../../../lib/use-format.ts';

export interface AccountErrorNoticeProps {
  readonly error: unknown;
  /** The form's own error text for a rejected call, instead of the server's. */
  readonly fallback?: string;
  readonly tooManyAttempts: string;
}

/** Shows why an account form was rejected, and how long to wait after too many attempts. */
export function AccountErrorNotice({ error, fallback, tooManyAttempts }: AccountErrorNoticeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const formatError = useErrorMessage();
  if (error instanceof ApiError && error.status === 429) {
    const wait = error.retryAfterS;
    const detail =
      wait === null
        ? t('waits.later')
        : t('waits.again', { time: format.duration(roundUpToMinutes(wait * SECOND)) });
    return <Notice state="warning" isAlert title={tooManyAttempts} detail={detail} />;
  }
  const isUnavailable = error instanceof ApiError && error.status === 503;
  return (
    <Notice
      state="warning"
      isAlert
      title={formatError(error, fallback)}
      // The server names the part that is unavailable.
      {...(isUnavailable && { detail: error.message })}
    />
  );
}

/** Rounds a minute or more up to whole minutes, so that no one retries too early. */
function roundUpToMinutes(ms: number): number {
  return ms < MINUTE ? ms : Math.ceil(ms / MINUTE) * MINUTE;
}
