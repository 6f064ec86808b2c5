import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { useErrorMessage } from '../lib/use-error-message.ts';
import { Notice } from './notice.tsx';
import { isUnreachable } from './unreachable-notice.tsx';

export interface ErrorStateProps {
  readonly error: unknown;
  /** The screen's own message for a rejected call, instead of the server's. */
  readonly fallback?: string;
  /** A heading above the message. */
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** Shows a failed call in place of its data: message, request ID, optional retry button. */
export function ErrorState({ error, fallback, title, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  const message = useErrorMessage()(error, fallback);
  const requestId = error instanceof ApiError ? error.requestId : null;
  const requestText = requestId === null ? null : t('errors.request', { id: requestId });
  // The title may already contain the message.
  const isMessageInTitle = title === undefined || title.includes(message);
  const details = [isMessageInTitle ? null : message, requestText].filter((part) => part !== null);
  return (
    <Notice
      state="warning"
      isAlert
      title={title ?? message}
      {...(details.length > 0 && { detail: details.join(' ') })}
      {...(onRetry !== undefined &&
        !isUnreachable(error) && {
          action: (
            <Button variant="default" onClick={onRetry}>
              {t('errors.tryAgain')}
            </Button>
          ),
        })}
    />
  );
}
