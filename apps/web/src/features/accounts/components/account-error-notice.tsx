import { MINUTE, SECOND } from '@granary/domain/units';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useFormat } from '../../../lib/use-format.ts';

export interface AccountErrorNoticeProps {
  readonly error: unknown;
  /** The form's own sentence for what the server refused. */
  readonly fallback?: string;
  /** What is said of whoever tried too often. */
  readonly tooManyAttempts: string;
}

/** Why a form about an account was refused; how long to wait after too many tries. */
export function AccountErrorNotice({ error, fallback, tooManyAttempts }: AccountErrorNoticeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const sentence = useErrorMessage();
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
      title={sentence(error, fallback)}
      // The server says which part of it is away.
      {...(isUnavailable && { detail: error.message })}
    />
  );
}

/** To whole minutes, that nobody comes back too early. */
function roundUpToMinutes(ms: number): number {
  return ms < MINUTE ? ms : Math.ceil(ms / MINUTE) * MINUTE;
}
